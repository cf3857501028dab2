/* Runs the cases of standing_cases.js: the standing observation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cases.h"

#define FILE_NAME "standing_cases.js"

#define CASES(X)                                                               \
    X(a_change_is_told_once_the_page_has_settled)                              \
    X(what_changes_while_the_page_settles_is_told_together)                    \
    X(what_nobody_reads_is_not_told)                                           \
    X(what_has_changed_back_is_not_told)                                       \
    X(every_change_has_a_push_without_any_wait)                                \
    X(elements_are_compared_by_kind)                                           \
    X(what_an_action_does_is_no_event)                                         \
    X(an_action_that_comes_after_a_change_is_stopped)                          \
    X(what_leaves_no_trace_stops_an_action_in_real_time)                       \
    X(a_change_while_a_stopped_action_settles_keeps_nothing_back)              \
    X(a_wait_goes_on_after_a_change_that_is_not_told)                          \
    X(the_end_of_a_wait_in_the_middle_of_a_change_is_told_later)               \
    X(the_clock_of_the_specification)                                          \
    X(a_resize_is_an_event)                                                    \
    X(an_unknown_kind_is_refused)

RUN_CASES(CASES)
