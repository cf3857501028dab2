/* What commands created, by what a page shows.
 *
 * A page shows all that there is, not an answer: in a fork what others have
 * created stands beside it, and what is created may show only later (behind a
 * filter, or once the news has come). So a reference gets a value only where
 * the whole view agrees with a state then, and each that has none yet gets one
 * there.
 *
 * What this must not break: what stands in the place of a new reference is
 * bound after a command that runs alone even where the view differs, so that
 * reports name it.
 *
 * In this file: whether a view agrees, the states, looking again. */
#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "run/model/execute_internal.h"
#include "run/model/view.h"

/* ---- whether a view agrees ---------------------------------------------- */

bool execution_view_fits(struct execution *x, const struct value *expected,
                         const struct value *got)
{
    const struct model_info *info = x->model->ops->info(x->model);
    size_t known = x->bindings.items.count;
    struct value *real = bindings_real(&x->bindings, expected);
    if (real == NULL) {
        bindings_learn(&x->bindings, BINDINGS_ANY, expected, got);
        real = bindings_real(&x->bindings, expected);
    }
    bool does = real != NULL && view_agrees(info->view, real, got);
    value_unref(real);
    if (!does)
        bindings_forget(&x->bindings, known);
    return does;
}

static bool is_nameless(const struct execution *x, size_t place)
{
    const struct program_command *command = &x->program->items.items[place];
    const struct model_info *info = x->model->ops->info(x->model);
    size_t count = info->commands[command->kind].create_count;
    for (size_t slot = 0; slot < count; slot++)
        if (bindings_find(&x->bindings, command->number, (int64_t)slot) == NULL)
            return true;
    return false;
}

static bool has_nameless(const struct execution *x, size_t end)
{
    for (size_t i = 0; i < end; i++)
        if (x->run->operations.items[i].end == OPERATION_OK &&
            is_nameless(x, i))
            return true;
    return false;
}

/* ---- the states --------------------------------------------------------- */

/* What a page shows, and whether one of the states does. */
struct sighting {
    struct execution *x;
    const struct value *got;
    bool fits;
};

static void on_state(void *context, uint32_t state)
{
    struct sighting *sighting = context;
    struct execution *x = sighting->x;
    struct value *expected = NULL;
    if (sighting->fits || x->error->code != ERROR_OK ||
        !x->model->ops->project(x->model, state, &expected, x->error))
        return;
    sighting->fits = execution_view_fits(x, expected, sighting->got);
    value_unref(expected);
}

static enum orders_progress progress_of(const struct execution *x, size_t place)
{
    switch (x->run->operations.items[place].end) {
    case OPERATION_OK:
        return ORDERS_OVER;
    case OPERATION_PENDING:
    case OPERATION_INFO:
        return ORDERS_UNDER_WAY;
    case OPERATION_NOT_RUN:
    case OPERATION_FAIL:
        break;
    }
    return ORDERS_TO_COME;
}

bool execution_learn_view(struct execution *x, size_t place,
                          const struct value *got, bool *fits)
{
    struct sighting sighting = {x, got, false};
    size_t begin = program_fork_begin(x->program, place);
    size_t end = program_fork_end(x->program, place);
    *fits = !has_nameless(x, end);
    if (*fits)
        return true;
    enum orders_progress *progress =
        memory_zeroed(end - begin, sizeof *progress);
    for (size_t i = begin; i < end; i++)
        progress[i - begin] = progress_of(x, i);
    bool is_fine =
        orders_states_now(x->model, &x->states, x->program, begin, end,
                          progress, on_state, &sighting, x->error);
    free(progress);
    *fits = sighting.fits;
    return is_fine && x->error->code == ERROR_OK;
}

/* ---- looking again ------------------------------------------------------ */

bool execution_await_created(struct execution *x, size_t place,
                             const struct value *got)
{
    size_t user = x->program->items.items[place].user;
    int64_t left_ms =
        execution_patience(x, execution_declared(x, place)->patience_ms);
    int64_t deadline_ms = clock_now_ms() + x->options->timeout_ms;
    int64_t step_ms = EXECUTION_LOOK_MS;
    bool fits;
    if (!execution_learn_view(x, place, got, &fits))
        return false;
    while (!fits && left_ms > 0 && clock_now_ms() < deadline_ms) {
        struct error trouble = ERROR_NONE;
        struct value *news =
            execution_look(x, user, &step_ms, &left_ms, deadline_ms, &trouble);
        if (news == NULL)
            break; /* what is wrong is told by the next command */
        bool is_fine = execution_learn_view(x, place, news, &fits);
        value_unref(news);
        if (!is_fine)
            return false;
    }
    return true;
}
