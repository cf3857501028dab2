/* Runs the cases of deep_cases.js: selectors with ">>>". */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cases.h"

#define FILE_NAME "deep_cases.js"

#define CASES(X)                                                               \
    X(a_part_is_looked_up_in_the_shadow_roots_of_the_part_before)              \
    X(parts_nest_and_keep_document_order)                                      \
    X(a_part_is_looked_up_in_the_documents_of_frames)                          \
    X(frame_stands_for_iframe)                                                 \
    X(roots_and_frames_mix)                                                    \
    X(parts_may_be_lists)                                                      \
    X(selectors_without_it_stay_outside)                                       \
    X(a_wrong_part_is_told_wherever_it_stands)                                 \
    X(a_view_looks_into_the_tree_of_each_element)                              \
    X(an_action_names_what_no_selector_of_the_view_reaches)                    \
    X(a_selector_of_an_action_that_is_none_is_told_as_such)                    \
    X(the_trees_that_an_action_leads_through_are_watched)                      \
    X(what_looks_like_it_and_is_none_is_left_alone)                            \
    X(only_the_type_frame_is_meant)                                            \
    X(places_are_those_of_the_window)                                          \
    X(what_a_frame_hides_is_not_visible)                                       \
    X(hit_through_shadow_roots_and_frames)                                     \
    X(slotted_text_is_hit_for_the_button_around_the_slot)                      \
    X(in_viewport_only_within_the_frame)                                       \
    X(active_when_all_around_is)                                               \
    X(locate_points_into_a_frame)                                              \
    X(a_cover_is_named)                                                        \
    X(an_element_goes_with_its_frame)                                          \
    X(a_change_in_a_shadow_root_is_one)                                        \
    X(a_row_taken_out_is_one_of_its_own_root)                                  \
    X(a_root_that_comes_with_its_host_is_watched)                              \
    X(a_root_that_is_attached_later_is_watched)                                \
    X(the_page_does_not_hear_of_it)                                            \
    X(a_root_out_of_reach_is_let_go)                                           \
    X(a_new_document_in_a_frame_is_a_change)                                   \
    X(input_into_a_frame_is_guarded)                                           \
    X(a_change_in_a_frame_stops_input_into_the_page)                           \
    X(a_frame_is_guarded_also_when_nothing_in_it_is_read)                      \
    X(a_move_in_a_frame_has_its_place_in_the_window)                           \
    X(the_end_of_input_is_seen_in_a_frame)

RUN_CASES(CASES)
