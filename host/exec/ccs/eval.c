/* Environments, operators, the kinds of expressions. */
#include "exec/ccs/eval.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/memory.h"

struct ccs_env *ccs_env_bind(struct value *value, struct ccs_env *outer)
{
    struct ccs_env *env = MEMORY_NEW(struct ccs_env);
    *env = (struct ccs_env){.references = 1, .value = value, .outer = outer};
    return env;
}

struct ccs_env *ccs_env_ref(struct ccs_env *env)
{
    if (env != NULL)
        env->references++;
    return env;
}

void ccs_env_unref(struct ccs_env *env)
{
    while (env != NULL && --env->references == 0) {
        struct ccs_env *outer = env->outer;
        value_unref(env->value);
        free(env);
        env = outer;
    }
}

const char *ccs_value_words(const struct value *value, char *text)
{
    enum { SIZE = 40 };
    switch (value->kind) {
    case VALUE_NULL:
        return "null";
    case VALUE_BOOL:
        return value->boolean ? "true" : "false";
    case VALUE_INT:
        snprintf(text, SIZE, "%" PRId64, value->integer);
        return text;
    case VALUE_STRING:
        return "a string";
    default:
        return "a value";
    }
}

/* Where an evaluation is. */
struct evaluation {
    const struct ccs_model *model;
    struct value *const *globals;
    struct ccs_budget *budget;
    struct error *error;
};

static struct value *eval(struct evaluation *evaluation,
                          const struct ccs_expr *expr,
                          const struct ccs_env *env);

static struct value *fail(struct evaluation *evaluation,
                          const struct ccs_expr *expr, const char *words)
{
    ccs_wrong(evaluation->error, ERROR_RUN, expr->place, "%s", words);
    return NULL;
}

/* ---- operators ---------------------------------------------------------- */

static const char *const operator_texts[] = {
#define O(id, text, level) [CCS_##id] = (text),
    CCS_OPERATOR_LIST(O)
#undef O
};

static struct value *ill_typed(struct evaluation *evaluation,
                               const struct ccs_expr *expr, const char *wanted,
                               const struct value *left,
                               const struct value *right)
{
    char words[2][40];
    ccs_wrong(evaluation->error, ERROR_RUN, expr->place,
              "`%s` needs %s, not %s and %s", operator_texts[expr->op], wanted,
              ccs_value_words(left, words[0]),
              ccs_value_words(right, words[1]));
    return NULL;
}

/* `/` floors, `%` takes the sign of the divisor. */
static bool divide(enum ccs_operator op, int64_t a, int64_t b, int64_t *result)
{
    if (b == -1) { /* INT64_MIN / -1 does not fit, and traps */
        if (op == CCS_MODULO)
            *result = 0;
        return op == CCS_MODULO || !__builtin_sub_overflow(0, a, result);
    }
    int64_t quotient = a / b, rest = a % b;
    bool floors = rest != 0 && (rest < 0) != (b < 0);
    *result = op == CCS_DIVIDE ? quotient - floors : rest + (floors ? b : 0);
    return true;
}

static bool calculate(enum ccs_operator op, int64_t a, int64_t b,
                      int64_t *result)
{
    switch (op) {
    case CCS_MULTIPLY:
        return !__builtin_mul_overflow(a, b, result);
    case CCS_ADD:
        return !__builtin_add_overflow(a, b, result);
    case CCS_SUBTRACT:
        return !__builtin_sub_overflow(a, b, result);
    default:
        return divide(op, a, b, result);
    }
}

static struct value *arithmetic(struct evaluation *evaluation,
                                const struct ccs_expr *expr,
                                const struct value *left,
                                const struct value *right)
{
    int64_t result;
    if (left->kind != VALUE_INT || right->kind != VALUE_INT)
        return ill_typed(evaluation, expr, "two integers", left, right);
    if (right->integer == 0 &&
        (expr->op == CCS_DIVIDE || expr->op == CCS_MODULO))
        return fail(evaluation, expr, "division by zero");
    if (!calculate(expr->op, left->integer, right->integer, &result))
        return fail(evaluation, expr,
                    "the result is too large: integers have 64 bits");
    return value_int(result);
}

static struct value *comparison(struct evaluation *evaluation,
                                const struct ccs_expr *expr,
                                const struct value *left,
                                const struct value *right)
{
    if (left->kind != VALUE_INT || right->kind != VALUE_INT)
        return ill_typed(evaluation, expr, "two integers", left, right);
    int64_t a = left->integer, b = right->integer;
    switch (expr->op) {
    case CCS_LESS:
        return value_bool(a < b);
    case CCS_AT_MOST:
        return value_bool(a <= b);
    case CCS_GREATER:
        return value_bool(a > b);
    default:
        return value_bool(a >= b);
    }
}

/* Everything may be compared with null, which is how a variable says that it
 * holds nothing. */
static struct value *equality(struct evaluation *evaluation,
                              const struct ccs_expr *expr,
                              const struct value *left,
                              const struct value *right)
{
    bool has_null = left->kind == VALUE_NULL || right->kind == VALUE_NULL;
    if (left->kind != right->kind && !has_null)
        return ill_typed(evaluation, expr, "two values of the same kind", left,
                         right);
    return value_bool(value_equal(left, right) == (expr->op == CCS_EQUAL));
}

static struct value *join(struct evaluation *evaluation,
                          const struct ccs_expr *expr, const struct value *left,
                          const struct value *right)
{
    enum { JOIN_LIMIT_BYTES = 1024 * 1024 };
    if (left->kind != VALUE_STRING || right->kind != VALUE_STRING)
        return ill_typed(evaluation, expr, "two strings", left, right);
    if (left->count + right->count > JOIN_LIMIT_BYTES)
        return fail(evaluation, expr, "this string grows beyond all limits");
    struct buf text;
    buf_init(&text);
    buf_add_str(&text, value_text(left));
    buf_add_str(&text, value_text(right));
    struct value *result = value_string(buf_str(&text));
    buf_finish(&text);
    return result;
}

/* Both sides are always evaluated, and must be booleans. */
static struct value *connective(struct evaluation *evaluation,
                                const struct ccs_expr *expr,
                                const struct value *left,
                                const struct value *right)
{
    if (left->kind != VALUE_BOOL || right->kind != VALUE_BOOL)
        return ill_typed(evaluation, expr, "two booleans", left, right);
    bool both = left->boolean && right->boolean;
    bool any = left->boolean || right->boolean;
    return value_bool(expr->op == CCS_AND ? both : any);
}

static struct value *apply(struct evaluation *evaluation,
                           const struct ccs_expr *expr,
                           const struct value *left, const struct value *right)
{
    switch (expr->op) {
    case CCS_MULTIPLY:
    case CCS_DIVIDE:
    case CCS_MODULO:
    case CCS_ADD:
    case CCS_SUBTRACT:
        return arithmetic(evaluation, expr, left, right);
    case CCS_JOIN:
        return join(evaluation, expr, left, right);
    case CCS_EQUAL:
    case CCS_DIFFERENT:
        return equality(evaluation, expr, left, right);
    case CCS_AND:
    case CCS_OR:
        return connective(evaluation, expr, left, right);
    default:
        return comparison(evaluation, expr, left, right);
    }
}

/* ---- the kinds of expressions ------------------------------------------- */

static struct value *binary(struct evaluation *evaluation,
                            const struct ccs_expr *expr,
                            const struct ccs_env *env)
{
    struct value *result = NULL;
    struct value *left = eval(evaluation, expr->items[0], env);
    struct value *right =
        left == NULL ? NULL : eval(evaluation, expr->items[1], env);
    if (right != NULL)
        result = apply(evaluation, expr, left, right);
    value_unref(left);
    value_unref(right);
    return result;
}

static struct value *negation(struct evaluation *evaluation,
                              const struct ccs_expr *expr,
                              const struct ccs_env *env)
{
    char words[40];
    struct value *inner = eval(evaluation, expr->items[0], env);
    struct value *result = NULL;
    if (inner != NULL && inner->kind == VALUE_BOOL)
        result = value_bool(!inner->boolean);
    else if (inner != NULL)
        ccs_wrong(evaluation->error, ERROR_RUN, expr->place,
                  "`!` needs a boolean, not %s", ccs_value_words(inner, words));
    value_unref(inner);
    return result;
}

static struct value *condition(struct evaluation *evaluation,
                               const struct ccs_expr *expr,
                               const struct ccs_env *env)
{
    char words[40];
    struct value *test = eval(evaluation, expr->items[0], env);
    if (test == NULL)
        return NULL;
    bool is_bool = test->kind == VALUE_BOOL;
    bool holds = is_bool && test->boolean;
    if (!is_bool)
        ccs_wrong(evaluation->error, ERROR_RUN, expr->items[0]->place,
                  "`if` needs a boolean, not %s", ccs_value_words(test, words));
    value_unref(test);
    return is_bool ? eval(evaluation, expr->items[holds ? 1 : 2], env) : NULL;
}

static struct value *local(const struct ccs_expr *expr,
                           const struct ccs_env *env)
{
    for (uint32_t i = 0; i < expr->index; i++)
        env = env->outer;
    return value_ref(env->value);
}

static struct value *global(struct evaluation *evaluation,
                            const struct ccs_expr *expr)
{
    struct value *value = evaluation->globals[expr->index];
    if (value != NULL)
        return value_ref(value);
    intern_t name = evaluation->model->globals.items[expr->index].name;
    ccs_wrong(evaluation->error, ERROR_RUN, expr->place,
              "`%s` has no value yet: it is declared further down", name->text);
    return NULL;
}

static struct value *call(struct evaluation *evaluation,
                          const struct ccs_expr *expr,
                          const struct ccs_env *env)
{
    const struct ccs_definition *function =
        &evaluation->model->functions.items[expr->index];
    struct ccs_env *arguments = NULL;
    struct value *result = NULL;
    bool fine = true;
    for (uint32_t i = 0; fine && i < expr->count; i++) {
        struct value *value = eval(evaluation, expr->items[i], env);
        fine = value != NULL;
        if (fine)
            arguments = ccs_env_bind(value, arguments);
    }
    if (fine)
        result = eval(evaluation, function->result, arguments);
    ccs_env_unref(arguments);
    return result;
}

static struct value *eval_kind(struct evaluation *evaluation,
                               const struct ccs_expr *expr,
                               const struct ccs_env *env)
{
    switch (expr->kind) {
    case CCS_EXPR_VALUE:
        return value_ref(expr->value);
    case CCS_EXPR_LOCAL:
        return local(expr, env);
    case CCS_EXPR_GLOBAL:
        return global(evaluation, expr);
    case CCS_EXPR_CALL:
        return call(evaluation, expr, env);
    case CCS_EXPR_IF:
        return condition(evaluation, expr, env);
    case CCS_EXPR_NOT:
        return negation(evaluation, expr, env);
    case CCS_EXPR_BINARY:
        return binary(evaluation, expr, env);
    }
    return NULL;
}

static struct value *eval(struct evaluation *evaluation,
                          const struct ccs_expr *expr,
                          const struct ccs_env *env)
{
    struct ccs_budget *budget = evaluation->budget;
    if (budget->depth == CCS_EVAL_DEPTH_LIMIT)
        return fail(evaluation, expr,
                    "this nests too deeply: does a function call itself "
                    "without end?");
    if (budget->steps == CCS_EVAL_STEP_LIMIT)
        return fail(evaluation, expr, "this takes too long to compute");
    budget->depth++;
    budget->steps++;
    struct value *value = eval_kind(evaluation, expr, env);
    budget->depth--;
    return value;
}

struct value *ccs_eval(const struct ccs_model *model,
                       const struct ccs_expr *expr, const struct ccs_env *env,
                       struct value *const *globals, struct ccs_budget *budget,
                       struct error *error)
{
    struct evaluation evaluation = {
        .model = model, .globals = globals, .budget = budget, .error = error};
    return eval(&evaluation, expr, env);
}
