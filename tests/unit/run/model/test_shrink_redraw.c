/* Another command in the place of two is tried before arguments are made
 * smaller, and only where all commands matter; which answers could be larger.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include "gen/tape.h"
#include "plain_model.h"
#include "run/model/redraw.h"

/* Numbers are added up; the sum is touched, looked at, or told. */
enum { ADD, TOUCH, LOOK, SUM, COMMANDS };
enum { MOST = 1000, RUNS_SOON = 12 };

static const struct model_info *info(struct model *model)
{
    static const struct model_command commands[COMMANDS] = {
        {.name = "Add", .weight = 1, .has_arguments = true},
        {.name = "Touch", .weight = 1},
        {.name = "Look", .weight = 1},
        {.name = "Sum", .weight = 1},
    };
    static const struct model_info about = {
        .name = "sum", .commands = commands, .command_count = COMMANDS};
    (void)model;
    return &about;
}

static bool arguments(struct model *model, uint32_t state, size_t command,
                      const struct model_refs *refs, struct tape *tape,
                      struct value **list, struct error *error)
{
    (void)model;
    (void)state;
    (void)refs;
    (void)error;
    struct value *number = NULL;
    if (command == ADD)
        number = value_int((int64_t)tape_below(tape, MOST, "number"));
    *list = value_list(&number, command == ADD);
    return true;
}

/* The state is the sum. */
static enum model_answer step(struct model *model, uint32_t state,
                              const struct model_call *call,
                              struct model_outcomes *outcomes,
                              struct error *error)
{
    (void)model;
    (void)error;
    bool adds = call->command == ADD;
    uint32_t more = adds ? (uint32_t)call->arguments->items[0]->integer : 0;
    struct model_outcome outcome = {
        state + more, value_int(call->command == SUM ? state : 0)};
    vec_push(&outcomes->items, outcome);
    return MODEL_DONE;
}

static const struct model_ops model_ops = {
    .info = info, .arguments = arguments, .step = step, PLAIN_MODEL_OPS};

/* ---- the system --------------------------------------------------------- */

/* Of two numbers above 100 the sum is wrong, and a look after a touch. */
struct sum {
    struct plain_system base;
    int64_t sum, large;
    bool is_touched;
};

static bool reset(struct system *system, int64_t deadline_ms,
                  struct error *error)
{
    struct sum *sum = (struct sum *)system;
    (void)deadline_ms;
    (void)error;
    sum->sum = sum->large = 0;
    sum->is_touched = false;
    return true;
}

static bool call(struct system *system, const struct system_call *call,
                 struct error *error)
{
    struct sum *sum = (struct sum *)system;
    int64_t answer = 0;
    (void)error;
    if (call->name[0] == 'A') {
        sum->sum += call->arguments->items[0]->integer;
        sum->large += call->arguments->items[0]->integer > 100;
    }
    sum->is_touched |= call->name[0] == 'T';
    if (call->name[0] == 'L')
        answer = sum->is_touched && sum->large > 1;
    if (call->name[0] == 'S')
        answer = sum->sum + (sum->large > 1);
    plain_answer(&sum->base, call, value_int(answer));
    return true;
}

static const struct system_ops system_ops = {
    .reset = reset, .call = call, PLAIN_SYSTEM_OPS};

/* ---- programs ----------------------------------------------------------- */

static void push(struct program *program, size_t kind, int64_t number)
{
    struct value *argument = kind == ADD ? value_int(number) : NULL;
    struct program_command command = plain_command(program, kind, argument);
    if (kind == ADD) {
        struct tape *tape = tape_create(1);
        tape_below(tape, MOST, "number");
        command.choices = tape_record_copy(tape_record(tape));
        command.choices.choices[0].number = (uint64_t)number;
        tape_destroy(tape);
    }
    program_push(program, command);
}

static int64_t runs_to_three;
static void on_progress(void *context, size_t from, size_t now, int64_t runs)
{
    (void)context;
    (void)from;
    if (now == 3 && runs_to_three < 0)
        runs_to_three = runs;
}

static void another_command_is_tried_before_arguments_are_smaller(void **state)
{
    (void)state;
    struct model model = {.ops = &model_ops};
    struct sum sum = {.base.base.ops = &system_ops};
    struct program program = {.items = VEC_EMPTY};
    struct shrink_options options = plain_options(&model, &sum.base.base);
    options.progress = on_progress;
    runs_to_three = -1;
    push(&program, ADD, 731);
    push(&program, ADD, 547);
    push(&program, TOUCH, 0);
    push(&program, LOOK, 0);
    plain_shrink(&options, &program, PROGRAM_ANSWER);
    assert_int_equal(program.items.count, 3);
    assert_int_equal(program.items.items[2].kind, SUM);
    assert_in_range(runs_to_three, 1, RUNS_SOON);
    program_finish(&program);
}

/* ---- what could be larger ----------------------------------------------- */

static bool answers_views;
static const struct model_info *teller_info(struct model *model)
{
    static const struct model_command command = {.name = "Tell", .weight = 1};
    static struct model_info about = {
        .name = "teller", .commands = &command, .command_count = 1};
    (void)model;
    about.answers_views = answers_views;
    return &about;
}

static enum model_answer tell(struct model *model, uint32_t state,
                              const struct model_call *call,
                              struct model_outcomes *outcomes,
                              struct error *error)
{
    (void)model;
    (void)call;
    (void)error;
    struct value_field field = value_named("error", value_null());
    struct model_outcome outcome = {state, value_object(&field, 1)};
    vec_push(&outcomes->items, outcome);
    return MODEL_DONE;
}

static bool could_be_larger(void)
{
    static const struct model_ops ops = {.info = teller_info,
                                         .arguments = plain_arguments,
                                         .step = tell,
                                         PLAIN_MODEL_OPS};
    struct model model = {.ops = &ops};
    struct error error = ERROR_NONE;
    struct shrinking shrinking = {.model = &model, .error = &error};
    struct redrawn drawn = {.size = 0};
    push(&drawn.program, TOUCH, 0);
    drawn.program.items.items[0].kind = 0;
    assert_true(redraw_answer(&shrinking, &drawn));
    bool is_so = drawn.may_grow;
    redrawn_finish(&drawn);
    return is_so;
}

/* A page may show a field with the name "error"; of an API an object with such
 * a field says that the command failed. */
static void a_view_with_a_field_for_errors_is_no_error(void **state)
{
    (void)state;
    answers_views = true;
    assert_true(could_be_larger());
    answers_views = false;
    assert_false(could_be_larger());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_command_is_tried_before_arguments_are_smaller),
        cmocka_unit_test(a_view_with_a_field_for_errors_is_no_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
