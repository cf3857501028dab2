/* What counts as the same state and as the same action for a strategy
 * (docs/STRATEGIES.md, "The abstraction").
 *
 * A state is made of what the dependency set names. Of each selector there
 * count: none, one, two or more elements; of each field its kind, a truth value
 * as it is, a number as 0, 1, more or less; a list by its members. A text
 * counts as it is where one element alone has it and the field has had few
 * different short ones in this test; else by its class (empty, blank, padded, a
 * number, one word, more). Of several elements it counts which sorts of them
 * there are, and whether of a sort there is one or more, not their order.
 * Places and names of elements count for nothing.
 *
 * An action is its declared name, its id and its arguments; an argument that
 * names an element of the state, also one inside of another, counts as that
 * element's sort and place among its kind (the only, first, last, one between).
 *
 * It belongs to one test: which texts are known depends on what was seen. */
#ifndef WEIR_RUN_ABSTRACTION_H
#define WEIR_RUN_ABSTRACTION_H

#include <stddef.h>
#include <stdint.h>

#include "trace/action.h"
#include "trace/value.h"

struct abstraction;

enum abstraction_kind {
    ABSTRACTION_LEARNING, /* as told above */
    ABSTRACTION_PLAIN,    /* texts count by their class alone: the same state is
                             the same in every test */
};

struct abstraction *abstraction_create(enum abstraction_kind kind);
void abstraction_destroy(struct abstraction *abstraction); /* NULL is fine */

/* The state's hash; makes it the current one. */
uint64_t abstraction_enter(struct abstraction *abstraction,
                           const struct value *state);

/* What is true of the current state, one hash for each such thing: how many
 * elements a selector has, what a field of a single element is, which sorts of
 * elements there are. Borrowed until the next state. */
size_t abstraction_features(const struct abstraction *abstraction,
                            const uint64_t **features);

/* How much there is in the current state: elements, texts and values that are
 * not empty, what is true. */
int64_t abstraction_richness(const struct abstraction *abstraction);

struct action_hash {
    uint64_t here; /* the action in the current state */
    uint64_t kind; /* as it was declared: all elements count as one */
};

/* `name` may be NULL. */
struct action_hash abstraction_action(const struct abstraction *abstraction,
                                      const struct action *action,
                                      const char *name);

#endif
