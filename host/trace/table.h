/* Numbers that a run has counted, in rows: what reports show after the tests.
 */
#ifndef WEIR_TRACE_TABLE_H
#define WEIR_TRACE_TABLE_H

#include <stddef.h>
#include <stdint.h>

struct table_row {
    char *label; /* owned */
    uint64_t count, of;
};

struct table {
    char *title; /* owned */
    struct table_row *items;
    size_t count, capacity;
};

struct table_list {
    struct table *items;
    size_t count, capacity;
};

/* The new last table; borrowed until the next one is added. */
struct table *table_list_add(struct table_list *list, const char *title);
void table_add(struct table *table, const char *label, uint64_t count,
               uint64_t of);
void table_list_finish(struct table_list *list); /* and empties it */

#endif
