/* Order of this file: what is read in a state, messages, moves, the operations
 * of the executor. */
#include "exec/ccs/executor.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/vec.h"
#include "exec/ccs/state.h"

enum {
    /* A checker that waits again and again for what cannot come would go on
     * until its time is over. */
    WAITS_LIMIT = 3,
};

struct selector {
    struct value *text;
    const struct ccs_expr *expr; /* NULL: `available` */
};

struct ccs {
    struct executor base;
    struct ccs_model *model;
    const struct ccs_proc *process;
    bool tau_happens;
    bool tau_overtakes;

    struct ccs_state state;
    bool is_open; /* `state` is to be finished */
    VEC(struct selector) selectors;
    struct executor_queue queue;
    int64_t version;
    int64_t time_us; /* of all that was waited for */
    int waits;       /* without anything in between */
};

static struct ccs *of(struct executor *executor)
{
    return (struct ccs *)executor;
}

/* ---- what is read in a state -------------------------------------------- */

static void forget_selectors(struct ccs *ccs)
{
    for (size_t i = 0; i < ccs->selectors.count; i++)
        value_unref(ccs->selectors.items[i].text);
    vec_clear(&ccs->selectors);
}

static bool add_selector(struct ccs *ccs, struct str text, struct error *error)
{
    struct selector selector = {.expr = NULL};
    struct error trouble = ERROR_NONE;
    if (!str_is(text, "available")) {
        selector.expr =
            ccs_model_expression(ccs->model, "selector", text, &trouble);
        if (selector.expr == NULL)
            return error_set(error, ERROR_SPEC,
                             "the selector `%.*s` is neither `available` nor "
                             "an expression of the model:\n%s",
                             (int)(text.length < 200 ? text.length : 200),
                             text.data, trouble.message);
    }
    selector.text = value_string(text);
    vec_push(&ccs->selectors, selector);
    return true;
}

static bool read_selectors(struct ccs *ccs, const struct deps *deps,
                           struct error *error)
{
    forget_selectors(ccs);
    for (size_t i = 0; i < deps->root.count; i++) {
        const struct deps_node *node = &deps->root.children[i];
        if (!add_selector(ccs, str_from(node->name, node->name_length), error))
            return false;
    }
    return true;
}

/* The state as the checker sees it, or NULL and an error. */
static struct value *look(const struct ccs *ccs, struct error *error)
{
    size_t count = ccs->selectors.count, done = 0;
    struct value_field *fields = memory_zeroed(count, sizeof *fields);
    struct value *state = NULL;
    for (; done < count; done++) {
        const struct selector *selector = &ccs->selectors.items[done];
        fields[done].value =
            selector->expr == NULL
                ? ccs_state_available(&ccs->state)
                : ccs_state_eval(&ccs->state, selector->expr, error);
        if (fields[done].value == NULL)
            break;
        fields[done].key = value_ref(selector->text);
    }
    if (done == count)
        state = value_object(fields, count);
    for (size_t i = 0; state == NULL && i < done; i++) {
        value_unref(fields[i].key);
        value_unref(fields[i].value);
    }
    free(fields);
    return state;
}

/* ---- messages ----------------------------------------------------------- */

static struct executor_message *queue(struct ccs *ccs,
                                      enum executor_message_kind kind)
{
    struct executor_message *message = executor_queue_add(&ccs->queue);
    message->kind = kind;
    message->time_us = ccs->time_us;
    return message;
}

static void queue_trouble(struct ccs *ccs, const struct error *error)
{
    queue(ccs, EXECUTOR_ERROR)->text =
        memory_copy_string(error->message, strlen(error->message));
}

/* A message with the present state. */
static void queue_state(struct ccs *ccs, enum executor_message_kind kind,
                        const char *event)
{
    struct error error = ERROR_NONE;
    struct value *state = look(ccs, &error);
    if (state == NULL) {
        queue_trouble(ccs, &error);
        return;
    }
    struct executor_message *message = queue(ccs, kind);
    message->state = state;
    ccs->version++;
    if (event != NULL)
        action_list_push(&message->events,
                         action_make(value_string(str_text(event)), true,
                                     value_list(NULL, 0), ACTION_NO_TIMEOUT));
}

/* ---- moves -------------------------------------------------------------- */

static bool take(struct ccs *ccs, size_t move, const struct value *arguments)
{
    struct error error = ERROR_NONE;
    if (ccs_state_take(&ccs->state, move, arguments, &error))
        return true;
    queue_trouble(ccs, &error);
    return false;
}

static void refuse(struct ccs *ccs, const struct action *action)
{
    enum { SHOWN = 20 };
    const struct ccs_move_list *moves = &ccs->state.moves;
    struct error error = ERROR_NONE;
    struct buf text;
    buf_init(&text);
    buf_addf(&text, "the process does not offer %.*s with the arguments ",
             STR_ARGS(value_text(action->id)));
    value_add_json(&text, action->args);
    buf_add_text(&text,
                 moves->count == 0 ? "; it offers nothing" : "; it offers ");
    for (size_t i = 0; i < moves->count && i < SHOWN; i++) {
        buf_add_text(&text, i == 0 ? "" : ", ");
        ccs_move_add_text(&text, &moves->items[i]);
    }
    if (moves->count > SHOWN)
        buf_addf(&text, " and %zu more", moves->count - SHOWN);
    error_set(&error, ERROR_RUN, "%s", buf_text(&text));
    queue_trouble(ccs, &error);
    buf_finish(&text);
}

/* The event tau; false where the process does not offer it. */
static bool let_tau_happen(struct ccs *ccs)
{
    struct value *nothing = value_list(NULL, 0);
    size_t tau = ccs_state_find(&ccs->state, STR("tau"), nothing);
    bool offered = tau < ccs->state.moves.count;
    if (offered && take(ccs, tau, nothing))
        queue_state(ccs, EXECUTOR_EVENTS, "tau");
    if (offered)
        ccs->waits = 0;
    value_unref(nothing);
    return offered;
}

/* A wait is over at once: with the event tau where that may happen, else with
 * Timeout. */
static void wait_for(struct ccs *ccs, int64_t time_ms)
{
    if (ccs->tau_happens && let_tau_happen(ccs))
        return;
    ccs->time_us += time_ms * 1000;
    queue_state(ccs, EXECUTOR_TIMEOUT, NULL);
}

/* ---- the executor ------------------------------------------------------- */

static void end(struct executor *executor)
{
    struct ccs *ccs = of(executor);
    executor_queue_clear(&ccs->queue);
    if (ccs->is_open)
        ccs_state_finish(&ccs->state);
    ccs->is_open = false;
}

static bool start(struct executor *executor, const struct deps *deps,
                  int64_t deadline_ms, struct error *error)
{
    struct ccs *ccs = of(executor);
    (void)deadline_ms;
    end(executor);
    ccs->version = 0;
    ccs->time_us = 0;
    ccs->waits = 0;
    if (!read_selectors(ccs, deps, error) ||
        !ccs_state_init(&ccs->state, ccs->model, error))
        return false;
    ccs->is_open = true;
    if (!ccs_state_start(&ccs->state, ccs->process, error))
        return false;
    queue_state(ccs, EXECUTOR_EVENTS, "ready");
    return true;
}

static bool is_stale(struct ccs *ccs, int64_t version)
{
    if (version == ccs->version)
        return false;
    queue(ccs, EXECUTOR_STALE);
    return true;
}

static bool act(struct executor *executor, const struct action *action,
                int64_t version, struct error *error)
{
    struct ccs *ccs = of(executor);
    (void)error; /* trouble is a message */
    if (ccs->tau_overtakes && version == ccs->version)
        let_tau_happen(ccs);
    if (is_stale(ccs, version))
        return true;
    ccs->waits = 0;
    size_t move =
        ccs_state_find(&ccs->state, value_text(action->id), action->args);
    if (move == ccs->state.moves.count) {
        refuse(ccs, action);
        return true;
    }
    if (!take(ccs, move, action->args))
        return true;
    queue_state(ccs, EXECUTOR_PERFORMED, NULL);
    if (action->timeout_ms != ACTION_NO_TIMEOUT)
        wait_for(ccs, action->timeout_ms);
    return true;
}

static bool await(struct executor *executor, int64_t time_ms, int64_t version,
                  struct error *error)
{
    struct ccs *ccs = of(executor);
    struct error trouble = ERROR_NONE;
    (void)error;
    if (is_stale(ccs, version))
        return true;
    if (++ccs->waits < WAITS_LIMIT) {
        wait_for(ccs, time_ms);
        return true;
    }
    error_set(&trouble, ERROR_RUN,
              "the specification waits for an event that cannot come: the only "
              "event of a CCS process is `ready`, at the start%s",
              ccs->tau_happens ? ", and `tau`" : "");
    queue_trouble(ccs, &trouble);
    return true;
}

static enum executor_next next(struct executor *executor, int64_t deadline_ms,
                               struct executor_message *message,
                               struct error *error)
{
    struct ccs *ccs = of(executor);
    if (executor_queue_take(&ccs->queue, message))
        return EXECUTOR_MESSAGE;
    if (deadline_ms <= clock_now_ms())
        return EXECUTOR_DEADLINE;
    error_set(error, ERROR_RUN, "the checker waits, but nothing is under way");
    return EXECUTOR_FAILED;
}

static void destroy(struct executor *executor)
{
    struct ccs *ccs = of(executor);
    end(executor);
    forget_selectors(ccs);
    vec_finish(&ccs->selectors);
    executor_queue_finish(&ccs->queue);
    free(ccs);
}

static const struct executor_ops table = {
    .start = start,
    .act = act,
    .wait = await,
    .next = next,
    .end = end,
    .destroy = destroy,
};

static const struct ccs_proc *
find_process(struct ccs_model *model, const char *text, struct error *error)
{
    const struct ccs_proc *process =
        ccs_model_process(model, "process", str_text(text), error);
    if (process == NULL && error != NULL)
        error->code = ERROR_USAGE;
    return process;
}

struct executor *ccs_executor_create(struct ccs_model *model,
                                     const struct ccs_options *options,
                                     struct error *error)
{
    const struct ccs_proc *process =
        find_process(model, options->process, error);
    if (process == NULL)
        return NULL;
    struct ccs *ccs = MEMORY_NEW(struct ccs);
    ccs->base.ops = &table;
    ccs->model = model;
    ccs->process = process;
    ccs->tau_happens = options->tau_happens || options->tau_overtakes;
    ccs->tau_overtakes = options->tau_overtakes;
    return &ccs->base;
}
