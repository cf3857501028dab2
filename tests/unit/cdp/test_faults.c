#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/buf.h"
#include "cdp/network/faults.h"

static void patterns_match_whole_addresses(void **state)
{
    (void)state;
    static const struct {
        const char *pattern, *text;
        bool matches;
    } cases[] = {
        {"*", "", true},
        {"*", "http://a/b", true},
        {"http://a/b", "http://a/b", true},
        {"http://a", "http://a/b", false},
        {"a/b", "http://a/b", false},
        {"*/api/*", "http://a/api/items?x", true},
        {"*/api/*", "http://a/apis/items", false},
        {"*a?c", "xxabcabc", true},
        {"*a?c", "xxabcab", false},
        {"**b**", "abc", true},
        {"?", "", false},
        {"", "", true},
        {"", "a", false},
        {"*aab", "aaaaab", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (fault_matches(str_text(cases[i].pattern),
                          str_text(cases[i].text)) != cases[i].matches)
            fail_msg("%s and %s", cases[i].pattern, cases[i].text);
}

static bool add(struct faults *faults, const char *pattern, int status)
{
    return faults_add_reply(faults, str_text(pattern),
                            (struct reply){.status = status});
}

static void so_many_rules_and_no_more(void **state)
{
    (void)state;
    struct faults faults = {.offline = false};
    char pattern[20];
    for (size_t i = 0; i < FAULT_RULES; i++) {
        snprintf(pattern, sizeof pattern, "%zu", i);
        assert_true(add(&faults, pattern, 0));
    }
    assert_false(add(&faults, "*", 0));
    assert_true(faults_add_delay(&faults, STR("0"), 20));
    assert_int_equal(faults.rules[FAULT_RULES - 1].delay_ms, 20);
    faults_clear(&faults);
    assert_true(add(&faults, "*", 500));
    faults_clear(&faults);
}

static void conditions_are_what_the_browser_takes(void **state)
{
    (void)state;
    struct faults faults = {.offline = true, .latency_ms = 20};
    struct buf params;
    buf_init(&params);
    faults_add_conditions(&params, &faults);
    assert_string_equal(buf_text(&params), "{\"offline\":true,\"latency\":20.0,"
                                           "\"downloadThroughput\":-1.0,"
                                           "\"uploadThroughput\":-1.0}");
    buf_finish(&params);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns_match_whole_addresses),
        cmocka_unit_test(so_many_rules_and_no_more),
        cmocka_unit_test(conditions_are_what_the_browser_takes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
