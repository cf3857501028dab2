/* Order of this file: the policy, requests that are held back, stopping, a new
 * document. */
#include "cdp/time/clock_policy.h"

#include <stdio.h>

#include "cdp/wire/params.h"

/* Tasks that a restless page may run without the clock moving. */
enum { STARVATION_LIMIT = 1000 };

/* How far the clock goes at a time while requests are held back: so much later
 * than it was made another request stops it. Each step is a trip to the page.
 */
enum { STEP_MS = 10 };

static const char *const policy_names[] = {
    [POLICY_PAUSE] = "pause",
    [POLICY_ADVANCE] = "advance",
    [POLICY_WITH_NETWORK] = "pauseIfNetworkFetchesPending",
};

void page_clock_set_policy(const struct page_clock *page_clock,
                           struct page *page, enum policy policy,
                           int64_t budget_ms)
{
    struct cdp_params params;
    cdp_params_init(&params);
    cdp_params_text(&params, "policy", str_text(policy_names[policy]));
    if (budget_ms != NO_BUDGET)
        cdp_params_int(&params, "budget", budget_ms);
    if (page_clock->counts_tasks && policy != POLICY_PAUSE)
        cdp_params_int(&params, "maxVirtualTimeTaskStarvationCount",
                       STARVATION_LIMIT);
    cdp_session_post(&page->session, "Emulation.setVirtualTimePolicy",
                     cdp_params_end(&params));
    cdp_params_finish(&params);
}

/* ---- requests that are held back (delays.h) ------------------------------ */

/* A document that we have not heard of keeps no time for them yet. */
static bool are_all_held(const struct page *page)
{
    return page->context != 0 && page->delays.by_page &&
           page->delays.count > 0 &&
           network_unanswered(&page->network) <= page->delays.count;
}

/* Only while the clock stands: the time of each begins at the same moment in
 * every run. */
static void tell_delays(struct page *page)
{
    struct buf call;
    if (page->context == 0)
        return;
    buf_init(&call);
    while (delays_tell(&page->delays, &call)) {
        page_post(page, buf_text(&call));
        buf_clear(&call);
    }
    buf_finish(&call);
}

/* Requests under way stop the clock, unless all of them are held back: then it
 * goes step by step, and what is asked for in a step is waited for after it. A
 * step that is still open from an earlier time ends this one, too. */
void page_clock_grant(struct page_clock *page_clock, struct page *page,
                      int64_t budget_ms)
{
    page_clock->steps = are_all_held(page);
    if (!page_clock->steps) {
        page_clock_set_policy(page_clock, page, POLICY_WITH_NETWORK, budget_ms);
        return;
    }
    page_clock_set_policy(page_clock, page, POLICY_ADVANCE,
                          page_clock->step_open ? budget_ms : STEP_MS);
    page_clock->step_open = true;
}

/* A budget has run out: that of the step, as far as anybody knows. */
void page_clock_drop_expiries(struct page_clock *page_clock, struct page *page)
{
    if (page->expiries > 0)
        page_clock->step_open = false;
    page->expiries = 0;
}

/* It has stopped the clock. */
void page_clock_note_expiries(struct page_clock *page_clock, struct page *page)
{
    page_clock_drop_expiries(page_clock, page);
    tell_delays(page);
}

static void send_due(struct page_clock *page_clock, struct page *page,
                     int64_t budget_ms)
{
    size_t owed = delays_send_due(&page->delays, &page->session);
    if (owed == 0)
        return;
    page_clock_grant(page_clock, page, budget_ms);
    char call[40];
    snprintf(call, sizeof call, "weir.sent(%zu)", owed);
    page_post(page, call);
}

/* For loops around page_pump while the clock goes. */
void page_clock_heed_delays(struct page_clock *page_clock, struct page *page,
                            int64_t budget_ms)
{
    if (!page_clock->virtual_time)
        return;
    send_due(page_clock, page, budget_ms);
    if (page_clock->steps || !are_all_held(page))
        return;
    tell_delays(page);
    page_clock_grant(page_clock, page, budget_ms);
}

void page_clock_note_relief(struct page_clock *page_clock)
{
    if (page_clock->pace != PAGE_CLOCK_PATIENT)
        return;
    page_clock->held_out = 0;
    page_clock->waited_ms = 0;
}

/* After this the page's tasks do not run, and what it keeps itself busy with is
 * one of them. It lets go of it with the next word for which the clock goes. */
void page_clock_halt(struct page_clock *page_clock, struct page *page)
{
    page_clock->goes = false;
    page_clock->steps = false;
    page_clock_note_relief(page_clock);
    page_clock_set_policy(page_clock, page, POLICY_PAUSE, NO_BUDGET);
    tell_delays(page);
}

/* A new document stands still until it is told to go. */
void page_clock_release(struct page_clock *page_clock, struct page *page)
{
    if (page->context == 0 || page_clock->released == page->document)
        return;
    page_clock->released = page->document;
    page_clock->step_open = false; /* it may be in another process */
    page_post(page, "weir.begin()");
}
