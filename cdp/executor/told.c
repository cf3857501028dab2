/* Order of this file: the state, events, what is told while a dialog is open.
 */
#include "cdp/executor/told.h"

#include "cdp/executor/ahead.h"
#include "cdp/page/dialog.h"

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

bool told_read_state(struct browser *browser, const struct page_push *push,
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

bool told_is(const struct page_push *push, const char *kind)
{
    return push->root != NULL &&
           str_is(json_read_string(json_read_field(push->root, "kind")), kind);
}

static struct action event_of(const struct json *event)
{
    return action_make(value_from_json(json_read_field(event, "id")), true,
                       value_from_json(json_read_field(event, "args")),
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

void told_add_events(struct browser *browser, const struct json *message,
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

bool told_is_asked(const struct browser *browser)
{
    return browser->page.dialog != NULL && browser->last_state != NULL;
}

struct value *told_asked_state(struct browser *browser)
{
    struct journal *journal = &browser->page.journal;
    struct value *state =
        dialog_state(browser->last_state, browser->page.dialog);
    value_unref(browser->shown);
    browser->shown = state;
    browser->heard = journal->heard;
    return journal_add_to(journal, journal->heard, value_ref(state));
}
