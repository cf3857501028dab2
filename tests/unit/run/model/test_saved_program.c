/* Saved programs: the text, what people may do to it, and what is said of a
 * wrong one. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "run/model/saved_program.h"

#define HEAD "program 1\nmodel \"m.js\"\nproperty \"parallel\"\nseed 7\n"

static const struct model_command commands[] = {{.name = "New"},
                                                {.name = "Put"}};
static const struct model_info info = {
    .name = "m.js",
    .commands = commands,
    .command_count = 2,
};

static bool read(struct saved_program *saved, const char *text, bool *is_other,
                 struct error *error)
{
    return saved_program_read(saved, "file", str_text(text), "elsewhere/m.js",
                              &info, is_other, error);
}

static char *written(const struct saved_program *saved, const char *why)
{
    struct buf text = {0};
    saved_program_add(&text, saved, &info, why);
    return buf_take(&text);
}

static void refuses(const char *text, const char *place, const char *words);

/* ---- the text ----------------------------------------------------------- */

static void it_is_written_as_it_was_read(void **state)
{
    (void)state;
    const char *text = HEAD "\n"
                            "New [1]\n"
                            "together\n"
                            "  1 Put [{\"$ref\":[0,0]},\"a # b\"]\n"
                            "  1 New []\n"
                            "  2 Put [{\"$ref\":[0,0]},null]\n"
                            "end\n"
                            "Put [{\"$ref\":[2,0]},1.5]\n"
                            "schedule [0, 2, 1]\n";
    struct saved_program saved;
    struct error error = ERROR_NONE;
    bool is_other;
    assert_true(read(&saved, text, &is_other, &error));
    assert_false(is_other);
    assert_int_equal(saved.property, MODEL_IN_PARALLEL);
    assert_int_equal(saved.seed, 7);
    assert_int_equal(saved.program.items.count, 5);
    const struct program_command *third = &saved.program.items.items[3];
    assert_int_equal(third->number, 3);
    assert_int_equal(third->fork, 1);
    assert_int_equal(third->process, 1);
    assert_int_equal(third->kind, 1);
    assert_int_equal(saved.schedule.items.count, 3);
    assert_int_equal(saved.schedule.items.items[1].chosen, 2);
    char *again = written(&saved, NULL);
    assert_string_equal(again, text);
    free(again);
    saved_program_finish(&saved);
}

static void assert_environment(const char *text, const char *expected)
{
    struct value *options = saved_program_environment(str_text(text));
    struct buf json = {0};
    if (options != NULL)
        value_add_json(&json, options);
    assert_string_equal(buf_text(&json), expected);
    value_unref(options);
    buf_finish(&json);
}

static void the_environment_stands_in_its_head(void **state)
{
    (void)state;
    const char *text = HEAD "environment [\"--time-zone\",\"any\"]\nNew []\n";
    struct saved_program saved;
    struct error error = ERROR_NONE;
    bool is_other;
    assert_environment(text, "[\"--time-zone\",\"any\"]");
    assert_true(read(&saved, text, &is_other, &error));
    assert_int_equal(saved.program.items.count, 1);
    saved.environment = saved_program_environment(str_text(text));
    char *again = written(&saved, NULL);
    assert_string_equal(again, HEAD
                        "environment [\"--time-zone\",\"any\"]\n\nNew []\n");
    free(again);
    value_unref(saved.environment);
    saved_program_finish(&saved);
    assert_environment(HEAD "New []\n", "");
    assert_environment(HEAD "environment []\n", "");
    assert_environment(HEAD "environment [\"--a\",1]\n", "");
    assert_environment("environment [\"--a\"]\n", "");
    refuses(HEAD "environment [7]\n", "file:5:", "no command `environment`");
}

/* Where a page has several users each command says who does it; in a fork a
 * process is a user. */
static void users_stand_in_front_of_their_commands(void **state)
{
    (void)state;
    const struct model_info page = {
        .name = "m.js",
        .commands = commands,
        .command_count = 2,
        .answers_views = true,
        .users = 3,
    };
    const char *text = HEAD "\n"
                            "New [1]\n"
                            "3 Put [2]\n"
                            "together\n"
                            "  2 Put [3]\n"
                            "  3 New []\n"
                            "end\n";
    struct saved_program saved;
    struct error error = ERROR_NONE;
    struct buf again = {0};
    bool is_other;
    assert_true(saved_program_read(&saved, "file", str_text(text), "m.js",
                                   &page, &is_other, &error));
    const struct program_command *items = saved.program.items.items;
    assert_int_equal(items[1].user, 2);
    assert_int_equal(items[1].process, 0);
    assert_int_equal(items[2].user, 1);
    assert_int_equal(items[2].process, 0);
    assert_int_equal(items[3].user, 2);
    assert_int_equal(items[3].process, 1);
    saved_program_add(&again, &saved, &page, NULL);
    assert_string_equal(buf_text(&again), text);
    buf_finish(&again);
    saved_program_finish(&saved);
    assert_false(saved_program_read(&saved, "file", STR(HEAD "4 New [1]\n"),
                                    "m.js", &page, &is_other, &error));
    assert_string_equal(error.message,
                        "file:5: a line begins with the number of a user, from "
                        "1 to 3, or with a command");
}

static void comments_and_blanks_count_for_nothing(void **state)
{
    (void)state;
    struct saved_program saved;
    struct error error = ERROR_NONE;
    bool is_other;
    assert_true(read(&saved,
                     "# why\n\n  program   1  \r\nmodel \"x/m.js\"\n# more\n"
                     "property \"sequential\"\nseed 0\n\tNew   []\n#Put []\n",
                     &is_other, &error));
    assert_int_equal(saved.program.items.count, 1);
    assert_int_equal(saved.property, MODEL_IN_ORDER);
    saved_program_finish(&saved);
}

static void reasons_of_several_lines_stay_comments(void **state)
{
    (void)state;
    struct saved_program saved = {.model = memory_format("a/b/m.js")}, back;
    struct error error = ERROR_NONE;
    bool is_other;
    char *text = written(&saved, "one\nNew []\ntwo");
    assert_true(read(&back, text, &is_other, &error));
    assert_int_equal(back.program.items.count, 0);
    assert_string_equal(back.model, "m.js");
    free(text);
    saved_program_finish(&saved);
    saved_program_finish(&back);
}

static void another_model_is_told_of(void **state)
{
    (void)state;
    struct saved_program saved;
    struct error error = ERROR_NONE;
    bool is_other;
    assert_true(read(&saved,
                     "program 1\nmodel \"n.js\"\nproperty \"parallel\"\n"
                     "seed 1\nWhat [] is this\n",
                     &is_other, &error));
    assert_true(is_other);
    assert_int_equal(saved.program.items.count, 0);
    saved_program_finish(&saved);
}

/* ---- what is wrong ------------------------------------------------------ */

static void refuses(const char *text, const char *place, const char *words)
{
    struct saved_program saved;
    struct error error = ERROR_NONE;
    bool is_other;
    assert_false(read(&saved, text, &is_other, &error));
    assert_int_equal(error.code, ERROR_USAGE);
    assert_non_null(strstr(error.message, place));
    assert_non_null(strstr(error.message, words));
    assert_null(saved.model);
}

static void what_is_wrong_is_said_with_its_line(void **state)
{
    (void)state;
    refuses("", "file:0:", "the file ends where `program` is to stand");
    refuses("counterexample 1\n", "file:1:", "`program` is to stand here");
    refuses("program 2\n", "file:1:", "of form 1 only");
    refuses("program 1\nmodel m.js\n", "file:2:", "a text in double quotes");
    refuses("program 1\nmodel \"m.js\"\nproperty \"safety\"\n",
            "file:3:", "sequential or parallel");
    refuses("program 1\nmodel \"m.js\"\nproperty \"parallel\"\nseed -1\n",
            "file:4:", "a whole number");
    refuses(HEAD "Get []\n", "file:5:", "the model has no command `Get`");
    refuses(HEAD "New 1\n", "file:5:", "a list of arguments");
    refuses(HEAD "New\n", "file:5:", "a list of arguments");
    refuses(HEAD "together\n1 New []\n", "file:5:", "`together` has no `end`");
    refuses(HEAD "end\n", "file:5:", "no `together`");
    refuses(HEAD "together\ntogether\n", "file:6:", "of line 5 has no `end`");
    refuses(HEAD "together\nNew []\nend\n",
            "file:6:", "begins with the number of a process");
    refuses(HEAD "together\n65 New []\nend\n", "file:6:", "from 1 to 64");
    refuses(HEAD "together\n2 New []\n1 New []\nend\n",
            "file:7:", "in the order of the processes");
    refuses(HEAD "schedule [0, -1]\n", "file:5:", "a number from 0 to 63");
    refuses(HEAD "schedule 1\n", "file:5:", "a list of choices");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_written_as_it_was_read),
        cmocka_unit_test(the_environment_stands_in_its_head),
        cmocka_unit_test(users_stand_in_front_of_their_commands),
        cmocka_unit_test(comments_and_blanks_count_for_nothing),
        cmocka_unit_test(reasons_of_several_lines_stay_comments),
        cmocka_unit_test(another_model_is_told_of),
        cmocka_unit_test(what_is_wrong_is_said_with_its_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
