/* Answers of the server that a command keeps from the page and lets it have one
 * by one (weir/answers): what a model's `page` says with `hold` and `release`.
 * A command says which by its place, from 0, in the order of the requests that
 * are held now; the executor wants to be told the answer itself. */
#ifndef WEIR_EXEC_PAGE_HELD_H
#define WEIR_EXEC_PAGE_HELD_H

#include <stdbool.h>

#include "trace/deps.h"
#include "trace/value.h"

/* What has to be read of the page. */
void held_want(struct deps *deps);

/* Whether an action, {"id", "args"}, releases the answer in a place. */
bool held_is_release(const struct value *action);

/* The arguments of that action in this state, the caller's. NULL: nothing is
 * held in that place. */
struct value *held_arguments(const struct value *state,
                             const struct value *action);

/* Why there are none, in words; the caller's. */
char *held_lacking(const struct value *state, const struct value *action);

/* Whether an action says that nothing is held any more. */
bool held_is_end(const struct value *action);

#endif
