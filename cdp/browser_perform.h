/* What the runner asks for, from the request to what is told of it (outbox.h):
 * an action is performed and its state awaited, or there is a wait.
 *
 * Private to browser.c. */
#ifndef WEIR_CDP_BROWSER_PERFORM_H
#define WEIR_CDP_BROWSER_PERFORM_H

#include "cdp/executor/browser_internal.h"

/* Carries out the request, which is one, and leaves none. False: *error; what
 * has been queued by then is to be told still. */
bool browser_carry_out(struct browser *browser, struct error *error);

/* Drops what a session that ended in the middle of an action has left. */
void browser_forget_action(struct browser *browser);

#endif
