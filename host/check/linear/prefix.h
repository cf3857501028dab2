/* What a history that is not linearisable is explained by: up to the first
 * return that no order gets past, an order of what returned before it, with
 * as little else as that needs. */
#ifndef WEIR_CHECK_LINEAR_PREFIX_H
#define WEIR_CHECK_LINEAR_PREFIX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "check/linear/search.h"

/* Leaves out of an order of search_order what need not be in it, one operation
 * at a time: what returns after the culprit, or never, and is not missed by
 * what follows. The culprit fits nowhere after what is left either. Changes
 * `count` and the set of states after. False: the model failed. */
bool prefix_shorten(struct search *search, size_t *places, size_t *count,
                    int32_t *set, struct error *error);

#endif
