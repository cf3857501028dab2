/* Runs the cases of guard_cases.js: the stale-action guard. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cases.h"

#define FILE_NAME "guard_cases.js"

#define CASES(X)                                                               \
    X(an_action_of_the_current_generation_passes)                              \
    X(an_action_after_a_change_is_stopped_whole)                               \
    X(a_stopped_event_does_nothing_by_default)                                 \
    X(every_sort_of_input_is_stopped)                                          \
    X(what_goes_on_in_several_turns_is_told_when_it_was_stopped)               \
    X(a_drag_of_the_browser_counts_once_it_has_passed)                         \
    X(a_change_between_the_events_of_an_action_stops_nothing)                  \
    X(a_stopped_action_stays_stopped_when_the_change_is_undone)                \
    X(a_change_that_no_field_shows_stops_nothing)                              \
    X(a_value_set_by_script_is_a_change)                                       \
    X(an_old_generation_is_stale_even_when_nothing_differs)                    \
    X(a_state_on_its_way_makes_the_action_stale)                               \
    X(nothing_is_stopped_when_nothing_is_expected)                             \
    X(events_of_scripts_are_not_input)                                         \
    X(a_move_elsewhere_does_not_decide)                                        \
    X(a_move_to_the_target_decides)                                            \
    X(a_new_expectation_begins_anew)                                           \
    X(a_scripted_action_is_guarded_too)                                        \
    X(a_stale_locate_does_not_scroll)                                          \
    X(the_last_event_ends_an_action)                                           \
    X(an_end_that_did_not_come_by_is_told)                                     \
    X(the_end_is_told_where_nothing_leads_to_another_document)                 \
    X(the_end_is_told_in_a_form_of_what_does_not_send_it)                      \
    X(the_scroll_of_a_locate_makes_nothing_stale)                              \
    X(the_press_decides_not_the_move)                                          \
    X(nothing_between_move_and_press_passes)                                   \
    X(what_the_move_itself_changes_belongs_to_the_action)                      \
    X(so_it_does_when_the_press_follows_at_once)                               \
    X(what_comes_after_the_move_does_not)                                      \
    X(a_move_alone_decides_for_itself)                                         \
    X(nor_does_it_when_the_state_says_how_far_it_is_scrolled)                  \
    X(between_the_parts_of_an_action_no_state_is_read)                         \
    X(an_element_made_anew_between_parts_is_found_in_its_place)                \
    X(it_is_not_where_their_number_is_another)                                 \
    X(the_part_after_is_begun_where_one_has_settled)                           \
    X(a_part_that_cannot_be_begun_is_told)                                     \
    X(another_action_of_the_host_ends_what_it_told_of)                         \
    X(a_state_that_is_told_ends_it_too)                                        \
    X(the_first_part_is_begun_in_the_state_in_which_it_was_chosen)             \
    X(a_state_that_was_told_ends_that)                                         \
    X(what_a_part_has_typed_does_not_stop_the_next)                            \
    X(where_the_choice_is_not_known_the_state_is_read)                         \
    X(under_real_time_the_state_is_read)                                       \
    X(an_action_ends_a_passing_of_time_that_is_still_under_way)

RUN_CASES(CASES)
