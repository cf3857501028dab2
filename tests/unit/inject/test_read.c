/* Runs the cases of read_cases.js: weir.read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cases.h"

#define FILE_NAME "read_cases.js"

#define CASES(X)                                                               \
    X(works_before_there_is_any_element)                                       \
    X(elements_come_in_document_order_with_ref_and_position)                   \
    X(a_position_is_read_where_it_is_asked_for)                                \
    X(places_are_told_by_the_names_that_the_last_state_had)                    \
    X(an_element_that_is_not_visible_has_no_position)                          \
    X(a_ref_stays_with_its_element)                                            \
    X(refs_carry_the_ordinal_of_the_document)                                  \
    X(loaded_says_whether_the_document_is_complete)                            \
    X(enabled_is_the_absence_of_disabled)                                      \
    X(visible_needs_display_visibility_and_opacity)                            \
    X(visible_needs_an_offset_parent_unless_fixed)                             \
    X(an_option_is_visible_with_its_select)                                    \
    X(an_svg_element_is_visible_when_it_has_a_box)                             \
    X(interactable_is_hit_at_its_centre)                                       \
    X(what_is_not_visible_is_not_interactable)                                 \
    X(an_option_is_interactable_when_its_select_is_hit)                        \
    X(in_viewport_when_a_corner_of_a_box_is)                                   \
    X(active_is_the_focused_element)                                           \
    X(class_list_is_a_list_of_names)                                           \
    X(css_and_attributes_hold_what_is_asked)                                   \
    X(styles_have_the_names_of_scripts_as_well)                                \
    X(other_fields_are_dom_properties)                                         \
    X(text_is_what_is_rendered)                                                \
    X(text_stays_a_dom_property_where_there_is_one)                            \
    X(text_of_what_is_no_html_element_is_its_text_content)                     \
    X(text_with_fields_below_it_is_a_dom_property)                             \
    X(what_json_cannot_say_is_null)                                            \
    X(objects_that_say_their_json_are_asked)                                   \
    X(elements_become_refs)                                                    \
    X(host_lists_become_lists)                                                 \
    X(cycles_end)                                                              \
    X(deep_values_end)                                                         \
    X(huge_values_end)                                                         \
    X(a_property_that_throws_is_null)                                          \
    X(a_schema_reads_nested_properties)                                        \
    X(a_schema_on_what_is_no_object_gives_that)                                \
    X(position_is_no_dom_property)                                             \
    X(asking_for_ref_and_position_changes_nothing)                             \
    X(an_invalid_selector_is_an_error)                                         \
    X(layout_is_read_once_for_each_element)                                    \
    X(controls_that_hide_methods_of_their_form_do_no_harm)

RUN_CASES(CASES)
