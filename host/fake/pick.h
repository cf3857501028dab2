/* What a model draws for the arguments of a command. The model asks, in the
 * middle of a question, with an object {"kind": ...}; the numbers come from the
 * tape, so that a run can be repeated and made smaller without the model:
 *
 *   kind      fields                  picked
 *   integer   low, high               a whole number, both ends included; the
 *                                     simplest is the one nearest to 0
 *   number    low, high               a number; whole ones are simpler
 *   boolean                           false is simpler
 *   index     count                   a place in a list; the first is simplest
 *   weighted  weights                 the same, with these weights
 *   recent    count                   the same, and the last one is likely (but
 *                                     gen/tape.h, tape_habit)
 *   fresh                             whether to use something new: seldom (so
 *                                     there)
 *   text      min, max, alphabet      a text of so many characters
 *   more      at, min, max            whether a list of `at` items goes on
 *   ref       type                    a reference, or null: there is none
 */
#ifndef WEIR_FAKE_PICK_H
#define WEIR_FAKE_PICK_H

#include <stdbool.h>

#include "base/buf.h"
#include "gen/tape.h"
#include "port/model.h"
#include "trace/value.h"

struct pick {
    struct tape *tape;
    const struct model_refs *refs; /* in scope, the oldest first */
    const struct model_info *info; /* which types there are */
    size_t open;                   /* spans of the tape, of lists */
};

/* Appends the answer: {"picked": ...}, or {"wrong": "what is wrong with the
 * question"}. */
void pick_answer(struct pick *pick, const struct value *question,
                 struct buf *answer);

/* Ends the spans that are still open. */
void pick_finish(struct pick *pick);

#endif
