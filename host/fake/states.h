/* A state is a number: equal states get the same one. They are told apart by
 * their canonical text, in which the fields of an object are sorted; so an
 * object has no order for a fake (a list has, and so have {"$map": ...} and
 * {"$set": ...}). */
#ifndef WEIR_FAKE_STATES_H
#define WEIR_FAKE_STATES_H

#include <stdint.h>

#include "base/map.h"
#include "base/vec.h"
#include "trace/value.h"

struct states {
    struct map numbers; /* canonical text -> number + 1 */
    VEC(struct value *) values;
    VEC(struct str) texts; /* borrowed from the map */
};

void states_init(struct states *states);
void states_finish(struct states *states);

uint32_t states_number(struct states *states, const struct value *state);
/* Borrowed, as long as the table lives. */
const struct value *states_value(const struct states *states, uint32_t number);
struct str states_text(const struct states *states, uint32_t number);

/* Values of states that live elsewhere, by their number. */
struct states_cache {
    struct map values; /* the number's bytes -> the value, owned */
};
void states_cache_finish(struct states_cache *cache);
/* Borrowed, as long as the cache lives; NULL: it is not there. */
const struct value *states_cache_find(const struct states_cache *cache,
                                      uint32_t number);
/* Takes the value, and gives it back borrowed. */
const struct value *states_cache_add(struct states_cache *cache,
                                     uint32_t number, struct value *value);

/* The same value with the fields of all objects sorted. A new reference. */
struct value *value_canonical(const struct value *value);

#endif
