#include "trace/trace_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/memory.h"
#include "base/vec.h"

static const char header[] = "{\"weir\":\"trace\",\"format\":1}\n";

static void must_read(struct trace *trace, struct str text)
{
    struct error error = ERROR_NONE;
    if (!trace_read(trace, "t", text, &error))
        fail_msg("%s", error.message);
}

/* Reading the text gives exactly this message. */
static void is_refused(const char *text, const char *message)
{
    struct trace trace;
    struct error error = ERROR_NONE;
    assert_false(trace_read(&trace, "t", str_text(text), &error));
    assert_int_equal(error.code, ERROR_IO);
    assert_string_equal(error.message, message);
}

static void is_refused_behind_header(const char *line, const char *message)
{
    char *text = memory_format("%s%s\n", header, line);
    is_refused(text, message);
    free(text);
}

/* Every line, written again, is the same line. */
static void comes_back(const char *text)
{
    struct trace trace;
    must_read(&trace, str_text(text));
    struct buf out;
    buf_init(&out);
    trace_add(&out, &trace);
    assert_string_equal(buf_text(&out), text);
    buf_finish(&out);
    trace_finish(&trace);
}

static void a_whole_trace_comes_back_as_it_was(void **state)
{
    (void)state;
    comes_back(
        "{\"weir\":\"trace\",\"format\":1,\"spec\":\"a.strom\","
        "\"property\":\"p\",\"origin\":\"http://x/\",\"time\":\"virtual\","
        "\"seed\":\"18446744073709551615\","
        "\"dependencies\":{\"#a\":{\"x\":{}}}}\n"
        "{\"step\":1,\"kind\":\"event\",\"timeUs\":0,\"what\":[{\"id\":"
        "\"loaded\",\"isEvent\":true,\"args\":[],\"timeout\":null}],"
        "\"state\":{\"#a\":[{\"ref\":\"e1\",\"x\":null}]}}\n"
        "{\"step\":2,\"kind\":\"acted\",\"timeUs\":20,\"callUs\":0,"
        "\"returnUs\":19,\"client\":3,\"ticked\":[\"clock\"],\"what\":[{"
        "\"id\":\"click\",\"isEvent\":false,\"args\":[\"e1\"],\"timeout\":500"
        "}],\"target\":{\"tag\":\"a\"},\"state\":{\"#a\":[]}}\n"
        "{\"step\":3,\"kind\":\"timeout\",\"timeUs\":9223372036854775807,"
        "\"what\":[],\"broken\":\"an error\",\"died\":true,"
        "\"state\":{}}\n"
        "{\"verdict\":\"errored\",\"error\":\"it\\nbroke\",\"actions\":1,"
        "\"stale\":2,\"durationMs\":3}\n");
}

static void every_verdict_comes_back(void **state)
{
    (void)state;
    static const char *const endings[] = {
        "\"definitely\",\"value\":true",
        "\"definitely\",\"value\":false",
        "\"probably\",\"value\":true",
        "\"probably\",\"value\":false",
        "\"inconclusive\"",
        "\"errored\"",
        "\"none\"",
    };
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char *text = memory_format(
            "{\"weir\":\"trace\",\"format\":1,\"seed\":\"0\","
            "\"dependencies\":{}}\n{\"verdict\":%s,\"actions\":0,\"stale\":0,"
            "\"durationMs\":0}\n",
            endings[i]);
        comes_back(text);
        free(text);
    }
}

static void a_trace_without_verdict_was_cut_off(void **state)
{
    (void)state;
    struct trace trace;
    must_read(&trace, STR("{\"weir\":\"trace\",\"format\":1}\n"
                          "{\"step\":1,\"kind\":\"event\",\"what\":[],"
                          "\"state\":{}}"));
    assert_false(trace.has_ending);
    assert_int_equal(trace.count, 1);
    assert_int_equal(trace.items[0].call_us, -1);
    trace_finish(&trace);
}

static void unknown_fields_are_ignored(void **state)
{
    (void)state;
    struct trace trace;
    must_read(&trace,
              STR("{\"new\":[],\"format\":1,\"weir\":\"trace\"}\n"
                  "{\"new\":1,\"state\":{},\"what\":[],\"kind\":\"event\","
                  "\"step\":1,\"target\":null}\n"
                  "{\"new\":{},\"value\":true,\"verdict\":\"probably\"}\n"));
    assert_true(trace.has_ending);
    assert_true(verdict_is_pass(trace.ending.verdict));
    assert_null(trace.items[0].target);
    trace_finish(&trace);
}

static void strings_of_any_bytes_survive(void **state)
{
    (void)state;
    struct step step;
    step_init(&step);
    step.version = 1;
    struct value_field field = {value_string(STR("k\xc3\xa9")),
                                value_string(STR("\0\x01\"\\\n\xff"))};
    step.state = value_object(&field, 1);
    struct buf out;
    buf_init(&out);
    buf_add_text(&out, header);
    trace_add_step(&out, &step);
    struct trace trace;
    must_read(&trace, buf_str(&out));
    const struct value *read =
        value_field(trace.items[0].state, STR("k\xc3\xa9"));
    assert_true(str_equal(value_text(read), STR("\0\x01\"\\\n\xef\xbf\xbd")));
    buf_finish(&out);
    trace_finish(&trace);
    step_finish(&step);
}

static void what_is_no_trace_is_refused(void **state)
{
    (void)state;
    is_refused("", "t: the trace is empty");
    is_refused("{}", "t:1: this is no weir trace (no \"weir\":\"trace\")");
    is_refused("[]", "t:1: each line must be a JSON object");
    is_refused("{\"weir\":\"trace\"}",
               "t:1: trace format 0 is not known; this weir reads format 1");
    is_refused("{\"weir\":\"trace\",\"format\":2}",
               "t:1: trace format 2 is not known; this weir reads format 1");
    is_refused("{\"weir\":\"trace\",\"format\":\"1\"}",
               "t:1: \"format\" must be an integer");
    is_refused("{\"weir\":\"trace\",\"format\":1,\"seed\":7}",
               "t:1: \"seed\" must be a decimal number in quotes");
    is_refused("{\"weir\":\"trace\",\"format\":1,\"seed\":\"-7\"}",
               "t:1: \"seed\" must be a decimal number in quotes");
    is_refused(
        "{\"weir\":\"trace\",\"format\":1,\"seed\":\"18446744073709551616\"}",
        "t:1: \"seed\" must be a decimal number in quotes");
    is_refused("{\"weir\":\"trace\",\"format\":1,\"options\":{}}",
               "t:1: \"options\" must be a list of texts");
    is_refused("{\"weir\":\"trace\",\"format\":1,\"options\":[\"--serve\",{}]}",
               "t:1: \"options\" must be a list of texts");
    is_refused("{\"weir\":\"trace\",\"format\":1,\"dependencies\":[]}",
               "t:1: dependencies must be nested objects");
}

static void a_wrong_line_is_named(void **state)
{
    (void)state;
    is_refused_behind_header("3", "t:2: each line must be a JSON object");
    is_refused_behind_header("{}",
                             "t:2: a line must have \"step\" or \"verdict\"");
    is_refused_behind_header(
        "{\"step\":2,\"kind\":\"event\",\"what\":[],\"state\":{}}",
        "t:2: step 2 stands where step 1 must be");
    is_refused_behind_header(
        "{\"step\":1.5,\"kind\":\"event\",\"what\":[],\"state\":{}}",
        "t:2: \"step\" must be an integer");
    is_refused_behind_header(
        "{\"step\":1,\"kind\":\"Event\",\"what\":[],\"state\":{}}",
        "t:2: \"kind\" must be \"event\", \"acted\" or \"timeout\"");
    is_refused_behind_header(
        "{\"step\":1,\"kind\":\"event\",\"what\":{},\"state\":{}}",
        "t:2: \"what\" must be a list of actions");
    is_refused_behind_header(
        "{\"step\":1,\"kind\":\"event\",\"what\":[1],\"state\":{}}",
        "t:2: an action needs an \"id\" that is a string");
    is_refused_behind_header(
        "{\"step\":1,\"kind\":\"event\",\"what\":[],\"state\":[]}",
        "t:2: \"state\" must be an object");
    is_refused_behind_header("{\"step\":1,\"kind\":\"event\",\"what\":[]}",
                             "t:2: \"state\" must be an object");
    is_refused_behind_header("{\"step\":1,\"kind\":\"event\",\"what\":[],"
                             "\"state\":{},\"ticked\":1}",
                             "t:2: \"ticked\" must be a list");
    is_refused_behind_header("{\"step\":1,\"kind\":\"event\",\"what\":[],"
                             "\"state\":{},\"timeUs\":-1}",
                             "t:2: \"timeUs\" is out of range");
    is_refused_behind_header("{\"step\":1,\"kind\":\"event\",\"what\":[],"
                             "\"state\":{},\"client\":2147483648}",
                             "t:2: \"client\" is out of range");
    is_refused_behind_header("{\"verdict\":\"maybe\"}",
                             "t:2: \"verdict\" is none that is known");
    is_refused_behind_header("{\"verdict\":\"probably\"}",
                             "t:2: \"value\" must be true or false");
    is_refused_behind_header("{\"verdict\":\"errored\"}\n{}",
                             "t:3: nothing may follow the verdict");
}

static void a_line_that_is_no_json_is_named(void **state)
{
    (void)state;
    struct trace trace;
    struct error error = ERROR_NONE;
    static const char text[] = "{\"weir\":\"trace\",\"format\":1}\n\n";
    assert_false(trace_read(&trace, "t", str_text(text), &error));
    assert_true(str_starts_with(str_text(error.message), "t:2: not JSON"));
}

/* Cuts and flips of a good trace: an error or a trace, never a crash. */
static void damaged_traces_do_no_harm(void **state)
{
    (void)state;
    static const char good[] =
        "{\"weir\":\"trace\",\"format\":1,\"seed\":\"1\","
        "\"dependencies\":{\"a\":{}}}\n"
        "{\"step\":1,\"kind\":\"acted\",\"what\":[{\"id\":\"x\",\"args\":[1]}"
        "],\"target\":{},\"state\":{\"a\":[{\"b\":2}]}}\n"
        "{\"verdict\":\"definitely\",\"value\":false}\n";
    size_t length = sizeof good - 1;
    srandom(7);
    for (int round = 0; round < 5000; round++) {
        char bytes[sizeof good];
        memcpy(bytes, good, sizeof good);
        for (long flips = random() % 4; flips > 0; flips--)
            bytes[random() % (long)length] = (char)random();
        size_t cut = round % 2 == 0 ? length : (size_t)random() % length;
        struct trace trace;
        struct error error = ERROR_NONE;
        if (trace_read(&trace, "t", str_from(bytes, cut), &error))
            trace_finish(&trace);
        else
            assert_true(error.message[0] == 't');
    }
}

static void files_that_cannot_be_used_are_errors(void **state)
{
    (void)state;
    struct trace trace;
    struct error error = ERROR_NONE;
    assert_false(trace_read_file(&trace, "/nowhere/x.trace", &error));
    assert_string_equal(error.message, "cannot read /nowhere/x.trace: No such "
                                       "file or directory");
    assert_false(trace_read_file(&trace, "/dev/null", &error));
    assert_string_equal(error.message, "/dev/null: the trace is empty");
    assert_false(trace_read_file(&trace, "/", &error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_trace_comes_back_as_it_was),
        cmocka_unit_test(every_verdict_comes_back),
        cmocka_unit_test(a_trace_without_verdict_was_cut_off),
        cmocka_unit_test(unknown_fields_are_ignored),
        cmocka_unit_test(strings_of_any_bytes_survive),
        cmocka_unit_test(what_is_no_trace_is_refused),
        cmocka_unit_test(a_wrong_line_is_named),
        cmocka_unit_test(a_line_that_is_no_json_is_named),
        cmocka_unit_test(damaged_traces_do_no_harm),
        cmocka_unit_test(files_that_cannot_be_used_are_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
