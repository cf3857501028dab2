/* Events and states while nothing is done to the page.
 *
 * Private to the room. */
#ifndef WEIR_CDP_EXECUTOR_OBSERVE_H
#define WEIR_CDP_EXECUTOR_OBSERVE_H

#include "cdp/executor/browser_internal.h"

/* Several actions as one: what the page has told of by itself belongs to the
 * state that is told after the last. */
void browser_absorb(struct browser *browser);

/* Waits for events for at most wait_ms; fills an Events or Timeout message. */
bool browser_observe(struct browser *browser, int64_t wait_ms,
                     struct executor_message *message, struct error *error);

/* Fills a message from the oldest state that the page has told of by itself in
 * the meantime; *found: there was one. */
bool browser_hear(struct browser *browser, struct executor_message *message,
                  bool *found, struct error *error);

#endif
