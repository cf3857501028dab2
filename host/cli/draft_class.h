/* The class by which a draft means a control. */
#ifndef WEIR_CLI_DRAFT_CLASS_H
#define WEIR_CLI_DRAFT_CLASS_H

#include "cli/draft_page.h"

/* A CSS name that nobody has to escape, and that no program has numbered. */
bool draft_is_plain_name(struct str text);

/* A class that all have who are called as the element is, and nobody else; or
 * else its first. false: it has none that could be written. */
bool draft_add_class(struct buf *out, const struct value *state,
                     const struct draft_scope *scope,
                     const struct value *element);

#endif
