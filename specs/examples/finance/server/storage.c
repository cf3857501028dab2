#include "storage.h"

#include <stdlib.h>
#include <string.h>

void rows_add(struct rows *rows, long long id, const char *name,
              long long amount, const char *rule)
{
    if (rows->count == rows->capacity) {
        rows->capacity = 2 * rows->capacity + 16;
        rows->items =
            reallocarray(rows->items, rows->capacity, sizeof *rows->items);
        if (rows->items == NULL)
            abort();
    }
    rows->items[rows->count++] = (struct row){
        .id = id, .name = strdup(name), .amount = amount, .rule = strdup(rule)};
}

void rows_finish(struct rows *rows)
{
    for (size_t i = 0; i < rows->count; i++) {
        free(rows->items[i].name);
        free(rows->items[i].rule);
    }
    free(rows->items);
    *rows = (struct rows){0};
}

struct storage *storage_open(const char *where, char *words)
{
    return strncmp(where, "postgresql:", 11) == 0 ||
                   strncmp(where, "postgres:", 9) == 0
               ? storage_open_postgres(where, words)
               : storage_open_sqlite(where, words);
}
