/* What the parser makes of one declaration, before macros are expanded and
 * names are resolved. A mixfix operator is a call of the name of its shape:
 * a + b is the call _+_(a, b). Patterns are still expressions.
 *
 * Nodes are never changed once they are finished, so that subtrees are shared
 * freely; `size` counts shared parts as often as they appear.
 */
#ifndef WEIR_LANG_FRONT_TREE_H
#define WEIR_LANG_FRONT_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/intern.h"
#include "lang/front/mixfix.h"
#include "lang/front/source.h"

enum tree_kind {
    TREE_NAME,
    TREE_SYMBOL, /* :name; with arguments it is the head of a call */
    TREE_INT,
    TREE_FLOAT,
    TREE_CHAR,
    TREE_STRING,
    TREE_SELECTOR,
    TREE_CALL,    /* head(items); as written, so f(a)(b) is two */
    TREE_PROJECT, /* items[0].name */
    TREE_LIST,
    TREE_OBJECT, /* fields[i]: items[i] */
    TREE_LAMBDA, /* fun (items) { head } */
};

struct tree_field {
    intern_t name;
    struct span span;
};

struct tree {
    enum tree_kind kind;
    uint32_t size;  /* nodes in it, saturating */
    uint32_t depth; /* longest way down, 1 for a leaf */
    struct span span;
    const char *form; /* the macro it comes from, as people call it, or NULL */
    bool of_library;  /* it stands in the template of a macro of the library */
    const struct mixfix_operator *mixfix; /* CALL written as an operator */
    struct tree *head;
    struct tree **items;
    size_t count;
    struct tree_field *fields;
    union {
        intern_t name;
        int64_t integer;
        double number;
        struct str text;
        uint32_t character;
    };
};

/* A node without children; the caller sets what is in the union. */
struct tree *tree_leaf(struct arena *arena, enum tree_kind kind,
                       struct span span);

/* Computes size and depth from the children; returns the node. */
struct tree *tree_finish(struct tree *tree);

/* A copy that shares nothing with the original. */
struct tree *tree_copy(struct arena *arena, const struct tree *tree);

/* The head and the arguments of nested calls: f(a)(b) is f with a, b. The
 * array is in the arena; `f` without calls has no arguments. */
const struct tree *tree_spine(struct arena *arena, const struct tree *tree,
                              struct tree ***arguments, size_t *count);

bool tree_is_name(const struct tree *tree, const char *text);

/* (call _+_ a 1): for tests. */
void tree_add_expression(struct buf *buf, const struct tree *tree);

/* Source again, with every operator inside another in parentheses: how an
 * ambiguous text can be read. Long texts are cut. */
void tree_add_reading(struct buf *buf, const struct tree *tree);

#endif
