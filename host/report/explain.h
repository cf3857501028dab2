/* The part of a report that says which piece of the specification failed. */
#ifndef WEIR_REPORT_EXPLAIN_H
#define WEIR_REPORT_EXPLAIN_H

#include "port/checker.h"
#include "report/ink.h"

/* Each reason with its place, its source lines and the values in it. */
void explain_reasons(struct ink *ink, size_t indent,
                     const struct reason *reasons, size_t count);

/* A text of several lines, escaped. Lines that fit keep their inner spaces. */
void explain_text(struct ink *ink, size_t indent, enum ink_style style,
                  const char *text);

/* Whether two properties have one mistake. Its state may be another one, and so
 * may be the way on which the evaluation came to its place. */
bool explain_is_same_error(const char *a, const char *b);

#endif
