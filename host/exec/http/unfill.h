/* The inverse of a template (template.h): what its places have to be so that it
 * becomes what is there. "/items/${args[0]}" and "/items/7" give args = [7]. */
#ifndef WEIR_EXEC_HTTP_UNFILL_H
#define WEIR_EXEC_HTTP_UNFILL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"
#include "exec/http/template.h"
#include "trace/value.h"

/* What is found out of one root. */
struct unfill_root {
    const char *name;
    struct value *value; /* owned; NULL: nothing is known of it */
};
struct unfill_roots {
    struct unfill_root *items;
    size_t count;
};
void unfill_finish(struct unfill_roots *roots); /* the values */

/* False: no places make the text into this one; then the roots may have parts
 * of it. In a text a place is as short as it can be (of two that touch, the
 * first has all), and in a path
 * (TEMPLATE_PATH) within one segment; what looks like a number, true, false or
 * null is that. The template has passed template_text. Places of roots that are
 * not given match anything. */
bool unfill_text(struct str template, struct str text,
                 enum template_escape escape, const struct unfill_roots *roots);

/* The same for a value. An object may have fields that the template has not. */
bool unfill_value(const struct value *template, const struct value *value,
                  const struct unfill_roots *roots);

#endif
