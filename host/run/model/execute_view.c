/* What a page shows (port/model.h: answers_views), and what a person does.
 *
 * In this file: after a command, before the first one, gestures. */
#include <stdlib.h>

#include "base/buf.h"
#include "base/clock.h"
#include "run/model/bound_text.h"
#include "run/model/execute_internal.h"
#include "run/model/view.h"
#include "run/model/viewed.h"

enum {
    /* In which a page comes to show the first state, in its own time. */
    BEGINNING_MS = 2000,
    /* What a view reads is no event to a page, so it is looked at again and
     * again: soon at first, then less often. */
    LOOK_MOST_MS = 320,
};

struct value *execution_look(struct execution *x, size_t user, int64_t *step_ms,
                             int64_t *left_ms, int64_t deadline_ms,
                             struct error *error)
{
    struct system *system = x->options->system;
    int64_t asked_ms = *step_ms < *left_ms ? *step_ms : *left_ms;
    int64_t rest_ms = asked_ms;
    struct value *news =
        system->ops->look(system, (int64_t)user, &rest_ms, deadline_ms, error);
    *left_ms -= asked_ms - rest_ms;
    if (*step_ms < LOOK_MOST_MS)
        *step_ms *= 2;
    return news;
}

int64_t execution_patience(const struct execution *x, int64_t patience_ms)
{
    int64_t most_ms = x->options->patience_most_ms;
    return most_ms > 0 && most_ms < patience_ms ? most_ms : patience_ms;
}

void execution_note_awaited(struct execution *x, int64_t awaited_ms)
{
    if (awaited_ms > x->run->awaited_ms)
        x->run->awaited_ms = awaited_ms;
}

const struct model_command *execution_declared(const struct execution *x,
                                               size_t place)
{
    const struct model_info *info = x->model->ops->info(x->model);
    return &info->commands[x->program->items.items[place].kind];
}

/* What the command created has no value before its answer is judged, and what
 * has not been shown yet has none: the one that the page shows now is tried. */
static bool fits(struct execution *x, const struct model_call *call,
                 const struct value *expected, const struct value *raw,
                 bool *does)
{
    size_t known = x->bindings.items.count;
    bindings_learn(&x->bindings, BINDINGS_ANY, expected, raw);
    bool is_fine = x->bound.base.ops->same(&x->bound.base, call, expected, raw,
                                           does, x->error);
    bindings_forget(&x->bindings, known);
    return is_fine;
}

static bool agrees(struct execution *x, size_t place, const struct value *raw,
                   bool *does)
{
    struct model_call call = program_call(&x->program->items.items[place]);
    *does = false;
    for (size_t i = 0; !*does && i < x->states.items.count; i++) {
        struct model_outcomes outcomes = {.items = VEC_EMPTY};
        bool is_fine =
            x->model->ops->step(x->model, x->states.items.items[i], &call,
                                &outcomes, x->error) != MODEL_FAILED;
        for (size_t k = 0; is_fine && !*does && k < outcomes.items.count; k++)
            is_fine = fits(x, &call, outcomes.items.items[k].answer, raw, does);
        model_outcomes_finish(&outcomes);
        if (!is_fine)
            return false;
    }
    return true;
}

/* The page may take the command's patience to show what it is to. *raw, which
 * is owned, becomes what it shows then. */
bool execution_await_view(struct execution *x, size_t place, struct value **raw)
{
    size_t user = x->program->items.items[place].user;
    int64_t patience_ms =
        execution_patience(x, execution_declared(x, place)->patience_ms);
    int64_t left_ms = patience_ms;
    int64_t deadline_ms = clock_now_ms() + x->options->timeout_ms;
    int64_t step_ms = EXECUTION_LOOK_MS;
    bool does = false;
    while (agrees(x, place, *raw, &does) && !does && left_ms > 0 &&
           clock_now_ms() < deadline_ms) {
        struct error trouble = ERROR_NONE;
        struct value *news =
            execution_look(x, user, &step_ms, &left_ms, deadline_ms, &trouble);
        if (news == NULL)
            break; /* what is wrong is told by the next command */
        value_unref(*raw);
        *raw = news;
    }
    if (does)
        execution_note_awaited(x, patience_ms - left_ms);
    viewed_model_note(x->model, *raw);
    return x->error->code == ERROR_OK;
}

/* What the page of the user shows once it agrees, or at last; owned; NULL: it
 * shows nothing, or *x->error. */
static struct value *await_first(struct execution *x, size_t user,
                                 const struct value *expected,
                                 int64_t deadline_ms)
{
    struct system *system = x->options->system;
    const struct model_info *info = x->model->ops->info(x->model);
    int64_t now_ms = 0, patience_ms = BEGINNING_MS;
    int64_t step_ms = EXECUTION_LOOK_MS;
    struct value *got = system->ops->look(system, (int64_t)user, &now_ms,
                                          deadline_ms, x->error);
    while (got != NULL && patience_ms > 0 &&
           !view_agrees(info->view, expected, got)) {
        struct value *news = execution_look(x, user, &step_ms, &patience_ms,
                                            deadline_ms, x->error);
        if (news == NULL)
            break;
        value_unref(got);
        got = news;
    }
    return got;
}

/* Why the page may begin otherwise. What went wrong as it came up comes first.
 */
static void add_reasons(struct execution *x, size_t user, struct buf *words)
{
    struct system *system = x->options->system;
    char *troubles = system->ops->troubles == NULL
                         ? NULL
                         : system->ops->troubles(system, (int64_t)user);
    buf_addf(words,
             ", before any command: %s%sis something left over from an "
             "earlier run (--reset), or does the page begin in another "
             "state than \"init\"?",
             troubles == NULL ? "" : troubles, troubles == NULL ? "" : "; or ");
    free(troubles);
}

static void check_first(struct execution *x, size_t user,
                        const struct value *expected, const struct value *got)
{
    const struct model_info *info = x->model->ops->info(x->model);
    viewed_model_note(x->model, got);
    if (view_agrees(info->view, expected, got))
        return;
    struct buf words = {0};
    if (x->run->users > 1)
        buf_addf(&words, "user %zu sees ", user + 1);
    view_add_difference(&words, info->view, expected, got);
    add_reasons(x, user, &words);
    execution_fault(x, PROGRAM_BEGINNING, SIZE_MAX, buf_take(&words));
}

/* One that starts up may take a moment. */
bool execution_check_beginning(struct execution *x, int64_t most_ms)
{
    struct system *system = x->options->system;
    const struct model_info *info = x->model->ops->info(x->model);
    int64_t deadline_ms = clock_now_ms() + most_ms;
    struct value *expected = NULL;
    if (!info->answers_views || system->ops->look == NULL)
        return true;
    if (!x->model->ops->project(x->model, x->states.items.items[0], &expected,
                                x->error))
        return false;
    for (size_t user = 0; user < x->run->users; user++) {
        struct value *got = await_first(x, user, expected, deadline_ms);
        if (got != NULL)
            check_first(x, user, expected, got);
        value_unref(got);
    }
    value_unref(expected);
    return x->error->code == ERROR_OK;
}

struct value *execution_gesture(struct execution *x, size_t place,
                                bool *is_known)
{
    *is_known = true;
    const struct model_command *command = execution_declared(x, place);
    struct model_call call = program_call(&x->program->items.items[place]);
    struct value *actions = NULL;
    if (!x->model->ops->info(x->model)->answers_views ||
        !x->model->ops->page(x->model, x->states.items.items[0], &call,
                             &actions, x->error))
        return NULL;
    struct value *real = bound_actions(&x->bindings, actions);
    value_unref(actions);
    *is_known = real != NULL;
    if (real == NULL)
        return NULL;
    struct value_field fields[] = {
        value_named("actions", real),
        value_named("settle", command->settle == NULL
                                  ? value_null()
                                  : value_ref(command->settle)),
    };
    return value_object(fields, 2);
}
