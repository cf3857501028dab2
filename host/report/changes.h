/* What has changed from one value to the next, on one line:
 *
 *   message: "", items[0].done: true, items[1]: {title: "b", done: false} (new)
 *
 * Who does all of that to the first value has the second. A part is told as a
 * whole where that is shorter. */
#ifndef WEIR_REPORT_CHANGES_H
#define WEIR_REPORT_CHANGES_H

#include "base/buf.h"
#include "trace/value.h"

/* Appends nothing where they are equal; `after` as a whole where nothing
 * shorter can be said. References as operation_add_value writes them. */
void changes_add(struct buf *out, const struct value *before,
                 const struct value *after);

#endif
