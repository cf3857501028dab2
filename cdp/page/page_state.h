/* What the host puts into a state's `::page` itself, because the page cannot
 * tell: a dialog that is open (dialog.h), that it does not respond. Private to
 * the room. */
#ifndef WEIR_CDP_PAGE_PAGE_STATE_H
#define WEIR_CDP_PAGE_PAGE_STATE_H

#include <stdbool.h>

#include "trace/deps.h"
#include "trace/value.h"

/* The state with this value (taken) in a field of `::page`, or as it is where
 * it has no such field; the caller's. */
struct value *page_state_with(const struct value *state, struct str field,
                              struct value *value);

/* Whether the dependencies name this field of `::page`. */
bool page_state_reads(const struct deps *deps, const char *field);

#endif
