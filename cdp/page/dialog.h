/* Dialogs (alert, confirm, prompt, beforeunload) that a specification wants to
 * answer itself. While one is open the page stands still and answers nothing:
 * its state is the last one that was read, with the dialog in the field
 * `dialog` of
 * `::page`.
 *
 * A specification says so by reading `answered` of `::dialogs`, which the
 * actions of weir/dialogs do. Otherwise, and while a document loads, every
 * dialog is answered at once (page.c).
 *
 * Private to the room.
 */
#ifndef WEIR_CDP_PAGE_DIALOG_H
#define WEIR_CDP_PAGE_DIALOG_H

#include <stdbool.h>

#include "base/json.h"
#include "trace/deps.h"
#include "trace/value.h"

/* Whether these dependencies ask for it. */
bool dialog_is_wanted(const struct deps *deps);

/* {type, message} of Page.javascriptDialogOpening; the caller's. */
struct value *dialog_value(const struct json *params);

/* The state with this dialog in it; the caller's. */
struct value *dialog_state(const struct value *state,
                           const struct value *dialog);

#endif
