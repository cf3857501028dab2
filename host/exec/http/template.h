/* Texts and JSON values with places to fill in: "/items/${args[0].id}".
 *
 * A place names a value that is given ("args", "body"), and the way into it:
 * `.name` a field, `[2]` an item of a list, `["a name"]` a field, too. Where
 * there is nothing it stands for null. A text that is one place and nothing
 * else is that value in a JSON value; between other letters strings stand as
 * they are and other values as JSON. "$${" is "${". */
#ifndef WEIR_EXEC_HTTP_TEMPLATE_H
#define WEIR_EXEC_HTTP_TEMPLATE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/str.h"
#include "trace/value.h"

/* What may be named; borrowed. */
struct template_root {
    const char *name;
    const struct value *value;
};
struct template_roots {
    const struct template_root *items;
    size_t count;
};

enum template_escape {
    TEMPLATE_PLAIN,
    TEMPLATE_PATH, /* what is filled in is percent-encoded: one segment of a
                      path, or a value in a query */
};

/* Appends the text with its places filled in. False: ERROR_SPEC, a clause that
 * says what is wrong with which place. */
bool template_text(struct str text, const struct template_roots *roots,
                   enum template_escape escape, struct buf *buf,
                   struct error *error);

/* The value with every text in it filled in (not the names of fields). A new
 * reference; NULL: as above. */
struct value *template_value(const struct value *value,
                             const struct template_roots *roots,
                             struct error *error);

#endif
