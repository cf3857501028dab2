/* The table of mixfix operators: the built-in ones and those that `syntax`
 * declarations add while a program is read (reference, 2.3).
 *
 * An operator is a sequence of parts (names that must stand there) and holes.
 * Levels are kept from loosest to tightest; a hole says at which level its
 * operand is read. The level "above the tightest" (index = level_count) is that
 * of simple expressions.
 *
 * Beside the table there are the operators that only the paper has
 * (LANGUAGE.md, "The notation of the paper"). They take no name away from
 * anybody: their parts can still be names, a declaration of the same operator
 * takes their place, and the parser looks at them only when a declaration
 * cannot be read without them.
 *
 * Everything lives in the arena given at init and is never removed.
 */
#ifndef WEIR_LANG_FRONT_MIXFIX_H
#define WEIR_LANG_FRONT_MIXFIX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/intern.h"
#include "base/map.h"

enum mixfix_side { MIXFIX_NONE, MIXFIX_LEFT, MIXFIX_RIGHT };

enum mixfix_hole {
    MIXFIX_PART,    /* not a hole */
    MIXFIX_TOP,     /* between two parts: any expression */
    MIXFIX_SAME,    /* an operand of the operator's own level */
    MIXFIX_TIGHTER, /* of the next tighter level */
};

struct mixfix_element {
    enum mixfix_hole hole;
    intern_t part; /* when it is a part */
};

enum { MIXFIX_ELEMENT_LIMIT = 64, MIXFIX_LEVEL_LIMIT = 1000000 };

struct mixfix_operator {
    intern_t name; /* parts and holes concatenated: if_{_}else{_} */
    struct mixfix_element *elements;
    size_t count;
    size_t hole_count;
    int64_t level;
    enum mixfix_side side;
    size_t level_index; /* changes when a level is added */
};

struct mixfix_operators {
    struct mixfix_operator **items;
    size_t count;
    size_t capacity;
};

/* What is known of one name that is a part of an operator. */
struct mixfix_part {
    intern_t name;
    struct mixfix_operators starting;  /* operators that begin with it */
    struct mixfix_operators following; /* operators that begin with one hole
                                          and then it */
    struct mixfix_operators all;
    /* An expression of level n can stand before this name only when
     * 2 * n >= follow. */
    int64_t follow;
};

struct mixfix_level {
    int64_t number;
    struct mixfix_operators operators;
};

struct mixfix {
    struct arena *arena;
    struct intern *names;
    struct map parts; /* name -> struct mixfix_part */
    struct mixfix_level *levels;
    size_t level_count;
    size_t level_capacity;
    struct mixfix_operators adjacent; /* operators beginning with two holes */
    bool has_adjacent_holes;          /* some operator has a hole after a hole,
                                         so anything may follow an operand */
    struct mixfix_operators paper;    /* only in the paper; each begins with a
                                         hole and a part */
};

/* Empty; mixfix_add_builtin fills in the table of the language. */
void mixfix_init(struct mixfix *mixfix, struct arena *arena,
                 struct intern *names);
void mixfix_finish(struct mixfix *mixfix);
void mixfix_add_builtin(struct mixfix *mixfix);

enum mixfix_result {
    MIXFIX_ADDED,
    MIXFIX_DECLARED, /* the same shape exists already */
    MIXFIX_NO_PART,
    MIXFIX_FAR_LEVEL, /* beyond MIXFIX_LEVEL_LIMIT, either way */
    MIXFIX_TOO_LONG,
};

/* Adds the operator written as these names ("_", "does", "not", "become_").
 * *added is the new one, or the one that is in the way. */
enum mixfix_result mixfix_add(struct mixfix *mixfix, const intern_t *names,
                              size_t count, int64_t level,
                              enum mixfix_side side,
                              const struct mixfix_operator **added);

/* What is known of the name; NULL when it is part of no operator. */
const struct mixfix_part *mixfix_part(const struct mixfix *mixfix,
                                      intern_t name);

/* The operator of this name: "_&&_"; NULL when there is none in the table. */
const struct mixfix_operator *mixfix_named(const struct mixfix *mixfix,
                                           intern_t name);

/* Whether it begins and ends with a part: forall _ in _ { _ }. */
bool mixfix_is_closed(const struct mixfix_operator *op);

/* The level at which the operand for this hole is read. */
size_t mixfix_hole_level(const struct mixfix_operator *op,
                         enum mixfix_hole hole);

/* As a person writes it: "if _ {_} else {_}". In the arena of the table. */
const char *mixfix_shape(const struct mixfix *mixfix,
                         const struct mixfix_operator *op);

#endif
