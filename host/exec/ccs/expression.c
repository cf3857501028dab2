/* Expressions, from the primaries to the whole. */
#include "exec/ccs/parser.h"

#include <stdlib.h>

static struct ccs_expr *make(struct ccs_parser *parser, enum ccs_expr_kind kind)
{
    struct ccs_expr *expr = ARENA_NEW(&parser->model->arena, struct ccs_expr);
    expr->kind = kind;
    expr->place = ccs_here(parser);
    return expr;
}

static void set_items(struct ccs_parser *parser, struct ccs_expr *expr,
                      struct ccs_expr **items, uint32_t count)
{
    expr->items =
        arena_copy(&parser->model->arena, items, count, sizeof *items);
    expr->count = count;
}

/* The model holds the constant; takes the reference. */
static struct ccs_expr *constant(struct ccs_parser *parser, struct value *value)
{
    struct ccs_expr *expr = make(parser, CCS_EXPR_VALUE);
    expr->value = value;
    vec_push(&parser->model->constants, value);
    return ccs_next(parser) ? expr : NULL;
}

/* primaries: (expr), Upper, lower, lower(args), integer, true, false, null,
 * "string" */

static struct ccs_expr *integer(struct ccs_parser *parser, bool negative)
{
    uint64_t magnitude = parser->lexer.token.integer;
    if (!negative && magnitude > INT64_MAX) {
        ccs_wrong(parser->error, ERROR_SETUP, ccs_here(parser),
                  "this number is too large: integers have 64 bits");
        return NULL;
    }
    int64_t number = magnitude > INT64_MAX ? INT64_MIN : (int64_t)magnitude;
    return constant(
        parser, value_int(negative && number != INT64_MIN ? -number : number));
}

static struct ccs_expr *signed_integer(struct ccs_parser *parser)
{
    bool negative = ccs_is_sign(parser, "-");
    if (!ccs_next(parser))
        return NULL;
    if (ccs_is_kind(parser, CCS_TOKEN_INTEGER))
        return integer(parser, negative);
    ccs_unexpected(parser, "an integer after the sign");
    return NULL;
}

static struct ccs_expr *global(struct ccs_parser *parser)
{
    struct ccs_expr *expr = make(parser, CCS_EXPR_GLOBAL);
    struct ccs_use use = {
        .kind = CCS_USE_GLOBAL, .place = expr->place, .index = &expr->index};
    use.name = ccs_take_name(parser, CCS_TOKEN_UPPER, "a variable");
    ccs_add_use(parser, use);
    return use.name == NULL ? NULL : expr;
}

static bool find_local(struct ccs_parser *parser, struct ccs_expr *expr,
                       intern_t name)
{
    for (size_t i = parser->scope.count; i > 0; i--) {
        if (parser->scope.items[i - 1] != name)
            continue;
        expr->index = (uint32_t)(parser->scope.count - i);
        return true;
    }
    return ccs_wrong(parser->error, ERROR_SETUP, expr->place,
                     "nothing binds `%s` here: it is no parameter and no input "
                     "has received it",
                     name->text);
}

bool ccs_parse_arguments(struct ccs_parser *parser, struct ccs_expr ***items,
                         uint32_t *count)
{
    VEC(struct ccs_expr *) list = VEC_EMPTY;
    bool fine = true;
    *items = NULL;
    *count = 0;
    if (!ccs_is_sign(parser, "("))
        return true;
    if (!ccs_next(parser))
        return false;
    while (fine && !(list.count == 0 && ccs_is_sign(parser, ")"))) {
        struct ccs_expr *expr = ccs_parse_expr(parser);
        fine = expr != NULL;
        vec_push(&list, expr);
        if (!ccs_is_sign(parser, ","))
            break;
        fine = fine && ccs_next(parser);
    }
    fine = fine && ccs_expect(parser, ")", "after the arguments");
    if (fine && list.count > 0)
        *items = arena_copy(&parser->model->arena, list.items, list.count,
                            sizeof *list.items);
    *count = (uint32_t)list.count;
    vec_finish(&list);
    return fine;
}

static struct ccs_expr *local_or_call(struct ccs_parser *parser)
{
    struct ccs_expr *expr = make(parser, CCS_EXPR_LOCAL);
    intern_t name = ccs_take_name(parser, CCS_TOKEN_LOWER, "a name");
    if (name == NULL)
        return NULL;
    if (!ccs_is_sign(parser, "("))
        return find_local(parser, expr, name) ? expr : NULL;
    expr->kind = CCS_EXPR_CALL;
    if (!ccs_parse_arguments(parser, &expr->items, &expr->count))
        return NULL;
    ccs_add_use(parser, (struct ccs_use){.kind = CCS_USE_FUNCTION,
                                         .name = name,
                                         .place = expr->place,
                                         .argument_count = expr->count,
                                         .index = &expr->index});
    return expr;
}

static struct ccs_expr *in_parentheses(struct ccs_parser *parser)
{
    if (!ccs_next(parser))
        return NULL;
    struct ccs_expr *expr = ccs_parse_expr(parser);
    if (expr == NULL || !ccs_expect(parser, ")", "to close the parenthesis"))
        return NULL;
    return expr;
}

static struct ccs_expr *primary(struct ccs_parser *parser)
{
    struct ccs_token *token = &parser->lexer.token;
    if (ccs_is_sign(parser, "("))
        return in_parentheses(parser);
    if (ccs_is_sign(parser, "-") || ccs_is_sign(parser, "+"))
        return signed_integer(parser);
    if (token->kind == CCS_TOKEN_UPPER)
        return global(parser);
    if (token->kind == CCS_TOKEN_LOWER)
        return local_or_call(parser);
    if (token->kind == CCS_TOKEN_INTEGER)
        return integer(parser, false);
    if (token->kind == CCS_TOKEN_STRING)
        return constant(parser, value_ref(token->string));
    if (ccs_is_word(parser, "true") || ccs_is_word(parser, "false"))
        return constant(parser, value_bool(ccs_is_word(parser, "true")));
    if (ccs_is_word(parser, "null"))
        return constant(parser, value_null());
    ccs_unexpected(parser, "an expression");
    return NULL;
}

/* "!" binds tightest. */
static struct ccs_expr *negation(struct ccs_parser *parser)
{
    if (!ccs_is_sign(parser, "!"))
        return primary(parser);
    struct ccs_expr *expr = make(parser, CCS_EXPR_NOT);
    if (!ccs_enter(parser))
        return NULL;
    struct ccs_expr *inner = ccs_next(parser) ? negation(parser) : NULL;
    ccs_leave(parser);
    if (inner == NULL)
        return NULL;
    set_items(parser, expr, &inner, 1);
    return expr;
}

static const struct {
    const char *text;
    int level;
} operators[] = {
#define O(id, text, level) [CCS_##id] = {text, level},
    CCS_OPERATOR_LIST(O)
#undef O
};

enum { LOOSEST = 1, COMPARISON = 3, TIGHTEST = 6 };

/* Is there an operator of this level? */
static bool is_operator(const struct ccs_parser *parser, int level,
                        enum ccs_operator *which)
{
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        if (operators[i].level != level ||
            !ccs_is_sign(parser, operators[i].text))
            continue;
        *which = (enum ccs_operator)i;
        return true;
    }
    return false;
}

static struct ccs_expr *chain(struct ccs_parser *parser, int level);

static struct ccs_expr *operand(struct ccs_parser *parser, int level)
{
    return level == TIGHTEST ? negation(parser) : chain(parser, level + 1);
}

/* The operators of a level group to the left; comparisons do not chain. */
static struct ccs_expr *chain(struct ccs_parser *parser, int level)
{
    struct ccs_expr *left = operand(parser, level);
    enum ccs_operator which;
    for (int i = 0; left != NULL && is_operator(parser, level, &which); i++) {
        struct ccs_expr *expr = make(parser, CCS_EXPR_BINARY);
        expr->op = which;
        if (level == COMPARISON && i > 0) {
            ccs_wrong(parser->error, ERROR_SETUP, expr->place,
                      "comparisons do not chain: use parentheses or `&&`");
            return NULL;
        }
        struct ccs_expr *right =
            ccs_next(parser) ? operand(parser, level) : NULL;
        if (right == NULL)
            return NULL;
        set_items(parser, expr, (struct ccs_expr *[]){left, right}, 2);
        left = expr;
    }
    return left;
}

/* "if" expr "then" expr "else" expr, where a whole expression starts. */
static struct ccs_expr *condition(struct ccs_parser *parser)
{
    static const char *const begin[] = {"if", "then", "else"};
    static const char *const wanted[] = {"`if`", "`then`", "`else`"};
    struct ccs_expr *expr = make(parser, CCS_EXPR_IF);
    struct ccs_expr *parts[3];
    for (size_t i = 0; i < 3; i++) {
        if (!ccs_is_word(parser, begin[i])) {
            ccs_unexpected(parser, wanted[i]);
            return NULL;
        }
        parts[i] = ccs_next(parser) ? ccs_parse_expr(parser) : NULL;
        if (parts[i] == NULL)
            return NULL;
    }
    set_items(parser, expr, parts, 3);
    return expr;
}

struct ccs_expr *ccs_parse_expr(struct ccs_parser *parser)
{
    if (!ccs_enter(parser))
        return NULL;
    struct ccs_expr *expr =
        ccs_is_word(parser, "if") ? condition(parser) : chain(parser, LOOSEST);
    ccs_leave(parser);
    return expr;
}
