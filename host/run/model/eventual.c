#include "run/model/eventual.h"

#include <stdlib.h>

#include "base/memory.h"

struct item {
    struct linear_operation *operation;
    int64_t fork;
};

static int compare_calls(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    int64_t one = x->operation->call_time, other = y->operation->call_time;
    if (one != other)
        return one < other ? -1 : 1;
    return (x->operation > y->operation) - (x->operation < y->operation);
}

/* A busy time, or one operation. */
struct row {
    size_t count;
    int64_t end;
    size_t ended; /* operations */
    bool is_fork;
};

static struct row row_of(const struct item *items, size_t count)
{
    struct row row = {.end = items[0].operation->call_time};
    int64_t fork = -1;
    for (; row.count < count; row.count++) {
        const struct item *item = &items[row.count];
        bool is_of_fork = fork >= 0 && item->fork == fork;
        if (item->operation->call_time > row.end && !is_of_fork)
            break;
        fork = item->fork >= 0 ? item->fork : fork;
        row.is_fork |= item->fork >= 0;
        if (item->operation->is_pending)
            continue;
        row.ended++;
        if (item->operation->return_time > row.end)
            row.end = item->operation->return_time;
    }
    return row;
}

static void relax(const struct item *items, const struct row *row)
{
    for (size_t i = 0; i < row->count; i++) {
        struct linear_operation *operation = items[i].operation;
        operation->call_time = items[0].operation->call_time;
        operation->return_time = row->end;
        operation->answer = NULL;
    }
}

size_t eventual_relax(struct linear_operation *operations, const int64_t *forks,
                      size_t count)
{
    struct item *items = memory_zeroed(count + 1, sizeof *items);
    size_t owed = 0;
    for (size_t i = 0; i < count; i++)
        items[i] = (struct item){&operations[i], forks == NULL ? -1 : forks[i]};
    qsort(items, count, sizeof *items, compare_calls);
    for (size_t begin = 0; begin < count;) {
        struct row row = row_of(items + begin, count - begin);
        if (row.ended > 1 || row.is_fork)
            relax(items + begin, &row);
        else
            owed += row.ended;
        begin += row.count;
    }
    free(items);
    return owed;
}
