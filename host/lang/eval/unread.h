/* What an evaluation would have read of a state and did not find, because the
 * executor was not asked for it: dependency analysis (lang/deps) has missed it.
 * A run in which that happens says nothing of the property; it is to be begun
 * anew with what is found here asked for, too.
 *
 * What was asked for and is not there is no such thing: the executor does not
 * have it. Nor is a field of what is read as a whole (`dataset`, `rect`).
 */
#ifndef WEIR_LANG_EVAL_UNREAD_H
#define WEIR_LANG_EVAL_UNREAD_H

#include <stdbool.h>

#include "base/intern.h"
#include "base/str.h"
#include "trace/deps.h"
#include "trace/value.h"

struct unread {
    const struct deps *asked; /* borrowed; NULL: not known, nothing is noted */
    struct deps found;
    bool any;
};

void unread_init(struct unread *unread);
void unread_finish(struct unread *unread);

/* A selector that the state does not have. */
void unread_note_selector(struct unread *unread, struct str selector);

/* A field that an object from the executor does not have. `state` is the
 * current one (NULL: none); of an object of an earlier state it is known only
 * what fields it has, and it may be any for which these were asked. */
void unread_note_field(struct unread *unread, const struct value *state,
                       const struct value *object, struct str field);

#endif
