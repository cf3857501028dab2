/* Recorded histories: what lines mean, and what is said of wrong ones. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include <string.h>

#include "run/model/history.h"

static const struct model_command commands[] = {{.name = "read"},
                                                {.name = "write"}};
static const struct model_info info = {
    .name = "m.js",
    .commands = commands,
    .command_count = 2,
};

static bool read(struct history *history, const char *text, struct error *error)
{
    return history_read(history, "file", str_text(text), &info, error);
}

/* ---- what lines mean ---------------------------------------------------- */

static void lines_are_calls_and_ends_in_time(void **state)
{
    (void)state;
    struct history history;
    struct error error = ERROR_NONE;
    assert_true(read(&history,
                     "{\"process\":0,\"op\":\"write\",\"args\":[3]}\n"
                     "\n"
                     "{\"op\":\"read\",\"process\":7}\r\n"
                     "{\"process\":0,\"ok\":null}\n"
                     "{\"process\":0,\"op\":\"read\"}\n"
                     "{\"process\":7,\"info\":\"lost\"}\n"
                     "{\"process\":0,\"fail\":null}\n"
                     "{\"process\":7,\"op\":\"read\"}",
                     &error));
    assert_int_equal(history.items.count, 4);
    const struct history_operation *items = history.items.items;
    assert_int_equal(items[0].command, 1);
    assert_int_equal(items[0].call, 1);
    assert_int_equal(items[0].ret, 4);
    assert_int_equal(items[0].end, OPERATION_OK);
    assert_int_equal(items[0].answer->kind, VALUE_NULL);
    assert_int_equal(items[0].arguments->count, 1);
    assert_int_equal(items[1].end, OPERATION_INFO);
    assert_int_equal(items[1].process, 7);
    assert_int_equal(items[1].line, 3);
    assert_int_equal(items[2].end, OPERATION_FAIL);
    assert_int_equal(items[3].end, OPERATION_PENDING);
    history_finish(&history);
}

static void times_may_be_given(void **state)
{
    (void)state;
    struct history history;
    struct error error = ERROR_NONE;
    assert_true(read(&history,
                     "{\"process\":0,\"op\":\"read\",\"time\":50}\n"
                     "{\"process\":0,\"ok\":1,\"time\":90}\n"
                     "{\"process\":1,\"op\":\"read\",\"ok\":2,"
                     "\"start\":10,\"end\":60}\n",
                     &error));
    assert_int_equal(history.items.items[0].call, 50);
    assert_int_equal(history.items.items[0].ret, 90);
    assert_int_equal(history.items.items[1].call, 10);
    assert_int_equal(history.items.items[1].ret, 60);
    history_finish(&history);
}

static void a_file_may_have_several(void **state)
{
    (void)state;
    struct history history;
    struct error error = ERROR_NONE;
    assert_true(read(&history,
                     "{\"test\":1}\n"
                     "{\"process\":0,\"op\":\"read\",\"id\":4}\n"
                     "{\"test\":2}\n{\"test\":3,\"property\":\"p\"}\n"
                     "{\"process\":0,\"op\":\"read\"}\n"
                     "{\"process\":0,\"ok\":1}\n",
                     &error));
    assert_int_equal(history.ends.count, 2);
    assert_int_equal(history.ends.items[0], 1);
    assert_int_equal(history.ends.items[1], 2);
    assert_int_equal(history.items.items[0].number, 4);
    assert_int_equal(history.items.items[0].end, OPERATION_PENDING);
    assert_int_equal(history.items.items[1].number, -1);
    history_finish(&history);
}

/* ---- what is wrong ------------------------------------------------------ */

static void refuses(const char *text, const char *place, const char *words)
{
    struct history history;
    struct error error = ERROR_NONE;
    assert_false(read(&history, text, &error));
    assert_int_equal(error.code, ERROR_USAGE);
    assert_non_null(strstr(error.message, place));
    assert_non_null(strstr(error.message, words));
    assert_int_equal(history.items.count, 0);
}

#define CALL "{\"process\":0,\"op\":\"read\"}\n"

static void what_is_wrong_is_said_with_its_line(void **state)
{
    (void)state;
    refuses("", "file:0:", "no operation");
    refuses("\n\n", "file:2:", "no operation");
    refuses(CALL "{", "file:2:", "no JSON");
    refuses("[1]", "file:1:", "no JSON object");
    refuses("{\"op\":\"read\"}", "file:1:", "`process` is missing");
    refuses("{\"process\":\"a\",\"op\":\"read\"}", "file:1:", "a whole number");
    refuses("{\"process\":0,\"op\":\"get\"}", "file:1:", "no command `get`");
    refuses("{\"process\":0,\"op\":3}", "file:1:", "the name of a command");
    refuses("{\"process\":0,\"op\":\"read\",\"args\":3}", "file:1:", "a list");
    refuses("{\"process\":0}", "file:1:", "none of `op`, `ok`");
    refuses("{\"process\":0,\"ok\":1,\"fail\":2}", "file:1:", "both");
    refuses("{\"process\":0,\"ok\":1}", "file:1:", "has called nothing");
    refuses(CALL CALL, "file:2:", "its call of line 1 has not ended");
    refuses(CALL "{\"process\":0,\"ok\":1,\"time\":3}",
            "file:2:", "some lines have a time");
    refuses("{\"process\":0,\"op\":\"read\",\"time\":3}\n"
            "{\"process\":0,\"ok\":1,\"time\":2}",
            "file:2:", "ends before its call");
    refuses("{\"process\":0,\"op\":\"read\",\"ok\":1,\"start\":3,\"end\":2}",
            "file:1:", "ends before it starts");
    refuses("{\"process\":0,\"op\":\"read\",\"start\":3,\"end\":4}",
            "file:1:", "none of");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_calls_and_ends_in_time),
        cmocka_unit_test(times_may_be_given),
        cmocka_unit_test(a_file_may_have_several),
        cmocka_unit_test(what_is_wrong_is_said_with_its_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
