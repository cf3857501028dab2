/* One run of choices, begun anew as often as it has to be. */
#include "base/clock.h"
#include "run/reduce_internal.h"

/* The same actions again, of a server that may be slower than it was. */
const struct script_patience reduce_as_it_was = {
    .first_ms = 3000, .later_ms = 1000, .more_ms = 500, .is_exact = true};

static bool run_once(const struct reduce_options *options,
                     const struct reduce_manner *manner,
                     const struct choice_list *choices, int64_t linger_ms,
                     struct session_result *result,
                     struct script_course *course)
{
    struct executor *executor = options->executor;
    executor_rest(executor);
    int64_t deadline = clock_now_ms() + options->timeout_ms;
    struct actor *actor;
    struct checker *checker =
        options->open(options->context, options->property, &actor);
    struct script_options script = {
        .actor = actor,
        .choices = choices,
        .skips = !options->is_strict,
        .real_time = options->real_time,
        .patience = manner->patience,
        .by_place = manner->by_place,
        .linger_ms = linger_ms,
        .pauses_behind = executor->pauses_ms > 0,
        .wants_others = true,
        .wants_offers = manner->wants_offers,
    };
    struct strategy *strategy = script_create(&script, course);
    struct session_options session = {
        .strategy = strategy,
        .deadline_ms = deadline < options->end_ms ? deadline : options->end_ms,
        .max_actions = SESSION_NO_LIMIT,
        .keep_all = options->keep_all,
        .unmatched_wait_ms = manner->unmatched_wait_ms,
        .another = options->another,
        .begins_anew = true,
        .cancelled = options->cancelled,
        .context = options->context,
    };
    if (executor->ops->seed != NULL)
        executor->ops->seed(executor, options->seed);
    bool fine = session_run(executor, checker, actor, &session, result, NULL);
    strategy->ops->destroy(strategy);
    checker->ops->destroy(checker);
    return fine;
}

bool reduce_run_so(const struct reduce_options *options,
                   const struct reduce_manner *manner,
                   const struct choice_list *choices, int64_t linger_ms,
                   struct session_result *result, struct script_course *course)
{
    for (;;) {
        bool fine =
            run_once(options, manner, choices, linger_ms, result, course);
        if (!session_begin_anew(result))
            return fine;
        script_course_finish(course);
    }
}

bool reduce_run(const struct reduce_options *options,
                const struct choice_list *choices, int64_t linger_ms,
                struct session_result *result, struct script_course *course)
{
    struct reduce_manner manner = {.patience = reduce_as_it_was,
                                   .by_place = options->by_place};
    return reduce_run_so(options, &manner, choices, linger_ms, result, course);
}
