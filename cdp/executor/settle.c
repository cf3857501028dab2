/* Order of this file: turns, a push that was asked for, one that comes by
 * itself, the whole. */
#include "cdp/executor/settle.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "cdp/executor/load.h"
#include "cdp/executor/told.h"

/* A settled state comes after one millisecond and, where frames are awaited,
 * a few times 17. */
enum { SETTLE_MS = 100 };

/* A page that leaves while the clock goes is given so long to do it at that. */
enum { DEPARTURE_MS = 1000 };

/* Another document, perhaps one that was kept, knows nothing of the choice. */
static bool is_where_chosen(const struct browser *browser)
{
    const struct page *page = &browser->page;
    return page->context == browser->chosen_context &&
           strcmp(page->session.target, browser->chosen_target) == 0;
}

int64_t browser_turn(const struct browser *browser)
{
    return browser->between && is_where_chosen(browser) ? -browser->turn
                                                        : browser->turn;
}

static bool is_of_turn(const struct browser *browser,
                       const struct page_push *push)
{
    const struct json *turn = json_read_field(push->root, "turn");
    return told_is(push, "settled") &&
           json_read_int(turn) == browser_turn(browser);
}

/* Takes the settled state of this turn out of the queue, and drops what lies
 * before it. */
static bool take_own_push(struct browser *browser, struct page_push *push)
{
    for (*push = page_take_push(&browser->page); push->root != NULL;
         *push = page_take_push(&browser->page)) {
        if (is_of_turn(browser, push))
            return true;
        page_drop_push(&browser->page, *push);
    }
    return false;
}

/* The settled state of this turn, or none when the document changes. */
static bool await_push(struct browser *browser, struct page_push *push,
                       struct error *error)
{
    struct page *page = &browser->page;
    int64_t context = page->context;
    int64_t since = clock_now_ms();
    push->root = NULL;
    while (page->context == context && !page->navigating &&
           page->dialog == NULL) {
        since = workers_silence_since(&page->workers, since);
        if (clock_now_ms() >=
            since + PAGE_SILENCE_MS + browser->patience.at_most_ms)
            return page_unresponsive(&browser->page, error);
        if (!page_clock_run(&browser->page_clock, page,
                            SETTLE_MS + browser->patience.at_most_ms,
                            browser->deadline_ms, error))
            return false;
        if (take_own_push(browser, push))
            return true;
        /* So long its own rule lets it say nothing. */
        if (clock_now_ms() >= browser->deadline_ms)
            return page_gave_up(page, since + browser->patience.at_most_ms,
                                error);
    }
    return true;
}

/* Under real time the page's push is on its way when all input is answered: so
 * long its end is given to come by. */
enum { GRACE_MS = 5 };

static int64_t grace_ms(const struct browser *browser)
{
    return browser->page_clock.virtual_time ? 0 : GRACE_MS;
}

/* True: the clock may go, and an end that has not come by is to be told. */
static bool has_ended(struct browser *browser, int64_t *answered_ms)
{
    struct page *page = &browser->page;
    if (page->input_ended)
        return true;
    if (page->await_open > 0)
        return false;
    if (*answered_ms == 0) {
        *answered_ms = clock_now_ms();
        return false; /* the end may lie right after the last answer */
    }
    return clock_now_ms() >= *answered_ms + grace_ms(browser);
}

static void tell_end(struct browser *browser)
{
    char call[40];
    snprintf(call, sizeof call, "weir.ended(%lld)",
             (long long)browser_turn(browser));
    page_post(&browser->page, call);
}

/* Then the clock goes although a request of the page is unanswered. */
static int64_t held_until(const struct browser *browser)
{
    return clock_now_ms() + page_clock_patience_ms(&browser->page_clock);
}

/* The page script has begun the next part, and holds the clock (ahead.h). */
static bool begins_next(const struct page_push *push)
{
    return push->root != NULL && json_read_field(push->root, "next") != NULL;
}

/* How far waiting for a push that comes by itself has come. */
struct own_wait {
    int64_t context; /* of the document that was there */
    int64_t since_ms;
    int64_t answered_ms; /* all input was answered then; 0: not yet */
    int64_t held_ms;     /* as held_until says; only while the clock goes */
    int64_t framed;      /* frames that were made when it was looked at last */
    bool goes;           /* the clock */
    bool ended;          /* the input */
};

static struct own_wait begin_wait(struct browser *browser)
{
    struct own_wait wait = {
        .context = browser->page.context,
        .since_ms = clock_now_ms(),
        .goes = page_clock_take_over(&browser->page_clock, &browser->page),
        .framed = browser->page.frames.done,
    };
    wait.held_ms = wait.goes ? held_until(browser) : 0;
    return wait;
}

/* A page that is on its way to another document has nothing more to settle. */
static bool is_leaving(const struct page *page, const struct own_wait *wait)
{
    return page->await_open == 0 && page->navigating &&
           (!wait->goes || clock_now_ms() > wait->since_ms + DEPARTURE_MS);
}

static void note_end(struct browser *browser, struct own_wait *wait)
{
    if (wait->ended || !has_ended(browser, &wait->answered_ms))
        return;
    wait->ended = true;
    if (!browser->page.input_ended)
        tell_end(browser);
}

/* Lets the clock go once the input has ended. False: what is still to come is
 * awaited like a push that was asked for, because the page settles by a rule of
 * its own, or an answer has held the clock for too long. */
static bool goes_on(struct browser *browser, struct own_wait *wait)
{
    note_end(browser, wait);
    if (wait->ended && !wait->goes) {
        wait->goes = true;
        if (browser->patience.at_most_ms > 0)
            return false;
        page_clock_let_go(&browser->page_clock, &browser->page);
        wait->held_ms = held_until(browser);
    }
    return !wait->goes || clock_now_ms() < wait->held_ms ||
           browser->page.navigating;
}

/* When there is something to look at even if the page says nothing. */
static int64_t next_look(const struct browser *browser,
                         const struct own_wait *wait, int64_t silence_ms)
{
    int64_t again_ms = !wait->ended && wait->answered_ms > 0
                           ? wait->answered_ms + grace_ms(browser)
                       : wait->goes ? wait->held_ms
                                    : silence_ms;
    return again_ms < silence_ms ? again_ms : silence_ms;
}

static void note_frames(struct browser *browser, struct own_wait *wait)
{
    if (wait->goes && browser->page.frames.done != wait->framed)
        wait->held_ms = held_until(browser);
    wait->framed = browser->page.frames.done;
}

/* The page script has been told where the input ends and settles by itself as
 * soon as the clock goes. That is when it has seen the last event, or when all
 * input is answered: were the clock let go before, a timer could run between
 * two keys. An end that did not come by (it went to a frame) is told then.
 * Where the page script has begun the part, the clock goes already, and it is
 * the page script that holds it until the end. */
static bool await_own_push(struct browser *browser, struct page_push *push,
                           struct error *error)
{
    struct page *page = &browser->page;
    struct own_wait wait = begin_wait(browser);
    while (!take_own_push(browser, push) && page->context == wait.context &&
           page->dialog == NULL) {
        int64_t silent_ms = page_silent_since(page, wait.since_ms);
        int64_t silence_ms = silent_ms + PAGE_SILENCE_MS;
        if (silence_ms > browser->deadline_ms)
            silence_ms = browser->deadline_ms;
        if (clock_now_ms() >= silence_ms)
            return page_gave_up(page, silent_ms, error);
        if (is_leaving(page, &wait))
            break;
        if (!goes_on(browser, &wait))
            return await_push(browser, push, error);
        if (!page_pump(page, next_look(browser, &wait, silence_ms), error))
            return false;
        note_frames(browser, &wait);
        page_clock_keep_going(&browser->page_clock, page);
    }
    if (page->context == wait.context && begins_next(push))
        page_clock_leave_going(&browser->page_clock, page);
    else if (page->context == wait.context)
        page_clock_stop(&browser->page_clock, page);
    return true;
}

static bool is_blocked(const struct json *settled)
{
    const struct json *decision = json_read_field(settled, "decision");
    return str_is(json_read_string(decision), "blocked");
}

/* Its first settled state, which says so, was passed over. */
bool browser_has_left(const struct browser *browser)
{
    return browser->turn != browser->input_turn &&
           browser->page.passed_turn == browser->input_turn;
}

static bool ask_to_settle(struct browser *browser, struct page_push *push,
                          struct error *error)
{
    const char *rule = browser->patience.call;
    char call[80 + sizeof browser->patience.call];
    if (browser->ahead.stage != AHEAD_NONE)
        ahead_forget(browser);
    browser->turn++;
    snprintf(call, sizeof call, "%s%sweir.settle(%lld,%lld)", rule,
             rule[0] != '\0' ? "," : "", (long long)browser_turn(browser),
             (long long)browser->then_wait_ms);
    page_clock_stop_behind(&browser->page_clock, &browser->page);
    page_drop_pushes(&browser->page);
    if (browser->then_wait_ms > 0)
        page_clock_go_on(&browser->page_clock);
    page_post(&browser->page, call);
    return await_push(browser, push, error);
}

/* What the settled page says beside its state, which could be read. True: the
 * guard has let nothing of the action pass. */
static bool take_settled(struct browser *browser, const struct json *settled,
                         bool is_read)
{
    bool blocked = is_blocked(settled) && !browser_has_left(browser);
    browser->astray =
        blocked && json_read_bool(json_read_field(settled, "astray"));
    if (blocked)
        page_clock_stop_behind(&browser->page_clock, &browser->page);
    if (!browser->in_order)
        action_list_clear(&browser->told);
    if (is_read)
        told_add_events(browser, settled, &browser->told);
    return blocked;
}

static bool settle(struct browser *browser, struct value **state, bool *blocked,
                   struct error *error)
{
    for (;;) {
        bool moved = false;
        struct page_push push = {.root = NULL};
        browser->astray = false;
        if (told_is_asked(browser)) {
            browser->settling = false;
            *blocked = false;
            *state = told_asked_state(browser);
            return true;
        }
        if (browser->settling && !await_own_push(browser, &push, error))
            return false;
        browser->settling = false;
        if (push.root == NULL && !browser_await_steady(browser, error))
            return false;
        if (push.root == NULL && !told_is_asked(browser) &&
            !ask_to_settle(browser, &push, error))
            return false;
        if (push.root == NULL)
            continue; /* another document: it settles, too */
        if (browser->page.navigating) {
            page_push_finish(&push);
            continue;
        }
        bool fine = tabs_attend(browser, &moved, error);
        if (moved) {
            page_push_finish(&push);
            continue;
        }
        fine = fine && told_read_state(browser, &push, state, error);
        *blocked = take_settled(browser, push.root, fine);
        page_push_finish(&push);
        return fine;
    }
}

bool browser_settle(struct browser *browser, struct value **state,
                    bool *blocked, struct error *error)
{
    while (!settle(browser, state, blocked, error)) {
        if (!tabs_survive(browser, error))
            return false;
        browser->settling = false;
    }
    return true;
}
