/* Touch: Input.dispatchTouchEvent. The browser delivers touches with frames, so
 * frames are made until each is answered; out of them it makes clicks and
 * scrolling.
 *
 * Every touch is dated by us: whether two taps are a double tap, and how fast a
 * finger was when it left the screen, does not depend on how busy the machine
 * is. A tap is dated by the page's clock, as all input is (page_clock.c). The
 * moves of a swipe are held back when they lie in the future of the frames. If
 * they lie in the past Chromium guesses where the finger will have gone by the
 * time of the frame, and scrolls some pixels too far; not if that past is from
 * before the machine was started. So the dates of a swipe lie ten years back.
 *
 * Order of this file: dates, the finger, the actions, the table. */
#include "cdp/actions/act_internal.h"

#include "base/clock.h"
#include "cdp/input/mouse.h"
#include "cdp/wire/params.h"

enum { SWIPE_MOVES = 4, DISTANCE_LIMIT = 100 * 1000 };

static const double past_s = 10 * 365 * 24 * 3600.0;
/* Between actions: no double tap. */
static const double pause_s = 0.5;
static const double move_s = 0.02;
/* The finger rests before it leaves: what it has scrolled does not run on. */
static const double rest_s = 0.3;

/* Of a tap that begins now. Chromium ends a page that changes its address in an
 * input from before its document (page_clock.c). */
static double tap_date(struct browser *browser)
{
    double now_s = browser->page.input_s;
    if (now_s <= 0)
        now_s = clock_wall_s();
    double next_s = browser->tap_s + pause_s;
    browser->tap_s = now_s > next_s ? now_s : next_s;
    return browser->tap_s;
}

static void lapse(struct acting *acting, double seconds)
{
    struct browser *browser = acting->browser;
    if (browser->touch_s <= 0)
        browser->touch_s = clock_wall_s() - past_s;
    browser->touch_s += seconds;
}

/* ---- the finger ------------------------------------------------------------
 */

/* `at` NULL: it leaves the screen. */
static void send_touch(struct acting *acting, const char *type, double date_s,
                       const struct act_spot *at)
{
    struct cdp_params params;
    struct buf points;
    buf_init(&points);
    if (at != NULL) {
        buf_add_text(&points, "[{\"x\":");
        json_add_float(&points, at->x);
        buf_add_text(&points, ",\"y\":");
        json_add_float(&points, at->y);
        buf_add_text(&points, "}]");
    }
    cdp_params_init(&params);
    cdp_params_text(&params, "type", str_text(type));
    cdp_params_raw(&params, "touchPoints",
                   at == NULL ? STR("[]") : buf_str(&points));
    cdp_params_float(&params, "timestamp", date_s);
    page_group_send(&acting->browser->page, "Input.dispatchTouchEvent",
                    cdp_params_end(&params));
    cdp_params_finish(&params);
    buf_finish(&points);
}

static bool touch(struct acting *acting, const char *type,
                  const struct act_spot *at)
{
    page_group_begin(&acting->browser->page);
    send_touch(acting, type, acting->browser->touch_s, at);
    return act_await(acting);
}

/* The clicks or the scrolling that the browser makes of touches come after
 * them, and before a mouse event that is sent now. */
static enum act_outcome finish_touch(struct acting *acting)
{
    struct mouse mouse = {.page = &acting->browser->page, .x = 0, .y = 0};
    page_group_begin(mouse.page);
    mouse_flush(&mouse);
    return act_await_framed(acting) ? ACT_DONE : ACT_FAILED;
}

/* Without frames of ours a browser whose clock stands delivers no touches. */
static enum act_outcome begin_touch(struct acting *acting,
                                    struct act_spot *spot)
{
    struct browser *browser = acting->browser;
    if (browser->page_clock.virtual_time && !browser->page.frame_control) {
        error_set(acting->error, ERROR_RUN,
                  "touch needs a headless shell, or --time real");
        return ACT_FAILED;
    }
    lapse(acting, pause_s);
    enum act_outcome outcome = act_aim_at(acting, 0, 0, "", spot);
    if (outcome == ACT_DONE)
        page_post(&browser->page, "weir.draw(true)");
    return outcome;
}

/* ---- the actions ----------------------------------------------------------
 */

static enum act_outcome do_tap(struct acting *acting)
{
    struct act_spot spot;
    enum act_outcome outcome = begin_touch(acting, &spot);
    if (outcome != ACT_DONE)
        return outcome;
    struct browser *browser = acting->browser;
    double date_s = tap_date(browser);
    page_group_begin(&browser->page);
    send_touch(acting, "touchStart", date_s, &spot);
    send_touch(acting, "touchEnd", date_s + move_s, NULL);
    return act_await(acting) ? finish_touch(acting) : ACT_FAILED;
}

/* Arguments: ref, pixels to the right, pixels down, as the finger moves. */
static enum act_outcome do_swipe(struct acting *acting)
{
    struct act_spot from, by;
    if (!act_distance(acting, 1, DISTANCE_LIMIT, &by))
        return ACT_FAILED;
    enum act_outcome outcome = begin_touch(acting, &from);
    if (outcome != ACT_DONE)
        return outcome;
    bool fine = touch(acting, "touchStart", &from);
    for (int i = 1; i <= SWIPE_MOVES && fine; i++) {
        struct act_spot at = {from.x + by.x * i / SWIPE_MOVES,
                              from.y + by.y * i / SWIPE_MOVES};
        lapse(acting, move_s);
        fine = touch(acting, "touchMove", &at);
    }
    lapse(acting, rest_s);
    fine = fine && touch(acting, "touchEnd", NULL);
    return fine ? finish_touch(acting) : ACT_FAILED;
}

const struct performer act_touch_performers[] = {
    {"tap", do_tap},
    {"swipe", do_swipe},
    {NULL, NULL},
};
