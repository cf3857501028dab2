/* Runs the cases of pattern_cases.js: texts that match patterns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cases.h"

#define FILE_NAME "pattern_cases.js"

#define CASES(X)                                                               \
    X(what_is_made_matches)                                                    \
    X(first_and_last_ways_differ)                                              \
    X(what_looks_around_takes_no_room)                                         \
    X(a_group_with_a_name_is_a_group)                                          \
    X(properties_of_characters)                                                \
    X(it_gives_up_where_it_cannot_follow)                                      \
    X(it_gives_up_beyond_its_limits)

#define DEFINE(name)                                                           \
    static void name(void **state)                                             \
    {                                                                          \
        (void)state;                                                           \
        run_case(FILE_NAME, #name);                                            \
    }
CASES(DEFINE)

#define ENTRY(name) cmocka_unit_test(name),
#define ONE(name) +1

static void every_case_is_listed(void **state)
{
    (void)state;
    assert_case_count(FILE_NAME, 0 CASES(ONE));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASES(ENTRY) cmocka_unit_test(every_case_is_listed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
