/* Processes, from the acts to the whole. */
#include "exec/ccs/parser.h"

#include <stdlib.h>

static struct ccs_proc *make(struct ccs_parser *parser, enum ccs_proc_kind kind)
{
    struct ccs_proc *proc = ARENA_NEW(&parser->model->arena, struct ccs_proc);
    proc->kind = kind;
    proc->place = ccs_here(parser);
    return proc;
}

/* ---- acts --------------------------------------------------------------- */

/* "(" lower {"," lower} ")", or nothing: names that come into scope. */
static bool parse_binders(struct ccs_parser *parser, struct ccs_proc *proc)
{
    size_t before = parser->scope.count;
    if (!ccs_is_sign(parser, "("))
        return true;
    do {
        if (!ccs_next(parser))
            return false;
        if (ccs_is_sign(parser, ")") && parser->scope.count == before)
            break;
        if (!ccs_bind(parser, before, "a name that receives a value"))
            return false;
    } while (ccs_is_sign(parser, ","));
    proc->binder_count = (uint32_t)(parser->scope.count - before);
    if (proc->binder_count > 0)
        proc->binders =
            arena_copy(&parser->model->arena, parser->scope.items + before,
                       proc->binder_count, sizeof *proc->binders);
    return ccs_expect(parser, ")", "after the names");
}

/* act = "tau" | lower [ "(" ... ")" ] | "'" lower [ "(" ... ")" ] */
struct ccs_proc *ccs_parse_act(struct ccs_parser *parser, bool is_taken)
{
    struct ccs_proc *proc = make(parser, CCS_PROC_TAU);
    if (ccs_is_word(parser, "tau"))
        return ccs_next(parser) ? proc : NULL;
    proc->kind = CCS_PROC_OUTPUT;
    if (ccs_is_sign(parser, "'")) {
        proc->kind = CCS_PROC_INPUT;
        if (!ccs_next(parser))
            return NULL;
    }
    proc->name = ccs_take_name(parser, CCS_TOKEN_LOWER, "an action");
    if (proc->name == NULL)
        return NULL;
    bool binds = proc->kind == CCS_PROC_INPUT && !is_taken;
    bool fine = binds ? parse_binders(parser, proc)
                      : ccs_parse_arguments(parser, &proc->arguments,
                                            &proc->argument_count);
    return fine ? proc : NULL;
}

static struct ccs_proc *act_of_prefix(struct ccs_parser *parser)
{
    struct ccs_proc *proc = ccs_parse_act(parser, false);
    if (proc != NULL && ccs_is_sign(parser, "."))
        return ccs_next(parser) ? proc : NULL;
    if (proc != NULL)
        ccs_unexpected(parser, "`.` and what follows the action (at least "
                               "`.0`)");
    return NULL;
}

/* ---- prefixes ----------------------------------------------------------- */

/* "[" expr "]" */
static struct ccs_proc *guard(struct ccs_parser *parser)
{
    struct ccs_proc *proc = make(parser, CCS_PROC_GUARD);
    if (!ccs_next(parser))
        return NULL;
    proc->expr = ccs_parse_expr(parser);
    if (proc->expr == NULL || !ccs_expect(parser, "]", "after the condition"))
        return NULL;
    return proc;
}

/* "{" Upper ":=" expr "}" */
static struct ccs_proc *assignment(struct ccs_parser *parser)
{
    struct ccs_proc *proc = make(parser, CCS_PROC_ASSIGN);
    if (!ccs_next(parser))
        return NULL;
    struct ccs_use use = {.kind = CCS_USE_GLOBAL,
                          .place = ccs_here(parser),
                          .index = &proc->index};
    use.name = ccs_take_name(parser, CCS_TOKEN_UPPER, "a variable");
    if (use.name == NULL || !ccs_expect(parser, ":=", "after the variable"))
        return NULL;
    ccs_add_use(parser, use);
    proc->expr = ccs_parse_expr(parser);
    if (proc->expr == NULL || !ccs_expect(parser, "}", "after the value"))
        return NULL;
    return proc;
}

static struct ccs_proc *call(struct ccs_parser *parser)
{
    struct ccs_proc *proc = make(parser, CCS_PROC_CALL);
    proc->name = ccs_take_name(parser, CCS_TOKEN_UPPER, "a process");
    if (proc->name == NULL ||
        !ccs_parse_arguments(parser, &proc->arguments, &proc->argument_count))
        return NULL;
    ccs_add_use(parser, (struct ccs_use){.kind = CCS_USE_PROCESS,
                                         .name = proc->name,
                                         .place = proc->place,
                                         .argument_count = proc->argument_count,
                                         .index = &proc->index});
    return proc;
}

/* atom = "(" proc ")" | Upper [ "(" expr {"," expr} ")" ] | "0" */
static struct ccs_proc *atom(struct ccs_parser *parser)
{
    const struct ccs_token *token = &parser->lexer.token;
    if (token->kind == CCS_TOKEN_UPPER)
        return call(parser);
    if (token->kind == CCS_TOKEN_INTEGER && str_is(token->text, "0")) {
        struct ccs_proc *proc = make(parser, CCS_PROC_STOP);
        return ccs_next(parser) ? proc : NULL;
    }
    if (!ccs_is_sign(parser, "(")) {
        ccs_unexpected(parser, "a process");
        return NULL;
    }
    struct ccs_proc *proc = ccs_next(parser) ? ccs_parse_proc(parser) : NULL;
    if (proc == NULL || !ccs_expect(parser, ")", "to close the parenthesis"))
        return NULL;
    return proc;
}

static bool begins_act(const struct ccs_parser *parser)
{
    return ccs_is_word(parser, "tau") || ccs_is_sign(parser, "'") ||
           ccs_is_kind(parser, CCS_TOKEN_LOWER);
}

/* prefix = act "." prefix | "[" expr "]" prefix | "{" Upper ":=" expr "}"
 * prefix | atom. A loop: chains of prefixes may be long. */
static struct ccs_proc *prefix(struct ccs_parser *parser)
{
    struct ccs_proc *first = NULL, **place = &first;
    size_t scope = parser->scope.count;
    bool is_atom = false;
    while (!is_atom) {
        struct ccs_proc *proc;
        if (begins_act(parser))
            proc = act_of_prefix(parser);
        else if (ccs_is_sign(parser, "["))
            proc = guard(parser);
        else if (ccs_is_sign(parser, "{"))
            proc = assignment(parser);
        else {
            proc = atom(parser);
            is_atom = true;
        }
        if (proc == NULL)
            return NULL;
        *place = proc;
        place = &proc->inner;
    }
    parser->scope.count = scope;
    return first;
}

/* ---- terms and the whole ------------------------------------------------ */

/* "\" lower */
static bool restriction(struct ccs_parser *parser, struct ccs_proc *proc)
{
    proc->kind = CCS_PROC_RESTRICT;
    proc->name = ccs_take_name(parser, CCS_TOKEN_LOWER, "an action to hide");
    return proc->name != NULL;
}

/* "[" new "/" old "]" */
static bool relabelling(struct ccs_parser *parser, struct ccs_proc *proc)
{
    proc->kind = CCS_PROC_RELABEL;
    proc->to = ccs_take_name(parser, CCS_TOKEN_LOWER, "the new name");
    if (proc->to == NULL || !ccs_expect(parser, "/", "after the new name"))
        return false;
    proc->name = ccs_take_name(parser, CCS_TOKEN_LOWER, "the old name");
    return proc->name != NULL && ccs_expect(parser, "]", "after the old name");
}

/* term = prefix { "\" lower | "[" lower "/" lower "]" } */
static struct ccs_proc *term(struct ccs_parser *parser)
{
    struct ccs_proc *inner = prefix(parser);
    size_t count = 0;
    while (inner != NULL &&
           (ccs_is_sign(parser, "\\") || ccs_is_sign(parser, "["))) {
        struct ccs_proc *proc = make(parser, CCS_PROC_RESTRICT);
        bool hides = ccs_is_sign(parser, "\\");
        if (++count > CCS_DEPTH_LIMIT) {
            ccs_wrong(parser->error, ERROR_SETUP, proc->place,
                      "more than %d restrictions and relabellings of one "
                      "process",
                      CCS_DEPTH_LIMIT);
            return NULL;
        }
        if (!ccs_next(parser) ||
            !(hides ? restriction(parser, proc) : relabelling(parser, proc)))
            return NULL;
        proc->inner = inner;
        inner = proc;
    }
    return inner;
}

/* part { sign part }; one part alone is itself. */
static struct ccs_proc *list(struct ccs_parser *parser, const char *sign,
                             enum ccs_proc_kind kind,
                             struct ccs_proc *(*part)(struct ccs_parser *))
{
    VEC(struct ccs_proc *) parts = VEC_EMPTY;
    struct ccs_proc *whole = make(parser, kind);
    struct ccs_proc *last = part(parser);
    while (last != NULL && ccs_is_sign(parser, sign)) {
        vec_push(&parts, last);
        last = ccs_next(parser) ? part(parser) : NULL;
    }
    if (last == NULL)
        whole = NULL;
    else if (parts.count == 0)
        whole = last;
    else {
        vec_push(&parts, last);
        whole->item_count = (uint32_t)parts.count;
        whole->items = arena_copy(&parser->model->arena, parts.items,
                                  parts.count, sizeof *parts.items);
    }
    vec_finish(&parts);
    return whole;
}

/* choice = term { "+" term } */
static struct ccs_proc *choice(struct ccs_parser *parser)
{
    return list(parser, "+", CCS_PROC_CHOICE, term);
}

/* proc = choice { "|" choice } */
struct ccs_proc *ccs_parse_proc(struct ccs_parser *parser)
{
    if (!ccs_enter(parser))
        return NULL;
    struct ccs_proc *proc = list(parser, "|", CCS_PROC_PARALLEL, choice);
    ccs_leave(parser);
    return proc;
}
