/* An action of a saved counterexample while its lines are being read
 * (saved_read.c). All values are owned. */
#ifndef WEIR_RUN_SAVED_DRAFT_H
#define WEIR_RUN_SAVED_DRAFT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "trace/value.h"

/* An element of the action. */
struct draft_element {
    struct value *text;
    VEC(struct value *) found;
};

/* The action; it becomes a choice when the next begins. Zeroed: there is none.
 */
struct draft {
    int line; /* 0: there is none */
    struct value *names, *id, *timeout, *settle, *pause, *after;
    VEC(struct value *) args;
    bool has_element; /* it is not among the args yet */
    struct draft_element element;
};

/* Where the element is found: the place `at`, from 0, of `of` (0: not told)
 * under `by`, which it takes. */
void draft_add_place(struct draft *draft, struct value *by, int64_t at,
                     int64_t of);

/* The element, if there is one, is the next argument. */
void draft_end_element(struct draft *draft);

/* The whole as a choice (choice.h), the caller's; leaves none. */
struct value *draft_end(struct draft *draft);
void draft_drop(struct draft *draft);

#endif
