/* Steps of a fake, remembered: step.c asks for one, foresee.c for many. */
#ifndef WEIR_FAKE_STEP_H
#define WEIR_FAKE_STEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/str.h"
#include "fake/fake_internal.h"
#include "port/model.h"

/* What a step gave. */
struct remembered_step {
    enum model_answer answer; /* DONE or REFUSED */
    char *why;                /* REFUSED; may be NULL */
    struct model_outcomes outcomes;
};
void step_forget(struct remembered_step *step); /* NULL is fine */

/* The name of a step in fake->steps, appended. */
void step_add_key(const struct fake *fake, struct buf *key, uint32_t state,
                  const struct model_call *call);
/* Takes the step. */
void step_remember(struct fake *fake, struct str key,
                   struct remembered_step *step);

/* Whether the step that is the next but `ahead` one is to be asked for twice.
 */
bool step_is_to_be_checked(const struct fake *fake, size_t ahead);

/* The fields of the question, each after a comma. */
void step_add_question(const struct fake *fake, struct buf *line,
                       uint32_t state, const struct model_call *call);
/* What an answer with "ok" or "refused" means; NULL: it makes no sense. */
struct remembered_step *step_read(struct fake *fake,
                                  const struct value *answer);

/* Adds the call, and the state where that is known, to a failure: a person can
 * do it again by hand. */
void step_say_which(struct fake *fake, uint32_t state,
                    const struct model_call *call, struct error *error);
/* Whether two runs of the call gave the same; else *error. */
bool step_is_same(struct fake *fake, uint32_t state,
                  const struct model_call *call,
                  const struct remembered_step *step,
                  const struct remembered_step *again, struct error *error);

#endif
