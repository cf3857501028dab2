/* Runs the cases of act_cases.js: weir.locate, describe and perform. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cases.h"

#define FILE_NAME "act_cases.js"

#define CASES(X)                                                               \
    X(locates_the_centre_and_says_what_stands_there)                           \
    X(what_no_selector_has_alone_is_called_by_the_first)                       \
    X(scrolls_when_the_centre_is_outside)                                      \
    X(its_own_scroll_does_not_move_the_generation)                             \
    X(finds_the_line_of_a_text_that_is_broken_in_two)                          \
    X(names_what_covers_it)                                                    \
    X(an_element_without_a_box_is_empty)                                       \
    X(a_removed_element_is_detached)                                           \
    X(a_ref_that_was_never_given_is_unknown)                                   \
    X(an_option_is_located_at_its_select)                                      \
    X(a_transparent_checkbox_that_is_hit_can_be_located)                       \
    X(an_element_clipped_by_its_container_is_scrolled_to)                      \
    X(long_texts_are_cut)                                                      \
    X(a_long_text_ends_with_a_whole_character)                                 \
    X(a_password_is_never_shown)                                               \
    X(a_control_is_called_by_its_label)                                        \
    X(the_options_of_a_list_are_not_in_its_label)                              \
    X(select_chooses_and_announces)                                            \
    X(selecting_what_is_selected_announces_nothing)                            \
    X(select_goes_by_value)                                                    \
    X(a_disabled_option_cannot_be_selected)                                    \
    X(nothing_is_done_to_a_field_that_cannot_have_the_focus)                   \
    X(a_field_may_hand_the_focus_on)                                           \
    X(a_field_may_give_the_focus_up_at_once)                                   \
    X(focus_focuses)                                                           \
    X(the_caret_goes_after_what_is_there)                                      \
    X(the_caret_of_the_user_stays)                                             \
    X(clear_empties_announces_and_leaves)                                      \
    X(clear_uses_the_native_setter)                                            \
    X(clear_of_what_is_empty_does_nothing)                                     \
    X(clear_refuses_what_nobody_can_edit)                                      \
    X(scroll_by_scrolls_the_window)                                            \
    X(click_is_the_element_s_own)                                              \
    X(anything_else_is_unsupported)

RUN_CASES(CASES)
