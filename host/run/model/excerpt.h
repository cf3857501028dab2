/* Of long texts the part that people are to see. */
#ifndef WEIR_RUN_MODEL_EXCERPT_H
#define WEIR_RUN_MODEL_EXCERPT_H

#include <stddef.h>

#include "base/buf.h"
#include "base/str.h"

/* Where two texts are to be shown from, so that people see in what they differ:
 * at or before the first difference, where a character begins. */
size_t excerpt_begin(struct str a, struct str b);

/* Appends some hundreds of bytes from there on, with "..." where there is more.
 */
void excerpt_add(struct buf *out, struct str text, size_t from);

#endif
