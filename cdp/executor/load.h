/* Loading the page under test.
 *
 * Private to the room. */
#ifndef WEIR_CDP_EXECUTOR_LOAD_H
#define WEIR_CDP_EXECUTOR_LOAD_H

#include "cdp/executor/browser_internal.h"

/* Navigates to the page under test and waits until it is there, has loaded and
 * has settled, or has had a second of its own time to start up. */
bool browser_load(struct browser *browser, struct error *error);

/* Once the document of the session has begun, or is not to come: closes the
 * page of the session before, and begins those of the next. For the browser
 * that is much work, and meanwhile it serves nobody; but now the page is busy
 * with its document. */
void browser_change_over(struct browser *browser);

/* Waits for a document that the page itself has navigated to. */
bool browser_await_document(struct browser *browser, struct error *error);

/* Makes a new document ready where one is on its way; returns at once while a
 * dialog is open. */
bool browser_await_steady(struct browser *browser, struct error *error);

#endif
