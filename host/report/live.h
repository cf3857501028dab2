/* A line, or a few, at the bottom of a terminal that are painted over while
 * work goes on and wiped before anything else is written. */
#ifndef WEIR_REPORT_LIVE_H
#define WEIR_REPORT_LIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct live {
    FILE *stream;
    bool enabled;
    size_t lines;    /* that are shown */
    int64_t next_us; /* not painted again before this time */
};

void live_init(struct live *live, FILE *stream, bool enabled);

/* Whether it is time to paint: at most ten times a second, so that neither a
 * fast run nor a slow terminal is held up. */
bool live_is_due(const struct live *live);

/* Shows the text: lines no wider than the terminal with newlines between them,
 * all of which must find room on it. */
void live_paint(struct live *live, const char *text);

void live_wipe(struct live *live);

#endif
