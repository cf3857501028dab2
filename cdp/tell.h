/* What the executor has to say: messages in a queue, oldest first, and how a
 * state becomes one. A message that carries a state raises the version.
 *
 * Private to the room.
 */
#ifndef WEIR_CDP_TELL_H
#define WEIR_CDP_TELL_H

#include "cdp/browser_internal.h"

/* A message at the end of the queue, empty, for the caller to fill; borrowed
 * until the next is added. */
struct executor_message *tell_add(struct browser *browser);

/* Adds a message that carries a state; takes its contents. */
void tell_state(struct browser *browser,
                const struct executor_message *message);

/* The oldest message, taken out of the queue; false: there is none. */
bool tell_take(struct browser *browser, struct executor_message *message);
void tell_clear(struct browser *browser);

/* Adds that nothing was done, in a state that is still the current one: another
 * action is to be chosen. Too often in a row is an error of the specification;
 * the words say why. */
void tell_refused(struct browser *browser, const char *words);

/* Adds the states that the page has told of by itself, each a step of its own.
 * *count: how many. */
bool tell_heard(struct browser *browser, size_t *count, struct error *error);

/* Adds a state with the events that came with it. Takes the state. */
void tell_events(struct browser *browser, struct value *state);

/* Adds that the page is no longer in the state in which the action was chosen,
 * and how it is now. Takes the state. */
bool tell_stale(struct browser *browser, struct value *state,
                struct error *error);

/* Whether the page has told of something that tell_heard would add. */
bool tell_has_news(const struct browser *browser);

/* What is shown is what the last state sent has shown. */
bool tell_is_last_state(const struct browser *browser);

#endif
