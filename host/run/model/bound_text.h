/* Texts with references in them (trace/reference.h), once it is known what
 * these stand for: what is put in their place, and what is learned from one. */
#ifndef WEIR_RUN_MODEL_BOUND_TEXT_H
#define WEIR_RUN_MODEL_BOUND_TEXT_H

#include <stdbool.h>

#include "base/buf.h"
#include "run/model/bindings.h"

enum bound_text_use {
    BOUND_TEXT_PLAIN,
    BOUND_TEXT_SELECTOR, /* of CSS: escaped as part of a string between quotes,
                            and as part of a name elsewhere (CSSOM, "serialize
                            an identifier") */
    BOUND_TEXT_ADDRESS,  /* percent-encoded, unless it is all of the text */
};

/* Appends the text with the values of its references: texts as they are, other
 * values as JSON. False: one of them stands for nothing; what was appended is
 * of no use. */
bool bound_text_fill(struct buf *out, const struct bindings *bindings,
                     struct str text, enum bound_text_use use);

/* What the one reference to command *number (or BINDINGS_ANY, which becomes
 * that command's) in `expected` that stands for nothing yet stands for, where
 * all else of the text is as in `got`; a new reference. NULL: that cannot be
 * said. *slot is that of the reference. */
struct value *bound_text_learn(const struct bindings *bindings, int64_t *number,
                               struct str expected, struct str got,
                               int64_t *slot);

/* The actions of a person (port/model.h: page), with values in the place of
 * references: in selectors, in what is typed and where is gone to; a new
 * reference. NULL: one of them stands for nothing. */
struct value *bound_actions(const struct bindings *bindings,
                            const struct value *actions);

#endif
