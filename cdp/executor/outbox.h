/* What the executor has to say: messages in a queue, oldest first, and how a
 * state becomes one. A message that carries a state raises the version.
 *
 * Private to the room.
 */
#ifndef WEIR_CDP_EXECUTOR_OUTBOX_H
#define WEIR_CDP_EXECUTOR_OUTBOX_H

#include "cdp/executor/browser_internal.h"

/* A message at the end of the queue, empty, for the caller to fill; borrowed
 * until the next is added. */
struct executor_message *outbox_add(struct browser *browser);

/* Adds a message that carries a state; takes its contents. */
void outbox_state(struct browser *browser,
                  const struct executor_message *message);

/* Adds a message of an action whose state is left out; takes its contents. */
void outbox_part(struct browser *browser,
                 const struct executor_message *message);

/* The oldest message, taken out of the queue; false: there is none. */
bool outbox_take(struct browser *browser, struct executor_message *message);
void outbox_clear(struct browser *browser);

/* Adds that nothing was done, in a state that is still the current one: another
 * action is to be chosen. Too often in a row is an error of the specification;
 * the words say why. */
void outbox_refused(struct browser *browser, const char *words);

/* Adds the states that the page has told of by itself, each a step of its own.
 * *count: how many. */
bool outbox_heard(struct browser *browser, size_t *count, struct error *error);

/* Adds a state with the events that came with it. Takes the state. */
void outbox_events(struct browser *browser, struct value *state);

/* Adds that the page is no longer in the state in which the action was chosen,
 * and how it is now. Takes the state. */
bool outbox_stale(struct browser *browser, struct value *state,
                  struct error *error);

/* The request has failed because the page does not respond any more. To a
 * specification that reads so (`responsive` of `::page`) that is a state: the
 * last one, with what was said since. There is one such state; whatever is
 * tried after it is an error. Adds it as a message of this kind, clears the
 * error and takes the target; false: nothing of that is so. */
bool outbox_silence(struct browser *browser, enum executor_message_kind kind,
                    struct value *target, struct error *error);

/* The request has failed because the process of the page has crashed. That is
 * told once, as a last step whose state is the one before; with `acted` an
 * action was requested, which led there. Clears the error; false: it is not so,
 * or no state has been sent that it could stand after. */
bool outbox_crash(struct browser *browser, bool acted, struct error *error);

/* Whether the page has told of something that outbox_heard would add. */
bool outbox_has_news(const struct browser *browser);

/* What is shown is what the last state sent has shown. */
bool outbox_is_last_state(const struct browser *browser);

#endif
