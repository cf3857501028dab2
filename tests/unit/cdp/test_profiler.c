/* What the browser says of the page's scripts, as it says it and as it never
 * should. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cdp/page/profiler.h"

static bool read(const char *text, struct reach *reach, struct error *error)
{
    struct json *json = json_parse(str_text(text), NULL);
    assert_non_null(json);
    bool fine = profiler_read(json, reach, error);
    json_destroy(json);
    return fine;
}

#define SCRIPT(url, functions)                                                 \
    "{\"result\":[{\"scriptId\":\"7\",\"url\":\"" url                          \
    "\",\"functions\":[" functions "]}],\"timestamp\":1.5}"
#define RANGE(start, end, count)                                               \
    "{\"startOffset\":" #start ",\"endOffset\":" #end ",\"count\":" #count "}"
#define FUNCTION(name, ranges)                                                 \
    "{\"functionName\":\"" name                                                \
    "\",\"isBlockCoverage\":true,\"ranges\":[" ranges "]}"

/* The only function's key, which is told of with that kind. */
static uint64_t key_of(const char *text, enum reach_kind kind)
{
    struct reach reach = {0};
    assert_true(read(text, &reach, NULL));
    assert_int_equal(reach.count, 1);
    assert_int_equal(reach.items[0].kind, kind);
    uint64_t key = reach.items[0].key;
    reach_finish(&reach);
    return key;
}

static void a_function_is_where_it_stands(void **state)
{
    (void)state;
    uint64_t key = key_of(
        SCRIPT("http://a/s.js", FUNCTION("f", RANGE(1, 9, 1))), REACH_RAN);
    /* The number of the script and how often are no matter, nor is a query. */
    assert_int_equal(
        key, key_of("{\"result\":[{\"scriptId\":\"8\",\"url\":"
                    "\"http://a/s.js\",\"functions\":[{\"functionName\":\"f\","
                    "\"ranges\":[" RANGE(1, 9, 0) "]}]}]}",
                    REACH_IDLE));
    assert_int_equal(key, key_of(SCRIPT("http://a/s.js?now=3",
                                        FUNCTION("f", RANGE(1, 9, 5))),
                                 REACH_RAN));
    assert_int_not_equal(
        key, key_of(SCRIPT("http://a/t.js", FUNCTION("f", RANGE(1, 9, 1))),
                    REACH_RAN));
    assert_int_not_equal(
        key, key_of(SCRIPT("http://a/s.js", FUNCTION("g", RANGE(1, 9, 1))),
                    REACH_RAN));
    assert_int_not_equal(
        key, key_of(SCRIPT("http://a/s.js", FUNCTION("f", RANGE(1, 8, 1))),
                    REACH_RAN));
}

static void a_blob_is_the_same_under_each_of_its_addresses(void **state)
{
    (void)state;
    assert_int_equal(
        key_of(SCRIPT("blob:http://a/1", FUNCTION("f", RANGE(1, 9, 1))),
               REACH_RAN),
        key_of(SCRIPT("blob:http://a/2", FUNCTION("f", RANGE(1, 9, 1))),
               REACH_RAN));
}

static void scripts_without_an_address_do_not_count(void **state)
{
    (void)state;
    struct reach reach = {0};
    assert_true(read(SCRIPT("", FUNCTION("f", RANGE(1, 9, 1))), &reach, NULL));
    assert_true(read("{\"result\":[]}", &reach, NULL));
    assert_int_equal(reach.count, 0);
    reach_finish(&reach);
}

static uint64_t way_of(const char *text)
{
    struct reach reach = {0};
    assert_true(read(text, &reach, NULL));
    assert_int_equal(reach.count, 2);
    assert_int_equal(reach.items[0].kind, REACH_RAN);
    assert_int_equal(reach.items[1].kind, REACH_WAY);
    uint64_t key = reach.items[1].key;
    assert_int_not_equal(key, reach.items[0].key);
    reach_finish(&reach);
    return key;
}

static void a_way_is_what_was_left_out(void **state)
{
    (void)state;
    uint64_t one =
        way_of(SCRIPT("s", FUNCTION("f", RANGE(1, 9, 1) "," RANGE(2, 4, 0))));
    assert_int_equal(
        one,
        way_of(SCRIPT("s", FUNCTION("f", RANGE(1, 9, 1) "," RANGE(2, 4, 0)))));
    assert_int_not_equal(
        one,
        way_of(SCRIPT("s", FUNCTION("f", RANGE(1, 9, 1) "," RANGE(2, 5, 0)))));
    assert_int_not_equal(
        one,
        way_of(SCRIPT("s", FUNCTION("f", RANGE(1, 9, 1) "," RANGE(
                                             2, 4, 0) "," RANGE(6, 7, 0)))));
}

static void what_is_no_answer_is_an_error(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "7",
        "{}",
        "{\"result\":{}}",
        "{\"result\":[7]}",
        "{\"result\":[{\"url\":\"s\"}]}",
        "{\"result\":[{\"functions\":[]}]}",
        "{\"result\":[{\"url\":7,\"functions\":[]}]}",
        SCRIPT("s", "null"),
        SCRIPT("s", "{\"functionName\":\"f\"}"),
        SCRIPT("s", "{\"ranges\":[]}"),
        SCRIPT("s", "{\"ranges\":[null]}"),
        SCRIPT("s", "{\"ranges\":[{\"startOffset\":1,\"endOffset\":2}]}"),
        SCRIPT("s", FUNCTION("f", RANGE(1, 9, 1) ",[]")),
        SCRIPT("s", FUNCTION("f", RANGE(1, "9", 1))),
        SCRIPT("s", FUNCTION("f", RANGE(1.5, 9, 1))),
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct reach reach = {0};
        struct error error = ERROR_NONE;
        assert_false(read(texts[i], &reach, &error));
        assert_int_equal(error.code, ERROR_RUN);
        assert_memory_equal(error.message, "the browser's answer to Profiler",
                            32);
        reach_finish(&reach);
    }
    assert_false(profiler_read(NULL, &(struct reach){0}, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_function_is_where_it_stands),
        cmocka_unit_test(a_blob_is_the_same_under_each_of_its_addresses),
        cmocka_unit_test(scripts_without_an_address_do_not_count),
        cmocka_unit_test(a_way_is_what_was_left_out),
        cmocka_unit_test(what_is_no_answer_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
