/* Where a report for programs goes: a file of its own, or the stream. */
#ifndef WEIR_REPORT_OUT_H
#define WEIR_REPORT_OUT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "base/str.h"
#include "report/report.h"

struct out {
    FILE *stream;
    bool owns_stream;
    bool failed;      /* and it has been said */
    bool *unwritten;  /* of the options */
    const char *what; /* "JSON": for messages; a literal */
};

/* The standard stream that the path names, as `-` (or none at all) and
 * /dev/stdout do, /dev/stderr; else NULL. Opened anew by its name, a file
 * after it would be cut off. */
FILE *out_standard(const char *path);

/* Opened now, so that a wrong path is noticed before the work is done. False:
 * ERROR_IO, nothing to close. */
bool out_open(struct out *out, const struct report_options *options,
              const char *what, struct error *error);

/* Trouble is told once, as a warning, and noted in `unwritten`. */
void out_write(struct out *out, struct str text);
void out_close(struct out *out);

#endif
