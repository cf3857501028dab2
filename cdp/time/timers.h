/* Events of the specification's own clock (after?, every?, rested? of
 * weir/events): which of them are wanted and since when. The page script keeps
 * the time; this record outlives its documents. A timer runs for as long as its
 * event is wanted. */
#ifndef WEIR_CDP_TIME_TIMERS_H
#define WEIR_CDP_TIME_TIMERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/error.h"
#include "trace/action.h"

enum {
    TIMER_LIMIT = 100,                     /* at a time */
    TIMER_LONGEST_MS = 1000 * 1000 * 1000, /* what a browser's timer can hold */
};

enum timer_kind { TIMER_AFTER, TIMER_EVERY, TIMER_RESTED };

struct timer {
    enum timer_kind kind;
    bool is_over; /* it has come, and comes only once */
    int64_t ms;
    int64_t since_ms; /* as the page's clock says it */
};

struct timers {
    struct timer *items;
    size_t count, capacity;
    int64_t document; /* that has been told of them; 0: none */
};

/* Takes in what is wanted now. *changed: the page script has to be told. False:
 * one of the events has no time that can be waited for. */
bool timers_want(struct timers *timers, const struct action_list *events,
                 int64_t now_ms, bool *changed, struct error *error);

/* An event has come. */
void timers_note(struct timers *timers, const struct action *event);

/* Appends "weir.timers([[id, ms, since], ...])". */
void timers_add_call(struct buf *buf, const struct timers *timers);

void timers_finish(struct timers *timers);

#endif
