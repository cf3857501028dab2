/* Order of this file: what is sent, the process, starting it, its answers,
 * beginning a run, asking for one, the end. */
#include "run/ahead.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/worker.h"
#include "base/worker_ear.h"
#include "run/reduce_internal.h"

/* How long what has to end is waited for. */
enum { GRACE_MS = 5000 };

/* ---- what is sent ------------------------------------------------------- */
/* Both sides are the same program. */

/* After it the choices, a list as JSON. */
struct order {
    size_t property;
    uint64_t seed;
    int64_t timeout_ms, end_ms;
    struct reduce_trial trial;
    size_t length; /* of the JSON */
};

/* After it the fates, the states, and the choices that were done, a list as
 * JSON. The first answer, to nothing, says that the executor is there. */
struct answer {
    enum shrink_outcome outcome;
    size_t fates, states;
    size_t length; /* of the JSON */
};

static void add_choices(struct buf *out, const struct choice_list *choices)
{
    buf_add_char(out, '[');
    for (size_t i = 0; i < choices->count; i++) {
        if (i > 0)
            buf_add_char(out, ',');
        value_add_json(out, choices->items[i]);
    }
    buf_add_char(out, ']');
}

/* False: that is no list. */
static bool read_choices(struct str text, struct choice_list *choices)
{
    struct value *list = value_parse(text, NULL);
    bool is_list = list != NULL && list->kind == VALUE_LIST;
    for (size_t i = 0; is_list && i < list->count; i++)
        choice_list_push(choices, value_ref(list->items[i]));
    value_unref(list);
    return is_list;
}

/* ---- the process -------------------------------------------------------- */

struct copy {
    const struct ahead_options *ahead;
    struct reduce_options options;
};

static void say_nothing(struct reporter *reporter, const char *what)
{
    (void)reporter;
    (void)what;
}

static void answer_with(int socket, enum shrink_outcome outcome,
                        const struct choice_course *course)
{
    struct buf choices, all;
    buf_init(&choices);
    buf_init(&all);
    add_choices(&choices, &course->did);
    struct answer answer = {outcome, course->count, course->state_count,
                            choices.length};
    buf_add(&all, (const char *)&answer, sizeof answer);
    buf_add(&all, (const char *)course->fates, course->count);
    buf_add(&all, (const char *)course->states,
            course->state_count * sizeof *course->states);
    buf_add_str(&all, buf_str(&choices));
    worker_tell(socket, buf_text(&all), all.length);
    buf_finish(&choices);
    buf_finish(&all);
}

static void perform(const struct copy *copy, int socket,
                    struct executor *executor, const struct order *order,
                    const struct choice_list *choices)
{
    struct reduce_options options = copy->options;
    struct reduction reduction;
    struct session_result unknown;
    struct shrink_run run = {.others = NULL};
    options.property = order->property;
    options.seed = order->seed;
    options.timeout_ms = order->timeout_ms;
    options.end_ms = order->end_ms;
    options.executor = executor;
    options.reporter = NULL;
    reduction_init(&reduction);
    session_result_init(&unknown);
    struct reducer reducer = {.options = &options,
                              .trial = order->trial,
                              .reduction = &reduction,
                              .found = &unknown};
    session_result_init(&reducer.last);
    enum shrink_outcome outcome = reducer_run_shorter(&reducer, choices, &run);
    answer_with(socket, outcome, &run.course);
    shrink_run_finish(&run);
    session_result_finish(&reducer.last);
    reduction_finish(&reduction);
}

/* False: there is nothing more to do. */
static bool obey(const struct copy *copy, int socket, struct executor *executor)
{
    struct order order;
    struct choice_list choices = {0};
    if (!worker_hear(socket, &order, sizeof order))
        return false;
    char *text = memory_zeroed(order.length + 1, 1);
    bool fine = worker_hear(socket, text, order.length) &&
                read_choices(str_from(text, order.length), &choices);
    free(text);
    if (fine)
        perform(copy, socket, executor, &order, &choices);
    choice_list_finish(&choices);
    return fine;
}

static void work(void *context, int socket)
{
    static const struct reporter_ops silence = {.activity = say_nothing};
    const struct copy *copy = context;
    struct reporter nobody = {.ops = &silence};
    struct error error = ERROR_NONE;
    struct executor *executor =
        copy->ahead->enter(copy->ahead->context, false, &nobody, &error);
    if (executor == NULL)
        return;
    answer_with(socket, SHRINK_STOPPED, &(struct choice_course){0});
    while (obey(copy, socket, executor))
        ;
    executor->ops->destroy(executor);
}

/* ---- starting it -------------------------------------------------------- */

struct ahead {
    struct ahead_options options;
    struct worker worker;
    struct worker_ear ear; /* closed: it does not run */
    bool is_over;          /* it has run, and will not again */
    bool is_busy;          /* it owes an answer */
    struct buf key;        /* of the list that it was given last */
    struct buf heard;      /* of its answer */
};

struct ahead *ahead_create(const struct ahead_options *options)
{
    struct ahead *ahead = MEMORY_NEW(struct ahead);
    ahead->options = *options;
    ahead->worker.socket = -1;
    buf_init(&ahead->key);
    buf_init(&ahead->heard);
    return ahead;
}

static void end(struct ahead *ahead)
{
    worker_ear_close(&ahead->ear);
    ahead->is_over = true;
    ahead->is_busy = false;
    buf_clear(&ahead->key);
}

static bool is_answer_whole(const struct ahead *ahead, struct answer *answer)
{
    if (ahead->heard.length < sizeof *answer)
        return false;
    memcpy(answer, buf_text(&ahead->heard), sizeof *answer);
    return ahead->heard.length >= sizeof *answer + answer->fates +
                                      answer->states * sizeof(uint64_t) +
                                      answer->length;
}

static bool hear(void *data, const char *bytes, size_t length)
{
    struct ahead *ahead = data;
    struct answer answer;
    if (length == 0)
        end(ahead);
    buf_add(&ahead->heard, bytes, length);
    ahead->is_busy = !ahead->is_over && !is_answer_whole(ahead, &answer);
    return !ahead->is_over;
}

void ahead_prepare(struct ahead *ahead, const struct reduce_options *options)
{
    if (worker_ear_is_open(&ahead->ear) || ahead->is_over)
        return;
    struct error error = ERROR_NONE;
    struct copy copy = {&ahead->options, *options};
    ahead->is_busy = true;
    if (worker_start(&ahead->worker, work, &copy, &error) &&
        worker_ear_open(&ahead->ear, ahead->options.loop, &ahead->worker, hear,
                        ahead, &error))
        return;
    log_info("shrinking goes on with one run at a time: %s", error.message);
    end(ahead);
}

/* ---- beginning a run ---------------------------------------------------- */

static void add_key(struct buf *key, const struct choice_list *choices)
{
    for (size_t i = 0; i < choices->count; i++)
        choice_add_key(key, choices->items[i]);
}

static bool is_about(const struct ahead *ahead,
                     const struct choice_list *choices)
{
    struct buf key;
    buf_init(&key);
    add_key(&key, choices);
    bool is_same =
        key.length > 0 && str_equal(buf_str(&key), buf_str(&ahead->key));
    buf_finish(&key);
    return is_same;
}

static void send(struct ahead *ahead, const struct reduce_options *options,
                 const struct reduce_trial *trial,
                 const struct choice_list *choices)
{
    struct buf text, all;
    buf_init(&text);
    buf_init(&all);
    add_choices(&text, choices);
    struct order order;
    memset(&order, 0, sizeof order); /* its gaps, too: they are written */
    order.property = options->property;
    order.seed = options->seed;
    order.timeout_ms = options->timeout_ms;
    order.end_ms = options->end_ms;
    order.trial = *trial;
    order.length = text.length;
    buf_add(&all, (const char *)&order, sizeof order);
    buf_add_str(&all, buf_str(&text));
    ahead->is_busy = true;
    if (!worker_order(&ahead->worker, buf_text(&all), all.length))
        end(ahead);
    buf_finish(&text);
    buf_finish(&all);
}

void ahead_begin(struct ahead *ahead, const struct reduce_options *options,
                 const struct reduce_trial *trial,
                 const struct choice_list *now, const struct choice_list *next)
{
    if (!worker_ear_is_open(&ahead->ear) || ahead->is_busy ||
        is_about(ahead, now))
        return;
    buf_clear(&ahead->key);
    buf_clear(&ahead->heard);
    add_key(&ahead->key, next);
    send(ahead, options, trial, next);
}

/* ---- asking for one ----------------------------------------------------- */

static bool read_course(const struct ahead *ahead, const struct answer *answer,
                        struct choice_course *course)
{
    const char *rest = buf_text(&ahead->heard) + sizeof *answer;
    size_t states_size = answer->states * sizeof *course->states;
    course->count = answer->fates;
    course->fates = memory_zeroed(answer->fates + 1, 1);
    memcpy(course->fates, rest, answer->fates);
    course->state_count = answer->states;
    course->states = memory_zeroed(answer->states + 1, sizeof *course->states);
    memcpy(course->states, rest + answer->fates, states_size);
    return read_choices(
        str_from(rest + answer->fates + states_size, answer->length),
        &course->did);
}

bool ahead_holds(struct ahead *ahead, const struct choice_list *choices,
                 int64_t end_ms, struct choice_course *course)
{
    struct answer answer;
    enum loop_result result = LOOP_ACTIVE;
    if (!is_about(ahead, choices))
        return false;
    while (ahead->is_busy && result == LOOP_ACTIVE)
        result = loop_run_once(ahead->options.loop, end_ms);
    if (ahead->is_busy || ahead->is_over)
        return false;
    buf_clear(&ahead->key);
    if (is_answer_whole(ahead, &answer) && answer.outcome == SHRINK_HOLDS &&
        read_course(ahead, &answer, course))
        return true;
    choice_course_finish(course);
    return false;
}

/* ---- the end ------------------------------------------------------------ */

void ahead_destroy(struct ahead *ahead)
{
    if (ahead == NULL)
        return;
    int64_t until = clock_now_ms() + GRACE_MS;
    if (worker_ear_is_open(&ahead->ear)) {
        worker_dismiss(&ahead->worker);
        worker_signal(&ahead->worker, SIGTERM);
    }
    while (worker_ear_is_open(&ahead->ear) && clock_now_ms() < until) {
        loop_resume(ahead->options.loop);
        loop_run_once(ahead->options.loop, until);
    }
    if (!worker_ear_is_open(&ahead->ear))
        worker_reap(&ahead->worker, NULL);
    else
        worker_finish(&ahead->worker, NULL);
    end(ahead);
    buf_finish(&ahead->key);
    buf_finish(&ahead->heard);
    free(ahead);
}
