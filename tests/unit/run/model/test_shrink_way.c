/* A program of which nothing can be left out is made shorter where the model
 * has a shorter way: to the same state, or to one where an invariant is broken,
 * too. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include "base/clock.h"
#include "run/model/shrink.h"

/* A number below a limit, from 0; 1 is added, or 10, or it is looked at. */
enum { STEP, JUMP, LOOK, COMMANDS };
enum { LIMIT = 30, GOAL = 12 };

static const struct model_info *info(struct model *model)
{
    static const struct model_command commands[COMMANDS] = {
        {.name = "Step", .weight = 1},
        {.name = "Jump", .weight = 1},
        {.name = "Look", .weight = 1},
    };
    static const struct model_info about = {.name = "number",
                                            .commands = commands,
                                            .command_count = COMMANDS,
                                            .has_invariants = true};
    (void)model;
    return &about;
}

static bool initial(struct model *model, uint32_t *state, struct error *error)
{
    (void)model;
    (void)error;
    *state = 0;
    return true;
}

static const struct value *state_of(struct model *model, uint32_t state)
{
    (void)model;
    (void)state;
    return value_null();
}

static bool arguments(struct model *model, uint32_t state, size_t command,
                      const struct model_refs *refs, struct tape *tape,
                      struct value **list, struct error *error)
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

static uint32_t added(size_t command)
{
    return command == STEP ? 1 : command == JUMP ? 10 : 0;
}

static enum model_answer step(struct model *model, uint32_t state,
                              const struct model_call *call,
                              struct model_outcomes *outcomes,
                              struct error *error)
{
    (void)model;
    (void)error;
    uint32_t after = state + added(call->command);
    struct model_outcome outcome = {after < LIMIT ? after : state,
                                    value_int(0)};
    vec_push(&outcomes->items, outcome);
    return MODEL_DONE;
}

static enum model_answer allowed(struct model *model, uint32_t state,
                                 const struct model_call *call, char **why,
                                 struct error *error)
{
    (void)model;
    (void)state;
    (void)call;
    (void)why;
    (void)error;
    return MODEL_DONE;
}

static bool same(struct model *model, const struct model_call *call,
                 const struct value *expected, const struct value *got,
                 bool *is_same, struct error *error)
{
    (void)model;
    (void)call;
    (void)error;
    *is_same = value_equal(expected, got);
    return true;
}

/* The invariant of the model alone: it is not 12, and not 21. */
struct number_model {
    struct model base;
    bool has_invariant;
};

static bool broken(struct model *model, uint32_t state, struct value **names,
                   struct error *error)
{
    const struct number_model *number = (const struct number_model *)model;
    (void)error;
    struct value *name = value_string(STR("never"));
    bool is_broken = number->has_invariant && (state == GOAL || state == 21);
    *names = value_list(&name, is_broken);
    if (!is_broken)
        value_unref(name);
    return true;
}

static const struct model_ops model_ops = {.info = info,
                                           .initial = initial,
                                           .state = state_of,
                                           .arguments = arguments,
                                           .allowed = allowed,
                                           .step = step,
                                           .same = same,
                                           .broken = broken};

/* ---- the system --------------------------------------------------------- */

/* Looks wrong at 12. */
struct number {
    struct system base;
    uint32_t number;
    struct system_event answer;
    bool has_answer;
};

static bool reset(struct system *system, int64_t deadline_ms,
                  struct error *error)
{
    (void)deadline_ms;
    (void)error;
    ((struct number *)system)->number = 0;
    return true;
}

static bool call(struct system *system, const struct system_call *call,
                 struct error *error)
{
    struct number *number = (struct number *)system;
    size_t kind = call->name[0] == 'S'   ? STEP
                  : call->name[0] == 'J' ? JUMP
                                         : LOOK;
    (void)error;
    number->number += added(kind);
    number->has_answer = true;
    number->answer = (struct system_event){
        .kind = SYSTEM_OK,
        .process = call->process,
        .number = call->number,
        .call_ns = 1000 * clock_now_us(),
        .time_ns = 1000 * clock_now_us(),
        .answer = value_int(kind == LOOK && number->number == GOAL),
    };
    return true;
}

static enum system_next next(struct system *system, int64_t deadline_ms,
                             struct system_event *event, struct error *error)
{
    struct number *number = (struct number *)system;
    (void)deadline_ms;
    (void)error;
    if (!number->has_answer)
        return SYSTEM_DEADLINE;
    *event = number->answer;
    number->has_answer = false;
    return SYSTEM_EVENT;
}

static void end(struct system *system)
{
    (void)system;
}

static const struct system_ops system_ops = {
    .reset = reset, .call = call, .next = next, .end = end};

/* ---- programs ----------------------------------------------------------- */

static void push(struct program *program, size_t kind)
{
    program_push(program, (struct program_command){
                              .number = (int64_t)program->items.count,
                              .kind = kind,
                              .fork = program->items.count,
                              .arguments = value_list(NULL, 0),
                          });
}

static void shrink(struct program *program, struct system *system,
                   enum program_fault fault)
{
    struct number_model model = {.base.ops = &model_ops,
                                 .has_invariant = system == NULL};
    struct error error = ERROR_NONE;
    struct schedule schedule = {.items = VEC_EMPTY};
    struct program_run run = {.culprit = SIZE_MAX};
    struct shrunk_program shrunk = {0};
    struct shrink_options options = {
        .execute = {.model = &model.base, .system = system, .timeout_ms = 1000},
        .deadline_ms = clock_now_ms() + 60 * 1000,
        .attempts = 1,
    };
    assert_true(
        execute_program(&options.execute, program, &schedule, &run, &error));
    assert_int_equal(run.fault, fault);
    assert_true(
        program_shrink(&options, program, &schedule, &run, &shrunk, &error));
    assert_true(shrunk.is_minimal);
    assert_int_equal(run.fault, fault);
    program_run_finish(&run);
    schedule_finish(&schedule);
}

static void a_shorter_way_breaks_the_invariant_too(void **state)
{
    (void)state;
    struct program program = {.items = VEC_EMPTY};
    for (int i = 0; i < GOAL; i++)
        push(&program, STEP);
    shrink(&program, NULL, PROGRAM_INVARIANT);
    /* 10 and 10 and 1, or 10 and 1 and 1. */
    assert_int_equal(program.items.count, 3);
    program_finish(&program);
}

static void a_system_gets_a_shorter_way_to_the_same_state(void **state)
{
    (void)state;
    struct program program = {.items = VEC_EMPTY};
    struct number number = {.base.ops = &system_ops};
    for (int i = 0; i < GOAL; i++)
        push(&program, STEP);
    push(&program, LOOK);
    shrink(&program, &number.base, PROGRAM_ANSWER);
    assert_int_equal(program.items.count, 4);
    assert_int_equal(program.items.items[3].kind, LOOK);
    program_finish(&program);
}

static void what_is_as_short_as_can_be_stays(void **state)
{
    (void)state;
    struct program program = {.items = VEC_EMPTY};
    struct number number = {.base.ops = &system_ops};
    push(&program, STEP);
    push(&program, JUMP);
    push(&program, STEP);
    push(&program, LOOK);
    shrink(&program, &number.base, PROGRAM_ANSWER);
    assert_int_equal(program.items.count, 4);
    program_finish(&program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_shorter_way_breaks_the_invariant_too),
        cmocka_unit_test(a_system_gets_a_shorter_way_to_the_same_state),
        cmocka_unit_test(what_is_as_short_as_can_be_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
