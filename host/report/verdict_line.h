/* The one line that says how a test, or the tests of a property, ended. */
#ifndef WEIR_REPORT_VERDICT_LINE_H
#define WEIR_REPORT_VERDICT_LINE_H

#include <stdint.h>

#include "report/ink.h"
#include "trace/verdict.h"

struct verdict_line {
    struct verdict verdict; /* chooses "ok", "FAIL", "ERR" or "??" */
    const char *property;
    const char *text; /* "Probably true" */
    int64_t states, actions, duration_ms;
};

/* "ok   safety  Probably true  (412 states, 380 actions, 1.3 s)" */
void verdict_line_print(struct ink *ink, const struct verdict_line *line);

#endif
