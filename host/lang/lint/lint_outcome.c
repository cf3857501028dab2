/* liveness, safety, never-fails and long-subscript: what the temporal operators
 * of a property let a finite run say. */
#include "lang/lint/lint_internal.h"

/* Which answers are possible, definite and presumptive ones. */
struct outcome {
    bool yes;
    bool no;
    bool seems_yes;
    bool seems_no;
    bool temporal; /* it may look at more than the first state */
};

struct judge {
    struct lint *lint;
    struct lint_budget budget;
};

/* Nothing is known of it. */
static const struct outcome anything = {true, true, true, true, true};

static struct outcome judge_expr(struct judge *judge, struct lint_view view,
                                 int depth);

static struct outcome judge_item(struct judge *judge, struct lint_view view,
                                 size_t item, int depth)
{
    return judge_expr(
        judge, (struct lint_view){view.expr->apply.items[item], view.scope},
        depth + 1);
}

static struct outcome both(struct outcome a, struct outcome b)
{
    return (struct outcome){a.yes && b.yes, a.no || b.no,
                            a.seems_yes || b.seems_yes,
                            a.seems_no || b.seems_no, a.temporal || b.temporal};
}

static struct outcome one_of(struct outcome a, struct outcome b)
{
    return (struct outcome){a.yes || b.yes, a.no && b.no,
                            a.seems_yes || b.seems_yes,
                            a.seems_no || b.seems_no, a.temporal || b.temporal};
}

static struct outcome opposite(struct outcome a)
{
    return (struct outcome){a.no, a.yes, a.seems_no, a.seems_yes, a.temporal};
}

/* One or the other, who knows which. */
static struct outcome any_of(struct outcome a, struct outcome b)
{
    return (struct outcome){a.yes || b.yes, a.no || b.no,
                            a.seems_yes || b.seems_yes,
                            a.seems_no || b.seems_no, a.temporal || b.temporal};
}

/* Of one state: it is true or it is not. */
static struct outcome settled(bool yes, bool no)
{
    return (struct outcome){.yes = yes, .no = no};
}

/* ---- lists of formulas -------------------------------------------------- */

/* The formula for any element of `for x in l { e }`. */
static struct outcome judge_element(struct judge *judge, struct lint_view list,
                                    int depth)
{
    list = lint_meaning(list);
    if (lint_applied(list.expr, 2) != PRIMITIVE_MAP)
        return anything;
    struct lint_view function =
        lint_meaning((struct lint_view){list.expr->apply.items[0], list.scope});
    if (function.expr->kind != AST_LAMBDA || function.expr->lambda.count != 1)
        return anything;
    return judge_expr(
        judge, (struct lint_view){function.expr->lambda.body, function.scope},
        depth + 1);
}

/* foldr(_&&_, true, list) and foldr(_||_, false, list), as the library's `all`
 * and `any` do. There may be no element, and any number of them. */
static struct outcome judge_fold(struct judge *judge, struct lint_view view,
                                 int depth)
{
    struct ast_expr *const *items = view.expr->apply.items;
    bool all = lint_is_primitive(items[0], PRIMITIVE_AND);
    if (!all && !lint_is_primitive(items[0], PRIMITIVE_OR))
        return anything;
    struct outcome element =
        judge_element(judge, (struct lint_view){items[2], view.scope}, depth);
    if (all)
        element.yes = true;
    else
        element.no = true;
    return element;
}

/* ---- expressions -------------------------------------------------------- */

/* Can it be no formula, whatever its parts are? */
static bool is_plain(const struct ast_expr *expr)
{
    if (lint_is_comparison(expr, 1))
        return true;
    switch (lint_applied(expr, 1)) {
    case PRIMITIVE_IS_NULL:
    case PRIMITIVE_IN_HAPPENED:
        return true;
    default:
        return expr->kind == AST_PROJECT;
    }
}

/* Something about one state; it may be the same in all. */
static struct outcome judge_known(struct judge *judge, struct lint_view view,
                                  int depth)
{
    struct val known = lint_fold(judge->lint, &judge->budget, view, depth + 1);
    if (known.kind == VAL_BOOL)
        return settled(known.boolean, !known.boolean);
    return is_plain(view.expr) ? settled(true, true) : anything;
}

static struct outcome judge_if(struct judge *judge, struct lint_view view,
                               int depth)
{
    struct lint_view condition = {view.expr->apply.items[0], view.scope};
    struct val known =
        lint_fold(judge->lint, &judge->budget, condition, depth + 1);
    if (known.kind == VAL_BOOL)
        return judge_item(judge, view, known.boolean ? 1 : 2, depth);
    return any_of(judge_item(judge, view, 1, depth),
                  judge_item(judge, view, 2, depth));
}

/* The answers of the operators (paper, 2.2): false refutes `always`, nothing
 * confirms it, and a run that ends takes it for true; and so on. */
static struct outcome judge_always(struct outcome p)
{
    return (struct outcome){false, p.no, true, p.seems_no, true};
}

static struct outcome judge_eventually(struct outcome p)
{
    return (struct outcome){p.yes, false, p.seems_yes, p.no || p.seems_no,
                            true};
}

static struct outcome judge_until(struct outcome p, struct outcome q)
{
    return (struct outcome){q.yes, p.no && q.no, q.seems_yes,
                            q.no || q.seems_no, true};
}

static struct outcome judge_release(struct outcome p, struct outcome q)
{
    return (struct outcome){p.yes && q.yes, q.no, true,
                            q.seems_no || p.seems_no, true};
}

static struct outcome judge_temporal(struct judge *judge, struct lint_view view,
                                     enum primitive which, int depth)
{
    struct outcome a;
    switch (which) {
    case PRIMITIVE_ALWAYS:
        return judge_always(judge_item(judge, view, 1, depth));
    case PRIMITIVE_EVENTUALLY:
        return judge_eventually(judge_item(judge, view, 1, depth));
    case PRIMITIVE_UNTIL:
        return judge_until(judge_item(judge, view, 0, depth),
                           judge_item(judge, view, 2, depth));
    case PRIMITIVE_RELEASE:
        return judge_release(judge_item(judge, view, 0, depth),
                             judge_item(judge, view, 2, depth));
    default:
        a = judge_item(judge, view, 0, depth);
        a.seems_yes |= which == PRIMITIVE_NEXT_WEAK;
        a.seems_no |= which == PRIMITIVE_NEXT_STRONG;
        a.temporal = true;
        return a;
    }
}

static struct outcome judge_primitive(struct judge *judge,
                                      struct lint_view view,
                                      enum primitive which, int depth)
{
    if (view.expr->apply.count != (size_t)primitive_infos[which].arity)
        return anything;
    switch (which) {
    case PRIMITIVE_NOT:
        return opposite(judge_item(judge, view, 0, depth));
    case PRIMITIVE_AND:
        return both(judge_item(judge, view, 0, depth),
                    judge_item(judge, view, 1, depth));
    case PRIMITIVE_OR:
        return one_of(judge_item(judge, view, 0, depth),
                      judge_item(judge, view, 1, depth));
    case PRIMITIVE_IMPLIES:
        return one_of(opposite(judge_item(judge, view, 0, depth)),
                      judge_item(judge, view, 1, depth));
    case PRIMITIVE_IF:
        return judge_if(judge, view, depth);
    case PRIMITIVE_FOLDR:
        return judge_fold(judge, view, depth);
    case PRIMITIVE_ALWAYS:
    case PRIMITIVE_EVENTUALLY:
    case PRIMITIVE_UNTIL:
    case PRIMITIVE_RELEASE:
    case PRIMITIVE_NEXT:
    case PRIMITIVE_NEXT_WEAK:
    case PRIMITIVE_NEXT_STRONG:
        return judge_temporal(judge, view, which, depth);
    default:
        return judge_known(judge, view, depth);
    }
}

static struct outcome judge_expr(struct judge *judge, struct lint_view view,
                                 int depth)
{
    struct lint_view body;
    if (depth > LINT_DEPTH || --judge->budget.steps < 0)
        return anything;
    view = lint_meaning(view);
    if (view.expr->kind != AST_APPLY)
        return judge_known(judge, view, depth);
    enum primitive which = lint_applied(view.expr, 1);
    if (which != PRIMITIVE_COUNT)
        return judge_primitive(judge, view, which, depth);
    if (!lint_enter(&judge->budget, view, &body))
        return anything;
    return judge_expr(judge, body, depth + 1);
}

bool lint_may_be_temporal(struct lint *lint, const struct ast_expr *expr)
{
    struct judge judge = {.lint = lint, .budget = {.steps = LINT_STEPS}};
    arena_init(&judge.budget.arena);
    struct outcome outcome =
        judge_expr(&judge, (struct lint_view){expr, NULL}, 0);
    arena_finish(&judge.budget.arena);
    return outcome.temporal;
}

/* ---- liveness and safety
 * ----------------------------------------------------------- */

static void report_vacuous(struct lint *lint, const struct ast_global *property)
{
    diag_help(lint_add(lint, LINT_NEVER_FAILS, property->span,
                       "nothing can make '%s' fail", property->name->text),
              "it is true by its form, whatever the states are");
}

static void report_liveness(struct lint *lint,
                            const struct ast_global *property, bool can_confirm)
{
    struct diag *diag = lint_add(
        lint, LINT_LIVENESS, property->span,
        can_confirm
            ? "no run can refute '%s': a failing answer is only presumptive"
            : "no run can confirm or refute '%s': every answer is only "
              "presumptive",
        property->name->text);
    diag_help(diag, "how long a run waits before it says no is up to the "
                    "subscripts, or to --subscript where there is none");
}

/* As it should be for most properties; who asks what an answer is worth gets an
 * answer. */
static void report_safety(struct lint *lint, const struct ast_global *property)
{
    diag_help(lint_add(lint, LINT_SAFETY, property->span,
                       "no run can confirm '%s': a passing answer is only "
                       "presumptive",
                       property->name->text),
              "how many states it is judged by is up to the subscripts, or to "
              "--subscript where there is none");
}

static void report_first_state(struct lint *lint,
                               const struct ast_global *property)
{
    diag_help(lint_add(lint, LINT_FIRST_STATE, property->span,
                       "'%s' looks at the first state only, before any action",
                       property->name->text),
              "is 'always' missing? always (…)");
}

static void report(struct lint *lint, const struct ast_global *property,
                   struct outcome outcome)
{
    if (!outcome.no && outcome.seems_no)
        report_liveness(lint, property, outcome.yes);
    else if (!outcome.no)
        report_vacuous(lint, property);
    else if (!outcome.yes && outcome.seems_yes)
        report_safety(lint, property);
    else if (!outcome.temporal)
        report_first_state(lint, property);
}

static void look_at(struct lint *lint, const struct ast_global *property)
{
    struct judge judge = {.lint = lint, .budget = {.steps = LINT_STEPS}};
    const struct ast_decl *decl = property->decl;
    if (decl->kind != AST_DECL_LET || lint_in_library(lint, property->span))
        return;
    arena_init(&judge.budget.arena);
    struct outcome outcome =
        judge_expr(&judge, (struct lint_view){decl->let.body, NULL}, 0);
    if (judge.budget.steps >= 0) /* else it is too large to say */
        report(lint, property, outcome);
    arena_finish(&judge.budget.arena);
}

void lint_outcomes(struct lint *lint)
{
    const struct lang_program *program = lint->program;
    for (size_t i = 0; i < program->property_count; i++)
        if (lint_is_first(program, i))
            look_at(lint, program->properties[i].global);
}

/* ---- subscripts --------------------------------------------------------- */

struct subscripts {
    struct lint *lint;
    bool *seen;       /* by global: those that are not of the library */
    struct span site; /* in a module that is looked at */
    int64_t told;     /* the default subscript, once it was told of; else 0 */
    int depth;
};

static void walk(void *context, const struct ast_expr *expr);

static void enter_global(struct subscripts *subscripts,
                         const struct ast_global *global, struct span span)
{
    bool ours = !lint_in_library(subscripts->lint, global->span);
    struct span site = subscripts->site;
    if (global->kind != AST_GLOBAL_LET ||
        (ours && subscripts->seen[global->index]) ||
        subscripts->depth >= LINT_DEPTH)
        return;
    subscripts->seen[global->index] |= ours;
    if (!lint_in_library(subscripts->lint, span))
        subscripts->site = span;
    subscripts->depth++;
    lint_declared(global->decl, walk, subscripts);
    subscripts->depth--;
    subscripts->site = site;
}

static const struct ast_expr *count_of(const struct ast_expr *expr)
{
    switch (lint_applied(expr, 2)) {
    case PRIMITIVE_ALWAYS:
    case PRIMITIVE_EVENTUALLY:
        return expr->apply.items[0];
    case PRIMITIVE_UNTIL:
    case PRIMITIVE_RELEASE:
        return expr->apply.items[1];
    default:
        return NULL;
    }
}

static void look_at_count(struct subscripts *subscripts,
                          const struct ast_expr *expr,
                          const struct ast_expr *count)
{
    struct lint *lint = subscripts->lint;
    struct lint_budget budget = {.steps = LINT_STEPS};
    arena_init(&budget.arena);
    struct val known =
        lint_fold(lint, &budget, (struct lint_view){count, NULL}, 0);
    arena_finish(&budget.arena);
    if (known.kind != VAL_INT || known.integer <= lint->options->max_actions)
        return;
    bool written = !lint_in_library(lint, expr->span);
    /* It is one for all properties, and so is what to do about it. */
    if (!written && subscripts->told == known.integer)
        return;
    if (!written)
        subscripts->told = known.integer;
    struct diag *diag = lint_add(
        lint, LINT_LONG_SUBSCRIPT, written ? count->span : subscripts->site,
        "%s demands up to %lld further states, but a test has at most "
        "%lld actions",
        written ? "this subscript" : "the default subscript",
        (long long)known.integer, (long long)lint->options->max_actions);
    diag_help(diag,
              "a test that ends before stays inconclusive; allow more "
              "with --max-actions, or demand less%s",
              written ? "" : " with --subscript");
}

static void walk(void *context, const struct ast_expr *expr)
{
    struct subscripts *subscripts = context;
    struct span site = subscripts->site;
    const struct ast_expr *count = count_of(expr);
    if (!lint_in_library(subscripts->lint, expr->span))
        subscripts->site = expr->span;
    if (count != NULL)
        look_at_count(subscripts, expr, count);
    if (expr->kind == AST_GLOBAL)
        enter_global(subscripts, expr->global, subscripts->site);
    lint_parts(expr, walk, subscripts);
    subscripts->site = site;
}

void lint_subscripts(struct lint *lint)
{
    const struct lang_program *program = lint->program;
    if (lint->options->max_actions < 0)
        return;
    struct subscripts subscripts = {.lint = lint};
    subscripts.seen =
        memory_zeroed(program->global_count + 1, sizeof *subscripts.seen);
    for (size_t i = 0; i < program->property_count; i++)
        enter_global(&subscripts, program->properties[i].global,
                     program->properties[i].global->span);
    free(subscripts.seen);
}
