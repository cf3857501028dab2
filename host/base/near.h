/* Which of several words somebody may have meant: slips of the finger, another
 * case, a mark (! or ?) too few or too many, half a word. */
#ifndef WEIR_BASE_NEAR_H
#define WEIR_BASE_NEAR_H

#include <stddef.h>

#include "base/str.h"

struct near {
    struct str wanted; /* as it was written; borrowed */
    const char *text;  /* the nearest of those considered; NULL: none is near */
    size_t distance;   /* of that; without one the least that is too far */
};

struct near near_begin(struct str wanted);
/* `offered` is borrowed for as long as the result is used. The word itself is
 * not near to itself. */
void near_consider(struct near *best, const char *offered);

#endif
