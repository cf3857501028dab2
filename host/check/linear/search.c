/* In this file: the entries, what was seen, what may be next, taking and giving
 * back, the loop. */
#include "check/linear/search.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/str.h"

/* ---- the entries -------------------------------------------------------- */

struct moment {
    int64_t time;
    bool is_return;
    size_t operation;
};

/* On equal times calls come first: what touches is concurrent. */
static int compare_moments(const void *a, const void *b)
{
    const struct moment *x = a, *y = b;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    if (x->is_return != y->is_return)
        return x->is_return ? 1 : -1;
    return (x->operation > y->operation) - (x->operation < y->operation);
}

static const struct linear_operation *operation_of(const struct search *search,
                                                   size_t place)
{
    return &search->steps->operations[search->members[place]];
}

static bool is_pending(const struct search *search, size_t place)
{
    return operation_of(search, place)->is_pending;
}

/* Without real time there are calls only. */
static size_t add_moments(const struct search *search, struct moment *moments)
{
    size_t count = 0;
    for (size_t i = 0; i < search->count; i++) {
        const struct linear_operation *operation = operation_of(search, i);
        moments[count++] = (struct moment){operation->call_time, false, i};
        if (!operation->is_pending && search->previous == NULL)
            moments[count++] = (struct moment){operation->return_time, true, i};
    }
    qsort(moments, count, sizeof *moments, compare_moments);
    return count;
}

static void add_entries(struct search *search, const struct moment *moments,
                        size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct moment *moment = &moments[i];
        uint32_t entry = (uint32_t)i + 1;
        search->entries[entry] =
            (struct search_entry){moment->operation, moment->is_return,
                                  entry - 1, i + 1 < count ? entry + 1 : 0};
        if (moment->is_return)
            search->returns[moment->operation] = entry;
    }
    search->entries[0] = (struct search_entry){SIZE_MAX, false, (uint32_t)count,
                                               count > 0 ? 1 : 0};
}

static void link_processes(struct search *search)
{
    search->previous = memory_zeroed(search->count, sizeof *search->previous);
    for (size_t i = 0; i < search->count; i++) {
        search->previous[i] = SIZE_MAX;
        for (size_t j = i; j > 0; j--) {
            if (operation_of(search, j - 1)->process !=
                operation_of(search, i)->process)
                continue;
            search->previous[i] = j - 1;
            break;
        }
    }
}

/* ---- what may be next --------------------------------------------------- */

static bool is_done(const struct search *search, size_t place)
{
    return (search->done[place / 64] >> (place % 64) & 1) != 0;
}

/* What its process did before it is done. */
static bool is_its_turn(const struct search *search, size_t place)
{
    return search->previous == NULL || search->previous[place] == SIZE_MAX ||
           is_done(search, search->previous[place]);
}

/* The entry that it must not come behind: what returns first is tried first,
 * because it is what most often has to be next. */
static uint32_t due(const struct search *search, uint32_t entry)
{
    uint32_t end = search->returns[search->entries[entry].operation];
    return end == 0 ? UINT32_MAX : end;
}

static void add_to_window(struct search *search, uint32_t entry)
{
    size_t at = search->window.count;
    vec_push(&search->window, entry);
    uint32_t *items = search->window.items;
    for (; at > search->window_begin &&
           due(search, items[at - 1]) > due(search, entry);
         at--)
        items[at] = items[at - 1];
    items[at] = entry;
}

/* Every call that stands before the first return of those that are left. */
static void open_window(struct search *search)
{
    search->window_begin = search->window_next = search->window.count;
    for (uint32_t at = search->entries[0].after;
         at != 0 && !search->entries[at].is_return;
         at = search->entries[at].after)
        if (is_its_turn(search, search->entries[at].operation))
            add_to_window(search, at);
}

void search_init(struct search *search, struct steps *steps,
                 const size_t *members, size_t count, int32_t first_set,
                 enum linear_order order)
{
    *search = (struct search){
        .steps = steps,
        .members = members,
        .count = count,
        .set = first_set,
        .best_set = first_set,
        .culprit = SIZE_MAX,
        .verdict = LINEAR_UNKNOWN,
        .seen_capacity = 256,
    };
    search->entries = memory_zeroed(2 * count + 1, sizeof *search->entries);
    search->returns = memory_zeroed(count, sizeof *search->returns);
    search->done = memory_zeroed(count / 64 + 1, sizeof *search->done);
    search->frames = memory_zeroed(count, sizeof *search->frames);
    search->best = memory_zeroed(count, sizeof *search->best);
    search->seen = memory_zeroed(search->seen_capacity, sizeof *search->seen);
    for (size_t i = 0; i < count; i++) {
        if (is_pending(search, i))
            vec_push(&search->pending, i);
        else
            search->completed++;
    }
    if (order == LINEAR_PROCESSES)
        link_processes(search);
    struct moment *moments = memory_zeroed(2 * count, sizeof *moments);
    add_entries(search, moments, add_moments(search, moments));
    free(moments);
    open_window(search);
}

void search_finish(struct search *search)
{
    free(search->entries);
    free(search->returns);
    free(search->previous);
    vec_finish(&search->pending);
    free(search->done);
    free(search->frames);
    free(search->best);
    free(search->seen);
    vec_finish(&search->window);
    buf_finish(&search->keys);
}

size_t search_memory(const struct search *search)
{
    return search->keys.capacity + search->seen_capacity * sizeof *search->seen;
}

/* ---- what was seen ------------------------------------------------------ */

static void set_done(struct search *search, size_t place, bool done)
{
    uint64_t bit = UINT64_C(1) << (place % 64);
    if (done)
        search->done[place / 64] |= bit;
    else
        search->done[place / 64] &= ~bit;
}

/* The set of what is done with the state, in few bytes: operations before
 * `first` are done, but for those without a return, which are written down. */
static void add_key(struct search *search, int32_t set)
{
    struct buf *keys = &search->keys;
    uint32_t begin = search->first / 64, end = (search->last + 63) / 64;
    uint32_t head[3] = {(uint32_t)set, search->first, 0};
    size_t start = keys->length;
    buf_add(keys, (const char *)head, sizeof head);
    if (end > begin)
        buf_add(keys, (const char *)(search->done + begin),
                (end - begin) * sizeof *search->done);
    for (size_t i = 0; i < search->pending.count; i++) {
        uint32_t place = (uint32_t)search->pending.items[i];
        if (place / 64 < begin && is_done(search, place))
            buf_add(keys, (const char *)&place, sizeof place);
    }
    head[2] = (uint32_t)(keys->length - start) - (uint32_t)sizeof head;
    memcpy(keys->data + start, head, sizeof head);
}

static size_t key_length(const char *key)
{
    uint32_t head[3];
    memcpy(head, key, sizeof head);
    return sizeof head + head[2];
}

static struct search_seen *seen_slot(const struct search *search,
                                     struct search_seen *seen, size_t capacity,
                                     uint64_t hash, struct str key)
{
    size_t at = (size_t)hash & (capacity - 1);
    for (; seen[at].place != 0; at = (at + 1) & (capacity - 1)) {
        const char *other = search->keys.data + seen[at].place - 1;
        if (seen[at].hash == hash &&
            str_equal(str_from(other, key_length(other)), key))
            break;
    }
    return &seen[at];
}

static void grow_seen(struct search *search)
{
    size_t capacity = search->seen_capacity * 2;
    struct search_seen *seen = memory_zeroed(capacity, sizeof *seen);
    for (size_t i = 0; i < search->seen_capacity; i++) {
        if (search->seen[i].place == 0)
            continue;
        size_t at = (size_t)search->seen[i].hash & (capacity - 1);
        while (seen[at].place != 0)
            at = (at + 1) & (capacity - 1);
        seen[at] = search->seen[i];
    }
    free(search->seen);
    search->seen = seen;
    search->seen_capacity = capacity;
}

/* Whether what is done now has not been seen with this set; then it is noted.
 */
static bool note_seen(struct search *search, int32_t set)
{
    size_t start = search->keys.length;
    add_key(search, set);
    struct str key =
        str_from(search->keys.data + start, search->keys.length - start);
    uint64_t hash = str_hash(key);
    struct search_seen *slot =
        seen_slot(search, search->seen, search->seen_capacity, hash, key);
    if (slot->place != 0) {
        search->keys.length = start;
        return false;
    }
    *slot = (struct search_seen){hash, start + 1};
    if (++search->seen_count * 2 > search->seen_capacity)
        grow_seen(search);
    return true;
}

/* ---- taking and giving back --------------------------------------------- */

static void unlink_entry(struct search *search, uint32_t entry)
{
    struct search_entry *entries = search->entries;
    entries[entries[entry].before].after = entries[entry].after;
    entries[entries[entry].after].before = entries[entry].before;
}

static void relink_entry(struct search *search, uint32_t entry)
{
    struct search_entry *entries = search->entries;
    entries[entries[entry].before].after = entry;
    entries[entries[entry].after].before = entry;
}

static void advance_first(struct search *search)
{
    while (search->first < search->count && (is_done(search, search->first) ||
                                             is_pending(search, search->first)))
        search->first++;
}

static void take(struct search *search, uint32_t entry, int32_t set)
{
    size_t place = search->entries[entry].operation;
    search->frames[search->depth++] = (struct search_frame){
        .entry = entry,
        .set = search->set,
        .first = search->first,
        .last = search->last,
        .window_begin = search->window_begin,
        .window_next = search->window_next,
    };
    search->set = set;
    unlink_entry(search, entry);
    if (search->returns[place] != 0)
        unlink_entry(search, search->returns[place]);
    search->completed -= !is_pending(search, place);
    set_done(search, place, true);
    if (search->last < place + 1)
        search->last = (uint32_t)place + 1;
    advance_first(search);
    open_window(search);
}

/* In exactly the reverse order. */
static void give_back(struct search *search)
{
    const struct search_frame *frame = &search->frames[--search->depth];
    size_t place = search->entries[frame->entry].operation;
    set_done(search, place, false);
    if (search->returns[place] != 0)
        relink_entry(search, search->returns[place]);
    search->completed += !is_pending(search, place);
    relink_entry(search, frame->entry);
    search->set = frame->set;
    search->first = frame->first;
    search->last = frame->last;
    search->window.count = search->window_begin;
    search->window_begin = frame->window_begin;
    search->window_next = frame->window_next;
}

static void note_best(struct search *search, size_t culprit)
{
    if (search->culprit != SIZE_MAX && search->depth <= search->best_count)
        return;
    for (size_t i = 0; i < search->depth; i++)
        search->best[i] = search->entries[search->frames[i].entry].operation;
    search->best_count = search->depth;
    search->best_set = search->set;
    search->culprit = culprit;
}

/* ---- the loop ----------------------------------------------------------- */

/* Back to where something else can be tried. False: there is no such place. */
static bool go_back(struct search *search)
{
    if (search->depth == 0)
        return false;
    give_back(search);
    return true;
}

static bool try_call(struct search *search, struct error *error)
{
    uint32_t entry = search->window.items[search->window_next++];
    size_t place = search->entries[entry].operation;
    int32_t set;
    bool is_idle;
    if (!steps_take(search->steps, search->set, search->members[place], &set,
                    &is_idle, error))
        return false;
    /* What changes nothing and may be left out is left out, unless its process
     * went on behind it. */
    if (set == STEPS_NONE ||
        (is_idle && is_pending(search, place) && search->previous == NULL))
        return true;
    take(search, entry, set);
    if (!note_seen(search, set))
        give_back(search);
    return true;
}

/* The operation that has to take effect here, and does not fit. */
static size_t stuck_at(const struct search *search)
{
    for (uint32_t at = search->entries[0].after; at != 0;
         at = search->entries[at].after) {
        size_t place = search->entries[at].operation;
        if (search->entries[at].is_return ||
            (search->previous != NULL && !is_pending(search, place) &&
             is_its_turn(search, place)))
            return place;
    }
    return SIZE_MAX;
}

/* All that may be next was tried. */
static void end_of_window(struct search *search)
{
    note_best(search, stuck_at(search));
    if (!go_back(search))
        search->verdict = LINEAR_NO;
}

static bool advance(struct search *search, struct error *error)
{
    if (search->completed == 0) {
        search->culprit = SIZE_MAX;
        note_best(search, SIZE_MAX);
        search->verdict = LINEAR_YES;
        return true;
    }
    if (search->window_next < search->window.count)
        return try_call(search, error);
    end_of_window(search);
    return true;
}

bool search_run(struct search *search, uint64_t tries, struct error *error)
{
    for (uint64_t i = 0; i < tries && search->verdict == LINEAR_UNKNOWN; i++) {
        if (!advance(search, error))
            return false;
        search->taken++;
    }
    return true;
}
