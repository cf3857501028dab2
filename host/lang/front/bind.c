/* let and action: names come into being. A name is visible from the
 * declaration after its own (reference, 2.5 and 4.2). */
#include "lang/front/front_internal.h"

#include "base/vec.h"

struct ast_decl *bind_declaration(struct front *front, enum ast_decl_kind kind,
                                  struct span span, struct str doc)
{
    struct arena *arena = &front->program->arena;
    struct ast_decl *decl = ARENA_NEW(arena, struct ast_decl);
    decl->kind = kind;
    decl->span = span;
    decl->doc =
        str_from(arena_copy_string(arena, doc.data, doc.length), doc.length);
    vec_push(&front->decls, decl);
    return decl;
}

/* From here on the name means this global. */
static void publish(struct front *front, struct ast_global *global,
                    struct ast_decl *decl)
{
    global->index = (uint32_t)front->table.count;
    global->decl = decl;
    vec_push(&front->table, global);
    vec_push(&front->module->bound, global);
    map_set(&front->globals, intern_as_str(global->name), global);
    if (global->kind == AST_GLOBAL_ACTION)
        map_set(&front->actions, intern_as_str(global->name), global);
}

/* An action keeps its name for good: patterns depend on it. */
static bool is_free(struct front *front, intern_t name, struct span span)
{
    const struct ast_global *action =
        map_find(&front->actions, intern_as_str(name));
    if (action == NULL)
        return true;
    int line;
    int column;
    const struct source *source =
        source_of(&front->program->sources, action->span);
    source_position(source, action->span.start, &line, &column);
    diag_help(front_error(front, DIAG_PARSE, span,
                          "'%s' is already declared as an action", name->text),
              "it was declared at %s:%d:%d; an action of its own wants another "
              "name",
              source->path, line, column);
    /* What the name stands for is not what was meant by it. */
    map_set(&front->poisoned, intern_as_str(name), front);
    return false;
}

static bool is_constant(intern_t name)
{
    return name_is(name, "_") || name_is(name, "null") ||
           name_is(name, "true") || name_is(name, "false");
}

struct parameters {
    struct ast_pattern **items;
    size_t count;
    const struct scope *scope;
};

static struct parameters
read_parameters(struct front *front, struct tree *const *items, size_t count)
{
    struct pattern_reader reader = {.front = front, .distinct = true};
    struct parameters parameters = {.count = count};
    parameters.items =
        ARENA_ARRAY(&front->program->arena, count, struct ast_pattern *);
    for (size_t i = 0; i < count; i++)
        parameters.items[i] = pattern_read_top(&reader, items[i]);
    parameters.scope = reader.scope;
    pattern_reader_finish(&reader);
    return parameters;
}

/* let NAME(p, …) = e, or an operator in place of the call. */
static void bind_function(struct front *front, const struct tree *head,
                          struct tree *const *items, size_t count,
                          const struct tree *body, struct ast_decl *decl,
                          const struct tree *left)
{
    struct parameters parameters = read_parameters(front, items, count);
    front->defining = head->name;
    struct ast_global *global =
        global_make(front, AST_GLOBAL_LET, head->name, false, left->span);
    decl->let.body = resolve_lambda(front, parameters.scope, parameters.items,
                                    count, body, head->name, body);
    front->defining = NULL;
    decl->let.pattern = ARENA_NEW(&front->program->arena, struct ast_pattern);
    decl->let.pattern->kind = AST_PATTERN_GLOBAL;
    decl->let.pattern->span = left->span;
    decl->let.pattern->global = global;
    publish(front, global, decl);
}

static void bind_pattern(struct front *front, struct tree *left,
                         const struct tree *body, struct ast_decl *decl)
{
    const struct tree *name = pattern_lazy_name(left);
    if (name == NULL && left->kind == TREE_NAME)
        name = left;
    struct pattern_reader reader = {
        .front = front, .global = true, .distinct = true};
    decl->let.pattern = pattern_read_top(&reader, left);
    front->defining = name == NULL ? NULL : name->name;
    decl->let.body = resolve(front, NULL, body);
    front->defining = NULL;
    for (size_t i = 0; i < reader.globals.count; i++)
        publish(front, reader.globals.items[i], decl);
    pattern_reader_finish(&reader);
}

/* Forgets a declaration that turned out wrong. */
static void withdraw(struct front *front, intern_t name)
{
    front->decls.count--;
    map_set(&front->poisoned, intern_as_str(name), front);
}

/* let is-open = …: an operator, though it looks like a name. */
static void warn_of_dash(struct front *front, const struct tree *left)
{
    if (left->mixfix == NULL || !tree_is_name(left->head, "_-_") ||
        left->items[0]->span.end + 1 != left->items[1]->span.start)
        return;
    diag_help(diag_add(front->diags, DIAG_WARNING, DIAG_PARSE, left->span,
                       "this gives a new meaning to the operator '-'"),
              "a name cannot contain a '-'");
}

void bind_let(struct front *front, struct tree *left, struct tree *body,
              struct span span, struct str doc)
{
    struct tree **items;
    size_t count;
    const struct tree *head = tree_spine(&front->scratch, left, &items, &count);
    struct ast_decl *decl = bind_declaration(front, AST_DECL_LET, span, doc);
    bool lazy = pattern_lazy_name(left) != NULL;
    const struct tree *name = lazy ? items[0] : head;
    if (name->kind == TREE_NAME && !is_constant(name->name) &&
        !is_free(front, name->name, name->span)) {
        withdraw(front, name->name);
        return;
    }
    bool function = head->kind == TREE_NAME && count > 0 && !lazy &&
                    !is_constant(head->name) && !name_is(head->name, "~_");
    warn_of_dash(front, left);
    if (function)
        bind_function(front, head, items, count, body, decl, left);
    else
        bind_pattern(front, left, body, decl);
}

static void refuse_action(struct front *front, const struct tree *left)
{
    struct buf text;
    buf_init(&text);
    tree_add_reading(&text, left);
    diag_help(front_error(front, DIAG_TYPE, left->span,
                          "Action binding cannot use a pattern of the form: %s",
                          buf_text(&text)),
              "write: action name! = …; or action name!(x) = …;%s",
              pattern_is_lazy(left)
                  ? " (with parameters it needs no '~': its body is evaluated "
                    "at each use)"
                  : "");
    buf_finish(&text);
    pattern_poison(front, left);
}

void bind_action(struct front *front, struct tree *left, struct tree *body,
                 struct span span, struct str doc)
{
    struct tree **items;
    size_t count;
    const struct tree *head = tree_spine(&front->scratch, left, &items, &count);
    bool lazy = pattern_lazy_name(left) != NULL;
    if (lazy) {
        head = items[0];
        count = 0;
    }
    if (head->kind != TREE_NAME || is_constant(head->name) ||
        name_is(head->name, "~_")) {
        refuse_action(front, left);
        return;
    }
    if (!is_free(front, head->name, head->span))
        return;
    struct ast_decl *decl = bind_declaration(front, AST_DECL_ACTION, span, doc);
    struct parameters parameters = read_parameters(front, items, count);
    decl->action.global =
        global_make(front, AST_GLOBAL_ACTION, head->name, lazy, left->span);
    decl->action.global->arity = (uint32_t)count;
    decl->action.parameters = parameters.items;
    decl->action.count = count;
    front->defining = head->name;
    decl->action.body = resolve(front, parameters.scope, body);
    front->defining = NULL;
    publish(front, decl->action.global, decl);
}
