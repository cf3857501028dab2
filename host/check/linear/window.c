/* In this file: who comes before whom in a process, what may be next. */
#include "check/linear/search_internal.h"

#include <stdlib.h>

#include "base/memory.h"

/* ---- processes ---------------------------------------------------------- */

struct last_of_process {
    int64_t process;
    size_t place;
};

static int compare_processes(const void *a, const void *b)
{
    const struct last_of_process *x = a, *y = b;
    if (x->process != y->process)
        return x->process < y->process ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

/* Neighbours of one process, sorted, are one after the other in it. */
void window_link_processes(struct search *search)
{
    struct last_of_process *sorted =
        memory_zeroed(search->count, sizeof *sorted);
    search->previous = memory_zeroed(search->count, sizeof *search->previous);
    for (size_t i = 0; i < search->count; i++)
        sorted[i] =
            (struct last_of_process){search_operation(search, i)->process, i};
    qsort(sorted, search->count, sizeof *sorted, compare_processes);
    for (size_t i = 0; i < search->count; i++) {
        bool is_first = i == 0 || sorted[i - 1].process != sorted[i].process;
        search->previous[sorted[i].place] =
            is_first ? SIZE_MAX : sorted[i - 1].place;
        if (i + 1 == search->count ||
            sorted[i + 1].process != sorted[i].process)
            vec_push(&search->lasts, sorted[i].place);
    }
    free(sorted);
}

/* ---- what may be next --------------------------------------------------- */

int64_t search_due(const struct search *search, size_t place)
{
    const struct linear_operation *operation = search_operation(search, place);
    if (search->order == LINEAR_PROCESSES)
        return operation->call_time;
    return operation->is_pending ? INT64_MAX : operation->return_time;
}

static void add_to_window(struct search *search, size_t place)
{
    size_t at = search->window.count;
    vec_push(&search->window, place);
    size_t *items = search->window.items;
    for (; at > 0 &&
           search_due(search, items[at - 1]) > search_due(search, place);
         at--)
        items[at] = items[at - 1];
    items[at] = place;
}

/* The first place from here on that is not done; words that are done whole are
 * passed over. */
static size_t next_undone(const struct search *search, size_t place)
{
    while (place < search->count && search_is_done(search, place)) {
        bool is_whole = place % 64 == 0 && place >= search->done.first &&
                        search->done.bits[place / 64] == UINT64_MAX;
        place += is_whole ? 64 : 1;
    }
    return place;
}

static void open_in_real_time(struct search *search)
{
    int64_t end = INT64_MAX;
    for (size_t i = 0; i < search->pending.count; i++) {
        size_t place = search->pending.items[i];
        if (place < search->done.first && !search_is_done(search, place))
            add_to_window(search, place);
    }
    for (size_t at = next_undone(search, search->done.first);
         at < search->count && search_operation(search, at)->call_time <= end;
         at = next_undone(search, at + 1)) {
        add_to_window(search, at);
        if (search_due(search, at) < end)
            end = search_due(search, at);
    }
}

static bool is_its_turn(const struct search *search, size_t place)
{
    return search->previous[place] == SIZE_MAX ||
           search_is_done(search, search->previous[place]);
}

/* One operation of each process that is not through. */
static void open_by_process(struct search *search)
{
    size_t left = 0;
    for (size_t i = 0; i < search->lasts.count; i++)
        left += !search_is_done(search, search->lasts.items[i]);
    for (size_t i = 0; i < search->pending.count && left > 0; i++) {
        size_t place = search->pending.items[i];
        if (place < search->done.first && !search_is_done(search, place) &&
            is_its_turn(search, place)) {
            add_to_window(search, place);
            left--;
        }
    }
    for (size_t at = next_undone(search, search->done.first);
         at < search->count && left > 0; at = next_undone(search, at + 1))
        if (is_its_turn(search, at)) {
            add_to_window(search, at);
            left--;
        }
}

void window_open(struct search *search)
{
    search->window.count = 0;
    if (search->order == LINEAR_PROCESSES)
        open_by_process(search);
    else
        open_in_real_time(search);
}
