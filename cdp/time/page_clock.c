/* Order of this file: the policy, requests that are held back, then start, load
 * and run. */
#include "cdp/time/page_clock.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/log.h"
#include "cdp/wire/params.h"

/* One portion of the clock while a document loads: small, because a large one
 * may be spent before the first request and leave the page stuck. */
enum { LOAD_PORTION_MS = 10 };

/* Tasks that a restless page may run without the clock moving. */
enum { STARVATION_LIMIT = 1000 };

/* How far the clock goes at a time while requests are held back: so much later
 * than it was made another request stops it. Each step is a trip to the page.
 */
enum { STEP_MS = 10 };

enum policy { POLICY_PAUSE, POLICY_ADVANCE, POLICY_WITH_NETWORK };

static const char *const policy_names[] = {
    [POLICY_PAUSE] = "pause",
    [POLICY_ADVANCE] = "advance",
    [POLICY_WITH_NETWORK] = "pauseIfNetworkFetchesPending",
};

enum {
    NO_BUDGET = 0,
    /* Time goes only on a budget, and a budget that was given cannot be taken
     * back: it ends at its moment, in whatever is going on then. So runs are
     * given one that never ends; the page script's push stops them. */
    RUN_BUDGET_MS = 1000 * 1000 * 1000,
};

static void set_policy(const struct page_clock *page_clock, struct page *page,
                       enum policy policy, int64_t budget_ms)
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
 * goes step by step, and what is asked for in a step is waited for behind it. A
 * step that is still open from an earlier time ends this one, too. */
static void grant_time(struct page_clock *page_clock, struct page *page,
                       int64_t budget_ms)
{
    page_clock->steps = are_all_held(page);
    if (!page_clock->steps) {
        set_policy(page_clock, page, POLICY_WITH_NETWORK, budget_ms);
        return;
    }
    set_policy(page_clock, page, POLICY_ADVANCE,
               page_clock->step_open ? budget_ms : STEP_MS);
    page_clock->step_open = true;
}

/* A budget has run out: that of the step, as far as anybody knows. */
static void drop_expiries(struct page_clock *page_clock, struct page *page)
{
    if (page->expiries > 0)
        page_clock->step_open = false;
    page->expiries = 0;
}

/* It has stopped the clock. */
static void note_expiries(struct page_clock *page_clock, struct page *page)
{
    drop_expiries(page_clock, page);
    tell_delays(page);
}

static void send_due(struct page_clock *page_clock, struct page *page,
                     int64_t budget_ms)
{
    size_t owed = delays_send_due(&page->delays, &page->session);
    if (owed == 0)
        return;
    grant_time(page_clock, page, budget_ms);
    char call[40];
    snprintf(call, sizeof call, "weir.sent(%zu)", owed);
    page_post(page, call);
}

/* For loops around page_pump while the clock goes. */
static void heed_delays(struct page_clock *page_clock, struct page *page,
                        int64_t budget_ms)
{
    if (!page_clock->virtual_time)
        return;
    send_due(page_clock, page, budget_ms);
    if (page_clock->steps || !are_all_held(page))
        return;
    tell_delays(page);
    grant_time(page_clock, page, budget_ms);
}

static void note_relief(struct page_clock *page_clock)
{
    if (page_clock->pace != PAGE_CLOCK_PATIENT)
        return;
    page_clock->held_out = 0;
    page_clock->waited_ms = 0;
}

/* After this the page's tasks do not run, and what it keeps itself busy with is
 * one of them. It lets go of it with the next word for which the clock goes. */
static void stop(struct page_clock *page_clock, struct page *page)
{
    page_clock->goes = false;
    page_clock->steps = false;
    note_relief(page_clock);
    set_policy(page_clock, page, POLICY_PAUSE, NO_BUDGET);
    tell_delays(page);
}

/* A new document stands still until it is told to go. */
static void let_go(struct page_clock *page_clock, struct page *page)
{
    if (page->context == 0 || page_clock->released == page->document)
        return;
    page_clock->released = page->document;
    page_clock->step_open = false; /* it may be in another process */
    page_post(page, "weir.begin()");
}

/* Browsers date frames by the real clock, and a page for which that lies in the
 * future waits for it: every frame takes as long as the page's clock is behind.
 * So it is sent ahead, further than a test holds it back. */
enum { HEAD_START_S = 10 * 60 };

static void set_word(struct page *page, const char *method, const char *name,
                     const char *value)
{
    struct cdp_params params;
    cdp_params_init(&params);
    cdp_params_text(&params, name, str_text(value));
    page_group_send(page, method, cdp_params_end(&params));
    cdp_params_finish(&params);
}

static void set_zone(const struct page_clock *page_clock, struct page *page)
{
    const char *zone = page_clock->environment->time_zone;
    if (zone[0] != '\0' || page_clock->virtual_time)
        set_word(page, "Emulation.setTimezoneOverride", "timezoneId",
                 zone[0] == '\0' ? "UTC" : zone);
}

static void set_locale(const struct page_clock *page_clock, struct page *page)
{
    const char *locale = page_clock->environment->locale;
    if (locale[0] != '\0' || page_clock->virtual_time)
        set_word(page, "Emulation.setLocaleOverride", "locale",
                 locale[0] == '\0' ? "en-US" : locale);
}

static void stop_at_epoch(const struct page_clock *page_clock,
                          struct page *page)
{
    /* Half a millisecond more: browsers blur the time by less than that, and
     * the page must not see another millisecond for it. */
    char pause[120];
    snprintf(pause, sizeof pause,
             "{\"policy\":\"pause\",\"initialVirtualTime\":%" PRId64 ".0005}",
             page_clock->epoch_s - HEAD_START_S);
    page_group_send(page, "Emulation.setVirtualTimePolicy", str_text(pause));
    set_policy(page_clock, page, POLICY_ADVANCE, HEAD_START_S * INT64_C(1000));
}

static bool await_head_start(struct page_clock *page_clock, struct page *page,
                             int64_t deadline_ms, struct error *error)
{
    int64_t since = clock_now_ms();
    while (page->expiries == 0) {
        /* The first document may have been there before the page script. */
        let_go(page_clock, page);
        if (clock_now_ms() >= deadline_ms)
            return page_gave_up(page, since, error);
        if (!page_pump(page, deadline_ms, error))
            return false;
    }
    return true;
}

/* Browsers date input by the real clock, too, and for a document that the page
 * went to by itself that lies before its beginning. Chromium ends such a page
 * (a CHECK of its "soft navigations") when an input changes the address within
 * the document and then the text. So input is dated by the page's clock. That
 * was at the real time when it was stopped for the first time, a little before
 * we heard of it: input is never dated too early. */
static void date_input(const struct page_clock *page_clock, struct page *page)
{
    const double per_s = 1e6; /* browsers count microseconds */
    double date_s = page_clock->started_s + page_clock->ahead_s +
                    (double)page_clock->now_ms / 1000;
    page->input_s = round(date_s * per_s) / per_s;
}

void page_clock_set_out(struct page_clock *page_clock, struct page *page,
                        const struct environment *environment,
                        bool virtual_time)
{
    *page_clock = (struct page_clock){.virtual_time = virtual_time,
                                      .environment = environment,
                                      .epoch_s = environment->has_date
                                                     ? environment->date_s
                                                     : PAGE_CLOCK_EPOCH_S,
                                      .started_ms = clock_now_ms()};
    page->input_s = 0;
    page->expiries = 0;
    set_zone(page_clock, page);
    set_locale(page_clock, page);
    if (virtual_time)
        stop_at_epoch(page_clock, page);
}

bool page_clock_start(struct page_clock *page_clock, struct page *page,
                      int64_t deadline_ms, struct error *error)
{
    if (!page_clock->virtual_time)
        return true;
    page_clock->started_s = clock_wall_s();
    page_clock->ahead_s = HEAD_START_S;
    date_input(page_clock, page);
    return await_head_start(page_clock, page, deadline_ms, error);
}

bool page_clock_join(struct page_clock *page_clock, struct page *page,
                     const struct page_clock *opener, enum page_clock_kin kin)
{
    bool shares = kin == PAGE_CLOCK_SHARES;
    *page_clock = (struct page_clock){
        .virtual_time = opener->virtual_time,
        .environment = opener->environment,
        .epoch_s = opener->epoch_s,
        .now_ms = opener->now_ms,
        .started_ms = opener->started_ms,
        .started_s = opener->started_s,
        .ahead_s = opener->ahead_s,
    };
    page->posts = true;
    set_zone(page_clock, page);
    /* Of a process, as the clock. */
    if (!shares)
        set_locale(page_clock, page);
    page->posts = false;
    if (!page_clock->virtual_time)
        return false;
    if (!shares) {
        page_clock->ahead_s = kin == PAGE_CLOCK_EMPTY ? HEAD_START_S : 0;
        page_clock->started_s =
            clock_wall_s() - (double)page_clock->now_ms / 1000;
    }
    date_input(page_clock, page);
    if (shares)
        return false;
    char pause[120];
    snprintf(pause, sizeof pause,
             "{\"policy\":\"pause\",\"initialVirtualTime\":%.4f}",
             (double)(page_clock->epoch_s - page_clock->ahead_s) +
                 (double)page_clock->now_ms / 1000 + 0.0005);
    cdp_session_post(&page->session, "Emulation.setVirtualTimePolicy",
                     str_text(pause));
    if (kin != PAGE_CLOCK_EMPTY)
        return false;
    set_policy(page_clock, page, POLICY_ADVANCE, HEAD_START_S * INT64_C(1000));
    return true;
}

void page_clock_begin(struct page_clock *page_clock, struct page *page)
{
    if (page_clock->virtual_time)
        let_go(page_clock, page);
}

void page_clock_hear(struct page_clock *page_clock, struct page *page,
                     const struct json *message)
{
    const struct json *now = json_read_field(message, "now");
    if (now == NULL)
        return;
    page_clock->now_ms = json_read_int(now) - page_clock->epoch_s * 1000;
    const struct json *due = json_read_field(message, "due");
    page_clock->due_us =
        due == NULL ? 0 : (page_clock->now_ms + json_read_int(due)) * 1000;
    if (page_clock->virtual_time)
        date_input(page_clock, page);
}

int64_t page_clock_now_us(const struct page_clock *page_clock)
{
    if (page_clock->virtual_time)
        return page_clock->now_ms * 1000;
    return (clock_now_ms() - page_clock->started_ms) * 1000;
}

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
    note_expiries(page_clock, page);
    grant_time(page_clock, page, LOAD_PORTION_MS);
}

void page_clock_keep_going(struct page_clock *page_clock, struct page *page)
{
    if (!page_clock->goes)
        return;
    if (page->expiries > 0) {
        note_expiries(page_clock, page);
        grant_time(page_clock, page, RUN_BUDGET_MS);
    }
    heed_delays(page_clock, page, RUN_BUDGET_MS);
}

bool page_clock_leave(struct page_clock *page_clock, struct page *page,
                      int64_t deadline_ms, struct error *error)
{
    struct grants grants = {.since_ms = clock_now_ms(), .document = -1};
    int64_t context = page->context;
    page_clock_keep_going(page_clock, page);
    drop_expiries(page_clock, page);
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
        set_policy(page_clock, page, POLICY_PAUSE, NO_BUDGET);
    return true;
}

/* A document that ends without having loaded was cut short, unless it makes
 * room for another one: that is told behind it, or soon. */
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
    drop_expiries(page_clock, page);
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
        let_go(page_clock, page);
        page_clock_keep_going(page_clock, page);
        if (page_clock->goes)
            continue;
        grant(page_clock, page, &grants);
        if (grants.document >= 0)
            heed_delays(page_clock, page, LOAD_PORTION_MS);
    }
    if (page_clock->virtual_time)
        stop(page_clock, page);
    return true;
}

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
    set_policy(page_clock, page, POLICY_ADVANCE, RUN_BUDGET_MS);
}

void page_clock_let_go(struct page_clock *page_clock, struct page *page)
{
    if (!page_clock->virtual_time)
        return;
    page_clock->pace = PAGE_CLOCK_PATIENT;
    page_clock->goes = true;
    drop_expiries(page_clock, page);
    grant_time(page_clock, page, RUN_BUDGET_MS);
    heed_delays(page_clock, page, RUN_BUDGET_MS);
}

void page_clock_go_early(struct page_clock *page_clock, struct page *page)
{
    page_clock_let_go(page_clock, page);
    page_clock->behind = page_clock->virtual_time ? page->context : 0;
}

void page_clock_stop(struct page_clock *page_clock, struct page *page)
{
    if (page_clock->virtual_time)
        stop(page_clock, page);
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
        stop(page_clock, page);
    page_clock->behind = 0;
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
    if (page->push_count > 0)
        note_relief(page_clock);
    if (page_clock->pace == PAGE_CLOCK_ADVANCES)
        page_clock->waited_ms = clock_now_ms() - started_ms;
    if (page->context == context && page_clock->goes_behind &&
        page->push_count > 0)
        page_clock->behind = context;
    else if (page->context == context)
        stop(page_clock, page);
    page_clock->goes_behind = false;
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
