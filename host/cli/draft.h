/* A first specification for a page, from what the page shows (weir init). */
#ifndef WEIR_CLI_DRAFT_H
#define WEIR_CLI_DRAFT_H

#include "base/buf.h"
#include "trace/value.h"

/* What has to be read of the page, as a dependency set in JSON. */
extern const char draft_reads[];

/* Appends the specification of a page in this state. `url` and `command` (what
 * checks it) go into its comments. Nothing that the page says can be more there
 * than a comment, or a text in a selector. It is not formatted yet. */
void draft_add(struct buf *out, const struct value *state, const char *url,
               const char *command);

#endif
