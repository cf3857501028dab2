/* Questions that are asked ahead. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/memory.h"
#include "cdp/ahead.h"

#define QUESTION(rest) "ask(" AHEAD_GENERATION "," rest ")"

static void add(struct ahead *ahead, const char *question)
{
    assert_true(
        ahead_add(ahead, memory_copy_string(question, strlen(question))));
}

static void expect_call(struct ahead *ahead, const char *wanted)
{
    struct buf call;
    buf_init(&call);
    ahead_add_call(ahead, &call, STR("first()"));
    buf_add_char(&call, '\0');
    assert_string_equal(buf_str(&call).data, wanted);
    buf_finish(&call);
}

static void tell(struct ahead *ahead)
{
    struct buf call;
    buf_init(&call);
    ahead_add_call(ahead, &call, STR("first()"));
    buf_finish(&call);
}

static void hear(struct ahead *ahead, const char *push)
{
    struct error error = ERROR_NONE;
    struct json *json = json_parse(str_text(push), &error);
    assert_non_null(json);
    ahead_hear(ahead, json);
    json_destroy(json);
}

static void expect_taken(struct ahead *ahead, const char *asked,
                         const char *wanted)
{
    char *answer = ahead_take(ahead, str_text(asked));
    if (wanted == NULL)
        assert_null(answer);
    else
        assert_string_equal(answer, wanted);
    free(answer);
}

static void the_page_is_told_of_them_once(void **state)
{
    (void)state;
    struct ahead ahead = {.count = 0};
    expect_call(&ahead, "first()");
    add(&ahead, QUESTION("1"));
    add(&ahead, QUESTION("2"));
    expect_call(&ahead, "weir.follow((first()),[function(g){return ask(g,1)},"
                        "function(g){return ask(g,2)}])");
    expect_call(&ahead, "first()");
    ahead_clear(&ahead);
}

static void an_answer_is_taken_by_whoever_asks_the_same(void **state)
{
    (void)state;
    struct ahead ahead = {.count = 0};
    add(&ahead, QUESTION("1"));
    add(&ahead, QUESTION("2"));
    expect_taken(&ahead, "ask(7,1)", NULL);
    tell(&ahead);
    hear(&ahead, "{\"generation\":7,\"answer\":\"one\"}");
    expect_taken(&ahead, "ask(6,1)", NULL);
    expect_taken(&ahead, "ask(7,2)", NULL);
    expect_taken(&ahead, "ask(7,1)", "one");
    expect_taken(&ahead, "ask(7,1)", NULL);
    hear(&ahead, "{\"generation\":9,\"answer\":\"two\"}");
    expect_taken(&ahead, "ask(9,2)", "two");
    ahead_clear(&ahead);
}

static void what_the_page_left_out_is_asked(void **state)
{
    (void)state;
    struct ahead ahead = {.count = 0};
    add(&ahead, QUESTION("1"));
    add(&ahead, QUESTION("2"));
    tell(&ahead);
    hear(&ahead, "{\"generation\":7}");
    expect_taken(&ahead, "ask(7,1)", NULL);
    hear(&ahead, "{\"generation\":8,\"answer\":\"two\"}");
    expect_taken(&ahead, "ask(8,2)", "two");
    hear(&ahead, "{\"generation\":9,\"answer\":\"three\"}");
    expect_taken(&ahead, "ask(9,2)", NULL);
    ahead_clear(&ahead);
}

static void there_may_be_too_many(void **state)
{
    (void)state;
    struct ahead ahead = {.count = 0};
    for (int i = 0; i < AHEAD_LIMIT; i++)
        add(&ahead, QUESTION("1"));
    assert_false(ahead_add(&ahead, memory_copy_string("x", 1)));
    ahead_clear(&ahead);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_page_is_told_of_them_once),
        cmocka_unit_test(an_answer_is_taken_by_whoever_asks_the_same),
        cmocka_unit_test(what_the_page_left_out_is_asked),
        cmocka_unit_test(there_may_be_too_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
