/* What is known of an application before it is checked. */
#ifndef WEIR_TODOMVC_RUNNER_EXPECTED_H
#define WEIR_TODOMVC_RUNNER_EXPECTED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/json.h"

enum expectation {
    EXPECT_PASSES,
    EXPECT_FAILS,
    EXPECT_SOMETIMES, /* fails so rarely that either verdict is right */
    EXPECT_UNSAID,
};

enum { FAULTS_LIMIT = 8 };

struct expected {
    enum expectation verdict;
    enum expectation published; /* in the paper's table; EXPECT_UNSAID */
    bool disputed;              /* counted apart */
    int faults[FAULTS_LIMIT];   /* numbers in the paper's table */
    size_t fault_count;
};

/* "passes", "fails", "sometimes"; NULL for EXPECT_UNSAID. */
const char *expectation_text(enum expectation verdict);

/* Reads "verdict", "paper", "disputed" and "fault" of an object, and leaves
 * what it does not have as it is. False and ERROR_USAGE: one of them makes no
 * sense. */
bool expected_read(struct expected *expected, const struct json *object,
                   struct error *error);

/* Appends the same fields, without braces. */
void expected_add(const struct expected *expected, struct buf *out);

/* Whether runs of it are counted among those that have to fail, or to pass. */
bool expected_has_to(const struct expected *expected, enum expectation verdict);

bool expected_has_fault(const struct expected *expected, int fault);

#endif
