/* The reporters: what people and programs see of a run.
 *
 * Each is a `struct reporter` (port/reporter.h), freed by its `destroy`. They
 * copy what they need beyond a call. Nothing that a page or a specification
 * says reaches a terminal unescaped.
 */
#ifndef WEIR_REPORT_REPORT_H
#define WEIR_REPORT_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"
#include "port/reporter.h"

enum report_when {
    REPORT_AUTO, /* on a terminal */
    REPORT_ALWAYS,
    REPORT_NEVER,
};

/* Zeroed means: stdout, and whatever suits it. */
struct report_options {
    FILE *stream;             /* NULL: stdout; never closed */
    const char *path;         /* the file to write; NULL or "-": the stream */
    bool *unwritten;          /* set when that fails later on; may be NULL */
    bool verbose;             /* every step and every value in full */
    bool show_passed;         /* the steps of passing tests too */
    enum report_when colour;  /* AUTO also asks NO_COLOR and TERM */
    enum report_when live;    /* a line that moves while the run lasts */
    enum report_when unicode; /* AUTO: the locale; NEVER: ASCII only */
    int width;                /* columns; 0: the terminal, COLUMNS, or 80 */
};

/* For people. The options are copied. Never NULL. */
struct reporter *report_console_create(const struct report_options *options);

/* For people, beside the console: what `weir explore` has tried, at the end of
 * the run (all steps have to be kept). Counted are the actions by kind; the
 * states that differ in what all tests read, the names of elements and their
 * places aside; the addresses. Never NULL. */
struct reporter *report_explored_create(const struct report_options *options);

/* For programs: one JSON document, written when the run ends (README.md
 * describes it). The file is opened now, so that a wrong path is noticed before
 * the work is done; NULL and ERROR_IO when it cannot be. */
struct reporter *report_json_create(const struct report_options *options,
                                    struct error *error);

/* For continuous integration; as with JSON a file is opened now. Described in
 * docs/REPORTS.md. */
struct reporter *report_junit_create(const struct report_options *options,
                                     struct error *error);
struct reporter *report_tap_create(const struct report_options *options,
                                   struct error *error);
struct reporter *report_github_create(const struct report_options *options,
                                      struct error *error);

/* For people: a file to look through in a browser. */
struct reporter *report_html_create(const struct report_options *options,
                                    struct error *error);

/* Hands every call to each of the reporters, in order. Takes them (and copies
 * the array). Never NULL. */
struct reporter *report_multi_create(struct reporter *const *reporters,
                                     size_t count);

#endif
