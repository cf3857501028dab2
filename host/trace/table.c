#include "trace/table.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/vec.h"

struct table *table_list_add(struct table_list *list, const char *title)
{
    struct table table = {.title = memory_copy_string(title, strlen(title))};
    vec_push(list, table);
    return &vec_last(list);
}

void table_add(struct table *table, const char *label, uint64_t count,
               uint64_t of)
{
    struct table_row row = {memory_copy_string(label, strlen(label)), count,
                            of};
    vec_push(table, row);
}

static void table_finish(struct table *table)
{
    for (size_t i = 0; i < table->count; i++)
        free(table->items[i].label);
    free(table->items);
    free(table->title);
}

void table_list_finish(struct table_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        table_finish(&list->items[i]);
    vec_finish(list);
}
