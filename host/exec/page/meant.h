/* Which element an action of a model means, in words. */
#ifndef WEIR_EXEC_PAGE_MEANT_H
#define WEIR_EXEC_PAGE_MEANT_H

#include "base/buf.h"
#include "trace/value.h"

/* Appends ", on `SELECTOR`", of the first element that is meant by the action
 * ({"id", "args"}); nothing where none is, or the words have its selector. */
void meant_add(struct buf *out, const struct value *action, const char *words);

#endif
