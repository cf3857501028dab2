/* What a reporter keeps of `struct run_info`, whose strings are only borrowed,
 * and the names and places that follow from it. */
#ifndef WEIR_REPORT_RUN_COPY_H
#define WEIR_REPORT_RUN_COPY_H

#include <stdbool.h>

#include "base/buf.h"
#include "port/reporter.h"

struct run_copy_property {
    char *name;
    char *file; /* NULL: no place */
    int line, column;
    bool tested; /* run_copy_test was asked about it */
};

struct run_copy {
    char *spec, *origin, *time_mode, *command; /* origin may be NULL */
    bool recorded; /* the tests are judged, and not run */
    uint64_t seed;
    int64_t tests; /* of each property */
    struct run_copy_property *properties;
    size_t property_count; /* 0 where the run did not name them */
};

void run_copy_init(struct run_copy *copy, const struct run_info *info);
void run_copy_finish(struct run_copy *copy); /* and empties it */

/* Appends "safety", with several tests "safety, test 3 of 100"; of one that was
 * saved, which has no place among them, "safety, saved counterexample". */
void run_copy_add_name(struct buf *out, const struct run_copy *copy,
                       const struct test_result *result);

/* The property of the test, marked as tested; NULL: its place is not known. */
const struct run_copy_property *run_copy_test(struct run_copy *copy,
                                              const struct test_info *info);

/* Appends the report of the test as the console has it: plain text of at most
 * 100 columns, without colours, from its first column on; each line is ended.
 */
void run_copy_add_report(struct buf *out, const struct run_copy *copy,
                         const struct test_result *result);

#endif
