/* Requests of a page that are held back for a time before they are sent
 * (delayRequests! of weir/faults).
 *
 * In real time they are sent when that much time has passed, by page_pump. A
 * virtual clock stands while requests are under way, so it would never come to
 * the moment at which one is to be sent: as long as all that are under way are
 * held back, it has to go in spite of them (page_clock.c). The moment is found
 * by the page script, by a timer (inject/time/hold_clock.js): it says so, and
 * keeps the page busy until it hears that the request has been sent, so that it
 * is sent at the same moment of the page's clock in every run.
 *
 * Private to the room; part of struct page.
 */
#ifndef WEIR_CDP_NETWORK_DELAYS_H
#define WEIR_CDP_NETWORK_DELAYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cdp/wire/session.h"
#include "trace/deps.h"

struct delay {
    char *id;      /* owned; for Fetch.continueRequest */
    char *request; /* owned; as the domain Network calls it */
    int64_t for_ms;
    int64_t due_ms; /* by clock_now_ms(); in real time */
    bool told;      /* the page script knows of it */
    bool due;       /* it has said that the time is over */
};

struct delays {
    bool by_page; /* the page's clock counts, not ours */
    bool asleep;  /* in a tab that is not current nothing is held back */
    struct delay *held;
    size_t count, capacity;
    size_t answers_owed; /* words of the page that the time of one is over */
};

/* Whether the specification has an action that holds requests back. */
bool delays_are_wanted(const struct deps *deps);

/* Holds a stopped request back. False: there are too many, or the tab sleeps.
 */
bool delays_hold(struct delays *delays, struct str id, struct str request,
                 int64_t for_ms);
/* The request has come to its end before it was sent: the page gave it up. */
void delays_forget(struct delays *delays, struct str request);
/* All of them, with their document. */
void delays_forget_all(struct delays *delays);
/* Sends all of them, now. */
void delays_send_all(struct delays *delays, struct cdp_session *session);

/* In real time: sends what is due, and says when the next one is (INT64_MAX:
 * none is held). */
int64_t delays_pump(struct delays *delays, struct cdp_session *session);

/* Takes a payload of the page's binding; false: it is none of this. */
bool delays_hear(struct delays *delays, struct str payload);
/* Writes the call that tells the page script of the next one that it does not
 * know of; false: it knows all. */
bool delays_tell(struct delays *delays, struct buf *call);
/* Sends those whose time is over by the page's clock. The number of answers
 * that the page script waits for; they are the caller's to give, when the clock
 * has heard of the requests. */
size_t delays_send_due(struct delays *delays, struct cdp_session *session);

#endif
