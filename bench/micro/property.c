/* What a state costs when a property is checked: the expressions of the state
 * evaluated, the residual progressed; and with the guards of all actions, as
 * in a run. The states are in memory already. */
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "bench/micro/measure.h"
#include "bench/micro/rows.h"
#include "lang/session.h"

/* What led to one step, in the words of the specification. */
struct cause {
    struct lang_value *name; /* counted; NULL: nothing that counts */
};

struct bench {
    const struct lang_program *program;
    const struct replay *replay;
    struct cause *causes; /* of each step of the trace */
    bool with_guards;
};

static void stop(const char *what, const struct error *error)
{
    fprintf(stderr, "bench: %s: %s\n", what, error->message);
    exit(EXIT_FAILURE);
}

/* ---- what led to each step ---------------------------------------------- */

static struct lang_value *find(const struct lang_primitive_list *list,
                               const struct step *step)
{
    for (size_t i = 0; i < list->count && step->what.count > 0; i++)
        if (action_matches(&list->items[i].action, &step->what.items[0]) &&
            list->items[i].name != NULL)
            return lang_value_ref(list->items[i].name);
    return NULL;
}

/* An action was proposed in the state before, an event is looked for in its
 * own. */
static struct lang_value *cause_of(struct lang_session *session,
                                   const struct trace *trace, size_t index)
{
    struct error error = ERROR_NONE;
    struct lang_primitive_list list = {0};
    const struct step *step = &trace->items[index];
    bool acted = step->kind == STEP_ACTED && index > 0;
    lang_session_enter(session, trace->items[index - acted].state,
                       step->version);
    if (!lang_session_primitives(session, index == 0 ? LANG_INITIAL : LANG_WITH,
                                 &list, &error))
        stop("guards", &error);
    struct lang_value *name = find(&list, step);
    lang_primitive_list_finish(&list);
    return name;
}

static struct cause *causes_create(const struct lang_program *program,
                                   const struct trace *trace)
{
    struct lang_session *session =
        lang_session_create(program, &program->properties[0]);
    struct cause *causes = memory_zeroed(trace->count, sizeof *causes);
    for (size_t i = 0; i < trace->count; i++)
        causes[i].name = cause_of(session, trace, i);
    lang_session_destroy(session);
    return causes;
}

static void causes_destroy(struct cause *causes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        lang_value_unref(causes[i].name);
    free(causes);
}

/* ---- a run -------------------------------------------------------------- */

static void observe(const struct bench *bench, struct lang_session *session,
                    size_t index, bool joined, int64_t version)
{
    struct error error = ERROR_NONE;
    struct verdict verdict, may_stop;
    struct lang_value *name = bench->causes[index].name;
    size_t count = name == NULL || joined ? 0 : 1;
    lang_session_enter(session, bench->replay->trace.items[index].state,
                       version);
    if (!lang_session_observe(session, &name, count, &verdict, &may_stop,
                              &error))
        stop("property", &error);
    if (verdict.kind != VERDICT_DEFINITELY)
        return;
    error_set(&error, ERROR_RUN, "decided by step %zu", index + 1);
    stop("property", &error);
}

static void propose(struct lang_session *session)
{
    struct error error = ERROR_NONE;
    struct lang_primitive_list list = {0};
    if (!lang_session_primitives(session, LANG_WITH, &list, &error))
        stop("guards", &error);
    lang_primitive_list_finish(&list);
}

/* In a run a state was read just before: its values are at hand, not somewhere
 * in the memory. So it is looked through first, in time that does not count. */
static void touch(const struct value *state)
{
    volatile uint64_t hash = value_hash(state);
    (void)hash;
}

static double look_through(const struct bench *bench, int64_t states)
{
    size_t index = 0;
    bool joined = false;
    double start_us = measure_now_us();
    for (int64_t version = 1; version <= states; version++) {
        touch(bench->replay->trace.items[index].state);
        index = replay_next(bench->replay, index, &joined);
    }
    return measure_now_us() - start_us;
}

static double judge(const struct bench *bench, struct lang_session *session,
                    int64_t states)
{
    size_t index = 0;
    bool joined = false;
    double start_us = measure_now_us();
    for (int64_t version = 1; version <= states; version++) {
        touch(bench->replay->trace.items[index].state);
        observe(bench, session, index, joined, version);
        if (bench->with_guards)
            propose(session);
        index = replay_next(bench->replay, index, &joined);
    }
    return measure_now_us() - start_us;
}

static struct measure_figures run(const void *context, int64_t states)
{
    const struct bench *bench = context;
    double aside_us = look_through(bench, states);
    size_t bytes_before = measure_heap_bytes();
    struct lang_session *session =
        lang_session_create(bench->program, &bench->program->properties[0]);
    double us = judge(bench, session, states) - aside_us;
    struct measure_figures figures = {
        .us_per_state = us / (double)states,
        .bytes = measure_heap_bytes() - bytes_before,
    };
    lang_session_destroy(session);
    return figures;
}

void rows_of_the_property(const struct lang_program *program,
                          const struct replay *replay, int64_t most_states)
{
    struct bench bench = {.program = program, .replay = replay};
    struct measure_series series = {.run = run, .context = &bench};
    bench.causes = causes_create(program, &replay->trace);
    series.name = "TodoMVC: property";
    series.target_us = 10;
    measure_print(&series, most_states);
    series.name = "TodoMVC: the same, and the guards of all actions";
    series.target_us = 0;
    bench.with_guards = true;
    measure_print(&series, most_states);
    causes_destroy(bench.causes, replay->trace.count);
}
