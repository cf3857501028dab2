/* Arguments with generators (trace/generator.h) beside arguments in which these
 * have values: how what was drawn is done again, and made simpler. */
#ifndef WEIR_RUN_GENERATED_H
#define WEIR_RUN_GENERATED_H

#include "trace/value.h"

/* The template with the values in the place of its generators that stand there
 * in `drawn`; whatever else `drawn` holds counts for nothing. A new reference;
 * NULL: they do not stand there, or cannot have come of the generators. */
struct value *generated_adopt(const struct value *template,
                              const struct value *drawn);

/* The template with the simplest value in the place of each generator: the
 * number nearest to zero, the first of several, the shortest text. A new
 * reference. */
struct value *generated_simplest(const struct value *template);

/* Values that may come of the template as well and differ from `drawn`, which
 * generated_adopt gave, in one generator: fewer fields, numbers nearer to zero,
 * shorter texts and lists. In no order, some hundred at most. */
struct generated_list {
    struct value **items; /* owned */
    size_t count;
    size_t capacity;
};
void generated_add_simpler(struct generated_list *list,
                           const struct value *template,
                           const struct value *drawn);
void generated_list_finish(struct generated_list *list); /* and empties it */

#endif
