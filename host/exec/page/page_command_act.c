#include "exec/page/page_command.h"

#include "exec/page/dialogs.h"
#include "exec/page/held.h"
#include "exec/page/stops.h"

/* The next action of the person. */
static struct action own_action(const struct page_system *page)
{
    const struct value *given = page->command.actions->items[page->command.at];
    struct value *args = held_is_release(given)
                             ? held_arguments(page->state, given)
                             : value_ref(value_field_named(given, "args"));
    return action_make(value_ref(value_field_named(given, "id")), false, args,
                       ACTION_NO_TIMEOUT);
}

/* What lets the command stop (stops.h). */
static struct action stopping_action(const struct command *command)
{
    struct value *argument;
    const char *id = stops_action(&command->stops, command->step, &argument);
    return action_make(value_string(str_text(id)), false,
                       value_list(&argument, argument == NULL ? 0 : 1),
                       ACTION_NO_TIMEOUT);
}

static bool act(struct page_system *page, struct action *action,
                struct error *error)
{
    page->asked = true;
    bool is_fine =
        page->executor->ops->act(page->executor, action, page->version, error);
    action_finish(action);
    return is_fine;
}

/* Between two actions of a command nobody looks, unless what comes next hangs
 * on what is to be seen: an answer to a dialog, to be given or to be left to
 * weir, an answer of the server that is held. */
static bool is_seen_behind(const struct page_system *page, size_t at)
{
    const struct command *command = &page->command;
    return at + 1 == command->actions->count || page->options.holds ||
           command->stops.is_wanted || dialogs_open(page->state) != NULL ||
           dialogs_is_answer(command->actions->items[at]) ||
           dialogs_is_answer(command->actions->items[at + 1]);
}

/* The parts after the one at hand, none of which is looked after, either. The
 * caller's. */
static struct value *parts_behind(const struct page_system *page)
{
    const struct command *command = &page->command;
    size_t end = command->at + 1;
    while (!is_seen_behind(page, end) &&
           !held_is_release(command->actions->items[end]))
        end++;
    size_t count = end - command->at - 1;
    for (size_t i = 0; i < count; i++)
        value_ref(command->actions->items[command->at + 1 + i]);
    return value_list(command->actions->items + command->at + 1, count);
}

bool page_command_send(struct page_system *page, struct error *error)
{
    struct command *command = &page->command;
    bool is_own = command->step == STOPS_ACT;
    bool is_last = command->at + 1 == command->actions->count;
    struct action action = is_own ? own_action(page) : stopping_action(command);
    action.is_part = is_own && !is_seen_behind(page, command->at);
    if (action.is_part)
        action.following = parts_behind(page);
    if (((is_own && is_last) || command->step == STOPS_RELEASE) &&
        command->settle != NULL)
        action.settle = value_ref(command->settle);
    return act(page, &action, error);
}

struct action page_answering(const struct value *answer)
{
    return action_make(value_ref(value_field_named(answer, "id")), false,
                       value_list(NULL, 0), ACTION_NO_TIMEOUT);
}

struct value *page_command_answer_of_ours(const struct page_system *page)
{
    const struct command *command = &page->command;
    const struct value *dialog = dialogs_open(page->state);
    bool has_action = command->at < command->actions->count;
    return dialog == NULL ||
                   (has_action &&
                    dialogs_is_answer(command->actions->items[command->at]))
               ? NULL
               : dialogs_usual_answer(dialog);
}

/* After the last action the rule for the state is that of the command. */
bool page_command_send_answer(struct page_system *page,
                              const struct value *answer, struct error *error)
{
    const struct command *command = &page->command;
    struct action action = page_answering(answer);
    if (command->at == command->actions->count && command->settle != NULL)
        action.settle = value_ref(command->settle);
    return act(page, &action, error);
}
