/* Runs the cases of names_cases.js: roles and accessible names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cases.h"

#define FILE_NAME "names_cases.js"

#define CASES(X)                                                               \
    X(a_tag_has_a_role)                                                        \
    X(an_input_has_that_of_its_type)                                           \
    X(a_select_is_a_box_or_a_list)                                             \
    X(the_first_role_that_there_is_counts)                                     \
    X(nothing_is_a_role_only_where_nothing_is_said)                            \
    X(a_region_has_a_name)                                                     \
    X(a_header_belongs_to_the_page_or_a_part)                                  \
    X(an_image_may_be_decoration)                                              \
    X(cells_and_headers_of_tables)                                             \
    X(a_button_is_named_by_what_is_in_it)                                      \
    X(what_is_hidden_says_nothing)                                             \
    X(a_label_goes_before_content_and_a_reference_before_it)                   \
    X(references_in_a_circle_come_to_an_end)                                   \
    X(a_field_is_named_by_its_labels)                                          \
    X(a_field_in_a_label_stands_for_its_value)                                 \
    X(buttons_of_forms_have_names_of_their_own)                                \
    X(parts_that_name_the_whole)                                               \
    X(what_is_put_into_a_slot_is_heard_in_its_place)                           \
    X(a_shadow_tree_is_heard_in_place_of_what_its_host_holds)

RUN_CASES(CASES)
