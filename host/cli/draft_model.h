/* A first model of a page, from what the page shows (weir init --model). */
#ifndef WEIR_CLI_DRAFT_MODEL_H
#define WEIR_CLI_DRAFT_MODEL_H

#include "base/buf.h"
#include "trace/value.h"

/* What has to be read of the page, as a dependency set in JSON. */
extern const char draft_model_reads[];

/* Appends a module that passes on the page as it is: it has a command for each
 * control, and compares nothing yet. `url` and `command` (what checks it) go
 * into its comments. Nothing that the page says can be more there than a
 * comment or a text. */
void draft_model_add(struct buf *out, const struct value *state,
                     const char *url, const char *command);

#endif
