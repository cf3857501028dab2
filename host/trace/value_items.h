/* Values that a list or an object is made of, one after the other.
 *
 *     value_items items = VEC_EMPTY;
 *     vec_push(&items, value_int(7));
 *     struct value *list = value_items_take(&items);
 *
 * What was pushed is owned: one of these ends it. */
#ifndef WEIR_TRACE_VALUE_ITEMS_H
#define WEIR_TRACE_VALUE_ITEMS_H

#include "base/vec.h"
#include "trace/value.h"

typedef VEC(struct value *) value_items;
typedef VEC(struct value_field) value_fields;

/* A list, an object of them; a new reference. */
struct value *value_items_take(value_items *items);
struct value *value_fields_take(value_fields *fields);

/* Given up. */
void value_items_drop(value_items *items);
void value_fields_drop(value_fields *fields);

#endif
