/* Dedicated workers of a page, under virtual time. The browser hands us each
 * before its script runs and keeps it there until ours is in it
 * (inject/hooks/worker.js); from then on the page's own world
 * (inject/hooks/hook_worker.js) asks it whether it is at work, and the page
 * script holds the clock until it rests. The host's part is small: the script,
 * and the end of all patience.
 *
 * Private to the room; part of struct page. */
#ifndef WEIR_CDP_TARGETS_WORKERS_H
#define WEIR_CDP_TARGETS_WORKERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/json.h"
#include "cdp/wire/session.h"

/* A worker that is at work for so long (real time) is left to itself: the
 * page's clock goes on, and what it posts comes when it comes. */
enum { WORKERS_PATIENCE_MS = 10000 };

/* Started, and not yet let go: our script is on its way into it. */
struct worker_start {
    int64_t request;            /* whose answer is awaited */
    char session[CDP_ID_LIMIT]; /* of the worker */
};

struct workers {
    struct worker_start *starts;
    size_t count, capacity;
    struct str script; /* for each of them, borrowed; empty: real time */
    bool are_busy;     /* the page's clock waits for them */
    int64_t busy_ms;   /* by clock_now_ms(): since when */
    int64_t rested_ms; /* since when not; 0: they never were */
};

/* Takes the event Target.attachedToTarget of the page's session: puts the
 * script into the worker. */
void workers_attach(struct workers *workers, struct cdp_session *session,
                    const struct json *params);

/* True: the reply was to that, and the worker runs. */
bool workers_take_reply(struct workers *workers, struct cdp_session *session,
                        const struct cdp_record *reply);

/* Takes a payload of the page's binding; false: it is none of this. */
bool workers_hear(struct workers *workers, struct str payload);

/* The page has another document. */
void workers_forget(struct workers *workers);
void workers_finish(struct workers *workers);

/* True, and they count as busy no more: they have been for too long, and the
 * page script is to be told (weir.leaveWorkers). */
bool workers_are_late(struct workers *workers);

/* From when on the page's silence counts against it: from `since_ms`, when its
 * answer was asked for, or from when its workers last became idle, if that was
 * later. Both as clock_now_ms(). */
int64_t workers_silence_since(const struct workers *workers, int64_t since_ms);

#endif
