/* The browser itself: starting it or finding it, and what its end means.
 *
 * Private to the room. */
#ifndef WEIR_CDP_CONNECT_H
#define WEIR_CDP_CONNECT_H

#include "cdp/executor/browser_internal.h"

/* Starts a browser or finds the one given, where none is connected;
 * and ends what it began. */
bool browser_connect(struct browser *browser, struct error *error);
void browser_disconnect(struct browser *browser);

/* Says of trouble that it was the browser's end, when it was. */
void browser_explain_loss(struct browser *browser, struct error *error);

#endif
