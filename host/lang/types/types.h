/* Types: V (everything that is no function), functions, and variables that
 * stand for either. Internal to inference. */
#ifndef WEIR_LANG_TYPES_TYPES_H
#define WEIR_LANG_TYPES_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"

enum type_kind {
    TYPE_VALUE,    /* V */
    TYPE_FUNCTION, /* from -> to */
    TYPE_VARIABLE,
};

/* Lives in the arena of one inference. Types share parts. */
struct type {
    enum type_kind kind;
    uint32_t mark;      /* of the walk that visited it last */
    struct type *from;  /* FUNCTION */
    struct type *to;    /* FUNCTION */
    struct type *bound; /* VARIABLE: what it stands for, or NULL */
    struct type *copy;  /* of the walk `mark`: instance, or itself */
};

struct types {
    struct arena *arena;
    struct type value; /* V */
    uint32_t walk;     /* number of the last walk */
    int64_t steps;     /* left before types count as too complicated */
};

/* Types of real specifications take some dozens of steps per declaration. */
enum { TYPE_STEP_LIMIT = 5000000, TYPE_DEPTH_LIMIT = 2000 };

void types_init(struct types *types, struct arena *arena);
struct type *type_value(struct types *types);
struct type *type_variable(struct types *types);
struct type *type_function(struct types *types, struct type *from,
                           struct type *to);

/* What the type stands for, variables followed. */
struct type *type_resolve(struct type *type);

enum type_unity { TYPE_SAME, TYPE_MISMATCH, TYPE_INFINITE, TYPE_TOO_LARGE };
/* Makes both the same by binding variables. */
enum type_unity type_unify(struct types *types, struct type *a, struct type *b);

/* A copy with fresh variables for all that are unbound. Only for types of
 * top-level bindings, whose variables occur nowhere else. NULL: too large. */
struct type *type_instantiate(struct types *types, struct type *type);

/* "V -> a -> V". */
void type_print(struct buf *buf, struct type *type);

/* From the notation of primitives.h: "(V>V)>V>a". */
struct type *type_parse(struct types *types, const char *text);

#endif
