/* Where a clock begins. Order of this file: time zone and language, sending it
 * ahead, what input is dated by, a session's first clock, that of another tab,
 * what the page says of it. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/clock.h"
#include "cdp/time/clock_policy.h"
#include "cdp/wire/params.h"

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
    page_clock_set_policy(page_clock, page, POLICY_ADVANCE,
                          HEAD_START_S * INT64_C(1000));
}

static bool await_head_start(struct page_clock *page_clock, struct page *page,
                             int64_t deadline_ms, struct error *error)
{
    int64_t since = clock_now_ms();
    while (page->expiries == 0) {
        /* The first document may have been there before the page script. */
        page_clock_release(page_clock, page);
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
    page_clock_set_policy(page_clock, page, POLICY_ADVANCE,
                          HEAD_START_S * INT64_C(1000));
    return true;
}

void page_clock_begin(struct page_clock *page_clock, struct page *page)
{
    if (page_clock->virtual_time)
        page_clock_release(page_clock, page);
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
