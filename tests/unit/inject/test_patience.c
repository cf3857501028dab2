/* Runs the cases of patience_cases.js: weir.patience. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cases.h"

#define FILE_NAME "patience_cases.js"

#define CASES(X)                                                               \
    X(a_page_that_stands_still_is_settled_when_it_has_been_quiet)              \
    X(the_quiet_time_begins_with_a_change)                                     \
    X(in_virtual_time_it_begins_with_the_look_that_finds_it)                   \
    X(a_change_in_a_short_quiet_time_is_seen_soon)                             \
    X(a_change_without_a_trace_counts_from_the_look_that_finds_it)             \
    X(a_change_without_a_trace_is_found_after_one_that_has_one)                \
    X(the_quiet_time_begins_with_the_last_word_of_the_network)                 \
    X(what_the_network_said_before_the_action_does_not_shorten_its_quiet_time) \
    X(in_virtual_time_one_question_is_enough)                                  \
    X(a_request_counts_where_it_is_made_and_where_it_is_answered)              \
    X(after_one_that_was_under_way_comes_a_piece_more)                         \
    X(while_the_state_changes_the_network_is_not_asked)                        \
    X(the_past_counts_where_the_rule_says_so)                                  \
    X(of_a_late_turn_only_a_moment_counts_as_quiet)

RUN_CASES(CASES)
