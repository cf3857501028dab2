/* Runs the cases of settle_cases.js: weir.settle and weir.wait. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cases.h"

#define FILE_NAME "settle_cases.js"

#define CASES(X)                                                               \
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
    X(one_that_begins_with_the_last_look_begins_now)                           \
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
    X(a_page_settles_after_its_view_transition)                                \
    X(a_page_that_is_always_in_a_view_transition_settles)                      \
    X(a_page_that_hears_of_paints_waits_for_the_answer_to_a_frame)             \
    X(a_frame_that_is_awaited_comes_after_a_view_transition_too)

RUN_CASES(CASES)
