/* Texts and JSON values with places to fill in: "/items/${args[0].id}", and
 * functions to call.
 *
 * A place names a value that is given ("args", "body"), and the way into it:
 * `.name` a field, `[2]` an item of a list, `["a name"]` a field, too. Where
 * there is nothing it stands for null. A text that is one place and nothing
 * else is that value in a JSON value; between other letters strings stand as
 * they are and other values as JSON. "$${" is "${".
 *
 * {"$function": 3} stands for what a function of the module gives when it is
 * called with an object of what is given: {"args": [...], "process": 1}. What
 * it gives is not looked through for places. */
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
/* Calls functions. *made is a new reference. */
struct template_functions {
    bool (*call)(void *context, int64_t function, const struct value *given,
                 struct value **made, struct error *error);
    void *context;
};
struct template_roots {
    const struct template_root *items;
    size_t count;
    /* NULL: nothing is called, and a function gives null. */
    const struct template_functions *functions;
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

/* The number of the function that the value stands for; -1: it is none. */
int64_t template_function(const struct value *value);
/* Whether there is one anywhere in it. NULL is fine. */
bool template_has_function(const struct value *value);

/* The same as template_text for a text or a function, which has to give a text
 * or a number; of those nothing is escaped. */
bool template_text_or_function(const struct value *value,
                               const struct template_roots *roots,
                               enum template_escape escape, struct buf *buf,
                               struct error *error);

/* The value with every text in it filled in (not the names of fields). A new
 * reference; NULL: as above. */
struct value *template_value(const struct value *value,
                             const struct template_roots *roots,
                             struct error *error);

#endif
