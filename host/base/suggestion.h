/* Which of several words somebody may have meant: slips of the finger, another
 * case, a mark (! or ?) too few or too many, half a word. */
#ifndef WEIR_BASE_SUGGESTION_H
#define WEIR_BASE_SUGGESTION_H

#include <stddef.h>

#include "base/str.h"

struct suggestion {
    struct str wanted; /* as it was written; borrowed */
    const char *text;  /* the nearest of those considered; NULL: none is near */
    size_t distance;   /* of that; without one the least that is too far */
};

struct suggestion suggestion_begin(struct str wanted);
/* `offered` is borrowed for as long as the result is used. The word itself is
 * not near to itself. */
void suggestion_consider(struct suggestion *best, const char *offered);

#endif
