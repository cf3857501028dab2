/* Runs the cases of page_cases.js: `::page`, and fields of ours. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cases.h"

#define FILE_NAME "page_cases.js"

#define CASES(X)                                                               \
    X(the_address_in_parts)                                                    \
    X(where_the_test_began)                                                    \
    X(what_is_of_the_window)                                                   \
    X(storage_is_read_by_key_or_whole)                                         \
    X(a_page_without_storage_has_none)                                         \
    X(cookies_are_names_and_values)                                            \
    X(what_the_host_collects_is_empty_here)                                    \
    X(a_silent_change_of_storage_stops_an_action)                              \
    X(storage_that_nobody_reads_stops_nothing)                                 \
    X(a_silent_change_of_the_address_stops_an_action)                          \
    X(elements_have_fields_of_ours)                                            \
    X(a_dom_property_goes_before_a_field_of_ours)

RUN_CASES(CASES)
