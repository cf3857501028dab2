#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cdp/wire/wire.h"

static void expect_written(int64_t id, struct str session, struct str params,
                           const char *text)
{
    struct buf buf;
    buf_init(&buf);
    cdp_wire_write(&buf, id, session, "Page.enable", params);
    assert_string_equal(buf_text(&buf), text);
    buf_finish(&buf);
}

static void requests_leave_out_what_is_empty(void **state)
{
    (void)state;
    expect_written(7, STR(""), STR(""),
                   "{\"id\":7,\"method\":\"Page.enable\"}");
    expect_written(8, STR("S1"), STR("{\"a\":1}"),
                   "{\"id\":8,\"method\":\"Page.enable\",\"params\":{\"a\":1},"
                   "\"sessionId\":\"S1\"}");
}

static void a_reply_has_id_session_and_result(void **state)
{
    (void)state;
    struct cdp_record record;
    assert_true(cdp_wire_read(
        &record, STR("{\"id\":7,\"result\":{\"a\":1},\"sessionId\":\"S1\"}"),
        NULL));
    assert_int_equal(record.kind, CDP_REPLY);
    assert_int_equal(record.id, 7);
    assert_false(record.failed);
    assert_true(str_is(record.session, "S1"));
    assert_int_equal(json_read_int(json_read_field(record.body, "a")), 1);
    cdp_record_finish(&record);
    assert_null(record.root);
    cdp_record_finish(&record);
}

static void an_event_has_a_method_and_perhaps_params(void **state)
{
    (void)state;
    struct cdp_record record;
    assert_true(cdp_wire_read(
        &record, STR("{\"method\":\"A.b\",\"params\":{\"a\":1}}"), NULL));
    assert_int_equal(record.kind, CDP_EVENT);
    assert_int_equal(record.id, 0);
    assert_true(str_is(record.method, "A.b"));
    assert_int_equal(record.session.length, 0);
    assert_int_equal(json_read_int(json_read_field(record.body, "a")), 1);
    cdp_record_finish(&record);
    assert_true(cdp_wire_read(&record, STR("{\"method\":\"A.b\"}"), NULL));
    assert_null(record.body);
    cdp_record_finish(&record);
}

static void a_failed_reply_has_the_browsers_words(void **state)
{
    (void)state;
    struct cdp_record record;
    assert_true(cdp_wire_read(
        &record, STR("{\"id\":7,\"error\":{\"code\":-1,\"message\":\"m\"}}"),
        NULL));
    assert_true(record.failed);
    assert_true(str_is(record.message, "m"));
    cdp_record_finish(&record);
}

static void another_text_is_an_error_and_leaves_nothing(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",
        "{}",
        "[]",
        "7",
        "{\"id\":\"7\",\"result\":{}}",
        "{\"id\":0,\"result\":{}}",
        "{\"id\":1,\"result\":[]}",
        "{\"id\":1,\"error\":\"x\"}",
        "{\"method\":\"\"}",
        "{\"params\":{}}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct cdp_record record;
        struct error error = ERROR_NONE;
        if (cdp_wire_read(&record, str_text(texts[i]), &error))
            fail_msg("%s was taken", texts[i]);
        assert_int_equal(error.code, ERROR_RUN);
        assert_null(record.root);
    }
}

static void a_glance_tells_replies_that_need_no_reading(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum cdp_glance glance;
    } cases[] = {
        {"{\"id\":12,\"result\":{}}", CDP_GLANCE_DONE},
        {"{\"id\":12,\"result\":{},\"sessionId\":\"A1\"}", CDP_GLANCE_DONE},
        {"{\"id\":12,\"result\":{\"a\":1}}", CDP_GLANCE_REPLY},
        {"{\"id\":12,\"result\":{},\"sessionId\":\"\\u0041\"}",
         CDP_GLANCE_REPLY},
        {"{\"id\":12,\"result\":{},\"sessionId\":\"A1\"} ", CDP_GLANCE_REPLY},
        {"{\"id\":12,\"result\":{},\"error\":{}}", CDP_GLANCE_REPLY},
        {"{\"id\":12,\"result\":{}", CDP_GLANCE_REPLY},
        {"{\"id\":12,\"result\":[]}", CDP_GLANCE_NOTHING},
        {"{\"id\":12,\"error\":{}}", CDP_GLANCE_NOTHING},
        {"{\"id\":0,\"result\":{}}", CDP_GLANCE_NOTHING},
        {"{\"id\":012,\"result\":{}}", CDP_GLANCE_NOTHING},
        {"{\"id\":-1,\"result\":{}}", CDP_GLANCE_NOTHING},
        {"{\"id\":1234567890123456,\"result\":{}}", CDP_GLANCE_NOTHING},
        {"{\"method\":\"Page.loadEventFired\",\"params\":{}}",
         CDP_GLANCE_NOTHING},
        {"{\"id\":", CDP_GLANCE_NOTHING},
        {"", CDP_GLANCE_NOTHING},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t id = 0;
        enum cdp_glance glance = cdp_wire_glance(str_text(cases[i].text), &id);
        if (glance != cases[i].glance)
            fail_msg("%s: %d", cases[i].text, (int)glance);
        if (glance != CDP_GLANCE_NOTHING)
            assert_int_equal(id, 12);
    }
}

static void expect_mended(const char *text, const char *expected)
{
    struct error error = ERROR_NONE;
    struct json *json = json_parse_utf16(str_text(text), &error);
    if (json == NULL)
        fail_msg("%s: %s", text, error.message);
    struct str read = json_read_string(json);
    if (!str_is(read, expected))
        fail_msg("%s was read as %.*s", text, STR_ARGS(read));
    json_destroy(json);
}

#define REPLACEMENT "\xef\xbf\xbd"

static void half_surrogate_pairs_become_replacements(void **state)
{
    (void)state;
    expect_mended("\"\\ud83d\"", REPLACEMENT);
    expect_mended("\"\\uDE00\"", REPLACEMENT);
    expect_mended("\"\\ud83d\\ud83d\\ude00\"", REPLACEMENT "\xf0\x9f\x98\x80");
    expect_mended("\"\\ude00\\ud83d\"", REPLACEMENT REPLACEMENT);
    expect_mended("\"\\ud83d\\n\\u0041\"", REPLACEMENT "\nA");
    expect_mended("\"\\\\ud83d\\ud83d\"", "\\ud83d" REPLACEMENT);
    expect_mended("\"\\\\\\ud83d\"", "\\" REPLACEMENT);
}

static void other_faults_stay_faults(void **state)
{
    (void)state;
    static const char *const texts[] = {"\"\\ud83d", "\"\\ud8\"", "\"\\",
                                        "\"\\ud83dx\" x", "\\ud83d"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct error error = ERROR_NONE;
        assert_null(json_parse_utf16(str_text(texts[i]), &error));
        assert_int_equal(error.code, ERROR_IO);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_leave_out_what_is_empty),
        cmocka_unit_test(a_reply_has_id_session_and_result),
        cmocka_unit_test(an_event_has_a_method_and_perhaps_params),
        cmocka_unit_test(a_failed_reply_has_the_browsers_words),
        cmocka_unit_test(another_text_is_an_error_and_leaves_nothing),
        cmocka_unit_test(a_glance_tells_replies_that_need_no_reading),
        cmocka_unit_test(half_surrogate_pairs_become_replacements),
        cmocka_unit_test(other_faults_stay_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
