/* The state after an action, once the page has settled.
 *
 * Private to the room. */
#ifndef WEIR_CDP_EXECUTOR_SETTLE_H
#define WEIR_CDP_EXECUTOR_SETTLE_H

#include "cdp/executor/browser_internal.h"

/* The number of what settles next, as the page script is told it: negative
 * where the state after it is not wanted. */
int64_t browser_turn(const struct browser *browser);

/* Runs until the page has settled after an action, and reads the state.
 * *blocked: the guard found another state than the one in which the action was
 * chosen, and no event of it has reached the page. *state: NULL where it was
 * not wanted and not read. */
bool browser_settle(struct browser *browser, struct value **state,
                    bool *blocked, struct error *error);

/* The input has arrived in the state in which it was chosen, and the page was
 * about to leave then: what it told from there on came after the input. */
bool browser_has_left(const struct browser *browser);

#endif
