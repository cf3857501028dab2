/* A long program whose last command is enough, with what was done to the same
 * thing or what came right before it, is made short in few runs. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include "plain_model.h"

/* Things are made, turned, and looked at; looking once answers wrongly of one
 * that was turned. */
enum { MAKE, TURN, LOOK, COMMANDS };
enum {
    COUNT = 24,
    /* At the three commands that are left: one less, two, two of them alike.
       That the first two pass is known from the run that failed. */
    ATTEMPTS_AT_THREE = 6,
};

static const struct model_info *info(struct model *model)
{
    static const char *const creates[] = {"thing"};
    static const struct model_command commands[COMMANDS] = {
        {.name = "Make", .creates = creates, .create_count = 1},
        {.name = "Turn", .has_arguments = true},
        {.name = "Look", .has_arguments = true},
    };
    static const struct model_info about = {
        .name = "things", .commands = commands, .command_count = COMMANDS};
    (void)model;
    return &about;
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
    *list = NULL;
    return true;
}

static enum model_answer step(struct model *model, uint32_t state,
                              const struct model_call *call,
                              struct model_outcomes *outcomes,
                              struct error *error)
{
    (void)model;
    (void)error;
    struct model_outcome outcome = {
        state, call->command == MAKE ? value_reference(call->number, 0)
                                     : value_int(0)};
    vec_push(&outcomes->items, outcome);
    return MODEL_DONE;
}

static const struct model_ops model_ops = {
    .info = info, .arguments = arguments, .step = step, PLAIN_MODEL_OPS};

/* ---- the system --------------------------------------------------------- */

struct things {
    struct plain_system base;
    int64_t made, runs;
    bool is_turned[COUNT];
};

static bool reset(struct system *system, int64_t deadline_ms,
                  struct error *error)
{
    struct things *things = (struct things *)system;
    (void)deadline_ms;
    (void)error;
    things->runs++;
    things->made = 0;
    for (size_t i = 0; i < COUNT; i++)
        things->is_turned[i] = false;
    return true;
}

static int64_t done(struct things *things, const struct system_call *call)
{
    if (str_is(str_text(call->name), "Make"))
        return things->made++;
    int64_t thing = call->arguments->items[0]->integer;
    if (str_is(str_text(call->name), "Turn"))
        things->is_turned[thing] = true;
    return str_is(str_text(call->name), "Look") && things->is_turned[thing];
}

static bool call(struct system *system, const struct system_call *call,
                 struct error *error)
{
    struct things *things = (struct things *)system;
    (void)error;
    plain_answer(&things->base, call, value_int(done(things, call)));
    return true;
}

static const struct system_ops system_ops = {
    .reset = reset, .call = call, PLAIN_SYSTEM_OPS};

/* ---- programs ----------------------------------------------------------- */

static void push(struct program *program, size_t kind, int64_t about)
{
    struct value *argument = about < 0 ? NULL : value_reference(about, 0);
    program_push(program, plain_command(program, kind, argument));
}

/* Eight things are made and turned, looks at one that nobody has turned, and a
 * look at the sixth. */
static struct program long_program(void)
{
    struct program program = {.items = VEC_EMPTY};
    for (int i = 0; i < 8; i++)
        push(&program, MAKE, -1);
    for (int i = 1; i < 8; i++)
        push(&program, TURN, i);
    for (int i = 0; i < 8; i++)
        push(&program, LOOK, 0);
    push(&program, LOOK, 5);
    return program;
}

/* The failing program, smaller; things.runs: the runs that took. */
static void shrink(struct program *program, struct things *things)
{
    struct model model = {.ops = &model_ops};
    things->base.base.ops = &system_ops;
    struct shrink_options options = plain_options(&model, &things->base.base);
    struct shrunk_program shrunk =
        plain_shrink(&options, program, PROGRAM_ANSWER);
    things->runs--; /* the one that failed at first */
    assert_true(shrunk.is_minimal);
    assert_int_equal(shrunk.runs, things->runs);
}

static void what_the_last_command_refers_to_comes_with_it(void **state)
{
    (void)state;
    struct program program = long_program();
    struct things things = {0};
    shrink(&program, &things);
    assert_int_equal(program.items.count, 3);
    assert_int_equal(program.items.items[0].kind, MAKE);
    assert_int_equal(program.items.items[0].number, 5);
    assert_int_equal(program.items.items[1].kind, TURN);
    assert_int_equal(program.items.items[2].kind, LOOK);
    /* Alone it passes; with what else was done to that thing it fails. */
    assert_int_equal(things.runs, 2 + ATTEMPTS_AT_THREE);
    program_finish(&program);
}

static void the_end_is_enough_where_nothing_is_referred_to(void **state)
{
    (void)state;
    struct program program = {.items = VEC_EMPTY};
    struct things things = {0};
    push(&program, MAKE, -1);
    for (int i = 0; i < 20; i++)
        push(&program, LOOK, 0);
    push(&program, TURN, 0);
    push(&program, LOOK, 0);
    shrink(&program, &things);
    assert_int_equal(program.items.count, 3);
    /* The last one, all (which is no less), the last two. */
    assert_int_equal(things.runs, 2 + ATTEMPTS_AT_THREE);
    program_finish(&program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_last_command_refers_to_comes_with_it),
        cmocka_unit_test(the_end_is_enough_where_nothing_is_referred_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
