/* What the tests of each property have exercised of its specification, for the
 * end of a report. */
#ifndef WEIR_REPORT_EXERCISED_H
#define WEIR_REPORT_EXERCISED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "port/reporter.h"
#include "report/ink.h"

/* All tests of one property. */
struct exercised {
    char *property; /* owned */
    size_t property_index;
    bool held;        /* all its tests passed */
    bool has_signals; /* a word of weir/signals is in what they judge */
    bool was_sure;    /* in one the answer was definite: by what was seen */
    int64_t actions;  /* performed */
    int64_t time_us;  /* of the application, from first states to last */
    struct coverage coverage;
};

struct exercised_list {
    struct exercised *items;
    size_t count;
    size_t capacity;
};

void exercised_finish(struct exercised_list *list);

/* Adds the test, where something is known of it. */
void exercised_add(struct exercised_list *list,
                   const struct test_result *result);

/* Of each property that held: how much was exercised, and what never was.
 * of_page: with a word on pages that had no time to do anything by themselves.
 */
void exercised_print(struct ink *ink, const struct exercised_list *list,
                     bool of_page);

/* [{"property":…,"vacuous":…,"tests":…,"states":…,"actions":[…],"parts":[…]},…]
 * (README.md). */
void exercised_add_json(struct buf *out, const struct exercised_list *list);

#endif
