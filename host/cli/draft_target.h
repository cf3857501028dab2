/* Which element a command of a drafted model means: a selector that finds it
 * alone, one of those that it finds, or the one with these words on it. */
#ifndef WEIR_CLI_DRAFT_TARGET_H
#define WEIR_CLI_DRAFT_TARGET_H

#include <stddef.h>

#include "base/buf.h"
#include "base/str.h"
#include "trace/value.h"

/* A part of a dependency set in JSON: what a person reads on controls. */
#define DRAFT_WORDED "button, summary, [role=button]"
#define DRAFT_TARGET_READS "\"" DRAFT_WORDED "\":{\"ref\":{},\"innerText\":{}}"

struct draft_target {
    struct buf selector; /* owned */
    struct str words;    /* on the element; "" where it needs none */
    size_t count;        /* displayed controls that it may be, from 1 */
};
/* Of a control of the document. */
struct draft_target draft_target_of(const struct value *state,
                                    const struct value *element);
void draft_target_finish(struct draft_target *target);

/* What no other target has: the same one is the same command. */
void draft_target_add_key(struct buf *out, const struct draft_target *target);
/* "'#save'", "named('button', 'Save')", "nth('.row', at)". */
void draft_target_add(struct buf *out, const struct draft_target *target);
/* ", named": the word that it takes. */
const char *draft_target_word(const struct draft_target *target);

#endif
