/* What the files that compare choices share.
 *
 *     choice_compare.c      how alike two are
 *     choice_simplicity.c   what one does, and which of two is simpler
 */
#ifndef WEIR_RUN_CHOICE_INTERNAL_H
#define WEIR_RUN_CHOICE_INTERNAL_H

#include "run/choice.h"

static inline bool choice_is_number(const struct value *value)
{
    return value->kind == VALUE_INT || value->kind == VALUE_FLOAT;
}

static inline double choice_number(const struct value *value)
{
    return value->kind == VALUE_INT ? (double)value->integer : value->number;
}

/* Where an element stands among those that a selector finds; `found` is one of
 * its "found". */
static inline size_t choice_place(const struct value *found)
{
    const struct value *at = value_field_named(found, "at");
    return at != NULL && at->kind == VALUE_INT && at->integer > 0
               ? (size_t)at->integer
               : 0;
}

/* What the specification calls the action; the empty text: nothing. */
static inline struct str choice_name(const struct value *choice)
{
    const struct value *names = value_field_named(choice, "names");
    return names == NULL || names->count == 0 ? STR("")
                                              : value_text(names->items[0]);
}

#endif
