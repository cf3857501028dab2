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
    X(after_a_state_that_could_not_be_read_comes_all_of_the_next)

RUN_CASES(CASES)
