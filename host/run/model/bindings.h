/* What references stand for in one run: (command, slot) is a value that the
 * real system gave. */
#ifndef WEIR_RUN_MODEL_BINDINGS_H
#define WEIR_RUN_MODEL_BINDINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "base/vec.h"
#include "trace/value.h"

struct binding {
    int64_t number, slot;
    struct value *value; /* owned */
};

/* The type of a reference (port/model.h: creates); NULL: not known, it may be
 * any. */
typedef const char *binding_type(const void *context, int64_t number,
                                 int64_t slot);

struct bindings {
    VEC(struct binding) items; /* for reading */
    struct map places;         /* of a number and a slot: in items, + 1 */
    binding_type *type_of;     /* NULL: no type is known */
    const void *context;       /* for it */
};
void bindings_finish(struct bindings *bindings); /* and empties it */

/* The value that a reference stands for, borrowed; NULL: none. */
const struct value *bindings_find(const struct bindings *bindings,
                                  int64_t number, int64_t slot);

/* Binds a reference that has no value yet. Takes the value. */
void bindings_add(struct bindings *bindings, const struct binding *binding);

/* In the place of a number: what any command created that stands for nothing
 * yet. */
enum { BINDINGS_ANY = -1 };

/* Binds what command `number` created: where `expected`, an answer of the fake,
 * has a reference to it, `got` has its value (which is neither null nor an
 * error), or the text has the reference in it, and all else is as in `got`. */
void bindings_learn(struct bindings *bindings, int64_t number,
                    const struct value *expected, const struct value *got);

/* Forgets what was learned since there were `count` bindings. */
void bindings_forget(struct bindings *bindings, size_t count);

/* An older reference that stands for the same value as one of command `number`
 * (numbers, texts and objects; true and null are no identifiers) and is of its
 * type: each table counts from 1. NULL: none. */
const struct binding *bindings_alias(const struct bindings *bindings,
                                     int64_t number);

/* Real values in the place of symbols, also in texts (trace/reference.h) and
 * names of fields; a new reference. NULL: one of them stands for nothing. */
struct value *bindings_real(const struct bindings *bindings,
                            const struct value *value);

/* For people, and for a model's own `same`: symbols in the place of real
 * values, where `expected` has one (whichever it is: a list may have another
 * order, or more items); texts and objects elsewhere, too. A new reference.
 * `expected` may be NULL. */
struct value *bindings_symbolic(const struct bindings *bindings,
                                const struct value *value,
                                const struct value *expected);

/* The same for what a page shows, where a number or a word may look like an
 * identifier: only where `expected` has a symbol. */
struct value *bindings_symbolic_view(const struct bindings *bindings,
                                     const struct value *value,
                                     const struct value *expected);

#endif
