/* A program of which nothing can be left out is made shorter where the model
 * has a shorter way: to the same state, or to one where an invariant is broken,
 * too. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include "plain_model.h"

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
                                           .arguments = plain_arguments,
                                           .step = step,
                                           PLAIN_MODEL_OPS,
                                           .broken = broken};

/* ---- the system --------------------------------------------------------- */

/* Looks wrong at 12. */
struct number {
    struct plain_system base;
    uint32_t number;
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
    plain_answer(&number->base, call,
                 value_int(kind == LOOK && number->number == GOAL));
    return true;
}

static const struct system_ops system_ops = {
    .reset = reset, .call = call, PLAIN_SYSTEM_OPS};

/* ---- programs ----------------------------------------------------------- */

static void push(struct program *program, size_t kind)
{
    program_push(program, plain_command(program, kind, NULL));
}

static void shrink(struct program *program, struct system *system,
                   enum program_fault fault)
{
    struct number_model model = {.base.ops = &model_ops,
                                 .has_invariant = system == NULL};
    struct shrink_options options = plain_options(&model.base, system);
    assert_true(plain_shrink(&options, program, fault).is_minimal);
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
    struct number number = {.base.base.ops = &system_ops};
    for (int i = 0; i < GOAL; i++)
        push(&program, STEP);
    push(&program, LOOK);
    shrink(&program, &number.base.base, PROGRAM_ANSWER);
    assert_int_equal(program.items.count, 4);
    assert_int_equal(program.items.items[3].kind, LOOK);
    program_finish(&program);
}

static void what_is_as_short_as_can_be_stays(void **state)
{
    (void)state;
    struct program program = {.items = VEC_EMPTY};
    struct number number = {.base.base.ops = &system_ops};
    push(&program, STEP);
    push(&program, JUMP);
    push(&program, STEP);
    push(&program, LOOK);
    shrink(&program, &number.base.base, PROGRAM_ANSWER);
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
