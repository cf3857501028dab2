/* What is said of an action of a model, in its own words. */
#ifndef WEIR_EXEC_PAGE_MEANT_H
#define WEIR_EXEC_PAGE_MEANT_H

#include <stddef.h>

#include "base/buf.h"
#include "trace/value.h"

/* Appends ", on `SELECTOR`", of the first element that is meant by the action
 * ({"id", "args"}); nothing where none is, or the words have its selector. */
void meant_add(struct buf *out, const struct value *action, const char *words);

/* What the browser says of one of these actions from `at` on, with the model's
 * word for it (`fill`) in place of the executor's name (`replaceText`); the
 * caller's. `actions` may be NULL. */
char *meant_words(const struct value *actions, size_t at, const char *words);

#endif
