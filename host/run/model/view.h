/* What a page shows beside what a model says that it is to show.
 *
 * Both have the form that a description gives (port/model.h: view): an object
 * for "fields", a list for "all", a number for "count", a text, and so on. What
 * a model leaves out of an object is not compared. Texts that people read agree
 * when they differ in white space only (it is laid out anew on a page), and a
 * number agrees with a text that is written like it. */
#ifndef WEIR_RUN_MODEL_VIEW_H
#define WEIR_RUN_MODEL_VIEW_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/error.h"
#include "trace/value.h"

/* Whether what a model gives can be compared with what the description reads.
 * False: ERROR_SPEC, a clause with the place ("it has `items[0].colour`, which
 * the view has not"). */
bool view_fits(const struct value *view, const struct value *expected,
               struct error *error);

/* The same with the fields in the order of the description, as they are read. A
 * new reference. */
struct value *view_ordered(const struct value *view,
                           const struct value *expected);

bool view_agrees(const struct value *view, const struct value *expected,
                 const struct value *got);

/* The first difference: "items[3].text: expected "a", got "b"". Nothing where
 * they agree. */
void view_add_difference(struct buf *out, const struct value *view,
                         const struct value *expected, const struct value *got);

/* Calls `told` for each selector of the description with whether it found
 * anything in `got`. */
void view_each_selector(const struct value *view, const struct value *got,
                        void (*told)(void *context, struct str selector,
                                     bool found),
                        void *context);

#endif
