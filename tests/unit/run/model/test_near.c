/* What commands have in common, and what a command after a fork can show. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include "run/model/generate_internal.h"

static struct value *read_value(const char *text)
{
    struct json *json = json_parse(str_text(text), NULL);
    struct value *value = value_from_json(json);
    json_destroy(json);
    return value;
}

static void assert_near(const char *one, const char *other, bool expected)
{
    struct value *a = read_value(one), *b = read_value(other);
    if (generate_is_near(a, b) != expected ||
        generate_is_near(b, a) != expected)
        fail_msg("%s and %s", one, other);
    value_unref(a);
    value_unref(b);
}

static void names_count_before_numbers(void **state)
{
    (void)state;
    assert_near("[\"a\", 1]", "[\"a\", 2]", true);
    assert_near("[\"a\", 1]", "[\"b\", 1]", false);
    assert_near("[{\"$ref\": [0, 0]}, 1]", "[\"b\", {\"$ref\": [0, 0]}]", true);
    assert_near("[{\"$ref\": [0, 0]}, 1]", "[{\"$ref\": [1, 0]}, 1]", false);
    assert_near("[{\"to\": [\"x\", \"a\"]}]", "[[\"a\"], 5]", true);
}

static void numbers_count_where_there_are_no_names(void **state)
{
    (void)state;
    assert_near("[1, 2]", "[2]", true);
    assert_near("[1]", "[2]", false);
    assert_near("[\"a\", 1]", "[1]", true);
    assert_near("[\"a\", 1]", "[2]", false);
}

static void what_says_nothing_is_about_all(void **state)
{
    (void)state;
    assert_near("[]", "[\"a\"]", true);
    assert_near("[true]", "[1]", true);
    assert_near("[]", "[]", true);
}

/* A number; what is asked is the number, or whether it is even. */
enum { VALUE, PARITY, COMMANDS };

static const struct model_info *info(struct model *model)
{
    static const struct model_command commands[COMMANDS] = {{.name = "Value"},
                                                            {.name = "Parity"}};
    static const struct model_info about = {
        .name = "number", .commands = commands, .command_count = COMMANDS};
    (void)model;
    return &about;
}

static enum model_answer step(struct model *model, uint32_t state,
                              const struct model_call *call,
                              struct model_outcomes *outcomes,
                              struct error *error)
{
    (void)model;
    (void)error;
    struct model_outcome outcome = {
        state, value_int(call->command == VALUE ? state : state % 2)};
    vec_push(&outcomes->items, outcome);
    return MODEL_DONE;
}

static const struct model_ops ops = {.info = info, .step = step};

/* Whether it tells after a fork that is command 3. */
static bool tells(size_t kind, const char *arguments, uint32_t before,
                  uint32_t between, uint32_t behind)
{
    struct model model = {.ops = &ops};
    struct program program = {.items = VEC_EMPTY};
    struct error error = ERROR_NONE;
    program_push(&program, (struct program_command){
                               .number = 3, .arguments = value_list(NULL, 0)});
    struct generator g = {
        .model = &model, .program = &program, .error = &error};
    state_set_add(&g.seen, before);
    state_set_add(&g.seen, between);
    state_set_add(&g.states, behind);
    struct program_command command = {
        .number = 4, .kind = kind, .arguments = read_value(arguments)};
    bool tells;
    assert_true(generate_tells(&g, &command, 0, &tells));
    value_unref(command.arguments);
    state_set_finish(&g.seen);
    state_set_finish(&g.states);
    program_finish(&program);
    return tells;
}

static void what_is_answered_otherwise_on_the_way_tells(void **state)
{
    (void)state;
    assert_true(tells(VALUE, "[]", 0, 0, 2));
    assert_true(tells(VALUE, "[]", 2, 0, 2));
    assert_false(tells(VALUE, "[]", 2, 2, 2));
    assert_false(tells(PARITY, "[]", 0, 4, 2));
    assert_true(tells(PARITY, "[]", 0, 1, 2));
}

/* On the way it is not there. */
static void what_the_fork_creates_is_asked_about_after_it(void **state)
{
    (void)state;
    assert_false(tells(VALUE, "[{\"$ref\": [3, 0]}]", 0, 1, 2));
    assert_true(tells(VALUE, "[{\"$ref\": [2, 0]}]", 0, 1, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_count_before_numbers),
        cmocka_unit_test(numbers_count_where_there_are_no_names),
        cmocka_unit_test(what_says_nothing_is_about_all),
        cmocka_unit_test(what_is_answered_otherwise_on_the_way_tells),
        cmocka_unit_test(what_the_fork_creates_is_asked_about_after_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
