/* Runs the cases of observe_cases.js: weir.observe and the generation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cases.h"

#define FILE_NAME "observe_cases.js"

#define CASES(X)                                                               \
    X(loaded_is_pushed_when_it_happens)                                        \
    X(loaded_is_pushed_late_when_nobody_observed)                              \
    X(loaded_is_reported_once)                                                 \
    X(loaded_waits_while_a_change_resolves_first)                              \
    X(a_push_has_the_members_of_a_read)                                        \
    X(nothing_is_pushed_without_an_observation)                                \
    X(an_observation_is_resolved_once)                                         \
    X(targets_added_and_removed_nodes_count)                                   \
    X(neither_ancestors_nor_descendants_count)                                 \
    X(character_data_does_not_count)                                           \
    X(each_element_is_reported_once)                                           \
    X(changes_of_the_turn_before_the_push_are_collected)                       \
    X(a_removed_element_is_reported_as_markup)                                 \
    X(changes_from_before_the_observation_do_not_count)                        \
    X(unobserve_keeps_a_settled_turn_from_pushing)                             \
    X(a_new_observation_forgets_the_old_one)                                   \
    X(an_invalid_selector_is_reported_in_the_push)                             \
    X(the_end_of_a_transition_counts_where_its_property_is_read)               \
    X(without_css_no_transition_counts)                                        \
    X(the_end_of_an_animation_counts_for_any_matching_element)                 \
    X(every_change_moves_the_generation)                                       \
    X(listeners_survive_a_rewritten_document)                                  \
    X(the_first_push_has_all_of_the_state_and_later_ones_what_differs)         \
    X(an_answer_has_all_of_the_state_and_is_no_push)                           \
    X(a_document_that_is_begun_or_left_tells_all_of_its_state_again)           \
    X(behind_a_state_that_could_not_be_read_comes_all_of_the_next)             \
    X(a_page_that_stands_still_is_settled_when_it_has_been_quiet)              \
    X(the_quiet_time_begins_with_a_change)                                     \
    X(in_virtual_time_it_begins_with_the_look_that_finds_it)                   \
    X(a_change_in_a_short_quiet_time_is_seen_soon)                             \
    X(a_change_without_a_trace_counts_from_the_look_that_finds_it)             \
    X(a_change_without_a_trace_is_found_behind_one_that_has_one)               \
    X(the_quiet_time_begins_with_the_last_word_of_the_network)                 \
    X(what_the_network_said_before_the_action_does_not_shorten_its_quiet_time) \
    X(in_virtual_time_one_question_is_enough)                                  \
    X(a_request_counts_where_it_is_made_and_where_it_is_answered)              \
    X(behind_one_that_was_under_way_comes_a_piece_more)                        \
    X(while_the_state_changes_the_network_is_not_asked)                        \
    X(the_past_counts_where_the_rule_says_so)                                  \
    X(of_a_late_turn_only_a_moment_counts_as_quiet)                            \
    X(settle_pushes_the_state_a_millisecond_later)                             \
    X(settle_waits_for_the_frames_that_the_page_has_asked_for)                 \
    X(settle_waits_for_four_frames_at_most)                                    \
    X(settle_waits_for_the_short_timers_of_the_page)                           \
    X(settle_waits_for_frames_that_short_timers_ask_for)                       \
    X(settle_looks_at_the_timers_twelve_times_at_most)                         \
    X(a_second_settle_replaces_the_first)                                      \
    X(a_wait_ends_with_a_timeout)                                              \
    X(a_wait_ends_with_the_first_event)                                        \
    X(an_event_at_the_end_of_a_wait_is_an_event)                               \
    X(the_end_of_a_wait_gives_the_state_and_pushes_nothing)                    \
    X(a_scroll_is_settled_with_the_next_frame)                                 \
    X(a_wait_goes_frame_by_frame_while_the_page_has_frames_pending)            \
    X(animations_go_by_the_clock_of_the_page)                                  \
    X(one_frame_is_waited_for_at_the_end_of_an_animation)                      \
    X(an_animation_on_its_way_goes_on_from_there)                              \
    X(an_animation_that_has_just_begun_begins_now)                             \
    X(an_animation_may_have_begun_before_it_is_seen)                           \
    X(what_has_no_end_is_left_alone)                                           \
    X(what_begins_to_move_during_a_wait_is_seen_at_once)                       \
    X(in_real_time_animations_are_the_browsers_business)                       \
    X(virtual_time_is_held_after_a_push)                                       \
    X(about_tells_what_document_is_there)                                      \
    X(frames_are_asked_for_where_the_host_makes_them)                          \
    X(no_frame_is_asked_for_when_nothing_hangs_on_it)                          \
    X(a_page_that_observes_sizes_gets_a_frame)                                 \
    X(a_page_that_has_been_scrolled_gets_a_frame)                              \
    X(an_event_waits_for_the_frame_that_is_under_way)                          \
    X(what_is_stored_is_waited_for_before_the_page_settles)                    \
    X(pictures_of_a_view_transition_hold_the_clock_and_get_frames)             \
    X(a_page_settles_behind_its_view_transition)                               \
    X(a_page_that_is_always_in_a_view_transition_settles)                      \
    X(a_page_that_hears_of_paints_waits_for_the_answer_to_a_frame)             \
    X(a_frame_that_is_awaited_comes_behind_a_view_transition_too)

RUN_CASES(CASES)
