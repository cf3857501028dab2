/* What happens between two dates: each rule on each day, by date, on one day
 * by name, and what is left in the order of the list. Both dates belong to it;
 * where the second is not after the first, nothing does. */
#ifndef WEIR_EXAMPLES_FINANCE_EXPAND_H
#define WEIR_EXAMPLES_FINANCE_EXPAND_H

#include <stdbool.h>
#include <stddef.h>

#include "bugs.h"
#include "calendar.h"
#include "rule.h"
#include "storage.h"

struct entry {
    long day;
    const struct row *row; /* borrowed */
    size_t place;          /* in the list */
};

struct entries {
    struct entry *items;
    size_t count, capacity;
};
void entries_finish(struct entries *entries);

/* False: it takes longer than a request may (EXPAND_LIMIT_MS of the processor's
 * time). */
enum { EXPAND_LIMIT_MS = 200 };
bool expand(const struct rows *rows, const struct moment *start,
            const struct moment *end, enum bug bug, struct entries *entries);

#endif
