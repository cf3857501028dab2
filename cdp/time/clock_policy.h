/* Whether the page's clock goes, and on which budget: what the other files of
 * the clock are made of.
 *
 * Time goes on a budget only; a budget's end is told of (page->expiries), and
 * stops it. Requests under way stop it too, unless weir holds all of them back
 * (delays.h): then it goes on step by step.
 *
 * Private to page_clock.c and clock_*.c. */
#ifndef WEIR_CDP_TIME_CLOCK_POLICY_H
#define WEIR_CDP_TIME_CLOCK_POLICY_H

#include "cdp/time/page_clock.h"

enum policy { POLICY_PAUSE, POLICY_ADVANCE, POLICY_WITH_NETWORK };

enum {
    NO_BUDGET = 0,
    /* A budget that was given cannot be taken back: it ends at its moment, in
     * whatever is going on then. So runs are given one that never ends; the
     * page script's push stops them. */
    RUN_BUDGET_MS = 1000 * 1000 * 1000,
};

void page_clock_set_policy(const struct page_clock *page_clock,
                           struct page *page, enum policy policy,
                           int64_t budget_ms);

/* Lets the clock go for so long, as the requests under way allow it. */
void page_clock_grant(struct page_clock *page_clock, struct page *page,
                      int64_t budget_ms);

/* For loops around page_pump while the clock goes: sends what was held back and
 * is due, and goes on with what all others are held back for. */
void page_clock_heed_delays(struct page_clock *page_clock, struct page *page,
                            int64_t budget_ms);

/* The budgets that have run out are known of; they have stopped the clock, or
 * (drop) it does not matter. */
void page_clock_note_expiries(struct page_clock *page_clock, struct page *page);
void page_clock_drop_expiries(struct page_clock *page_clock, struct page *page);

/* Of a virtual clock: stops it. */
void page_clock_halt(struct page_clock *page_clock, struct page *page);

/* Requests have not held it back in the end. */
void page_clock_note_relief(struct page_clock *page_clock);

/* A new document stands still until it is told to go; once for each. */
void page_clock_release(struct page_clock *page_clock, struct page *page);

#endif
