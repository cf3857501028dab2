/* The lines themselves; what is malformed is also tried against the program
 * (tests/wire/dialogues/hostile). */
#include "exec/process/protocol.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static struct deps some_deps(void)
{
    struct deps deps;
    deps_init(&deps);
    deps_child(deps_child(&deps.root, STR("#a")), STR("value"));
    deps_child(&deps.root, STR("\"q\""));
    return deps;
}

static void start_carries_the_dependencies(void **state)
{
    (void)state;
    struct buf out;
    struct deps deps = some_deps();
    buf_init(&out);
    protocol_add_start(&out, &deps, 0);
    assert_string_equal(buf_text(&out),
                        "{\"tag\":\"Start\",\"dependencies\":{"
                        "\"\\\"q\\\"\":{},\"#a\":{\"value\":{}}}}\n");
    buf_clear(&out);
    protocol_add_start(&out, &(struct deps){{.name = NULL}}, 7);
    assert_string_equal(buf_text(&out), "{\"tag\":\"Start\",\"dependencies\":"
                                        "{},\"session\":7}\n");
    deps_finish(&deps);
    buf_finish(&out);
}

static void the_other_lines_are_those_of_the_reference(void **state)
{
    (void)state;
    struct buf out;
    struct value *arg = value_int(3);
    struct action action =
        action_make(value_string(STR("say")), false, value_list(&arg, 1), 50);
    buf_init(&out);
    protocol_add_request(&out, &action, 4);
    protocol_add_await(&out, 1000, 5);
    protocol_add_end(&out);
    protocol_add_aborted(&out, STR("a\n\"b\""));
    assert_string_equal(
        buf_text(&out),
        "{\"tag\":\"RequestAction\",\"action\":{\"id\":\"say\",\"isEvent\":"
        "false,\"args\":[3],\"timeout\":50},\"version\":4}\n"
        "{\"tag\":\"AwaitEvents\",\"awaitTimeout\":1000,\"version\":5}\n"
        "{\"tag\":\"End\"}\n"
        "{\"tag\":\"Aborted\",\"errorMessage\":\"a\\n\\\"b\\\"\"}\n");
    action_finish(&action);
    buf_finish(&out);
}

static struct protocol_answer read(const char *line)
{
    struct protocol_answer answer;
    struct error error = ERROR_NONE;
    if (!protocol_read(&answer, str_text(line), &error))
        fail_msg("%s", error.message);
    return answer;
}

static void is_refused(const char *line, const char *words)
{
    struct protocol_answer answer;
    struct error error = ERROR_NONE;
    assert_false(protocol_read(&answer, str_text(line), &error));
    assert_int_equal(error.code, ERROR_RUN);
    if (strstr(error.message, words) == NULL)
        fail_msg("%s", error.message);
}

static void events_have_a_list_and_a_state(void **state)
{
    (void)state;
    struct protocol_answer answer =
        read("{\"tag\":\"Events\",\"contents\":[[{\"id\":\"a\",\"isEvent\":"
             "true,\"args\":[1]},{\"id\":\"b\",\"isEvent\":false,\"args\":[],"
             "\"timeout\":9}],{\"n\":2.0}]}");
    struct executor_message *message = &answer.message;
    assert_int_equal(message->kind, EXECUTOR_EVENTS);
    assert_int_equal(message->events.count, 2);
    assert_true(message->events.items[0].is_event);
    assert_int_equal(message->events.items[0].timeout_ms, ACTION_NO_TIMEOUT);
    assert_int_equal(message->events.items[1].timeout_ms, 9);
    const struct value *n = value_field(message->state, STR("n"));
    assert_int_equal(n->kind, VALUE_INT);
    assert_int_equal(n->integer, 2);
    assert_int_equal(message->time_us, -1);
    assert_int_equal(answer.session, 0);
    executor_message_finish(message);
}

static void each_tag_is_a_kind(void **state)
{
    (void)state;
    struct protocol_answer answer =
        read("{\"tag\":\"Performed\",\"contents\":{}}\r");
    assert_int_equal(answer.message.kind, EXECUTOR_PERFORMED);
    executor_message_finish(&answer.message);
    answer = read(" {\"contents\":{},\"tag\":\"Timeout\"}");
    assert_int_equal(answer.message.kind, EXECUTOR_TIMEOUT);
    executor_message_finish(&answer.message);
    answer = read("{\"tag\":\"Stale\"}");
    assert_int_equal(answer.message.kind, EXECUTOR_STALE);
    assert_false(answer.message.choose_again);
    executor_message_finish(&answer.message);
    answer = read("{\"tag\":\"Error\",\"errorMessage\":\"\\u00e9\"}");
    assert_int_equal(answer.message.kind, EXECUTOR_ERROR);
    assert_string_equal(answer.message.text, "\xc3\xa9");
    executor_message_finish(&answer.message);
    answer = read("{\"tag\":\"Error\",\"errorMessage\":\"a\\u0000b\"}");
    assert_string_equal(answer.message.text, "a\xef\xbf\xbd"
                                             "b");
    executor_message_finish(&answer.message);
}

static void what_weir_added_is_read_where_it_fits(void **state)
{
    (void)state;
    struct protocol_answer answer =
        read("{\"tag\":\"Performed\",\"contents\":{},\"session\":3,\"timeUs\":"
             "1500,\"target\":{\"selector\":\"#a\"}}");
    assert_int_equal(answer.session, 3);
    assert_int_equal(answer.message.time_us, 1500);
    assert_non_null(answer.message.target);
    executor_message_finish(&answer.message);
    answer = read("{\"tag\":\"Timeout\",\"contents\":{},\"session\":\"x\","
                  "\"timeUs\":-4,\"target\":7,\"chooseAgain\":true}");
    assert_int_equal(answer.session, 0);
    assert_int_equal(answer.message.time_us, -1);
    assert_null(answer.message.target);
    assert_false(answer.message.choose_again);
    executor_message_finish(&answer.message);
    answer = read("{\"tag\":\"Timeout\",\"contents\":{},\"timeUs\":"
                  "9223372036854775000}");
    assert_int_equal(answer.message.time_us, -1);
    executor_message_finish(&answer.message);
    answer = read("{\"tag\":\"Stale\",\"chooseAgain\":true}");
    assert_true(answer.message.choose_again);
    executor_message_finish(&answer.message);
}

static void what_is_no_message_is_refused_in_words(void **state)
{
    (void)state;
    is_refused("", "cannot be read: not JSON");
    is_refused("\"Stale\"", "is not a JSON object");
    is_refused("{\"tag\":\"Stale\",\"chooseAgain\":\"yes\"}",
               "has a \"chooseAgain\" that is neither true nor false");
    is_refused("{\"tag\":\"Done\",\"results\":[]}", "has the tag \"Done\"");
    is_refused("{\"tag\":\"Events\",\"contents\":[[{\"id\":1}],{}]}",
               "has an event without an \"id\" that is a string");
    /* An event that is fine before one that is not is given back. */
    is_refused("{\"tag\":\"Events\",\"contents\":[[{\"id\":\"a\",\"isEvent\":"
               "true,\"args\":[]},{\"id\":\"b\"}],{}]}",
               "without an \"isEvent\"");
    is_refused("{\"tag\":\"Performed\",\"contents\":3,\"target\":{}}",
               "has no state");
}

/* Cuts and flips of good lines: a message or words, never a crash. */
static void damaged_lines_do_no_harm(void **state)
{
    (void)state;
    static const char good[] =
        "{\"tag\":\"Events\",\"contents\":[[{\"id\":\"a\",\"isEvent\":true,"
        "\"args\":[1],\"timeout\":3}],{\"n\":[{\"b\":2}]}],\"timeUs\":5}";
    size_t length = sizeof good - 1;
    srandom(11);
    for (int round = 0; round < 5000; round++) {
        char bytes[sizeof good];
        memcpy(bytes, good, sizeof good);
        for (long flips = random() % 4; flips > 0; flips--)
            bytes[random() % (long)length] = (char)random();
        size_t cut = round % 2 == 0 ? length : (size_t)random() % length;
        struct protocol_answer answer;
        struct error error = ERROR_NONE;
        if (protocol_read(&answer, str_from(bytes, cut), &error))
            executor_message_finish(&answer.message);
        else
            assert_int_equal(error.code, ERROR_RUN);
    }
}

/* JSON.stringify of a text that was cut in the middle of a character. */
static void half_a_surrogate_pair_is_mended(void **state)
{
    (void)state;
    struct protocol_answer answer;
    struct error error = ERROR_NONE;
    assert_true(protocol_read(
        &answer,
        STR("{\"tag\":\"Performed\",\"contents\":{\"a\":\"x\\uD83D\"}}"),
        &error));
    const struct value *text = value_field(answer.message.state, STR("a"));
    assert_true(str_is(value_text(text), "x\xEF\xBF\xBD"));
    executor_message_finish(&answer.message);
}

static void what_ticked_is_a_list_of_names(void **state)
{
    (void)state;
    struct protocol_answer answer = read(
        "{\"tag\":\"Performed\",\"contents\":{},\"ticked\":[\"a\",\"b\"]}");
    assert_int_equal(answer.message.ticked->count, 2);
    executor_message_finish(&answer.message);
    answer = read("{\"tag\":\"Timeout\",\"contents\":{},\"ticked\":[]}");
    assert_null(answer.message.ticked);
    executor_message_finish(&answer.message);
    is_refused("{\"tag\":\"Performed\",\"contents\":{},\"ticked\":\"a\"}",
               "no list of names");
    answer = read("{\"tag\":\"Performed\",\"contents\":{},"
                  "\"ticked\":[\"a\",[\"b\",0],[\"c\",1,\"text\"]]}");
    assert_int_equal(answer.message.ticked->count, 3);
    executor_message_finish(&answer.message);
    is_refused("{\"tag\":\"Performed\",\"contents\":{},"
               "\"ticked\":[[\"b\"]]}",
               "no list of names");
    is_refused("{\"tag\":\"Performed\",\"contents\":{},"
               "\"ticked\":[[\"b\",0,1]]}",
               "no list of names");
    is_refused("{\"tag\":\"Performed\",\"contents\":{},\"ticked\":[1]}",
               "no list of names");
}

static void what_is_broken_is_a_text_and_death_has_a_reason(void **state)
{
    (void)state;
    struct protocol_answer answer =
        read("{\"tag\":\"Performed\",\"contents\":{},\"broken\":\"it threw\","
             "\"died\":true}");
    assert_true(str_is(value_text(answer.message.broken), "it threw"));
    assert_true(answer.message.died);
    executor_message_finish(&answer.message);
    answer = read("{\"tag\":\"Timeout\",\"contents\":{},\"broken\":\"a\"}");
    assert_false(answer.message.died);
    executor_message_finish(&answer.message);
    is_refused("{\"tag\":\"Performed\",\"contents\":{},\"broken\":1}",
               "no text");
    is_refused("{\"tag\":\"Performed\",\"contents\":{},\"died\":true}",
               "which says why");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_broken_is_a_text_and_death_has_a_reason),
        cmocka_unit_test(start_carries_the_dependencies),
        cmocka_unit_test(the_other_lines_are_those_of_the_reference),
        cmocka_unit_test(events_have_a_list_and_a_state),
        cmocka_unit_test(each_tag_is_a_kind),
        cmocka_unit_test(what_weir_added_is_read_where_it_fits),
        cmocka_unit_test(what_ticked_is_a_list_of_names),
        cmocka_unit_test(what_is_no_message_is_refused_in_words),
        cmocka_unit_test(damaged_lines_do_no_harm),
        cmocka_unit_test(half_a_surrogate_pair_is_mended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
