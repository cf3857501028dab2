#include "cdp/page/journal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

static void open_journal(struct journal *journal, const char *deps_json)
{
    struct json *json = json_parse(str_text(deps_json), NULL);
    struct deps deps;
    assert_true(deps_from_json(&deps, json, NULL));
    journal_init(journal, &deps);
    deps_finish(&deps);
    json_destroy(json);
}

static void hear(struct journal *journal, const char *method,
                 const char *params)
{
    struct json *json = json_parse(str_text(params), NULL);
    assert_non_null(json);
    journal_hear(journal, str_text(method), json, 7);
    json_destroy(json);
}

static void log_text(struct journal *journal, const char *text)
{
    char params[200];
    snprintf(params, sizeof params,
             "{\"type\":\"log\",\"executionContextId\":1,\"args\":"
             "[{\"type\":\"string\",\"value\":\"%s\"}]}",
             text);
    hear(journal, "Runtime.consoleAPICalled", params);
}

static void begin(struct journal *journal, const char *id, const char *url)
{
    char params[300];
    snprintf(params, sizeof params,
             "{\"requestId\":\"%s\",\"type\":\"Fetch\",\"request\":"
             "{\"url\":\"%s\",\"method\":\"GET\"}}",
             id, url);
    hear(journal, "Network.requestWillBeSent", params);
}

static void answer(struct journal *journal, const char *id, int status)
{
    char params[100];
    snprintf(params, sizeof params,
             "{\"requestId\":\"%s\",\"response\":{\"status\":%d}}", id, status);
    hear(journal, "Network.responseReceived", params);
}

static void fail_request(struct journal *journal, const char *id,
                         const char *canceled)
{
    char params[100];
    snprintf(params, sizeof params, "{\"requestId\":\"%s\",\"canceled\":%s}",
             id, canceled);
    hear(journal, "Network.loadingFailed", params);
}

/* The `::page` of a state that gets what came up to the place. */
static void assert_page(const struct journal *journal, int64_t upto,
                        const char *shown, const char *expected)
{
    struct value *state = value_parse(str_text(shown), NULL);
    state = journal_add_to(journal, upto, state);
    struct buf text;
    buf_init(&text);
    value_add_json(&text, state);
    assert_string_equal(buf_text(&text), expected);
    buf_finish(&text);
    value_unref(state);
}

static const char both[] = "{\"::page\":{\"console\":{},\"errors\":{}}}";
static const char requests[] = "{\"::page\":{\"requests\":{}}}";
static const char no_requests[] = "{\"::page\":[{\"requests\":[]}]}";

static void only_what_is_read_is_listened_to(void **state)
{
    (void)state;
    struct journal journal;
    open_journal(&journal, "{\"p\":{\"console\":{}}}");
    assert_false(journal_needs_log(&journal));
    assert_false(journal_needs_network(&journal));
    log_text(&journal, "x");
    assert_int_equal(journal.count, 0);
    assert_page(&journal, 9, "{\"p\":[]}", "{\"p\":[]}");
    journal_finish(&journal);
    open_journal(&journal, both);
    assert_true(journal_needs_log(&journal));
    assert_false(journal_needs_network(&journal));
    journal_finish(&journal);
}

static void a_state_gets_what_came_before_it(void **state)
{
    (void)state;
    static const char shown[] =
        "{\"p\":[],\"::page\":[{\"console\":[],\"url\":\"u\"}]}";
    struct journal journal;
    open_journal(&journal, both);
    log_text(&journal, "one");
    int64_t here = journal.heard;
    log_text(&journal, "two");
    assert_page(&journal, here, shown,
                "{\"p\":[],\"::page\":[{\"console\":[{\"level\":\"log\","
                "\"text\":\"one\",\"source\":\"script\"}],\"url\":\"u\"}]}");
    journal_forget(&journal, here);
    assert_page(&journal, journal.heard, shown,
                "{\"p\":[],\"::page\":[{\"console\":[{\"level\":\"log\","
                "\"text\":\"two\",\"source\":\"script\"}],\"url\":\"u\"}]}");
    journal_finish(&journal);
}

static void our_own_words_are_not_the_page_s(void **state)
{
    (void)state;
    struct journal journal;
    open_journal(&journal, both);
    hear(&journal, "Runtime.consoleAPICalled",
         "{\"type\":\"log\",\"executionContextId\":7,\"args\":[]}");
    hear(&journal, "Runtime.exceptionThrown",
         "{\"exceptionDetails\":{\"text\":\"x\",\"executionContextId\":7}}");
    assert_int_equal(journal.count, 0);
    journal_finish(&journal);
}

static void an_error_that_is_handled_after_all_is_none(void **state)
{
    (void)state;
    struct journal journal;
    open_journal(&journal, both);
    hear(
        &journal, "Runtime.exceptionThrown",
        "{\"exceptionDetails\":{\"exceptionId\":3,\"text\":\"Uncaught (in "
        "promise)\",\"exception\":{\"description\":\"Error: a\\n    at f\"}}}");
    assert_page(&journal, journal.heard, "{\"::page\":[{\"errors\":[]}]}",
                "{\"::page\":[{\"errors\":[{\"message\":\"Error: a\","
                "\"kind\":\"rejection\",\"where\":null}]}]}");
    hear(&journal, "Runtime.exceptionRevoked", "{\"exceptionId\":3}");
    assert_int_equal(journal.count, 0);
    journal_finish(&journal);
}

/* The innermost call, or what the browser says where there is none; lines and
 * columns from 1. */
static void an_error_says_where_it_was_thrown(void **state)
{
    (void)state;
    struct journal journal;
    open_journal(&journal, both);
    hear(&journal, "Runtime.exceptionThrown",
         "{\"exceptionDetails\":{\"text\":\"Uncaught\",\"url\":\"http://h/"
         "a.js\","
         "\"lineNumber\":8,\"columnNumber\":0,\"exception\":{\"description\":"
         "\"Error: a\"},\"stackTrace\":{\"callFrames\":[{\"url\":"
         "\"http://h/b.js\",\"lineNumber\":11,\"columnNumber\":6},{\"url\":"
         "\"http://h/a.js\",\"lineNumber\":8,\"columnNumber\":0}]}}}");
    hear(&journal, "Runtime.exceptionThrown",
         "{\"exceptionDetails\":{\"text\":\"Uncaught\",\"url\":\"http://h/"
         "a.js\","
         "\"lineNumber\":0,\"columnNumber\":4,\"exception\":{\"description\":"
         "\"SyntaxError: b\"},\"stackTrace\":{\"callFrames\":[]}}}");
    assert_page(&journal, journal.heard, "{\"::page\":[{\"errors\":[]}]}",
                "{\"::page\":[{\"errors\":["
                "{\"message\":\"Error: a\",\"kind\":\"error\","
                "\"where\":\"http://h/b.js:12:7\"},"
                "{\"message\":\"SyntaxError: b\",\"kind\":\"error\","
                "\"where\":\"http://h/a.js:1:5\"}]}]}");
    journal_finish(&journal);
}

static void a_line_that_no_file_has_does_no_harm(void **state)
{
    (void)state;
    struct journal journal;
    open_journal(&journal, both);
    hear(&journal, "Runtime.exceptionThrown",
         "{\"exceptionDetails\":{\"text\":\"x\",\"url\":\"a\",\"lineNumber\":"
         "9223372036854775807,\"columnNumber\":-1}}");
    assert_page(&journal, journal.heard, "{\"::page\":[{\"errors\":[]}]}",
                "{\"::page\":[{\"errors\":[{\"message\":\"x\",\"kind\":"
                "\"error\",\"where\":\"a:9223372036854775808:0\"}]}]}");
    journal_finish(&journal);
}

static void requests_stand_in_the_order_in_which_they_began(void **state)
{
    (void)state;
    struct journal journal;
    open_journal(&journal, requests);
    begin(&journal, "1", "http://a/1");
    begin(&journal, "2", "http://a/2");
    answer(&journal, "2", 404);
    answer(&journal, "1", 200);
    assert_page(&journal, journal.heard, no_requests,
                "{\"::page\":[{\"requests\":["
                "{\"url\":\"http://a/1\",\"method\":\"GET\",\"status\":200,"
                "\"type\":\"fetch\",\"failed\":false},"
                "{\"url\":\"http://a/2\",\"method\":\"GET\",\"status\":404,"
                "\"type\":\"fetch\",\"failed\":false}]}]}");
    journal_finish(&journal);
}

static size_t entries(const struct journal *journal, bool failed)
{
    size_t count = 0;
    for (size_t i = 0; i < journal->count; i++) {
        const struct value *value =
            value_field(journal->entries[i].value, STR("failed"));
        count += value->boolean == failed;
    }
    return count;
}

static void what_the_page_gives_up_has_not_failed(void **state)
{
    (void)state;
    struct journal journal;
    open_journal(&journal, requests);
    begin(&journal, "1", "http://a/1");
    begin(&journal, "2", "http://a/2");
    begin(&journal, "3", "http://a/3");
    fail_request(&journal, "1", "true");
    fail_request(&journal, "2", "false");
    answer(&journal, "3", 200);
    fail_request(&journal, "3", "true");
    assert_int_equal(entries(&journal, false), 2);
    assert_int_equal(entries(&journal, true), 1);
    assert_int_equal(journal.request_count, 0);
    journal_finish(&journal);
}

static void what_is_no_request_is_left_out(void **state)
{
    (void)state;
    struct journal journal;
    open_journal(&journal, requests);
    begin(&journal, "1", "data:,x");
    begin(&journal, "2", "http://a/favicon.ico");
    answer(&journal, "1", 200);
    answer(&journal, "2", 404);
    answer(&journal, "never begun", 200);
    fail_request(&journal, "never begun", "false");
    assert_int_equal(journal.count, 0);
    journal_finish(&journal);
}

static void a_list_holds_so_many_entries(void **state)
{
    (void)state;
    struct journal journal;
    open_journal(&journal, both);
    for (int i = 0; i < JOURNAL_LIMIT + 1; i++)
        log_text(&journal, "x");
    assert_int_equal(journal.count, JOURNAL_LIMIT);
    hear(&journal, "Runtime.exceptionThrown",
         "{\"exceptionDetails\":{\"text\":\"Uncaught\"}}");
    assert_int_equal(journal.count, JOURNAL_LIMIT + 1);
    journal_forget(&journal, journal.heard);
    assert_int_equal(journal.count, 0);
    log_text(&journal, "again");
    assert_int_equal(journal.count, 1);
    journal_finish(&journal);
}

/* Of so many ASCII characters, then one of two bytes. */
static size_t kept_of(size_t length)
{
    struct journal journal;
    struct buf params;
    open_journal(&journal, both);
    buf_init(&params);
    buf_add_text(&params, "{\"type\":\"log\",\"args\":[{\"value\":\"");
    buf_add_repeat(&params, 'x', length);
    buf_add_text(&params, "\xC3\xA9\"}]}");
    hear(&journal, "Runtime.consoleAPICalled", buf_text(&params));
    buf_finish(&params);
    const struct value *text =
        value_field(journal.entries[0].value, STR("text"));
    size_t kept = text->count;
    journal_finish(&journal);
    return kept;
}

static void a_text_is_cut_between_characters(void **state)
{
    (void)state;
    assert_int_equal(kept_of(JOURNAL_TEXT_LIMIT - 2), JOURNAL_TEXT_LIMIT);
    assert_int_equal(kept_of(JOURNAL_TEXT_LIMIT - 1), JOURNAL_TEXT_LIMIT - 1);
    assert_int_equal(kept_of(JOURNAL_TEXT_LIMIT), JOURNAL_TEXT_LIMIT);
}

static void strange_messages_do_no_harm(void **state)
{
    (void)state;
    static const char *const methods[] = {
        "Runtime.consoleAPICalled",  "Runtime.exceptionThrown",
        "Runtime.exceptionRevoked",  "Log.entryAdded",
        "Network.requestWillBeSent", "Network.responseReceived",
        "Network.loadingFinished",   "Network.loadingFailed"};
    static const char *const params[] = {
        "{}",
        "[]",
        "null",
        "{\"args\":[null,1,{}],\"type\":\"log\"}",
        "{\"type\":\"log\",\"args\":[{\"value\":\"%\"}]}",
        "{\"entry\":7,\"exceptionDetails\":[],\"request\":1,\"requestId\":2}"};
    struct journal journal;
    open_journal(&journal, "{\"::page\":{\"console\":{},\"errors\":{},"
                           "\"requests\":{}}}");
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        for (size_t k = 0; k < sizeof params / sizeof *params; k++)
            hear(&journal, methods[i], params[k]);
    assert_page(&journal, 0, "{\"::page\":3}", "{\"::page\":3}");
    assert_page(&journal, 0, "{\"::page\":[3]}", "{\"::page\":[3]}");
    journal_finish(&journal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_is_read_is_listened_to),
        cmocka_unit_test(a_state_gets_what_came_before_it),
        cmocka_unit_test(our_own_words_are_not_the_page_s),
        cmocka_unit_test(an_error_that_is_handled_after_all_is_none),
        cmocka_unit_test(an_error_says_where_it_was_thrown),
        cmocka_unit_test(a_line_that_no_file_has_does_no_harm),
        cmocka_unit_test(requests_stand_in_the_order_in_which_they_began),
        cmocka_unit_test(what_the_page_gives_up_has_not_failed),
        cmocka_unit_test(what_is_no_request_is_left_out),
        cmocka_unit_test(a_list_holds_so_many_entries),
        cmocka_unit_test(a_text_is_cut_between_characters),
        cmocka_unit_test(strange_messages_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
