/* States on paper: the first one in full but compact, the others as the
 * difference from the one before. */
#ifndef WEIR_REPORT_SHOW_H
#define WEIR_REPORT_SHOW_H

#include "report/ink.h"
#include "trace/value.h"

/* Every selector of the state with its elements and their fields. Long values
 * and lists are cut unless `in_full`. */
void show_state(struct ink *ink, size_t indent, const struct value *state,
                bool in_full);

/* Per selector what was added, removed and modified. False, and nothing
 * written, when there is no difference to show. */
bool show_difference(struct ink *ink, size_t indent, const struct value *before,
                     const struct value *after, bool in_full);

#endif
