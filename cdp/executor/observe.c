/* Waiting for events. Order of this file: what a push comes to, a push, all of
 * it. */
#include "cdp/executor/observe.h"

#include <stdio.h>

#include "base/clock.h"
#include "cdp/executor/load.h"
#include "cdp/executor/settle.h"
#include "cdp/executor/told.h"

static struct action event_named(const char *id)
{
    return action_make(value_string(str_text(id)), true, value_list(NULL, 0),
                       ACTION_NO_TIMEOUT);
}

/* The tab is another one than that in which somebody waited. */
static bool tell_of_move(struct browser *browser,
                         struct executor_message *message, struct error *error)
{
    bool blocked;
    browser->settling = false;
    message->kind = EXECUTOR_EVENTS;
    if (browser->tabs.tells)
        action_list_push(&message->events, event_named("tabClosed"));
    return browser_settle(browser, &message->state, &blocked, error);
}

static bool fill(struct browser *browser, const struct page_push *push,
                 struct executor_message *message, struct error *error)
{
    bool moved = false;
    if (!tabs_attend(browser, &moved, error))
        return false;
    if (moved)
        return tell_of_move(browser, message, error);
    if (!told_read_state(browser, push, &message->state, error))
        return false;
    if (!told_is(push, "events")) {
        message->kind = EXECUTOR_TIMEOUT;
        return true;
    }
    message->kind = EXECUTOR_EVENTS;
    told_add_events(browser, push->root, &message->events);
    return true;
}

/* The oldest push that answers a wait; throws away what lies before it. */
static struct page_push take_observation(struct page *page)
{
    struct page_push push = page_take_push(page);
    while (push.root != NULL && told_is(&push, "settled")) {
        page_push_finish(&push);
        push = page_take_push(page);
    }
    return push;
}

/* The page is in the middle of a change; a push will tell when it has settled.
 */
static bool await_conclusion(struct browser *browser, struct page_push *push,
                             struct error *error)
{
    struct page *page = &browser->page;
    int64_t context = page->context;
    int64_t since = clock_now_ms();
    while (page->context == context) {
        *push = take_observation(page);
        if (push->root != NULL)
            return true;
        if (clock_now_ms() >= since + PAGE_SILENCE_MS ||
            clock_now_ms() >= browser->deadline_ms)
            return page_gave_up(page, since, error);
        if (!page_pump(page, browser->deadline_ms, error))
            return false;
    }
    return true;
}

/* The time is over and the page has pushed nothing: asks it for the state. A
 * push that crossed the question wins. */
static bool read_now(struct browser *browser, struct page_push *push,
                     struct error *error)
{
    struct json *answer = NULL;
    if (!page_evaluate(&browser->page, STR("weir.endWait()"),
                       browser->deadline_ms, &answer, error))
        return error->code == ERROR_OK;
    *push = take_observation(&browser->page);
    if (push->root != NULL) {
        json_destroy(answer);
        return true;
    }
    bool is_pending = json_read_bool(json_read_field(answer, "pending"));
    if (!is_pending) {
        *push = page_push_make(answer, browser->page.journal.heard);
        return true;
    }
    json_destroy(answer);
    return await_conclusion(browser, push, error);
}

/* Arms the observer and lets time pass. push->root stays NULL when the document
 * went away. */
static bool watch(struct browser *browser, int64_t wait_ms,
                  struct page_push *push, struct error *error)
{
    struct page *page = &browser->page;
    bool is_virtual = browser->page_clock.virtual_time;
    char call[60];
    snprintf(call, sizeof call, "weir.wait(%lld)",
             is_virtual ? (long long)(wait_ms < 1 ? 1 : wait_ms) : 0LL);
    if (!page_clock_goes_on(&browser->page_clock, page)) {
        page_drop_pushes(page);
        page_post(page, call);
    }
    push->root = NULL;
    int64_t context = page->context;
    if (!page_clock_run(&browser->page_clock, page, wait_ms,
                        browser->deadline_ms, error))
        return false;
    if (page->context != context || page->navigating || page->dialog != NULL)
        return true;
    *push = take_observation(page);
    return push->root != NULL || read_now(browser, push, error);
}

bool browser_hear(struct browser *browser, struct executor_message *message,
                  bool *found, struct error *error)
{
    struct page_push push = watch_take(&browser->page.watch);
    *found = push.root != NULL;
    if (!*found)
        return true;
    bool fine = fill(browser, &push, message, error);
    page_push_finish(&push);
    return fine;
}

void browser_absorb(struct browser *browser)
{
    for (;;) {
        struct page_push told = watch_take(&browser->page.watch);
        if (told.root == NULL)
            return;
        told_add_events(browser, told.root, &browser->told);
        page_push_finish(&told);
    }
}

static bool observe(struct browser *browser, int64_t wait_ms,
                    struct executor_message *message, struct error *error)
{
    struct page_push push = {.root = NULL};
    bool was_asked = told_is_asked(browser);
    bool found;
    if (!page_clock_goes_on(&browser->page_clock, &browser->page))
        page_drop_pushes(&browser->page);
    if (!browser_hear(browser, message, &found, error))
        return false;
    if (found)
        return true;
    while (push.root == NULL && !told_is_asked(browser)) {
        if (!page_clock_goes_on(&browser->page_clock, &browser->page) &&
            !browser_await_steady(browser, error))
            return false;
        if (!told_is_asked(browser) && !watch(browser, wait_ms, &push, error))
            return false;
    }
    if (push.root == NULL) {
        message->kind = was_asked ? EXECUTOR_TIMEOUT : EXECUTOR_EVENTS;
        message->state = told_asked_state(browser);
        return true;
    }
    bool fine = fill(browser, &push, message, error);
    page_push_finish(&push);
    return fine;
}

bool browser_observe(struct browser *browser, int64_t wait_ms,
                     struct executor_message *message, struct error *error)
{
    return observe(browser, wait_ms, message, error) ||
           (tabs_survive(browser, error) &&
            tell_of_move(browser, message, error));
}
