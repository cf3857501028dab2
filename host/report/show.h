/* States on paper: the first one in full but compact, the others as the
 * difference from the one before. */
#ifndef WEIR_REPORT_SHOW_H
#define WEIR_REPORT_SHOW_H

#include "report/fold.h"
#include "report/ink.h"
#include "trace/value.h"

/* The selectors of the state with their elements and fields. Unless `in_full`,
 * long values and lists are cut, and of a long state what matters is shown
 * (`focus`; NULL: what comes first) and the rest is counted. */
void show_state(struct ink *ink, size_t indent, const struct value *state,
                const struct focus *focus, bool in_full);

/* Per selector what was added, removed and modified. False, and nothing
 * written, when there is no difference to show. */
bool show_difference(struct ink *ink, size_t indent, const struct value *before,
                     const struct value *after, const struct focus *focus,
                     bool in_full);

#endif
