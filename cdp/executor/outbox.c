/* Order of this file: the queue, what becomes a message. */
#include "cdp/executor/outbox.h"

#include <string.h>

#include "base/log.h"
#include "base/memory.h"
#include "cdp/executor/observe.h"
#include "cdp/executor/settle.h"
#include "cdp/page/page_state.h"

enum {
    /* Actions in a row that the page refuses, until that is an error. */
    REFUSAL_LIMIT = 20,
    /* While a dialog is open all are refused but those that answer it; that
     * costs nothing. */
    ASKED_LIMIT = 1000,
};

struct executor_message *outbox_add(struct browser *browser)
{
    return executor_queue_add(&browser->queue);
}

/* What came with an action is in the state after it; that the document has
 * loaded is told by the first wait in it (reference, 8.4). */
static bool is_echo(const struct browser *browser,
                    const struct executor_message *message)
{
    const struct action_list *events = &message->events;
    return message->kind == EXECUTOR_EVENTS && events->count == 1 &&
           str_is(value_text(events->items[0].id), "loaded") &&
           outbox_is_last_state(browser) &&
           value_equal(message->state, browser->shown);
}

/* A message that carries a state raises the version. `is_now`: the page still
 * shows that state. */
static void add_state(struct browser *browser,
                      const struct executor_message *message, bool is_now)
{
    struct executor_message *added = outbox_add(browser);
    *added = *message;
    added->is_echo = is_echo(browser, message);
    /* An echo may be passed over; what the page has said is told with the next
     * state then. */
    if (!added->is_echo) {
        added->ticked = written_tell(&browser->written);
        added->evidence =
            capture_take(&browser->capture, &browser->page, browser->heard,
                         is_now, browser->deadline_ms);
    }
    const struct value *broken = browser->page.journal.broken;
    if (added->broken == NULL && broken != NULL)
        added->broken = value_ref(broken);
    added->time_us = page_clock_now_us(&browser->page_clock);
    added->due_us = browser->page_clock.due_us;
    browser->version++;
    browser->unseen = false;
    value_unref(browser->last_state);
    browser->last_state = value_ref(browser->shown);
    journal_forget(&browser->page.journal, browser->heard);
    /* A dialog needs a state to stand in. */
    browser->page.keeps_dialogs = browser->wants_dialogs;
}

void outbox_state(struct browser *browser,
                  const struct executor_message *message)
{
    add_state(browser, message, true);
}

void outbox_part(struct browser *browser,
                 const struct executor_message *message)
{
    struct executor_message *added = outbox_add(browser);
    *added = *message;
    added->time_us = page_clock_now_us(&browser->page_clock);
    browser->unseen = true;
}

bool outbox_take(struct browser *browser, struct executor_message *message)
{
    return executor_queue_take(&browser->queue, message);
}

void outbox_clear(struct browser *browser)
{
    executor_queue_clear(&browser->queue);
}

/* Nothing was done, in a state that is still the current one: another action is
 * to be chosen. Too often in a row is an error of the specification. */
void outbox_refused(struct browser *browser, const char *words)
{
    struct executor_message *message = outbox_add(browser);
    log_info("%s", words);
    bool is_asked = browser->page.dialog != NULL;
    if (++browser->refusals < (is_asked ? ASKED_LIMIT : REFUSAL_LIMIT)) {
        message->kind = EXECUTOR_STALE;
        message->choose_again = true;
        message->text = memory_copy_string(words, strlen(words));
        return;
    }
    message->kind = EXECUTOR_ERROR;
    message->text = memory_format(
        "%s (%d actions in a row were refused; a guard such as `interactable` "
        "keeps them from being chosen)",
        words, browser->refusals);
}

/* States that the page has told of by itself, each a step of its own.
 * *count: how many. */
bool outbox_heard(struct browser *browser, size_t *count, struct error *error)
{
    for (*count = 0;; ++*count) {
        struct executor_message message;
        bool found;
        executor_message_init(&message);
        if (!browser_hear(browser, &message, &found, error) || !found) {
            executor_message_finish(&message);
            return !found;
        }
        add_state(browser, &message, false);
    }
}

/* A state with the events that came with it. Takes the state. */
void outbox_events(struct browser *browser, struct value *state)
{
    struct executor_message message;
    executor_message_init(&message);
    message.kind = EXECUTOR_EVENTS;
    message.state = state;
    message.events = browser->told;
    browser->told = (struct action_list){0};
    outbox_state(browser, &message);
}

/* What is shown is what the last state sent has shown. */
bool outbox_is_last_state(const struct browser *browser)
{
    return browser->last_state != NULL &&
           value_equal(browser->shown, browser->last_state);
}

/* Tells first what the page told before the state at hand. */
static bool tell_before(struct browser *browser, size_t *count,
                        struct error *error)
{
    struct value *shown = value_ref(browser->shown);
    struct value *written = browser->written.shown;
    browser->written.shown = NULL;
    bool fine = outbox_heard(browser, count, error);
    value_unref(browser->shown);
    browser->shown = shown;
    value_unref(browser->written.shown);
    browser->written.shown = written;
    return fine;
}

/* The page is no longer in the state in which the action was chosen: says so,
 * and how it is now. Takes the state. */
bool outbox_stale(struct browser *browser, struct value *state,
                  struct error *error)
{
    size_t count;
    outbox_add(browser)->kind = EXECUTOR_STALE;
    if (!tell_before(browser, &count, error)) {
        value_unref(state);
        return false;
    }
    if (count > 0 && browser->told.count == 0 && outbox_is_last_state(browser))
        value_unref(state);
    else
        outbox_events(browser, state);
    return true;
}

/* Whether the page told of something before the state at hand. */
bool outbox_has_news(const struct browser *browser)
{
    return browser->page.watch.count > 0;
}

bool outbox_silence(struct browser *browser, enum executor_message_kind kind,
                    struct value *target, struct error *error)
{
    struct journal *journal = &browser->page.journal;
    if (!browser->page.unresponsive || !browser->wants_silence ||
        browser->last_state == NULL ||
        executor_queue_count(&browser->queue) > 0)
        return false;
    if (browser->page.in_doubt) {
        browser->page.out_of_time = true; /* it may yet answer */
        return false;
    }
    *error = ERROR_NONE;
    browser->wants_silence = false;
    value_unref(browser->shown);
    browser->shown = page_state_with(browser->last_state, STR("responsive"),
                                     value_bool(false));
    browser->heard = journal->heard;
    struct executor_message message;
    executor_message_init(&message);
    message.kind = kind;
    message.target = target;
    message.state =
        journal_add_to(journal, journal->heard, value_ref(browser->shown));
    outbox_state(browser, &message);
    return true;
}

bool outbox_crash(struct browser *browser, bool acted, struct error *error)
{
    if (!browser->page.crashed || browser->last_state == NULL ||
        error->code != ERROR_LOST || browser->has_died ||
        !cdp_connection_is_open(browser->connection))
        return false;
    struct journal *journal = &browser->page.journal;
    bool is_told =
        executor_queue_count(&browser->queue) > 0 &&
        vec_last(&browser->queue.messages).kind == EXECUTOR_PERFORMED;
    struct executor_message *added = outbox_add(browser);
    added->kind = acted && !is_told ? EXECUTOR_PERFORMED : EXECUTOR_EVENTS;
    added->state =
        journal_add_to(journal, journal->heard, value_ref(browser->last_state));
    added->broken = value_string(str_text(error->message));
    added->died = true;
    added->time_us = page_clock_now_us(&browser->page_clock);
    browser->version++;
    browser->has_died = true;
    *error = ERROR_NONE;
    return true;
}
