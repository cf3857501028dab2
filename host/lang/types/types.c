#include "lang/types/types.h"

#include <assert.h>

void types_init(struct types *types, struct arena *arena)
{
    *types = (struct types){
        .arena = arena,
        .value = {.kind = TYPE_VALUE},
        .steps = TYPE_STEP_LIMIT,
    };
}

struct type *type_value(struct types *types)
{
    return &types->value;
}

struct type *type_variable(struct types *types)
{
    struct type *type = ARENA_NEW(types->arena, struct type);
    type->kind = TYPE_VARIABLE;
    return type;
}

struct type *type_function(struct types *types, struct type *from,
                           struct type *to)
{
    struct type *type = ARENA_NEW(types->arena, struct type);
    type->kind = TYPE_FUNCTION;
    type->from = from;
    type->to = to;
    return type;
}

struct type *type_resolve(struct type *type)
{
    while (type->kind == TYPE_VARIABLE && type->bound != NULL) {
        if (type->bound->kind == TYPE_VARIABLE && type->bound->bound != NULL)
            type->bound = type->bound->bound; /* shorter next time */
        type = type->bound;
    }
    return type;
}

/* -- unification -- */

/* Whether the variable stands inside the type; each part is looked at once. */
static enum type_unity occurs(struct types *types, struct type *type,
                              const struct type *variable, int depth)
{
    type = type_resolve(type);
    if (type == variable)
        return TYPE_INFINITE;
    if (type->kind != TYPE_FUNCTION || type->mark == types->walk)
        return TYPE_SAME;
    if (--types->steps < 0 || depth > TYPE_DEPTH_LIMIT)
        return TYPE_TOO_LARGE;
    type->mark = types->walk;
    enum type_unity found = occurs(types, type->from, variable, depth + 1);
    if (found != TYPE_SAME)
        return found;
    return occurs(types, type->to, variable, depth + 1);
}

static enum type_unity bind(struct types *types, struct type *variable,
                            struct type *type)
{
    types->walk++;
    enum type_unity found = occurs(types, type, variable, 0);
    if (found == TYPE_SAME)
        variable->bound = type;
    return found;
}

static enum type_unity unify(struct types *types, struct type *a,
                             struct type *b, int depth)
{
    a = type_resolve(a);
    b = type_resolve(b);
    if (a == b)
        return TYPE_SAME;
    if (--types->steps < 0 || depth > TYPE_DEPTH_LIMIT)
        return TYPE_TOO_LARGE;
    if (a->kind == TYPE_VARIABLE)
        return bind(types, a, b);
    if (b->kind == TYPE_VARIABLE)
        return bind(types, b, a);
    if (a->kind != b->kind)
        return TYPE_MISMATCH;
    enum type_unity unity = unify(types, a->from, b->from, depth + 1);
    if (unity != TYPE_SAME)
        return unity;
    return unify(types, a->to, b->to, depth + 1);
}

enum type_unity type_unify(struct types *types, struct type *a, struct type *b)
{
    return unify(types, a, b, 0);
}

/* -- instances -- */

static struct type *instantiate(struct types *types, struct type *type,
                                int depth)
{
    type = type_resolve(type);
    if (type->kind == TYPE_VALUE)
        return type;
    if (type->mark == types->walk)
        return type->copy;
    if (--types->steps < 0 || depth > TYPE_DEPTH_LIMIT)
        return NULL;
    if (type->kind == TYPE_VARIABLE) {
        type->copy = type_variable(types);
    } else {
        struct type *from = instantiate(types, type->from, depth + 1);
        struct type *to =
            from == NULL ? NULL : instantiate(types, type->to, depth + 1);
        if (to == NULL)
            return NULL;
        type->copy =
            from == type_resolve(type->from) && to == type_resolve(type->to)
                ? type
                : type_function(types, from, to);
    }
    type->mark = types->walk;
    return type->copy;
}

struct type *type_instantiate(struct types *types, struct type *type)
{
    types->walk++;
    return instantiate(types, type, 0);
}

/* -- text -- */

/* Names of the variables met while one type is printed. */
struct type_names {
    struct type *variables[26];
    size_t count;
    size_t end; /* length of the buffer at which to stop */
};

static void add_variable(struct buf *buf, struct type_names *names,
                         struct type *variable)
{
    size_t i = 0;
    while (i < names->count && names->variables[i] != variable)
        i++;
    if (i == names->count && i < 26)
        names->variables[names->count++] = variable;
    buf_add_char(buf, i < 26 ? "abcdefghijklmnopqrstuvwxyz"[i] : '_');
}

static void print(struct buf *buf, struct type_names *names, struct type *type,
                  bool left, int depth)
{
    type = type_resolve(type);
    if (buf->length > names->end || depth > 50) {
        buf_add_text(buf, "\xe2\x80\xa6");
    } else if (type->kind == TYPE_VALUE) {
        buf_add_char(buf, 'V');
    } else if (type->kind == TYPE_VARIABLE) {
        add_variable(buf, names, type);
    } else {
        buf_add_text(buf, left ? "(" : "");
        print(buf, names, type->from, true, depth + 1);
        buf_add_text(buf, " -> ");
        print(buf, names, type->to, false, depth + 1);
        buf_add_text(buf, left ? ")" : "");
    }
}

void type_print(struct buf *buf, struct type *type)
{
    enum { PRINT_LIMIT = 120 };
    struct type_names names = {.end = buf->length + PRINT_LIMIT};
    print(buf, &names, type, false, 0);
}

/* type = atom [">" type];  atom = "V" | letter | "(" type ")" */
static struct type *parse(struct types *types, const char **at,
                          struct type **variables)
{
    struct type *type;
    char c = *(*at)++;
    if (c == '(') {
        type = parse(types, at, variables);
        assert(**at == ')' && "types in primitives.h are well formed");
        (*at)++;
    } else if (c == 'V') {
        type = type_value(types);
    } else {
        assert(c >= 'a' && c <= 'z' && "types in primitives.h use a to z");
        if (variables[c - 'a'] == NULL)
            variables[c - 'a'] = type_variable(types);
        type = variables[c - 'a'];
    }
    if (**at != '>')
        return type;
    (*at)++;
    return type_function(types, type, parse(types, at, variables));
}

struct type *type_parse(struct types *types, const char *text)
{
    struct type *variables[26] = {NULL};
    return parse(types, &text, variables);
}
