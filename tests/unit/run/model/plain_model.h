/* Parts of models and systems that are the same in several tests of shrinking:
 * a model whose states are numbers from 0, whose commands are always allowed
 * and take no arguments, a system that answers at once, and making a program
 * smaller. After cmocka.h. */
#ifndef WEIR_TESTS_PLAIN_MODEL_H
#define WEIR_TESTS_PLAIN_MODEL_H

#include "base/clock.h"
#include "run/model/shrink.h"

static inline bool plain_initial(struct model *model, uint32_t *state,
                                 struct error *error)
{
    (void)model;
    (void)error;
    *state = 0;
    return true;
}

/* What it looks like does not matter. */
static inline const struct value *plain_state(struct model *model,
                                              uint32_t state)
{
    (void)model;
    (void)state;
    return value_null();
}

static inline bool plain_arguments(struct model *model, uint32_t state,
                                   size_t command,
                                   const struct model_refs *refs,
                                   struct tape *tape, struct value **list,
                                   struct error *error)
{
    (void)model;
    (void)state;
    (void)command;
    (void)refs;
    (void)tape;
    (void)error;
    *list = value_list(NULL, 0);
    return true;
}

static inline enum model_answer plain_allowed(struct model *model,
                                              uint32_t state,
                                              const struct model_call *call,
                                              char **why, struct error *error)
{
    (void)model;
    (void)state;
    (void)call;
    (void)why;
    (void)error;
    return MODEL_DONE;
}

static inline bool plain_same(struct model *model,
                              const struct model_call *call,
                              const struct value *expected,
                              const struct value *got, bool *is_same,
                              struct error *error)
{
    (void)model;
    (void)call;
    (void)error;
    *is_same = value_equal(expected, got);
    return true;
}

/* Of the functions of a model, those above; a test adds its own. */
#define PLAIN_MODEL_OPS                                                        \
    .initial = plain_initial, .state = plain_state, .allowed = plain_allowed,  \
    .same = plain_same

/* Whoever makes one sets `answer` in its own `call`. */
struct plain_system {
    struct system base;
    struct system_event answer;
    bool has_answer;
};

/* Takes the value. */
static inline void plain_answer(struct plain_system *system,
                                const struct system_call *call,
                                struct value *answer)
{
    system->has_answer = true;
    system->answer = (struct system_event){
        .kind = SYSTEM_OK,
        .process = call->process,
        .number = call->number,
        .call_ns = 1000 * clock_now_us(),
        .time_ns = 1000 * clock_now_us(),
        .answer = answer,
    };
}

static inline enum system_next plain_next(struct system *system,
                                          int64_t deadline_ms,
                                          struct system_event *event,
                                          struct error *error)
{
    struct plain_system *plain = (struct plain_system *)system;
    (void)deadline_ms;
    (void)error;
    if (!plain->has_answer)
        return SYSTEM_DEADLINE;
    *event = plain->answer;
    plain->has_answer = false;
    return SYSTEM_EVENT;
}

static inline void plain_end(struct system *system)
{
    (void)system;
}

/* Of the functions of a system, those above. */
#define PLAIN_SYSTEM_OPS .next = plain_next, .end = plain_end

/* ---- programs ----------------------------------------------------------- */

/* The next command of the program, of one process; takes the argument (NULL: it
 * has none). */
static inline struct program_command
plain_command(const struct program *program, size_t kind,
              struct value *argument)
{
    return (struct program_command){
        .number = (int64_t)program->items.count,
        .kind = kind,
        .fork = program->items.count,
        .arguments = value_list(&argument, argument != NULL),
    };
}

static inline struct shrink_options plain_options(struct model *model,
                                                  struct system *system)
{
    return (struct shrink_options){
        .execute = {.model = model, .system = system, .timeout_ms = 1000},
        .deadline_ms = clock_now_ms() + 60 * 1000,
        .attempts = 1,
    };
}

/* Runs the program, which fails in this way, and makes it as small as it gets.
 */
static inline struct shrunk_program
plain_shrink(const struct shrink_options *options, struct program *program,
             enum program_fault fault)
{
    struct error error = ERROR_NONE;
    struct schedule schedule = {.items = VEC_EMPTY};
    struct program_run run = {.culprit = SIZE_MAX};
    struct shrunk_program shrunk = {0};
    assert_true(
        execute_program(&options->execute, program, &schedule, &run, &error));
    assert_int_equal(run.fault, fault);
    assert_true(
        program_shrink(options, program, &schedule, &run, &shrunk, &error));
    assert_int_equal(run.fault, fault);
    program_run_finish(&run);
    schedule_finish(&schedule);
    return shrunk;
}

#endif
