/* Order of this file: waiting, what came of a request, the next one, a command.
 */
#include "exec/page/page_command.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "exec/page/dialogs.h"
#include "exec/page/held.h"
#include "exec/page/meant.h"
#include "exec/page/stops.h"

enum {
    /* What an action means may come a little later (of the page's time), as a
     * person would wait for it. */
    PATIENCE_MS = 2000,
    /* Below the number at which the executor gives up (cdp/executor/outbox.c).
     */
    REFUSALS = 10,
    /* A page that changes by itself before every action is never acted on. */
    STALE_LIMIT = 200,
    /* Between two looks at an answer that is on its way. */
    LOOK_MS = 10,
};

static char *copied(struct str text)
{
    return memory_copy_string(text.data, text.length);
}

/* ---- waiting ------------------------------------------------------------- */

/* What an action means is not there: perhaps it comes. */
static bool wait_for_it(struct page_system *page, struct error *error)
{
    page->asked = true;
    return page->executor->ops->wait(page->executor, page->command.patience_ms,
                                     page->version, error);
}

static bool look_in_a_moment(struct page_system *page, struct error *error)
{
    page->asked = true;
    return page->executor->ops->wait(page->executor, LOOK_MS, page->version,
                                     error);
}

static void begin_action(struct command *command)
{
    command->refusals = 0;
    command->patience_ms = command->most_ms;
    free(command->refused);
    command->refused = NULL;
}

/* How many actions the model gave: that nothing is held any more after them is
 * weir's own (fake/page_words.js). */
static size_t given_actions(const struct command *command)
{
    size_t count = command->actions->count;
    return count > 0 && held_is_end(command->actions->items[count - 1])
               ? count - 1
               : count;
}

static enum system_next give_up(struct page_system *page,
                                struct system_event *event)
{
    struct command *command = &page->command;
    const char *refused = command->refused;
    struct buf words = {0};
    buf_addf(&words, "%s (action %zu of %zu",
             refused == NULL ? "the page never stood still" : refused,
             command->at + 1, given_actions(command));
    if (command->at < command->actions->count)
        meant_add(&words, command->actions->items[command->at],
                  refused == NULL ? "" : refused);
    buf_add_char(&words, ')');
    return page_command_end(page, SYSTEM_REFUSED, buf_take(&words), event);
}

/* *goes_on: another request is to be made. */
static enum system_next on_stale(struct page_system *page,
                                 const struct executor_message *message,
                                 struct system_event *event, bool *goes_on,
                                 struct error *error)
{
    struct command *command = &page->command;
    page->asked = false;
    *goes_on = true;
    if (!message->choose_again) { /* the newer state is on its way */
        if (!page_drain(page, error))
            return page_command_end_in_trouble(page, event, error);
        *goes_on = ++command->stale < STALE_LIMIT;
        return *goes_on ? SYSTEM_DEADLINE : give_up(page, event);
    }
    if (command->step == STOPS_RELEASE) { /* the page has given it up */
        stops_did(&command->stops, command->step);
        return SYSTEM_DEADLINE;
    }
    free(command->refused);
    command->refused =
        message->text == NULL
            ? NULL
            : meant_words(command->actions, command->at, message->text);
    if (++command->refusals >= REFUSALS || command->patience_ms <= 0) {
        *goes_on = false;
        return give_up(page, event);
    }
    if (!wait_for_it(page, error))
        return page_command_end_in_trouble(page, event, error);
    return SYSTEM_DEADLINE;
}

static enum system_next on_error(struct page_system *page,
                                 const struct executor_message *message,
                                 struct system_event *event)
{
    const char *words =
        message->text == NULL ? "it gave no reason" : message->text;
    return page_command_end(page,
                            message->lost     ? SYSTEM_LOST
                            : message->silent ? SYSTEM_SILENT
                                              : SYSTEM_ERROR,
                            memory_format("%s", words), event);
}

static void note_done(struct command *command)
{
    stops_did(&command->stops, command->step);
    if (command->step == STOPS_ACT)
        command->at++;
    begin_action(command);
}

static enum system_next on_message(struct page_system *page,
                                   struct executor_message *message,
                                   struct system_event *event, bool *goes_on,
                                   struct error *error)
{
    int64_t before_us = page->time_us;
    *goes_on = true;
    if (message->kind == EXECUTOR_STALE)
        return on_stale(page, message, event, goes_on, error);
    *goes_on = message->kind != EXECUTOR_ERROR;
    if (message->kind == EXECUTOR_ERROR)
        return on_error(page, message, event);
    bool died = message->died;
    char *broken = died && message->broken != NULL
                       ? copied(value_text(message->broken))
                       : NULL;
    page_take_state(page, message);
    if (died) {
        *goes_on = false;
        return page_command_end(page, SYSTEM_LOST, broken, event);
    }
    page->asked = false;
    if (page->command.step == STOPS_LOOK)
        return SYSTEM_DEADLINE;
    page->command.patience_ms -= (page->time_us - before_us) / 1000;
    if (message->kind == EXECUTOR_TIMEOUT)
        page->command.patience_ms = 0;
    if (message->kind == EXECUTOR_PERFORMED && !page->command.answers)
        note_done(&page->command);
    return SYSTEM_DEADLINE;
}

/* The process stops at a scheduling point. */
static enum system_next stop_here(struct page_system *page,
                                  struct system_event *event)
{
    struct command *command = &page->command;
    command->is_waiting = true;
    *event = (struct system_event){
        .kind = SYSTEM_YIELD,
        .process = command->process,
        .number = command->number,
        .call_ns = command->call_ns,
        .time_ns = clock_now_us() * 1000,
        .text = copied(str_text(command->stops.label)),
    };
    return SYSTEM_EVENT;
}

/* The next action releases an answer that the page has not asked for. */
static bool lacks_answer(const struct page_system *page)
{
    const struct command *command = &page->command;
    const struct value *given = command->actions->items[command->at];
    struct value *args = held_is_release(given)
                             ? held_arguments(page->state, given)
                             : value_null();
    bool lacks = args == NULL;
    value_unref(args);
    return lacks;
}

/* ...and may ask for, as long as there is patience. */
static bool await_request(struct page_system *page, struct system_event *event,
                          bool *ended, struct error *error)
{
    struct command *command = &page->command;
    *ended = command->patience_ms <= 0;
    if (!*ended)
        return wait_for_it(page, error);
    free(command->refused);
    command->refused =
        held_lacking(page->state, command->actions->items[command->at]);
    give_up(page, event);
    return true;
}

/* The next request to the page; *ended: there is none, and *event is filled. */
static bool ask(struct page_system *page, struct system_event *event,
                bool *ended, struct error *error)
{
    struct command *command = &page->command;
    *ended = false;
    if (!page_drain(page, error))
        return false;
    struct value *answer = page_command_answer_of_ours(page);
    command->answers = answer != NULL;
    if (answer != NULL) {
        command->step = STOPS_ACT;
        bool is_fine = page_command_send_answer(page, answer, error);
        value_unref(answer);
        return is_fine;
    }
    command->step = stops_next(&command->stops, page->state, command->at,
                               command->actions->count);
    switch (command->step) {
    case STOPS_DONE:
        *ended = true;
        page_command_end_well(page, event);
        return true;
    case STOPS_YIELD:
        *ended = true;
        stop_here(page, event);
        return true;
    case STOPS_LOOK:
        return look_in_a_moment(page, error);
    case STOPS_ACT:
        return lacks_answer(page) ? await_request(page, event, ended, error)
                                  : page_command_send(page, error);
    default:
        return page_command_send(page, error);
    }
}

/* One request and its answer. *goes_on: the command has not ended. */
static enum system_next turn(struct page_system *page, int64_t deadline_ms,
                             struct system_event *event, bool *goes_on,
                             struct error *error)
{
    bool ended = false;
    *goes_on = false;
    if (!page->asked && !ask(page, event, &ended, error))
        return page_command_end_in_trouble(page, event, error);
    if (ended)
        return SYSTEM_EVENT;
    struct executor_message message;
    executor_message_init(&message);
    enum system_next result = SYSTEM_DEADLINE;
    switch (page->executor->ops->next(page->executor, deadline_ms, &message,
                                      error)) {
    case EXECUTOR_MESSAGE:
        result = on_message(page, &message, event, goes_on, error);
        break;
    case EXECUTOR_FAILED:
        result = page_command_end_in_trouble(page, event, error);
        break;
    case EXECUTOR_DEADLINE:
        break;
    }
    executor_message_finish(&message);
    return result;
}

enum system_next page_command_next(struct page_system *page,
                                   int64_t deadline_ms,
                                   struct system_event *event,
                                   struct error *error)
{
    const struct command *command = &page->command;
    bool goes_on = command->actions != NULL && !command->is_waiting;
    int64_t patience_ms = deadline_ms - clock_now_ms();
    size_t done = command->at;
    while (goes_on) {
        if (command->at > done)
            deadline_ms = clock_now_ms() + patience_ms;
        done = command->at;
        if (!page->asked && !command->stops.is_wanted &&
            command->at == command->actions->count &&
            dialogs_open(page->state) == NULL)
            return page_command_end_well(page, event);
        if (clock_now_ms() >= deadline_ms)
            break;
        enum system_next next = turn(page, deadline_ms, event, &goes_on, error);
        if (next != SYSTEM_DEADLINE)
            return next;
    }
    return SYSTEM_DEADLINE;
}

/* Where nothing is to be done, the page is still given the time to settle. */
static struct value *or_nothing(const struct value *actions)
{
    if (actions != NULL && actions->kind == VALUE_LIST && actions->count > 0)
        return value_ref(actions);
    struct value_field fields[] = {
        value_named("id", value_string(STR("noop"))),
        value_named("args", value_list(NULL, 0)),
    };
    struct value *noop = value_object(fields, 2);
    return value_list(&noop, 1);
}

void page_command_begin(struct page_system *page,
                        const struct system_call *call)
{
    const struct value *settle = value_field_named(call->real, "settle");
    page_forget_command(page);
    page_forget_requests(page);
    page->command = (struct command){
        .name = call->name,
        .process = call->process,
        .number = call->number,
        .call_ns = clock_now_us() * 1000,
        .actions = or_nothing(value_field_named(call->real, "actions")),
        .settle = settle == NULL || settle->kind == VALUE_NULL
                      ? NULL
                      : value_ref(settle),
        .most_ms = call->refusal_ms > 0 && call->refusal_ms < PATIENCE_MS
                       ? call->refusal_ms
                       : PATIENCE_MS,
        .stops = {.is_wanted = call->stops && page->options.stops},
    };
    begin_action(&page->command);
}

void page_command_begin_idle(struct page_system *page, struct value *settle)
{
    page->command = (struct command){
        .number = -1,
        .most_ms = PATIENCE_MS,
        .actions = or_nothing(NULL),
        .settle = settle,
    };
    begin_action(&page->command);
}
