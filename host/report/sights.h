/* How many different states a number of tests have shown. Tests read different
 * things, so what all of them read is compared: where the page was, and of each
 * of those selectors the list of its elements, without the names of elements
 * and where they stand. */
#ifndef WEIR_REPORT_SIGHTS_H
#define WEIR_REPORT_SIGHTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "base/vec.h"
#include "trace/value.h"

/* What one state showed, each as a hash. */
struct sight {
    uint64_t address;
    uint64_t *lists; /* one for each selector of the test; owned */
};

/* Of one test. */
struct tour {
    VEC(char *) selectors;
    VEC(struct sight) sights;
};

struct tours {
    struct tour *items;
    size_t count;
    size_t capacity;
};

/* The name of this field of a state is a selector. */
static inline bool sights_is_selector(struct str name)
{
    return !str_starts_with(name, "::");
}

/* Adds the state; the first one says which selectors the test reads. `where`:
 * the address of the page. */
void sights_add(struct tour *tour, struct str where, const struct value *state);
void sights_finish(struct tour *tour);

size_t sights_distinct(const struct tours *tours);

#endif
