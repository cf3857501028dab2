#include "trace/trace_reader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/memory.h"

#define HEADER(property)                                                       \
    "{\"weir\":\"trace\",\"format\":1,\"property\":\"" property "\"}\n"
#define STEP(number)                                                           \
    "{\"step\":" #number ",\"kind\":\"event\",\"what\":[],\"state\":{}}\n"
#define ENDING "{\"verdict\":\"probably\",\"value\":true,\"error\":\"x\"}\n"

static struct trace_reader *reader_of(const char *text)
{
    FILE *stream = fmemopen((char *)text, strlen(text), "r");
    assert_non_null(stream);
    return trace_reader_create(stream, "t");
}

static void must_read(struct trace_reader *reader, struct trace_record *record,
                      enum trace_record_kind kind)
{
    struct error error = ERROR_NONE;
    if (!trace_reader_next(reader, record, &error))
        fail_msg("%s", error.message);
    assert_int_equal(record->kind, kind);
}

static void must_refuse(struct trace_reader *reader,
                        struct trace_record *record, const char *message)
{
    struct error error = ERROR_NONE;
    assert_false(trace_reader_next(reader, record, &error));
    assert_string_equal(error.message, message);
    assert_int_equal(error.code, ERROR_IO);
    assert_int_equal(record->kind, TRACE_RECORD_NONE);
}

static void lines_come_one_by_one(void **state)
{
    (void)state;
    struct trace_record record;
    struct trace_reader *reader = reader_of(HEADER("p") STEP(1) STEP(2) ENDING);
    trace_record_init(&record);
    must_read(reader, &record, TRACE_RECORD_HEADER);
    assert_string_equal(record.header.property, "p");
    must_read(reader, &record, TRACE_RECORD_STEP);
    assert_null(record.header.property); /* only the part that was read */
    assert_int_equal(record.step.version, 1);
    must_read(reader, &record, TRACE_RECORD_STEP);
    assert_int_equal(record.step.version, 2);
    must_read(reader, &record, TRACE_RECORD_ENDING);
    assert_null(record.step.state);
    assert_string_equal(record.ending.error, "x");
    must_read(reader, &record, TRACE_RECORD_NONE);
    must_read(reader, &record, TRACE_RECORD_NONE);
    trace_record_finish(&record);
    trace_reader_close(reader);
}

static void several_tests_may_follow_one_another(void **state)
{
    (void)state;
    static const enum trace_record_kind kinds[] = {
        TRACE_RECORD_HEADER, TRACE_RECORD_STEP,   TRACE_RECORD_ENDING,
        TRACE_RECORD_HEADER, TRACE_RECORD_HEADER, TRACE_RECORD_STEP,
        TRACE_RECORD_STEP,   TRACE_RECORD_NONE,
    };
    struct trace_record record;
    struct trace_reader *reader = reader_of(
        HEADER("a") STEP(1) ENDING HEADER("b") HEADER("c") STEP(1) STEP(2));
    trace_record_init(&record);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        must_read(reader, &record, kinds[i]);
    trace_record_finish(&record);
    trace_reader_close(reader);
}

static void each_line_has_its_place(void **state)
{
    (void)state;
    static const char *const texts[][2] = {
        {STEP(1), "t:1: this is no weir trace (no \"weir\":\"trace\")"},
        {HEADER("a") STEP(2), "t:2: step 2 stands where step 1 must be"},
        {HEADER("a") ENDING STEP(1), "t:3: nothing may follow the verdict"},
        {HEADER("a") STEP(1) HEADER("b") STEP(2),
         "t:4: step 2 stands where step 1 must be"},
        {HEADER("a") "{\"weir\":\"log\"}",
         "t:2: this is no weir trace (no \"weir\":\"trace\")"},
        {HEADER("a") "{\"weir\":\"trace\",\"format\":1,\"propertyNumber\":0}",
         "t:2: \"propertyNumber\" is out of range"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct trace_record record;
        struct error error = ERROR_NONE;
        struct trace_reader *reader = reader_of(texts[i][0]);
        trace_record_init(&record);
        while (trace_reader_next(reader, &record, &error))
            assert_int_not_equal(record.kind, TRACE_RECORD_NONE);
        assert_string_equal(error.message, texts[i][1]);
        assert_int_equal(record.kind, TRACE_RECORD_NONE);
        trace_reader_close(reader);
    }
}

static void one_can_come_back_to_a_place(void **state)
{
    (void)state;
    struct trace_record record;
    struct error error = ERROR_NONE;
    struct trace_reader *reader =
        reader_of(HEADER("a") STEP(1) STEP(2) STEP(3) ENDING HEADER("b"));
    trace_record_init(&record);
    must_read(reader, &record, TRACE_RECORD_HEADER);
    must_read(reader, &record, TRACE_RECORD_STEP);
    struct trace_mark second = trace_reader_mark(reader);
    struct trace_mark first = trace_reader_last(reader);
    must_read(reader, &record, TRACE_RECORD_STEP);
    must_read(reader, &record, TRACE_RECORD_STEP);
    must_read(reader, &record, TRACE_RECORD_ENDING);
    must_read(reader, &record, TRACE_RECORD_HEADER);
    struct trace_mark header = trace_reader_last(reader);
    must_read(reader, &record, TRACE_RECORD_NONE);

    assert_true(trace_reader_return(reader, &second, &error));
    must_read(reader, &record, TRACE_RECORD_STEP);
    assert_int_equal(record.step.version, 2);
    assert_true(trace_reader_return(reader, &first, &error));
    must_read(reader, &record, TRACE_RECORD_STEP);
    assert_int_equal(record.step.version, 1);
    assert_true(trace_reader_return(reader, &header, &error));
    must_read(reader, &record, TRACE_RECORD_HEADER);
    assert_string_equal(record.header.property, "b");
    trace_record_finish(&record);
    trace_reader_close(reader);
}

static void a_pipe_is_read_once(void **state)
{
    (void)state;
    int ends[2];
    struct trace_record record;
    struct error error = ERROR_NONE;
    assert_int_equal(pipe(ends), 0);
    static const char text[] = HEADER("a") STEP(1);
    assert_int_equal(write(ends[1], text, strlen(text)), strlen(text));
    close(ends[1]);
    struct trace_reader *reader =
        trace_reader_create(fdopen(ends[0], "r"), "standard input");
    trace_record_init(&record);
    struct trace_mark mark = trace_reader_mark(reader);
    must_read(reader, &record, TRACE_RECORD_HEADER);
    must_read(reader, &record, TRACE_RECORD_STEP);
    assert_false(trace_reader_return(reader, &mark, &error));
    assert_string_equal(error.message,
                        "standard input cannot be read twice: give a file");
    must_read(reader, &record, TRACE_RECORD_NONE);
    trace_record_finish(&record);
    trace_reader_close(reader);
}

static void what_cannot_be_read_is_an_error(void **state)
{
    (void)state;
    struct error error = ERROR_NONE;
    struct trace_record record;
    trace_record_init(&record);
    assert_null(trace_reader_open("/nowhere/x", &error));
    assert_string_equal(error.message,
                        "cannot read /nowhere/x: No such file or directory");
    struct trace_reader *reader = trace_reader_open("/", &error);
    assert_non_null(reader);
    must_refuse(reader, &record, "cannot read /: Is a directory");
    trace_reader_close(reader);
    reader = trace_reader_open("/dev/null", &error);
    must_refuse(reader, &record, "/dev/null: the trace is empty");
    trace_reader_close(reader);
    trace_reader_close(NULL);
}

static void the_number_of_the_property_comes_back(void **state)
{
    (void)state;
    struct buf out;
    struct trace_record record;
    struct trace_header header = {.property = (char *)"p",
                                  .property_number = 12};
    buf_init(&out);
    trace_add_header(&out, &header);
    struct trace_reader *reader = reader_of(buf_text(&out));
    trace_record_init(&record);
    must_read(reader, &record, TRACE_RECORD_HEADER);
    assert_int_equal(record.header.property_number, 12);
    trace_record_finish(&record);
    trace_reader_close(reader);
    buf_finish(&out);
}

static void half_a_line_at_the_end_is_passed_over(void **state)
{
    (void)state;
    struct trace_record record;
    struct trace_reader *reader =
        reader_of(HEADER("p") STEP(1) "{\"step\":2,\"kind\":\"ev");
    trace_record_init(&record);
    must_read(reader, &record, TRACE_RECORD_HEADER);
    must_read(reader, &record, TRACE_RECORD_STEP);
    must_read(reader, &record, TRACE_RECORD_NONE);
    must_read(reader, &record, TRACE_RECORD_NONE);
    trace_reader_close(reader);
    /* With a newline it is no half of anything. */
    reader = reader_of(HEADER("p") "{\"step\":1,\n");
    must_read(reader, &record, TRACE_RECORD_HEADER);
    struct error error = ERROR_NONE;
    assert_false(trace_reader_next(reader, &record, &error));
    assert_int_equal(error.code, ERROR_IO);
    trace_record_finish(&record);
    trace_reader_close(reader);
}

static void half_a_surrogate_pair_is_mended(void **state)
{
    (void)state;
    struct trace_record record;
    struct trace_reader *reader = reader_of(
        HEADER("p") "{\"step\":1,\"kind\":\"event\",\"what\":[],\"state\":"
                    "{\"a\":\"x\\ud83d\"}}\n");
    trace_record_init(&record);
    must_read(reader, &record, TRACE_RECORD_HEADER);
    must_read(reader, &record, TRACE_RECORD_STEP);
    const struct value *text = value_field(record.step.state, STR("a"));
    assert_true(str_is(value_text(text), "x\xEF\xBF\xBD"));
    trace_record_finish(&record);
    trace_reader_close(reader);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_come_one_by_one),
        cmocka_unit_test(several_tests_may_follow_one_another),
        cmocka_unit_test(each_line_has_its_place),
        cmocka_unit_test(one_can_come_back_to_a_place),
        cmocka_unit_test(a_pipe_is_read_once),
        cmocka_unit_test(what_cannot_be_read_is_an_error),
        cmocka_unit_test(the_number_of_the_property_comes_back),
        cmocka_unit_test(half_a_line_at_the_end_is_passed_over),
        cmocka_unit_test(half_a_surrogate_pair_is_mended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
