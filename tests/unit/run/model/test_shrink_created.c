/* A command that creates something may be refused, with other arguments. Then
 * the model is not asked about what is not there: a fake may rely on what it is
 * given. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include "plain_model.h"
#include "run/model/redraw.h"
#include "trace/operation.h"

/* Doors: one opens if it is given 1, one is touched, or all are looked at. */
enum { OPEN, TOUCH, LOOK, COMMANDS };

static const struct model_info *info(struct model *model)
{
    static const char *const door[] = {"door"};
    static const struct model_command commands[COMMANDS] = {
        {.name = "Open",
         .weight = 1,
         .creates = door,
         .create_count = 1,
         .has_arguments = true},
        {.name = "Touch", .weight = 1, .has_arguments = true},
        {.name = "Look", .weight = 1},
    };
    static const struct model_info about = {
        .name = "doors", .commands = commands, .command_count = COMMANDS};
    (void)model;
    return &about;
}

static bool arguments(struct model *model, uint32_t state, size_t command,
                      const struct model_refs *refs, struct tape *tape,
                      struct value **list, struct error *error)
{
    (void)model;
    (void)state;
    (void)error;
    struct value *argument = NULL;
    size_t count = refs->items.count;
    *list = NULL;
    if (command == TOUCH && count == 0)
        return true;
    if (command == OPEN)
        argument = value_int((int64_t)tape_below(tape, 2, "opens"));
    if (command == TOUCH) {
        const struct model_ref *ref =
            &refs->items.items[tape_recent(tape, count, "reference")];
        argument = value_reference(ref->number, ref->slot);
    }
    *list = value_list(&argument, command != LOOK);
    return true;
}

static int64_t opens(const struct value *arguments)
{
    return arguments->items[0]->integer;
}

/* The state is how many are open. */
static enum model_answer step(struct model *model, uint32_t state,
                              const struct model_call *call,
                              struct model_outcomes *outcomes,
                              struct error *error)
{
    (void)model;
    bool is_new = call->command == OPEN && opens(call->arguments) == 1;
    if (call->command == TOUCH && state == 0) {
        error_set(error, ERROR_SPEC, "there is no door");
        return MODEL_FAILED;
    }
    struct model_outcome outcome = {state + is_new,
                                    is_new ? value_reference(call->number, 0)
                                           : value_int(state)};
    vec_push(&outcomes->items, outcome);
    return MODEL_DONE;
}

static const struct model_ops model_ops = {
    .info = info, .arguments = arguments, .step = step, PLAIN_MODEL_OPS};

/* ---- the system --------------------------------------------------------- */

/* A look after two touches is wrong. */
struct doors {
    struct plain_system base;
    int64_t open, touched;
};

static bool reset(struct system *system, int64_t deadline_ms,
                  struct error *error)
{
    struct doors *doors = (struct doors *)system;
    (void)deadline_ms;
    (void)error;
    doors->open = doors->touched = 0;
    return true;
}

static bool call(struct system *system, const struct system_call *call,
                 struct error *error)
{
    struct doors *doors = (struct doors *)system;
    (void)error;
    int64_t answer = doors->open;
    if (call->name[0] == 'O' && opens(call->arguments) == 1)
        answer = 100 + doors->open++;
    doors->touched += call->name[0] == 'T';
    if (call->name[0] == 'L')
        answer += doors->touched > 1;
    plain_answer(&doors->base, call, value_int(answer));
    return true;
}

static const struct system_ops system_ops = {
    .reset = reset, .call = call, PLAIN_SYSTEM_OPS};

/* ---- programs ----------------------------------------------------------- */

static void push_open(struct program *program, int64_t number)
{
    struct program_command command =
        plain_command(program, OPEN, value_int(number));
    struct tape *tape = tape_create(1);
    tape_below(tape, 2, "opens");
    command.choices = tape_record_copy(tape_record(tape));
    command.choices.choices[0].number = (uint64_t)number;
    tape_destroy(tape);
    program_push(program, command);
}

static void push_touch(struct program *program, int64_t number)
{
    program_push(program,
                 plain_command(program, TOUCH, value_reference(number, 0)));
}

static void push_look(struct program *program)
{
    program_push(program, plain_command(program, LOOK, NULL));
}

/* Open, two touches, a look. */
static struct program touches(int64_t number)
{
    struct program program = {.items = VEC_EMPTY};
    push_open(&program, number);
    push_touch(&program, 0);
    push_touch(&program, 0);
    push_look(&program);
    return program;
}

static struct shrinking shrinking(struct model *model, struct error *error)
{
    model->ops = &model_ops;
    return (struct shrinking){.model = model, .error = error};
}

/* ---- tests -------------------------------------------------------------- */

static void what_is_about_nothing_leads_nowhere(void **state)
{
    (void)state;
    struct error error = ERROR_NONE;
    struct model model;
    struct shrinking s = shrinking(&model, &error);
    for (int64_t number = 0; number <= 1; number++) {
        struct program program = touches(number);
        struct surroundings around = {0};
        assert_true(shrink_look_around(&s, &program, 3, &around));
        assert_int_equal(around.states.items.count, number);
        surroundings_finish(&around);
        program_finish(&program);
    }
}

static void what_is_about_nothing_has_no_answer(void **state)
{
    (void)state;
    struct error error = ERROR_NONE;
    struct model model;
    struct shrinking s = shrinking(&model, &error);
    for (int64_t number = 0; number <= 1; number++) {
        struct redrawn drawn = {.program = {.items = VEC_EMPTY}};
        push_open(&drawn.program, number);
        push_touch(&drawn.program, 0);
        assert_true(redraw_answer(&s, &drawn));
        assert_int_equal(drawn.answer.length > 0, number);
        redrawn_finish(&drawn);
    }
}

static void shrinking_never_asks_about_what_is_not_there(void **state)
{
    (void)state;
    struct model model = {.ops = &model_ops};
    struct doors doors = {.base.base.ops = &system_ops};
    struct shrink_options options = plain_options(&model, &doors.base.base);
    for (size_t looks = 1; looks <= 4; looks++) {
        struct program program = touches(1);
        while (program.items.count < 3 + looks)
            push_look(&program);
        plain_shrink(&options, &program, PROGRAM_ANSWER);
        assert_int_equal(program.items.count, 4);
        program_finish(&program);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_about_nothing_leads_nowhere),
        cmocka_unit_test(what_is_about_nothing_has_no_answer),
        cmocka_unit_test(shrinking_never_asks_about_what_is_not_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
