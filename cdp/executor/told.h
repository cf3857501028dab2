/* What a push of the page script says: the state, and events.
 *
 * Private to the room. */
#ifndef WEIR_CDP_EXECUTOR_TOLD_H
#define WEIR_CDP_EXECUTOR_TOLD_H

#include "cdp/executor/browser_internal.h"

/* What sort of push it is: "settled", "events". False also of none. */
bool told_is(const struct page_push *push, const char *kind);

/* The state; NULL where it is between two parts of an action, and not wanted.
 * False: *error. */
bool told_read_state(struct browser *browser, const struct page_push *push,
                     struct value **state, struct error *error);

/* Appends the events that the message tells of and that are so. */
void told_add_events(struct browser *browser, const struct json *message,
                     struct action_list *events);

/* A dialog is open: then nothing can be read. */
bool told_is_asked(const struct browser *browser);

/* The last state, with the dialog in it and what was said until then; the
 * caller's. */
struct value *told_asked_state(struct browser *browser);

/* {"selector", "message"}: the browser does not take it. False. */
bool browser_blame_selector(const struct json *told, enum error_code code,
                            struct error *error);

#endif
