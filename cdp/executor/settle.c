/* States: after an action, once the page has settled; and while waiting for
 * events. */
#include "cdp/executor/settle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "cdp/executor/load.h"
#include "cdp/page/dialog.h"

/* A settled state comes after one millisecond and, where frames are awaited,
 * a few times 17. */
enum { SETTLE_MS = 100 };

/* A page that leaves while the clock goes is given so long to do it at that. */
enum { DEPARTURE_MS = 1000 };

/* Keeps what the page shows, and gives it together with what it has said since
 * the last state that was sent. */
static struct value *take_in(struct browser *browser,
                             const struct page_push *push)
{
    value_unref(browser->shown);
    browser->shown = tabs_add_to(
        browser, written_take(&browser->written, value_ref(push->state)));
    browser->heard = push->heard;
    return journal_add_to(&browser->page.journal, push->heard,
                          value_ref(browser->shown));
}

bool browser_blame_selector(const struct json *told, enum error_code code,
                            struct error *error)
{
    struct str selector = json_read_string(json_read_field(told, "selector"));
    struct str words = json_read_string(json_read_field(told, "message"));
    return error_set(error, code, "`%.*s` is not a valid CSS selector (%.*s)",
                     STR_ARGS(selector), STR_ARGS(words));
}

/* Reads what the page script says of the state. */
static bool read_state(struct browser *browser, const struct page_push *push,
                       struct value **state, struct error *error)
{
    const struct json *message = push->root;
    page_clock_hear(&browser->page_clock, &browser->page, message);
    browser->generation = json_read_int(json_read_field(message, "generation"));
    const struct json *trouble = json_read_field(message, "error");
    *state = NULL;
    if (push->state != NULL) {
        *state = take_in(browser, push);
        return true;
    }
    if (trouble == NULL && browser->between) {
        ahead_hear(browser, message);
        return true;
    }
    if (trouble == NULL)
        return error_set(error, ERROR_RUN,
                         "the page script tells of no state that is known");
    struct str kind = json_read_string(json_read_field(trouble, "kind"));
    struct str selector =
        json_read_string(json_read_field(trouble, "selector"));
    struct str words = json_read_string(json_read_field(trouble, "message"));
    if (str_is(kind, "selector"))
        return browser_blame_selector(trouble, ERROR_SETUP, error);
    return error_set(error, ERROR_RUN,
                     "the state of `%.*s` cannot be read: "
                     "%.*s",
                     STR_ARGS(selector), STR_ARGS(words));
}

static bool is_kind(const struct page_push *push, const char *kind)
{
    return push->root != NULL &&
           str_is(json_read_string(json_read_field(push->root, "kind")), kind);
}

/* A document is there and is not about to be replaced. */
static bool is_steady(const struct page *page)
{
    return page->context != 0 && page->loaded && !page->navigating;
}

/* Makes a new document ready where one is on its way. */
static bool steady(struct browser *browser, struct error *error)
{
    while (!is_steady(&browser->page) && browser->page.dialog == NULL)
        if (!browser_await_document(browser, error))
            return false;
    return true;
}

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
    return is_kind(push, "settled") &&
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
        return false; /* the end may lie right behind the last answer */
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

/* The page script has been told where the input ends and settles by itself as
 * soon as the clock goes. That is when it has seen the last event, or when all
 * input is answered: were the clock let go before, a timer could run between
 * two keys. An end that did not come by (it went to a frame) is told then. A
 * page that is on its way to another document then has nothing more to settle.
 * Where the page script has begun the part, the clock goes already, and it is
 * the page script that holds it until the end. */
static bool await_own_push(struct browser *browser, struct page_push *push,
                           struct error *error)
{
    struct page *page = &browser->page;
    int64_t context = page->context;
    int64_t since = clock_now_ms();
    int64_t answered_ms = 0;
    bool goes = page_clock_take_over(&browser->page_clock, page);
    bool ended = false;
    int64_t held_ms = goes ? held_until(browser) : 0;
    int64_t framed = page->frames.done;
    while (!take_own_push(browser, push) && page->context == context &&
           page->dialog == NULL) {
        int64_t silent = page_silent_since(page, since);
        int64_t silence = silent + PAGE_SILENCE_MS;
        if (silence > browser->deadline_ms)
            silence = browser->deadline_ms;
        if (clock_now_ms() >= silence)
            return page_gave_up(page, silent, error);
        if (page->await_open == 0 && page->navigating &&
            (!goes || clock_now_ms() > since + DEPARTURE_MS))
            break;
        if (!ended && has_ended(browser, &answered_ms)) {
            ended = true;
            if (!page->input_ended)
                tell_end(browser);
        }
        if (ended && !goes) {
            goes = true;
            if (browser->patience.at_most_ms > 0)
                return await_push(browser, push, error);
            page_clock_let_go(&browser->page_clock, page);
            held_ms = held_until(browser);
        }
        if (goes && clock_now_ms() >= held_ms && !page->navigating)
            return await_push(browser, push, error);
        int64_t again = !ended && answered_ms > 0
                            ? answered_ms + grace_ms(browser)
                        : goes ? held_ms
                               : silence;
        if (!page_pump(page, again < silence ? again : silence, error))
            return false;
        if (goes && page->frames.done != framed)
            held_ms = held_until(browser);
        framed = page->frames.done;
        page_clock_keep_going(&browser->page_clock, page);
    }
    if (page->context == context && begins_next(push))
        page_clock_leave_going(&browser->page_clock, page);
    else if (page->context == context)
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

static struct action event_of(const struct json *event)
{
    return action_make(value_from_json(json_read_field(event, "id")), true,
                       value_from_json(json_read_field(event, "args")),
                       ACTION_NO_TIMEOUT);
}

static struct action event_named(const char *id)
{
    return action_make(value_string(str_text(id)), true, value_list(NULL, 0),
                       ACTION_NO_TIMEOUT);
}

static bool is_id(const struct action *event, const char *id)
{
    return str_is(value_text(event->id), id);
}

/* A new document cannot know what the last state was, nor whether it is the
 * first one. */
static bool is_true(const struct browser *browser, const struct action *event)
{
    if (is_id(event, "stateChanged"))
        return browser->last_state != NULL &&
               !value_equal(browser->shown, browser->last_state);
    if (is_id(event, "navigated") || is_id(event, "navigatedTo"))
        return browser->version > 0;
    return true;
}

static void add_events(struct browser *browser, const struct json *message,
                       struct action_list *events)
{
    const struct json *told = json_read_field(message, "events");
    for (size_t i = 0; i < json_read_count(told); i++) {
        struct action event = event_of(json_read_at(told, i));
        timers_note(&browser->timers, &event);
        if (is_true(browser, &event))
            action_list_push(events, event);
        else
            action_finish(&event);
    }
}

/* Nothing can be read while a dialog is open. */
static bool is_asked(const struct browser *browser)
{
    return browser->page.dialog != NULL && browser->last_state != NULL;
}

/* The last state, with the dialog in it and what was said until then. */
static struct value *asked_state(struct browser *browser)
{
    struct journal *journal = &browser->page.journal;
    struct value *state =
        dialog_state(browser->last_state, browser->page.dialog);
    value_unref(browser->shown);
    browser->shown = state;
    browser->heard = journal->heard;
    return journal_add_to(journal, journal->heard, value_ref(state));
}

static bool settle(struct browser *browser, struct value **state, bool *blocked,
                   struct error *error)
{
    for (;;) {
        bool moved = false;
        struct page_push push = {.root = NULL};
        browser->astray = false;
        if (is_asked(browser)) {
            browser->settling = false;
            *blocked = false;
            *state = asked_state(browser);
            return true;
        }
        if (browser->settling && !await_own_push(browser, &push, error))
            return false;
        browser->settling = false;
        if (push.root == NULL && !steady(browser, error))
            return false;
        if (push.root == NULL && !is_asked(browser) &&
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
        fine = fine && read_state(browser, &push, state, error);
        *blocked = is_blocked(push.root) && !browser_has_left(browser);
        browser->astray =
            *blocked && json_read_bool(json_read_field(push.root, "astray"));
        if (*blocked)
            page_clock_stop_behind(&browser->page_clock, &browser->page);
        if (!browser->in_order)
            action_list_clear(&browser->told);
        if (fine)
            add_events(browser, push.root, &browser->told);
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
    if (!read_state(browser, push, &message->state, error))
        return false;
    if (!is_kind(push, "events")) {
        message->kind = EXECUTOR_TIMEOUT;
        return true;
    }
    message->kind = EXECUTOR_EVENTS;
    add_events(browser, push->root, &message->events);
    return true;
}

/* The oldest push that answers a wait; throws away what lies before it. */
static struct page_push take_observation(struct page *page)
{
    struct page_push push = page_take_push(page);
    while (push.root != NULL && is_kind(&push, "settled")) {
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
        add_events(browser, told.root, &browser->told);
        page_push_finish(&told);
    }
}

static bool observe(struct browser *browser, int64_t wait_ms,
                    struct executor_message *message, struct error *error)
{
    struct page_push push = {.root = NULL};
    bool was_asked = is_asked(browser);
    bool found;
    if (!page_clock_goes_on(&browser->page_clock, &browser->page))
        page_drop_pushes(&browser->page);
    if (!browser_hear(browser, message, &found, error))
        return false;
    if (found)
        return true;
    while (push.root == NULL && !is_asked(browser)) {
        if (!page_clock_goes_on(&browser->page_clock, &browser->page) &&
            !steady(browser, error))
            return false;
        if (!is_asked(browser) && !watch(browser, wait_ms, &push, error))
            return false;
    }
    if (push.root == NULL) {
        message->kind = was_asked ? EXECUTOR_TIMEOUT : EXECUTOR_EVENTS;
        message->state = asked_state(browser);
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
