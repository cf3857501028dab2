/* check: which properties, with which actions (reference, 2.6), and what starts
 * it when that is not said. */
#include "lang/front/front_internal.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/vec.h"

/* The globals that the globs of one clause name. */
struct selection {
    struct ast_global **items;
    size_t count;
    size_t capacity;
    enum ast_global_kind kind;
    bool side_by_side; /* names stood side by side, as in the paper */
};

/* The parts of the glob, joined: `prop_` and `*` are "prop_*". */
static void add_glob(struct buf *buf, const struct front *front,
                     const struct glob *glob)
{
    for (uint32_t i = glob->start; i < glob->end; i++)
        buf_add_str(buf, intern_as_str(front->module->tokens.items[i].name));
}

/* Does the text match, where * stands for any run? Greedy with one step back,
 * which is enough for stars. */
static bool matches(const char *pattern, const char *text)
{
    const char *star = NULL;
    const char *resume = NULL;
    while (*text != '\0') {
        if (*pattern == '*') {
            star = pattern++;
            resume = text;
        } else if (*pattern == *text) {
            pattern++;
            text++;
        } else if (star != NULL) {
            pattern = star + 1;
            text = ++resume;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return *pattern == '\0';
}

static struct span glob_span(const struct front *front, const struct glob *glob)
{
    const struct token *tokens = front->module->tokens.items;
    return span_join(tokens[glob->start].span, tokens[glob->end - 1].span);
}

static const char *kind_text(enum ast_global_kind kind)
{
    return kind == AST_GLOBAL_LET ? "Property" : "Action/event";
}

/* The names bound in this module only, latest first; a name bound twice comes
 * twice, both meaning what it means now. */
static bool select_star(const struct front *front, const char *pattern,
                        struct selection *selection)
{
    size_t before = selection->count;
    for (size_t i = front->module->bound.count; i > 0; i--) {
        const struct ast_global *bound = front->module->bound.items[i - 1];
        if (bound->kind != selection->kind ||
            !matches(pattern, bound->name->text))
            continue;
        struct ast_global *newest =
            map_find(&front->globals, intern_as_str(bound->name));
        vec_push(selection, newest);
    }
    return selection->count > before;
}

static void warn_of_star(struct front *front, struct span span,
                         const char *pattern, enum ast_global_kind kind)
{
    diag_add(front->diags, DIAG_WARNING, DIAG_PARSE, span,
             "no %s of this module matches '%s'",
             kind == AST_GLOBAL_LET ? "let" : "action", pattern);
}

/* Is this `with`, or was it meant to be? Then what follows is no property. */
static bool is_clause(const char *text)
{
    return strcmp(text, "with") == 0 || suggest_is_slip(text, "with");
}

/* Help for a name that means nothing, or something of the other kind. */
static void help_missing(struct front *front, struct diag *diag,
                         const char *text, enum ast_global_kind kind)
{
    const struct ast_global *other = map_find(&front->globals, str_text(text));
    intern_t wanted = intern_text(&front->program->names, text);
    const char *near = suggest_from(
        kind == AST_GLOBAL_LET ? &front->globals : &front->actions, wanted);
    if (other != NULL)
        diag_help(diag,
                  kind == AST_GLOBAL_LET
                      ? "'%s' is an action; properties are declared with let"
                      : "'%s' is declared with let; declare it with action",
                  text);
    else if (name_is(wanted, "with") || name_is(wanted, "when"))
        diag_help(diag, "a name is missing before '%s'", text);
    else if (mixfix_part(&front->mixfix, wanted) != NULL)
        diag_help(diag, "a check lists names; give the formula one: let ~p = "
                        "…; check p with …;");
    else if (is_clause(text))
        diag_help(diag, "did you mean 'with'?");
    else if (!suggest_later(front, diag, wanted) &&
             !suggest_mark(front, diag, wanted) &&
             !suggest_import(front, diag, wanted) && near != NULL)
        diag_help(diag, "did you mean '%s'?", near);
}

static void report_missing(struct front *front, struct span span,
                           const char *text, enum ast_global_kind kind)
{
    if (map_has(&front->poisoned, str_text(text)))
        return;
    struct diag *diag = front_error(front, DIAG_PARSE, span, "%s not found: %s",
                                    kind_text(kind), text);
    help_missing(front, diag, text, kind);
}

/* One that is named, and not found by a star, proposes nothing: nobody gives it
 * what it needs. */
static void warn_of_arguments(struct front *front, struct span span,
                              const struct ast_global *action)
{
    const char *name = action->name->text;
    if (action->kind != AST_GLOBAL_ACTION || action->arity == 0 ||
        map_has(&front->poisoned, str_text(name)))
        return;
    struct diag *diag =
        diag_add(front->diags, DIAG_WARNING, DIAG_PARSE, span,
                 "'%s' needs %u argument%s, so the check can do nothing by it",
                 name, (unsigned)action->arity, action->arity == 1 ? "" : "s");
    diag_help(diag,
              "name an action that has them: action ~mine! = %s(…); check … "
              "with mine!;",
              name);
}

/* What the glob names as the original understands it. */
static bool select_joined(struct front *front, const char *text,
                          struct selection *selection)
{
    struct ast_global *global = map_find(&front->globals, str_text(text));
    if (global == NULL || global->kind != selection->kind)
        return strchr(text, '*') != NULL && select_star(front, text, selection);
    vec_push(selection, global);
    return true;
}

/* The end of the piece without white space that begins at the token. */
static uint32_t piece_end(const struct front *front, const struct glob *glob,
                          uint32_t at)
{
    const struct token *tokens = front->module->tokens.items;
    for (at++; at < glob->end; at++)
        if (tokens[at - 1].span.end != tokens[at].span.start)
            break;
    return at;
}

/* False when what follows in the glob is better left alone. */
static bool select_piece(struct front *front, const struct glob *piece,
                         struct selection *selection)
{
    struct buf text;
    buf_init(&text);
    add_glob(&text, front, piece);
    struct span span = glob_span(front, piece);
    bool found = select_joined(front, buf_text(&text), selection);
    bool goes_on = found || !is_clause(buf_text(&text));
    if (found && strchr(buf_text(&text), '*') == NULL)
        warn_of_arguments(front, span, selection->items[selection->count - 1]);
    if (!found && strchr(buf_text(&text), '*') != NULL)
        warn_of_star(front, span, buf_text(&text), selection->kind);
    else if (!found)
        report_missing(front, span, buf_text(&text), selection->kind);
    buf_finish(&text);
    return goes_on;
}

/* The parts of a glob are one name; when that names nothing, they are names
 * side by side, as the paper writes them. */
static void select_glob(struct front *front, const struct glob *glob,
                        struct selection *selection)
{
    struct buf text;
    buf_init(&text);
    add_glob(&text, front, glob);
    struct glob piece = {glob->start, piece_end(front, glob, glob->start)};
    if (piece.end == glob->end) {
        select_piece(front, glob, selection);
    } else if (!select_joined(front, buf_text(&text), selection)) {
        bool goes_on = true;
        selection->side_by_side = true;
        for (; goes_on && piece.start < glob->end; piece.start = piece.end) {
            piece.end = piece_end(front, glob, piece.start);
            goes_on = select_piece(front, &piece, selection);
        }
    }
    buf_finish(&text);
}

static void select_globs(struct front *front, const struct glob_list *globs,
                         struct selection *selection)
{
    for (size_t i = 0; i < globs->count; i++)
        select_glob(front, &globs->items[i], selection);
}

/* -- what starts it -- */

/* Can a value hold an event? Only when an object with a field `event` that is
 * not plainly false is in reach of its expression. */
struct event_search {
    VEC(const struct ast_global *) reached;
    bool *is_reached; /* by index of the global */
    bool found;
};

static void search_expr(struct event_search *search,
                        const struct ast_expr *expr);

static void search_all(struct event_search *search,
                       struct ast_expr *const *items, size_t count)
{
    for (size_t i = 0; i < count; i++)
        search_expr(search, items[i]);
}

static void reach_global(struct event_search *search,
                         const struct ast_global *global)
{
    if (search->is_reached[global->index])
        return;
    search->is_reached[global->index] = true;
    vec_push(&search->reached, global);
}

static void search_object(struct event_search *search,
                          const struct ast_expr *expr)
{
    for (size_t i = 0; i < expr->object.count; i++) {
        const struct ast_field *field = &expr->object.fields[i];
        if (name_is(field->name, "event"))
            search->found |=
                field->value->kind != AST_BOOL || field->value->boolean;
        search_expr(search, field->value);
    }
}

static void search_expr(struct event_search *search,
                        const struct ast_expr *expr)
{
    if (search->found)
        return;
    switch (expr->kind) {
    case AST_GLOBAL:
        reach_global(search, expr->global);
        break;
    case AST_APPLY:
        search_expr(search, expr->apply.function);
        search_all(search, expr->apply.items, expr->apply.count);
        break;
    case AST_PROJECT:
        search_expr(search, expr->project.operand);
        break;
    case AST_LIST:
        search_all(search, expr->list.items, expr->list.count);
        break;
    case AST_SYMBOL:
        search_all(search, expr->symbol.items, expr->symbol.count);
        break;
    case AST_OBJECT:
        search_object(search, expr);
        break;
    case AST_LAMBDA:
        search_expr(search, expr->lambda.body);
        break;
    default:
        break;
    }
}

static bool may_hold_event(const struct front *front,
                           const struct selection *actions)
{
    struct event_search search = {.found = false};
    search.is_reached =
        memory_zeroed(front->table.count, sizeof *search.is_reached);
    for (size_t i = 0; i < actions->count; i++)
        reach_global(&search, actions->items[i]);
    for (size_t i = 0; i < search.reached.count && !search.found; i++) {
        const struct ast_global *global = search.reached.items[i];
        search_expr(&search, global->kind == AST_GLOBAL_ACTION
                                 ? global->decl->action.body
                                 : global->decl->let.body);
    }
    vec_finish(&search.reached);
    free(search.is_reached);
    return search.found;
}

/* The event with which pages begin, when the library's own is in scope. */
static struct ast_expr *page_loaded(struct front *front, struct span span)
{
    struct ast_global *global = map_find(&front->globals, STR("loaded?"));
    if (global == NULL || global->kind != AST_GLOBAL_ACTION ||
        strcmp(source_of(&front->program->sources, global->span)->module,
               "quickstrom") != 0)
        return NULL;
    struct ast_expr *expr = ARENA_NEW(&front->program->arena, struct ast_expr);
    expr->kind = AST_GLOBAL;
    expr->span = span;
    expr->global = global;
    return expr;
}

/* Without `when`, any event of `with` starts a check. In the notation of the
 * paper it is the loaded page, and so it is when no event could ever start it,
 * which in the original is a check that never begins. */
static struct ast_expr *
resolve_start(struct front *front, const struct check_clauses *clauses,
              bool paper, const struct selection *actions, struct span span)
{
    if (clauses->when != NULL)
        return resolve(front, NULL, clauses->when);
    return paper || !may_hold_event(front, actions) ? page_loaded(front, span)
                                                    : NULL;
}

/* -- the whole -- */

static struct ast_global **keep(struct front *front,
                                const struct selection *selection)
{
    return arena_copy(&front->program->arena, selection->items,
                      selection->count, sizeof(struct ast_global *));
}

void check_resolve(struct front *front, const struct check_clauses *clauses,
                   struct span span, struct str doc)
{
    struct selection properties = {.kind = AST_GLOBAL_LET};
    struct selection actions = {.kind = AST_GLOBAL_ACTION};
    struct ast_decl *decl = bind_declaration(front, AST_DECL_CHECK, span, doc);
    select_globs(front, &clauses->properties, &properties);
    if (clauses->has_with)
        select_globs(front, &clauses->actions, &actions);
    else if (!select_star(front, "*", &actions))
        diag_add(front->diags, DIAG_WARNING, DIAG_PARSE, span,
                 "this module declares no action, so the check can do nothing");
    decl->check.properties = keep(front, &properties);
    decl->check.property_count = properties.count;
    decl->check.actions = keep(front, &actions);
    decl->check.action_count = actions.count;
    bool paper =
        !clauses->has_with || properties.side_by_side || actions.side_by_side;
    decl->check.when = resolve_start(front, clauses, paper, &actions, span);
    for (size_t i = 0; i < properties.count; i++) {
        struct lang_property property = {
            .global = properties.items[i],
            .check = decl,
            .number = (int64_t)front->properties.count + 1,
        };
        vec_push(&front->properties, property);
    }
    vec_finish(&properties);
    vec_finish(&actions);
}
