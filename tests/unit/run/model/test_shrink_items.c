/* A failure that hangs on a sum of numbers, drawn in two ways, ends with as few
 * items of a list as the sum needs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plain_model.h"

/* Lists of numbers, small ones or large ones. Paying answers wrongly where they
 * come to too much. */
enum { FEW, MANY, PAY, COMMANDS };
enum {
    FEW_MOST = 20,
    MANY_BITS = 10, /* numbers below two to that power */
    TOO_MANY = 20,  /* by few, and by lists of few */
    FAR_TOO_MANY = 1000,
    EVEN_MORE = 1020, /* that is refused: the largest number does not do */
};

static const struct model_info *info(struct model *model)
{
    static const struct model_command commands[COMMANDS] = {
        {.name = "Few", .weight = 1, .has_arguments = true},
        {.name = "Many", .weight = 1, .has_arguments = true},
        {.name = "Pay", .weight = 1, .has_arguments = true},
    };
    static const struct model_info about = {
        .name = "orders", .commands = commands, .command_count = COMMANDS};
    (void)model;
    return &about;
}

/* As fake/pick.c draws them. */
static struct value *draw_few(struct tape *tape)
{
    return value_int(1 + (int64_t)tape_below(tape, FEW_MOST, "integer"));
}

static struct value *draw_many(struct tape *tape)
{
    uint64_t bits = tape_below(tape, MANY_BITS + 2, "bits");
    if (bits > MANY_BITS)
        return value_int((1 << MANY_BITS) - 1);
    return value_int((int64_t)tape_below(tape, UINT64_C(1) << bits, "integer"));
}

static struct value *draw_list(struct tape *tape,
                               struct value *(*draw)(struct tape *tape))
{
    enum { MOST = 6 };
    struct value *items[MOST];
    size_t count = 0;
    for (bool more = true; more && count < MOST;) {
        tape_begin(tape, "item");
        more = tape_flip(tape, 3, 4, "more");
        if (more)
            items[count++] = draw(tape);
        tape_end(tape);
    }
    return value_list(items, count);
}

static bool arguments(struct model *model, uint32_t state, size_t command,
                      const struct model_refs *refs, struct tape *tape,
                      struct value **list, struct error *error)
{
    (void)model;
    (void)state;
    (void)refs;
    (void)error;
    struct value *argument = command == FEW    ? draw_list(tape, draw_few)
                             : command == MANY ? draw_list(tape, draw_many)
                                               : value_null();
    *list = value_list(&argument, 1);
    return true;
}

static enum model_answer step(struct model *model, uint32_t state,
                              const struct model_call *call,
                              struct model_outcomes *outcomes,
                              struct error *error)
{
    (void)model;
    (void)call;
    (void)error;
    struct model_outcome outcome = {state, value_int(0)};
    vec_push(&outcomes->items, outcome);
    return MODEL_DONE;
}

static const struct model_ops model_ops = {
    .info = info, .arguments = arguments, .step = step, PLAIN_MODEL_OPS};

/* ---- the system --------------------------------------------------------- */

struct orders {
    struct plain_system base;
    int64_t few, many;
};

static bool reset(struct system *system, int64_t deadline_ms,
                  struct error *error)
{
    struct orders *orders = (struct orders *)system;
    (void)deadline_ms;
    (void)error;
    orders->few = orders->many = 0;
    return true;
}

static int64_t sum(const struct value *argument)
{
    int64_t all = 0;
    for (size_t i = 0; i < argument->count; i++)
        all += argument->items[i]->integer;
    return all;
}

static bool call(struct system *system, const struct system_call *call,
                 struct error *error)
{
    struct orders *orders = (struct orders *)system;
    struct str name = str_text(call->name);
    (void)error;
    if (str_is(name, "Many"))
        orders->many += sum(call->arguments->items[0]);
    else if (!str_is(name, "Pay"))
        orders->few += sum(call->arguments->items[0]);
    bool is_wrong = str_is(name, "Pay") &&
                    (orders->few >= TOO_MANY || (orders->many >= FAR_TOO_MANY &&
                                                 orders->many < EVEN_MORE));
    plain_answer(&orders->base, call, value_int(is_wrong));
    return true;
}

static const struct system_ops system_ops = {
    .reset = reset, .call = call, PLAIN_SYSTEM_OPS};

/* ---- programs ----------------------------------------------------------- */

/* A command whose arguments are what these choices give. */
static void push(struct program *program, size_t kind,
                 struct tape_choice *choices, size_t count)
{
    struct error error = ERROR_NONE;
    struct tape_record record = {.choices = choices, .count = count};
    struct tape *tape = tape_replay(&record, TAPE_ENDS, 0);
    struct program_command command = plain_command(program, kind, NULL);
    value_unref(command.arguments);
    assert_true(
        arguments(NULL, 0, kind, NULL, tape, &command.arguments, &error));
    command.choices = tape_record_copy(tape_record(tape));
    tape_destroy(tape);
    program_push(program, command);
}

static void shrink(struct program *program)
{
    struct model model = {.ops = &model_ops};
    struct orders orders = {.base.base.ops = &system_ops};
    struct shrink_options options = plain_options(&model, &orders.base.base);
    push(program, PAY, NULL, 0);
    struct shrunk_program shrunk =
        plain_shrink(&options, program, PROGRAM_ANSWER);
    assert_true(shrunk.is_minimal);
}

/* One item is left of two, with what the sum has to be. */
static void check_one_item(struct program *program, int64_t wanted)
{
    shrink(program);
    assert_int_equal(program->items.count, 2);
    const struct value *list = program->items.items[0].arguments->items[0];
    assert_int_equal(list->count, 1);
    assert_int_equal(sum(list), wanted);
    program_finish(program);
}

static const struct tape_choice MORE = {.bound = 4, .number = 1};

static void test_few(void **state)
{
    (void)state;
    struct program program = {.items = VEC_EMPTY};
    struct tape_choice ten = {.bound = FEW_MOST, .number = 9};
    struct tape_choice choices[] = {MORE, ten, MORE, ten};
    push(&program, FEW, choices, sizeof choices / sizeof *choices);
    check_one_item(&program, TOO_MANY);
}

static void test_many(void **state)
{
    (void)state;
    struct program program = {.items = VEC_EMPTY};
    struct tape_choice bits = {.bound = MANY_BITS + 2, .number = 9};
    struct tape_choice some = {.bound = 512, .number = 500};
    struct tape_choice choices[] = {MORE, bits, some, MORE, bits, some};
    push(&program, MANY, choices, sizeof choices / sizeof *choices);
    check_one_item(&program, FAR_TOO_MANY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_few),
        cmocka_unit_test(test_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
