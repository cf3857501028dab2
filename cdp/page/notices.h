/* What a page does that --deterministic cannot make repeat: told by the hook in
 * the page (inject/hooks/notice.js) and by its requests; and what is not seen
 * of it.
 */
#ifndef WEIR_CDP_PAGE_NOTICES_H
#define WEIR_CDP_PAGE_NOTICES_H

#include "base/buf.h"
#include "base/json.h"
#include "base/str.h"
#include "trace/notice.h"
#include "trace/value.h"

/* The binding that the hook calls. */
#define NOTICES_BINDING "weirNotice"

/* A word of the hook. Unknown ones are ignored. */
void notices_hear(struct notice_list *list, struct str kind);

/* The parameters of Network.requestWillBeSent: counts when it goes to another
 * origin than that of `url`. */
void notices_hear_request(struct notice_list *list, const char *url,
                          const struct json *params);

#define NOTICES_SOCKET "a WebSocket"
#define NOTICES_STREAM "a stream of events (EventSource)"

/* Under virtual time the page opens something through which messages come
 * ("a WebSocket"). */
void notices_hear_live(struct notice_list *list, const char *what);

/* The same from a payload of the page script's binding. False: it is none of
 * this. The list: NULL: nobody wants to know. */
bool notices_hear_opened(struct notice_list *list, struct str payload);

/* A payload of the page script's binding: selectors lead to what weir does not
 * look into. False: it is none of this. */
bool notices_hear_unseen(struct notice_list *list, struct str payload);

/* Appends what people are told of such an error. */
void notices_add_error(struct buf *out, const struct value *error);

/* An error of the page that it has not caught, as journal.h has it, and that
 * the specification does not ask for. Only the first counts: false, it is not
 * that. */
bool notices_hear_error(struct notice_list *list, const struct value *error);
/* It was caught later, as a rejected promise may be. */
void notices_take_back_error(struct notice_list *list);

/* A document came from nowhere: the browser shows a page of its own about it.
 */
void notices_hear_unreachable(struct notice_list *list, struct str url);

/* Of a browser that was named with --connect. */
void notices_add_connected(struct notice_list *list);

#endif
