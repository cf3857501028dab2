/* The clock of a document that is there. Order of this file: how long is
 * waited, letting it go, after a push, running. */
#include "cdp/time/page_clock.h"

#include "base/clock.h"
#include "base/log.h"
#include "cdp/time/clock_policy.h"

static bool is_over(const struct page *page, int64_t context)
{
    return page->push_count > 0 || page->context != context ||
           page->dialog != NULL;
}

/* The page stood still to leave, and has not left. */
static void note_change_of_mind(struct page *page, bool *leaves)
{
    if (*leaves && !page->navigating)
        page_post(page, "weir.stay()");
    *leaves = page->navigating;
}

enum { USUAL_PATIENCE_MS = 1000 };

int64_t page_clock_patience_ms(const struct page_clock *page_clock)
{
    enum { WORN_MS = 50, TIMES = 3 };
    return page_clock->held_out < TIMES ? USUAL_PATIENCE_MS : WORN_MS;
}

/* Until when the push may take, from now or from the last frame on: each one
 * shows that the page gets on, and on a busy machine a second is few of them.
 * Requests have had some of their time already where the run before has ended
 * without them. A page that never rests gets as long as any other that gives no
 * answer: the machine may be busy. */
static int64_t patience(const struct page_clock *page_clock, int64_t for_ms)
{
    int64_t least_ms = USUAL_PATIENCE_MS;
    if (page_clock->pace == PAGE_CLOCK_PATIENT) {
        least_ms = page_clock_patience_ms(page_clock);
        for_ms -= page_clock->waited_ms;
    } else if (page_clock->pace == PAGE_CLOCK_STARVES) {
        least_ms = PAGE_SILENCE_MS;
    }
    return clock_now_ms() + (for_ms > least_ms ? for_ms : least_ms);
}

/* The push is overdue: first requests that stay unanswered are left to
 * themselves, then the clock goes although the page never rests. */
static void push_on(struct page_clock *page_clock, struct page *page)
{
    if (page_clock->pace == PAGE_CLOCK_PATIENT) {
        log_debug("requests of the page hold virtual time back");
        page_clock->pace = PAGE_CLOCK_ADVANCES;
        page_clock->held_out++;
    } else {
        log_debug("the page never rests");
        page_clock->pace = PAGE_CLOCK_STARVES;
        page_clock->counts_tasks = true;
    }
    page_clock_set_policy(page_clock, page, POLICY_ADVANCE, RUN_BUDGET_MS);
}

void page_clock_let_go(struct page_clock *page_clock, struct page *page)
{
    if (!page_clock->virtual_time)
        return;
    page_clock->pace = PAGE_CLOCK_PATIENT;
    page_clock->goes = true;
    page_clock_drop_expiries(page_clock, page);
    page_clock_grant(page_clock, page, RUN_BUDGET_MS);
    page_clock_heed_delays(page_clock, page, RUN_BUDGET_MS);
}

void page_clock_go_early(struct page_clock *page_clock, struct page *page)
{
    page_clock_let_go(page_clock, page);
    page_clock->behind = page_clock->virtual_time ? page->context : 0;
}

void page_clock_stop(struct page_clock *page_clock, struct page *page)
{
    if (page_clock->virtual_time)
        page_clock_halt(page_clock, page);
}

void page_clock_go_on(struct page_clock *page_clock)
{
    page_clock->goes_behind = page_clock->virtual_time;
}

bool page_clock_goes_on(const struct page_clock *page_clock,
                        const struct page *page)
{
    return page_clock->behind != 0 && page_clock->behind == page->context;
}

void page_clock_leave_going(struct page_clock *page_clock, struct page *page)
{
    page_clock->behind = page_clock->virtual_time ? page->context : 0;
}

bool page_clock_take_over(struct page_clock *page_clock,
                          const struct page *page)
{
    bool goes = page_clock_goes_on(page_clock, page);
    page_clock->behind = 0;
    return goes;
}

void page_clock_stop_behind(struct page_clock *page_clock, struct page *page)
{
    if (page_clock_goes_on(page_clock, page))
        page_clock_halt(page_clock, page);
    page_clock->behind = 0;
}

/* Stops the clock, unless it is to go on while the state is looked at. */
static void end_virtual(struct page_clock *page_clock, struct page *page,
                        int64_t context, int64_t started_ms)
{
    if (page->push_count > 0)
        page_clock_note_relief(page_clock);
    if (page_clock->pace == PAGE_CLOCK_ADVANCES)
        page_clock->waited_ms = clock_now_ms() - started_ms;
    if (page->context == context && page_clock->goes_behind &&
        page->push_count > 0)
        page_clock->behind = context;
    else if (page->context == context)
        page_clock_halt(page_clock, page);
    page_clock->goes_behind = false;
}

static bool run_virtual(struct page_clock *page_clock, struct page *page,
                        int64_t for_ms, int64_t deadline_ms,
                        struct error *error)
{
    int64_t started_ms = clock_now_ms();
    int64_t context = page->context;
    if (!page_clock_goes_on(page_clock, page))
        page_clock_let_go(page_clock, page);
    page_clock->behind = 0;
    int64_t overdue_ms = patience(page_clock, for_ms);
    int64_t framed = page->frames.done;
    bool leaves = false;
    while (!is_over(page, context)) {
        if (clock_now_ms() >= deadline_ms)
            return page_gave_up(page, started_ms + for_ms, error);
        if (!page_pump(page,
                       overdue_ms < deadline_ms ? overdue_ms : deadline_ms,
                       error))
            return false;
        if (is_over(page, context))
            break;
        note_change_of_mind(page, &leaves);
        if (page->workers.are_busy ||
            (page_clock->steps && page->expiries > 0) ||
            page->frames.done != framed)
            overdue_ms = patience(page_clock, for_ms);
        framed = page->frames.done;
        page_clock_keep_going(page_clock, page);
        if (clock_now_ms() < overdue_ms)
            continue;
        if (leaves)
            break;
        if (page_clock->pace == PAGE_CLOCK_STARVES)
            return page_unresponsive(page, error);
        push_on(page_clock, page);
        overdue_ms = patience(page_clock, for_ms);
    }
    end_virtual(page_clock, page, context, started_ms);
    return true;
}

static bool run_real(struct page *page, int64_t for_ms, int64_t deadline_ms,
                     struct error *error)
{
    int64_t context = page->context;
    int64_t until = clock_now_ms() + for_ms;
    if (until > deadline_ms)
        until = deadline_ms;
    while (!is_over(page, context) && !page->navigating &&
           clock_now_ms() < until)
        if (!page_pump(page, until, error))
            return false;
    return true;
}

bool page_clock_run(struct page_clock *page_clock, struct page *page,
                    int64_t for_ms, int64_t deadline_ms, struct error *error)
{
    if (for_ms < 1)
        for_ms = 1;
    if (page_clock->virtual_time)
        return run_virtual(page_clock, page, for_ms, deadline_ms, error);
    return run_real(page, for_ms, deadline_ms, error);
}
