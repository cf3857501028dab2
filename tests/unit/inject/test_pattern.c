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

RUN_CASES(CASES)
