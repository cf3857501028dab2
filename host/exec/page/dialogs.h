/* What a page asks (alert, confirm, prompt, the question before it is left). It
 * stands still until it is answered: by an action of the command (accept,
 * dismiss, answer), else as for specifications that answer none
 * (docs/STEPS.md): alerts are closed, leaving is allowed, the rest is declined.
 */
#ifndef WEIR_EXEC_PAGE_DIALOGS_H
#define WEIR_EXEC_PAGE_DIALOGS_H

#include <stdbool.h>

#include "trace/deps.h"
#include "trace/value.h"

/* Dialogs stay open until they are answered. */
void dialogs_want(struct deps *deps);

/* The one that is open in a state, {"type", "message"}; borrowed. NULL: none,
 * or no state. */
const struct value *dialogs_open(const struct value *state);

/* Whether an action, {"id", "args"}, answers one. */
bool dialogs_is_answer(const struct value *action);

/* The action that answers it where the command has none; the caller's. */
struct value *dialogs_usual_answer(const struct value *dialog);

#endif
