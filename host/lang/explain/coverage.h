/* Which parts of the specification the states of a session have exercised, and
 * what is left of the property. */
#ifndef WEIR_LANG_EXPLAIN_COVERAGE_H
#define WEIR_LANG_EXPLAIN_COVERAGE_H

#include <stdint.h>

#include "lang/session.h"
#include "trace/coverage.h"

/* Appends the parts that were evaluated, in the order of the text, without
 * those of the library. */
void lang_session_coverage(const struct lang_session *session,
                           struct coverage *coverage);

/* Outcomes (true, false, open) that parts have had; grows. */
uint64_t lang_session_news(const struct lang_session *session);

/* What is left of the property, whatever the subscripts and the values that it
 * has kept; 0 where nothing is known yet. */
uint64_t lang_session_shape(const struct lang_session *session);

#endif
