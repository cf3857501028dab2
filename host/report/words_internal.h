/* What the words for elements, for actions and for steps share. */
#ifndef WEIR_REPORT_WORDS_INTERNAL_H
#define WEIR_REPORT_WORDS_INTERNAL_H

#include "report/words.h"

enum { WORDS_LONGEST_TEXT = 40 }; /* columns */

/* One element among those that a selector matches. */
struct words_place {
    struct str selector;
    size_t index; /* from 0 */
    size_t count;
};

/* Finds the element with this ref below the selector, or below any when
 * `selector` is empty. */
bool words_find_place(struct words_place *place, const struct value *state,
                      struct str selector, struct str ref);

/* The ref among the arguments: the first string that is one in the state. */
bool words_find_argument(struct words_place *place, const struct action *action,
                         const struct value *state, struct str selector);

void words_add_selector(struct buf *out, struct str selector, bool unicode);

/* ", the 2nd of 3" */
void words_add_place(struct buf *out, const struct words_place *place);

/* What an action acted on; false when nothing is known. */
bool words_add_element(struct buf *out, const struct action *action,
                       const struct value *target, const struct value *state,
                       bool unicode);

/* An argument as text, "" where it is none. */
struct str words_argument(const struct action *action, size_t index);

/* Any action or event: "name(1, 2)"; of an element the selector, where one of
 * the states, each of which may be NULL, has it. */
void words_add_generic(struct buf *out, const struct action *action,
                       const struct value *state, const struct value *before,
                       bool unicode);

/* One action of the step, which was chosen in the state; NULL: not known. */
void words_add_action(struct buf *out, const struct step *step,
                      const struct action *action, const struct value *state,
                      bool unicode);

#endif
