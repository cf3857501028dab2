/* The clock while documents come and go. Order of this file: portions of time,
 * leaving one, loading one. */
#include <stdio.h>

#include "base/clock.h"
#include "cdp/time/clock_policy.h"

/* One portion of the clock while a document loads: small, because a large one
 * may be spent before the first request and leave the page stuck. */
enum { LOAD_PORTION_MS = 10 };

/* A navigation that takes its time is not waited for: a page on its way
 * elsewhere may need the clock. */
enum { NAVIGATION_PATIENCE_MS = 1000 };

struct grants {
    int64_t since_ms;
    int64_t document; /* that has got the last portion; -1: none has */
};

/* Gives the next portion when the last one is used up; the first one when the
 * document has begun, so that it begins at the same moment in every run. */
static void grant(struct page_clock *page_clock, struct page *page,
                  struct grants *grants)
{
    bool has_begun = page->context != 0;
    if (!has_begun &&
        clock_now_ms() < grants->since_ms + NAVIGATION_PATIENCE_MS)
        return;
    if (grants->document == page->document && page->expiries == 0)
        return;
    grants->document = page->document;
    page_clock_note_expiries(page_clock, page);
    page_clock_grant(page_clock, page, LOAD_PORTION_MS);
}

void page_clock_keep_going(struct page_clock *page_clock, struct page *page)
{
    if (!page_clock->goes)
        return;
    if (page->expiries > 0) {
        page_clock_note_expiries(page_clock, page);
        page_clock_grant(page_clock, page, RUN_BUDGET_MS);
    }
    page_clock_heed_delays(page_clock, page, RUN_BUDGET_MS);
}

bool page_clock_leave(struct page_clock *page_clock, struct page *page,
                      int64_t deadline_ms, struct error *error)
{
    struct grants grants = {.since_ms = clock_now_ms(), .document = -1};
    int64_t context = page->context;
    page_clock_keep_going(page_clock, page);
    page_clock_drop_expiries(page_clock, page);
    while (page->navigating && page->context == context &&
           page->dialog == NULL) {
        if (clock_now_ms() >= deadline_ms) {
            *error = ERROR_NONE;
            return false;
        }
        if (!page_pump(page, deadline_ms, error))
            return false;
        page_clock_keep_going(page_clock, page);
        if (!page_clock->virtual_time ||
            (!page->submits &&
             clock_now_ms() < grants.since_ms + NAVIGATION_PATIENCE_MS))
            continue;
        if (grants.document < 0)
            page_post(page, "weir.release()");
        grant(page_clock, page, &grants);
    }
    if (grants.document >= 0)
        page_clock_set_policy(page_clock, page, POLICY_PAUSE, NO_BUDGET);
    return true;
}

/* A document that ends without having loaded was cut short, unless it makes
 * room for another one: that is told after it, or soon. */
enum { BROKE_OFF_MS = 2000 };

static void note_end(struct page *page)
{
    if (page->stopped_ms != 0 &&
        clock_now_ms() >= page->stopped_ms + BROKE_OFF_MS)
        snprintf(page->navigation_error, sizeof page->navigation_error, "%s",
                 PAGE_BROKE_OFF);
}

static int64_t next_look(const struct page *page, int64_t deadline_ms)
{
    int64_t end_ms = page->stopped_ms + BROKE_OFF_MS;
    return page->stopped_ms != 0 && end_ms < deadline_ms ? end_ms : deadline_ms;
}

bool page_clock_load(struct page_clock *page_clock, struct page *page,
                     int64_t deadline_ms, struct error *error)
{
    struct grants grants = {.since_ms = clock_now_ms(), .document = -1};
    page_clock_keep_going(page_clock, page);
    page_clock_drop_expiries(page_clock, page);
    while (!page->loaded || page->context == 0) {
        note_end(page);
        if (clock_now_ms() >= deadline_ms ||
            page->navigation_error[0] != '\0') {
            *error = ERROR_NONE;
            return false;
        }
        if (!page_pump(page, next_look(page, deadline_ms), error))
            return false;
        if (!page_clock->virtual_time)
            continue;
        page_clock_release(page_clock, page);
        page_clock_keep_going(page_clock, page);
        if (page_clock->goes)
            continue;
        grant(page_clock, page, &grants);
        if (grants.document >= 0)
            page_clock_heed_delays(page_clock, page, LOAD_PORTION_MS);
    }
    if (page_clock->virtual_time)
        page_clock_halt(page_clock, page);
    return true;
}
