/* What the stream of a report can show. */
#ifndef WEIR_REPORT_TERMINAL_H
#define WEIR_REPORT_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

#include "report/report.h"

/* Whether colours are wanted: on a terminal that is not "dumb", unless NO_COLOR
 * is set to something. */
bool terminal_has_colour(const struct report_options *options, FILE *stream);

/* Whether the stream is a terminal whose line can be painted over. */
bool terminal_has_live_line(const struct report_options *options, FILE *stream);

/* Whether the locale of the environment is UTF-8. */
bool terminal_has_unicode(const struct report_options *options);

/* Columns of a line: the option, COLUMNS, the terminal or 80; not fewer than
 * 20 and not more than 160, because longer lines are hard to read. */
size_t terminal_width(const struct report_options *options, FILE *stream);

/* Lines of the terminal, 24 where that is not known. */
size_t terminal_height(FILE *stream);

#endif
