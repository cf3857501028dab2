/* Left sides and parameters: expressions read again as patterns (reference,
 * 2.5). */
#include "lang/front/front_internal.h"

#include "base/vec.h"

static struct ast_pattern *read_pattern(struct pattern_reader *reader,
                                        const struct tree *tree);

void pattern_reader_finish(struct pattern_reader *reader)
{
    vec_finish(&reader->globals);
    vec_finish(&reader->seen);
}

static struct ast_pattern *make(struct pattern_reader *reader,
                                enum ast_pattern_kind kind,
                                const struct tree *tree)
{
    struct ast_pattern *pattern =
        ARENA_NEW(&reader->front->program->arena, struct ast_pattern);
    pattern->kind = kind;
    pattern->span = tree->span;
    return pattern;
}

const struct tree *pattern_lazy_name(const struct tree *tree)
{
    if (tree->kind != TREE_CALL || tree->count != 1 ||
        !tree_is_name(tree->head, "~_") || tree->items[0]->kind != TREE_NAME)
        return NULL;
    return tree->items[0];
}

bool pattern_is_lazy(const struct tree *tree)
{
    return tree->kind == TREE_CALL && tree_is_name(tree->head, "~_");
}

void pattern_poison(struct front *front, const struct tree *tree)
{
    if (tree->kind == TREE_NAME)
        map_set(&front->poisoned, intern_as_str(tree->name), front);
    if (tree->head != NULL && tree->mixfix == NULL)
        pattern_poison(front, tree->head);
    for (size_t i = 0; i < tree->count; i++)
        pattern_poison(front, tree->items[i]);
}

/* Anything else is no pattern; help for the usual reason. */
static struct ast_pattern *refuse(struct pattern_reader *reader,
                                  const struct tree *tree)
{
    struct buf text;
    buf_init(&text);
    tree_add_reading(&text, tree);
    struct diag *diag =
        front_error(reader->front, DIAG_PARSE, tree->span,
                    "expected pattern, got: %s", buf_text(&text));
    buf_finish(&text);
    bool lazy = pattern_is_lazy(tree);
    if (lazy && reader->global && tree->items[0]->kind == TREE_CALL)
        diag_help(diag, "a function needs no '~': its body is evaluated at "
                        "each call");
    else if (lazy)
        diag_help(diag, "'~' can stand only in front of a whole parameter "
                        "that is a name");
    else if (tree->kind == TREE_CALL && tree->mixfix == NULL &&
             tree->head->kind == TREE_NAME)
        diag_help(diag,
                  "a function is defined at the top level, or inside an "
                  "expression as: let %s = fun x. e; …",
                  tree->head->name->text);
    pattern_poison(reader->front, tree);
    return make(reader, AST_PATTERN_ANY, tree);
}

static void note_name(struct pattern_reader *reader, intern_t name,
                      struct span span)
{
    if (name_is(name, "happened"))
        diag_help(diag_add(reader->front->diags, DIAG_WARNING, DIAG_PARSE, span,
                           "this name can never be used"),
                  "'happened' always means what led to the current state");
    if (!reader->distinct)
        return;
    for (size_t i = 0; i < reader->seen.count; i++)
        if (reader->seen.items[i] == name) {
            front_error(reader->front, DIAG_PARSE, span,
                        "duplicate bound variable in pattern: %s", name->text);
            return;
        }
    vec_push(&reader->seen, name);
}

struct ast_global *global_make(struct front *front, enum ast_global_kind kind,
                               intern_t name, bool lazy, struct span span)
{
    struct ast_global *global =
        ARENA_NEW(&front->program->arena, struct ast_global);
    global->kind = kind;
    global->name = name;
    global->lazy = lazy;
    global->span = span;
    return global;
}

static struct ast_pattern *bind_variable(struct pattern_reader *reader,
                                         const struct tree *tree, bool lazy)
{
    struct front *front = reader->front;
    note_name(reader, tree->name, tree->span);
    if (reader->global) {
        struct ast_pattern *pattern = make(reader, AST_PATTERN_GLOBAL, tree);
        pattern->global =
            global_make(front, AST_GLOBAL_LET, tree->name, lazy, tree->span);
        vec_push(&reader->globals, pattern->global);
        return pattern;
    }
    struct ast_pattern *pattern = make(reader, AST_PATTERN_LOCAL, tree);
    struct ast_local *local =
        ARENA_NEW(&front->program->arena, struct ast_local);
    *local = (struct ast_local){.name = tree->name,
                                .lazy = lazy,
                                .id = front->program->local_count++,
                                .span = tree->span};
    pattern->local = local;
    struct scope *scope = ARENA_NEW(&front->scratch, struct scope);
    *scope = (struct scope){local, reader->scope};
    reader->scope = scope;
    return pattern;
}

static struct ast_pattern **read_items(struct pattern_reader *reader,
                                       struct tree *const *items, size_t count)
{
    struct ast_pattern **patterns = ARENA_ARRAY(&reader->front->program->arena,
                                                count, struct ast_pattern *);
    for (size_t i = 0; i < count; i++)
        patterns[i] = read_pattern(reader, items[i]);
    return patterns;
}

static struct ast_pattern *read_parts(struct pattern_reader *reader,
                                      enum ast_pattern_kind kind,
                                      const struct tree *tree,
                                      struct tree *const *items, size_t count)
{
    struct ast_pattern *pattern = make(reader, kind, tree);
    pattern->parts.items = read_items(reader, items, count);
    pattern->parts.count = count;
    return pattern;
}

static struct ast_pattern *read_object(struct pattern_reader *reader,
                                       const struct tree *tree)
{
    struct ast_pattern *pattern =
        read_parts(reader, AST_PATTERN_OBJECT, tree, tree->items, tree->count);
    pattern->parts.keys =
        ARENA_ARRAY(&reader->front->program->arena, tree->count, intern_t);
    for (size_t i = 0; i < tree->count; i++) {
        pattern->parts.keys[i] = tree->fields[i].name;
        for (size_t k = 0; k < i; k++)
            if (pattern->parts.keys[k] == tree->fields[i].name)
                front_error(reader->front, DIAG_TYPE, tree->fields[i].span,
                            "Duplicate fields in object pattern: %s",
                            tree->fields[i].name->text);
    }
    return pattern;
}

static struct ast_pattern *read_literal(struct pattern_reader *reader,
                                        const struct tree *tree)
{
    struct ast_pattern *pattern = make(reader, AST_PATTERN_LITERAL, tree);
    pattern->literal = resolve(reader->front, NULL, tree);
    return pattern;
}

/* A name: `_`, a constant, an action that was declared, or a variable. */
static struct ast_pattern *read_name(struct pattern_reader *reader,
                                     const struct tree *tree)
{
    if (name_is(tree->name, "_"))
        return make(reader, AST_PATTERN_ANY, tree);
    if (name_is(tree->name, "null"))
        return make(reader, AST_PATTERN_NULL, tree);
    if (name_is(tree->name, "true") || name_is(tree->name, "false"))
        return read_literal(reader, tree);
    struct ast_global *action =
        map_find(&reader->front->actions, intern_as_str(tree->name));
    if (action == NULL)
        return bind_variable(reader, tree, false);
    struct ast_pattern *pattern = make(reader, AST_PATTERN_ACTION, tree);
    pattern->parts.action = action;
    return pattern;
}

/* :name(p, …) or act!(p, …). */
static struct ast_pattern *read_call(struct pattern_reader *reader,
                                     const struct tree *tree)
{
    struct front *front = reader->front;
    struct tree **items;
    size_t count;
    const struct tree *head = tree_spine(&front->scratch, tree, &items, &count);
    if (head->kind != TREE_SYMBOL && head->kind != TREE_NAME)
        return refuse(reader, tree);
    if (head->kind == TREE_SYMBOL) {
        struct ast_pattern *pattern =
            read_parts(reader, AST_PATTERN_SYMBOL, tree, items, count);
        pattern->parts.name = head->name;
        return pattern;
    }
    if (count == 0)
        return read_name(reader, head);
    struct ast_global *action =
        map_find(&front->actions, intern_as_str(head->name));
    if (action == NULL)
        return refuse(reader, tree);
    struct ast_pattern *pattern =
        read_parts(reader, AST_PATTERN_ACTION, tree, items, count);
    pattern->parts.action = action;
    return pattern;
}

static struct ast_pattern *read_pattern(struct pattern_reader *reader,
                                        const struct tree *tree)
{
    struct ast_pattern *pattern;
    switch (tree->kind) {
    case TREE_NAME:
        return read_name(reader, tree);
    case TREE_SYMBOL:
        pattern = make(reader, AST_PATTERN_SYMBOL, tree);
        pattern->parts.name = tree->name;
        return pattern;
    case TREE_CALL:
        return read_call(reader, tree);
    case TREE_LIST:
        return read_parts(reader, AST_PATTERN_LIST, tree, tree->items,
                          tree->count);
    case TREE_OBJECT:
        return read_object(reader, tree);
    case TREE_PROJECT:
    case TREE_LAMBDA:
        return refuse(reader, tree);
    default:
        return read_literal(reader, tree);
    }
}

struct ast_pattern *pattern_read_top(struct pattern_reader *reader,
                                     struct tree *tree)
{
    const struct tree *name = pattern_lazy_name(tree);
    if (name == NULL)
        return read_pattern(reader, tree);
    bool variable =
        !name_is(name->name, "_") && !name_is(name->name, "null") &&
        !name_is(name->name, "true") && !name_is(name->name, "false") &&
        !map_has(&reader->front->actions, intern_as_str(name->name));
    return variable ? bind_variable(reader, name, true) : refuse(reader, tree);
}
