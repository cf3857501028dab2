/* The numbers that were drawn for an action, one by one: so that one of them
 * can become larger while another becomes smaller or goes (shrink_moves.c).
 * Those of `oneOf` choices are left out: what is chosen is no amount. */
#ifndef WEIR_RUN_GENERATED_NUMBERS_H
#define WEIR_RUN_GENERATED_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/value.h"

/* Drawn by an "integer" of the template. */
struct generated_number {
    int64_t number;
    int64_t zero; /* the nearest to zero that may come instead */
};

/* The first numbers in `drawn`, in order; returns how many there are, `most` at
 * most. `drawn` is as generated_adopt takes it. */
size_t generated_numbers(const struct value *template,
                         const struct value *drawn,
                         struct generated_number *numbers, size_t most);

/* `drawn` with another number in the place of that with this index; a new
 * reference. NULL: it cannot have come of the template. */
struct value *generated_with_number(const struct value *template,
                                    const struct value *drawn, size_t index,
                                    int64_t number);

#endif
