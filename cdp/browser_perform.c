/* Order of this file: what is told when nothing was done, what an action has
 * led to, the action, any request. */
#include "cdp/browser_perform.h"

#include "cdp/actions/act.h"
#include "cdp/executor/observe.h"
#include "cdp/executor/outbox.h"
#include "cdp/executor/settle.h"

static bool observe(struct browser *browser, int64_t wait_ms,
                    struct error *error)
{
    struct executor_message message;
    executor_message_init(&message);
    if (!browser_observe(browser, wait_ms, &message, error)) {
        executor_message_finish(&message);
        return outbox_silence(browser, EXECUTOR_TIMEOUT, NULL, error);
    }
    outbox_state(browser, &message);
    return true;
}

static bool stale_or_refused(struct browser *browser, const char *words,
                             struct error *error)
{
    struct value *state;
    bool blocked;
    patience_end(&browser->patience);
    browser->in_order = false;
    browser->between = false;
    browser->then_wait_ms = 0; /* nothing was done that could be waited for */
    if (!browser_settle(browser, &state, &blocked, error))
        return false;
    if (browser->unseen || outbox_has_news(browser) ||
        browser->told.count > 0 || !outbox_is_last_state(browser))
        return outbox_stale(browser, state, error);
    value_unref(state);
    outbox_refused(browser, words);
    return true;
}

/* Events that tell of what the state after the action shows. */
static bool is_of_change(const struct action *event)
{
    static const char *const ids[] = {
        "changed",      "added",        "removed",           "textChanged",
        "valueChanged", "stateChanged", "attributesChanged", "attributeChanged",
        "styleChanged"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        if (str_is(value_text(event->id), ids[i]))
            return true;
    return false;
}

/* What the page told while it was leaving came after the input. The changes
 * are in the state that is told with the action. */
static void absorb_departure(struct browser *browser)
{
    struct action_list *told = &browser->told;
    size_t kept = 0;
    browser_absorb(browser);
    for (size_t i = 0; i < told->count; i++) {
        if (is_of_change(&told->items[i]))
            action_finish(&told->items[i]);
        else
            told->items[kept++] = told->items[i];
    }
    told->count = kept;
}

/* Between the parts of several actions nothing parts them. */
static bool came_between(const struct browser *browser)
{
    return browser->page.came_between && !browser->in_order;
}

/* The state after the action, unless nobody wants it. What is told with a
 * state (what has come between, events) has one all the same. */
static bool settle_behind(struct browser *browser, struct value **state,
                          bool *blocked, struct error *error)
{
    if (!act_settle(browser, state, blocked, error))
        return false;
    browser->between = false;
    if (*state != NULL || !(outbox_has_news(browser) || came_between(browser)))
        return true;
    return browser_settle(browser, state, blocked, error);
}

/* The element was moved away from each press, and nothing else has become of
 * it. */
static bool tell_escaped(struct browser *browser)
{
    if (!browser->astray || outbox_has_news(browser) ||
        browser->told.count > 0 || !outbox_is_last_state(browser))
        return false;
    outbox_refused(browser, "the action cannot be performed: its element moves "
                            "away when the pointer comes");
    return true;
}

static bool tell_performed(struct browser *browser, struct value *target,
                           struct error *error)
{
    struct executor_message message;
    bool blocked;
    executor_message_init(&message);
    message.kind = EXECUTOR_PERFORMED;
    message.target = target;
    if (!settle_behind(browser, &message.state, &blocked, error)) {
        if (outbox_silence(browser, EXECUTOR_PERFORMED, target, error))
            return true;
        executor_message_finish(&message);
        return false;
    }
    if (browser->in_order)
        browser_absorb(browser);
    else if (browser_has_left(browser))
        absorb_departure(browser);
    if ((blocked && (!browser->in_order || browser->astray)) ||
        outbox_has_news(browser) || came_between(browser)) {
        bool fine = tell_escaped(browser) ||
                    outbox_stale(browser, value_ref(message.state), error);
        executor_message_finish(&message);
        return fine;
    }
    browser->refusals = 0;
    if (message.state == NULL) {
        outbox_part(browser, &message);
        return true;
    }
    struct value *state = value_ref(message.state);
    outbox_state(browser, &message);
    if (browser->told.count > 0)
        outbox_events(browser, state);
    else
        value_unref(state);
    return true;
}

/* How long is waited right after the state after the action: the page script
 * can begin with it by itself. Not with a standing observation, which may have
 * told of something meanwhile. */
static int64_t wait_behind(const struct browser *browser,
                           const struct action *action)
{
    bool can = browser->page_clock.virtual_time && !browser->page.watch.stands;
    return can && action->timeout_ms != ACTION_NO_TIMEOUT ? action->timeout_ms
                                                          : 0;
}

void browser_forget_action(struct browser *browser)
{
    browser->patience = (struct patience){0};
    browser->settling = false;
    browser->then_wait_ms = 0;
    browser->in_order = false;
    browser->between = false;
    browser->unseen = false;
    browser->stale = false;
    browser->astray = false;
    action_finish(&browser->pressing);
}

/* The state after an action that has been delivered, and the wait after it.
 * Takes `target`. */
static bool end_performed(struct browser *browser, const struct action *action,
                          struct value *target, struct error *error)
{
    if (!tell_performed(browser, target, error))
        return false;
    bool performed =
        vec_last(&browser->queue.messages).kind == EXECUTOR_PERFORMED;
    if (performed && action->timeout_ms != ACTION_NO_TIMEOUT)
        return observe(browser, action->timeout_ms, error);
    if (browser->ahead.stage != AHEAD_BEGUN)
        page_clock_stop_behind(&browser->page_clock, &browser->page);
    return true;
}

static bool perform(struct browser *browser, const struct action *action,
                    struct error *error)
{
    struct value *target = NULL;
    struct error refusal = ERROR_NONE;
    bool is_begun = ahead_take_up(browser, action);
    if (!is_begun)
        page_drop_pushes(&browser->page);
    if (outbox_has_news(browser)) {
        size_t count;
        ahead_forget(browser);
        outbox_add(browser)->kind = EXECUTOR_STALE;
        return outbox_heard(browser, &count, error);
    }
    if (!patience_of(&browser->patience, action,
                     browser_activity_before(browser), error))
        return false;
    browser->between = action->is_part;
    browser_note_choice(browser);
    browser_begin_input(browser);
    if (!is_begun)
        ahead_tell(browser, action);
    browser->in_order = false;
    browser->then_wait_ms = wait_behind(browser, action);
    switch (browser_act(browser, action, &target, &refusal)) {
    case ACT_REFUSED:
        value_unref(target);
        return stale_or_refused(browser, refusal.message, error);
    case ACT_FAILED:
        if (tabs_survive(browser, &refusal))
            break; /* the action has closed its own tab */
        if (outbox_silence(browser, EXECUTOR_PERFORMED, target, &refusal))
            return true;
        value_unref(target);
        *error = refusal;
        return false;
    case ACT_DONE:
        break;
    }
    return end_performed(browser, action, target, error);
}

/* In real time a wait is so long for its own sake, and no patience. */
bool browser_carry_out(struct browser *browser, struct error *error)
{
    enum browser_request request = browser->request;
    browser->request = REQUEST_NONE;
    if (request == REQUEST_WAIT)
        ahead_forget(browser);
    if (request == REQUEST_ACT || browser->options.virtual_time)
        starved_await(&browser->starved);
    if (request == REQUEST_WAIT)
        return observe(browser, browser->wait_ms, error);
    struct action action = browser->action;
    bool fine = perform(browser, &action, error);
    action_finish(&action);
    return fine;
}
