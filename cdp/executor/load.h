/* Loading the page under test.
 *
 * Private to the room. */
#ifndef WEIR_CDP_EXECUTOR_LOAD_H
#define WEIR_CDP_EXECUTOR_LOAD_H

#include "cdp/executor/browser_internal.h"

/* Navigates to the page under test and waits until it is there, has loaded and
 * has settled, or has had a second of its own time to start up. */
bool browser_load(struct browser *browser, struct error *error);

/* Waits for a document that the page itself has navigated to. */
bool browser_await_document(struct browser *browser, struct error *error);

#endif
