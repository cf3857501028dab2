/* In this file: the part, what may be next, nodes, what only looks, what is
 * asked, one node, the loop. */
#include "check/linear/search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum {
    /* What only looks is taken at once if so many operations at most are called
     * before it returns: this bounds what has to be asked of each point. */
    SPAN = 512,
    /* Nodes that wait for one question to the model. */
    BATCH = 64,

    /* Stages of a node. */
    DUE = 0,  /* what only looks, or what is due, is to be tried */
    ALL = 1,  /* everything is */
    DONE = 2, /* everything was */
};

/* ---- the part ----------------------------------------------------------- */

static size_t member(const struct search *search, size_t place)
{
    return search->members[place];
}

static const struct linear_operation *operation_of(const struct search *search,
                                                   size_t place)
{
    return &search->steps->operations[member(search, place)];
}

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
static void link_processes(struct search *search)
{
    struct last_of_process *sorted =
        memory_zeroed(search->count, sizeof *sorted);
    search->previous = memory_zeroed(search->count, sizeof *search->previous);
    for (size_t i = 0; i < search->count; i++)
        sorted[i] =
            (struct last_of_process){operation_of(search, i)->process, i};
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

static bool is_done(const struct search *search, size_t place)
{
    return seen_is_done(&search->done, place);
}

int64_t search_due(const struct search *search, size_t place)
{
    const struct linear_operation *operation = operation_of(search, place);
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
    while (place < search->count && is_done(search, place)) {
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
        if (place < search->done.first && !is_done(search, place))
            add_to_window(search, place);
    }
    for (size_t at = next_undone(search, search->done.first);
         at < search->count && operation_of(search, at)->call_time <= end;
         at = next_undone(search, at + 1)) {
        add_to_window(search, at);
        if (search_due(search, at) < end)
            end = search_due(search, at);
    }
}

static bool is_its_turn(const struct search *search, size_t place)
{
    return search->previous[place] == SIZE_MAX ||
           is_done(search, search->previous[place]);
}

/* One operation of each process that is not through. */
static void open_by_process(struct search *search)
{
    size_t left = 0;
    for (size_t i = 0; i < search->lasts.count; i++)
        left += !is_done(search, search->lasts.items[i]);
    for (size_t i = 0; i < search->pending.count && left > 0; i++) {
        size_t place = search->pending.items[i];
        if (place < search->done.first && !is_done(search, place) &&
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

/* ---- nodes -------------------------------------------------------------- */

static struct search_node *node_at(const struct search *search, uint32_t node)
{
    return &search->nodes.items[node];
}

/* Its operations, and what may be next. */
static void load(struct search *search, uint32_t node)
{
    seen_load(&search->seen, node_at(search, node)->key, &search->done);
    search->window.count = 0;
    if (search->order == LINEAR_PROCESSES)
        open_by_process(search);
    else
        open_in_real_time(search);
}

static void add_to_frontier(struct search *search, uint32_t at)
{
    const struct search_node *node = node_at(search, at);
    /* Behind its first stage it goes on with one that is not due. */
    frontier_add(&search->frontier, at, node->stage, node->completed,
                 node->ahead + (node->stage == DUE ? 0 : 1));
}

/* The node behind this operation, unless it was there before. `done` is what is
 * done at the parent, and stays so. */
static void add_node(struct search *search, uint32_t parent, size_t place,
                     int32_t set, bool is_ahead)
{
    struct seen_done *done = &search->done;
    uint32_t first = done->first, last = done->last;
    const struct search_node *before = node_at(search, parent);
    struct search_node node = {
        .set = set,
        .parent = parent,
        .place = (uint32_t)place,
        .depth = before->depth + 1,
        .completed = before->completed + !search->is_pending[place],
        .ahead = before->ahead + is_ahead,
    };
    seen_add_done(done, place);
    bool is_new = seen_note(&search->seen, done, set, &node.key);
    seen_undo(done, place, first, last);
    if (!is_new)
        return;
    vec_push(&search->nodes, node);
    add_to_frontier(search, (uint32_t)search->nodes.count - 1);
    if (node.completed > search->far) {
        search->far = node.completed;
        search->batch = 1;
    }
}

static void add_first_node(struct search *search, int32_t set)
{
    struct search_node node = {.set = set};
    seen_note(&search->seen, &search->done, set, &node.key);
    vec_push(&search->nodes, node);
    add_to_frontier(search, 0);
}

void search_init(struct search *search, struct steps *steps,
                 const size_t *members, size_t count, int32_t first_set,
                 enum linear_order order, const struct wishes *wishes)
{
    *search = (struct search){
        .steps = steps,
        .members = members,
        .count = count,
        .order = order,
        .wishes = wishes,
        .culprit = SIZE_MAX,
        .verdict = LINEAR_UNKNOWN,
        .batch = 1,
    };
    search->is_pending = memory_zeroed(count, sizeof *search->is_pending);
    for (size_t i = 0; i < count; i++) {
        search->is_pending[i] = operation_of(search, i)->is_pending;
        if (search->is_pending[i])
            vec_push(&search->pending, i);
    }
    search->completed = count - search->pending.count;
    if (order == LINEAR_PROCESSES)
        link_processes(search);
    search->done = (struct seen_done){
        .is_pending = search->is_pending,
        .pending = search->pending.items,
        .pending_count = search->pending.count,
        .count = count,
        .bits = memory_zeroed(count / 64 + 2, sizeof(uint64_t)),
    };
    while (search->done.first < count && search->is_pending[search->done.first])
        search->done.first++;
    seen_init(&search->seen);
    add_first_node(search, first_set);
}

void search_finish(struct search *search)
{
    free(search->is_pending);
    vec_finish(&search->pending);
    free(search->previous);
    vec_finish(&search->lasts);
    free(search->done.bits);
    seen_finish(&search->seen);
    vec_finish(&search->nodes);
    frontier_finish(&search->frontier);
    vec_finish(&search->waiting);
    vec_finish(&search->parked);
    vec_finish(&search->window);
}

size_t search_memory(const struct search *search)
{
    return seen_memory(&search->seen) + frontier_memory(&search->frontier) +
           search->nodes.capacity * sizeof *search->nodes.items;
}

size_t search_order(const struct search *search, size_t *places, int32_t *set)
{
    uint32_t at = search->best;
    size_t depth = node_at(search, at)->depth;
    *set = node_at(search, at)->set;
    for (size_t i = depth; i > 0; i--, at = node_at(search, at)->parent)
        places[i - 1] = node_at(search, at)->place;
    return depth;
}

/* ---- what only looks ---------------------------------------------------- */

static bool changes(const struct search *search, size_t place)
{
    return steps_changes(search->steps, member(search, place));
}

/* Whether it is taken at once where it fits and changes nothing. */
static bool only_looks(const struct search *search, size_t place)
{
    if (search->order == LINEAR_PROCESSES || search->is_pending[place] ||
        changes(search, place))
        return false;
    return place + SPAN >= search->count ||
           operation_of(search, place + SPAN)->call_time >
               operation_of(search, place)->return_time;
}

/* The last operation that is done and not one of them; SIZE_MAX: none. */
static size_t last_change(const struct search *search)
{
    for (size_t at = search->done.last; at > 0; at--)
        if (is_done(search, at - 1) && changes(search, at - 1))
            return at - 1;
    return SIZE_MAX;
}

static void want_one(struct search *search, int32_t set, size_t place,
                     bool *is_known)
{
    int32_t after;
    if (steps_find(search->steps, set, member(search, place), &after))
        return;
    *is_known = false;
    steps_want(search->steps, set, member(search, place));
}

/* Asks what those that were taken at once, and could still have waited, make of
 * the state that a change led to: they return behind the call of whatever
 * changed something. */
static void want_looks(struct search *search, const struct search_node *node,
                       bool *is_known)
{
    size_t change = last_change(search);
    if (change == SIZE_MAX || node->depth == 0 ||
        node_at(search, node->parent)->set == node->set)
        return;
    int64_t time = operation_of(search, change)->call_time;
    size_t end = change > SPAN ? change - SPAN : 0;
    for (size_t at = search->done.last; at > end; at--)
        if (is_done(search, at - 1) && only_looks(search, at - 1) &&
            operation_of(search, at - 1)->return_time >= time)
            want_one(search, node->set, at - 1, is_known);
}

/* Where one was taken that turned out to change something, everything else is
 * to be tried, too. */
static void unpark(struct search *search)
{
    size_t kept = 0;
    if (search->changes_seen == search->steps->change_count)
        return;
    search->changes_seen = search->steps->change_count;
    for (size_t i = 0; i < search->parked.count; i += 2) {
        uint32_t node = search->parked.items[i];
        uint32_t place = search->parked.items[i + 1];
        if (changes(search, place)) {
            add_to_frontier(search, node);
            continue;
        }
        search->parked.items[kept++] = node;
        search->parked.items[kept++] = place;
    }
    search->parked.count = kept;
}

/* ---- what is tried first ------------------------------------------------ */

/* Whether something is to come before it, and has not. */
static bool has_wish(const struct search *search, size_t place)
{
    const struct wishes *wishes = search->wishes;
    for (size_t i = wishes->begins[place]; i < wishes->begins[place + 1]; i++)
        if (!is_done(search, wishes->items.items[i].before))
            return true;
    return false;
}

/* In the window: the first that nothing is to come before, else what is due. */
static size_t preferred(const struct search *search)
{
    for (size_t i = 0; search->wishes != NULL && i < search->window.count; i++)
        if (!has_wish(search, search->window.items[i]))
            return i;
    return 0;
}

/* ---- what is asked ------------------------------------------------------ */

/* Whether all is known that looking at the node needs; what is not, is wanted.
 */
static bool want(struct search *search, uint32_t at)
{
    bool is_known = true;
    const struct search_node *node = node_at(search, at);
    load(search, at);
    if (node->stage == DUE)
        want_looks(search, node, &is_known);
    size_t first = preferred(search);
    for (size_t i = 0; i < search->window.count; i++) {
        size_t place = search->window.items[i];
        if (node->stage == ALL || i == first || !changes(search, place))
            want_one(search, node->set, place, &is_known);
    }
    return is_known;
}

/* The set behind it; false: it does not fit there. */
static bool fits(const struct search *search, const struct search_node *node,
                 size_t place, int32_t *set)
{
    bool is_known =
        steps_find(search->steps, node->set, member(search, place), set);
    assert(is_known && "it was asked for");
    return is_known && *set != STEPS_NONE;
}

/* ---- one node ----------------------------------------------------------- */

static void try_one(struct search *search, uint32_t at, size_t i)
{
    size_t place = search->window.items[i];
    int32_t set;
    if (!fits(search, node_at(search, at), place, &set))
        return;
    /* What changes nothing and may be left out is left out, unless its process
     * went on behind it. */
    if (set == node_at(search, at)->set && search->is_pending[place] &&
        search->order == LINEAR_REAL_TIME)
        return;
    add_node(search, at, place, set, i != preferred(search));
}

/* One that only looks is taken, and nothing else for now. */
static bool try_look(struct search *search, uint32_t at)
{
    for (size_t i = 0; i < search->window.count; i++) {
        size_t place = search->window.items[i];
        int32_t set;
        if (!only_looks(search, place) ||
            !fits(search, node_at(search, at), place, &set) ||
            set != node_at(search, at)->set)
            continue;
        add_node(search, at, place, set, false);
        vec_push(&search->parked, at);
        vec_push(&search->parked, (uint32_t)place);
        return true;
    }
    return false;
}

/* The first in the window that has to be done; SIZE_MAX: all in it may be left
 * out. */
static size_t first_due(const struct search *search)
{
    for (size_t i = 0; i < search->window.count; i++)
        if (!search->is_pending[search->window.items[i]])
            return search->window.items[i];
    return SIZE_MAX;
}

/* A history that is not linearisable fails at the first return that no order
 * gets past. So the best order is the one whose next return is the latest, and
 * of these the shortest: what need not be done before that return is no part of
 * an explanation. Where what is due fits, another order gets as far. */
static void note_best(struct search *search, uint32_t at)
{
    int32_t set;
    size_t culprit = first_due(search);
    if (culprit != SIZE_MAX && fits(search, node_at(search, at), culprit, &set))
        return;
    int64_t reached =
        culprit == SIZE_MAX ? INT64_MIN : search_due(search, culprit);
    const struct search_node *best = node_at(search, search->best);
    bool is_better = !search->has_best || reached > search->reached ||
                     (reached == search->reached &&
                      node_at(search, at)->depth < best->depth);
    if (!is_better)
        return;
    search->has_best = true;
    search->best = at;
    search->culprit = culprit;
    search->reached = reached;
}

/* All that it needs is known. */
static void look_at(struct search *search, uint32_t at)
{
    load(search, at);
    node_at(search, at)->is_waiting = false;
    search->taken++;
    if (node_at(search, at)->stage == ALL) {
        for (size_t i = 0; i < search->window.count; i++)
            try_one(search, at, i);
        node_at(search, at)->stage = DONE;
        note_best(search, at);
        return;
    }
    node_at(search, at)->stage = ALL;
    if (try_look(search, at))
        return;
    if (search->window.count > 0)
        try_one(search, at, preferred(search));
    add_to_frontier(search, at);
}

/* ---- the loop ----------------------------------------------------------- */

static bool is_solved(const struct search *search, uint32_t at)
{
    return node_at(search, at)->completed == search->completed;
}

static void solve(struct search *search, uint32_t at)
{
    search->best = at;
    search->culprit = SIZE_MAX;
    search->verdict = LINEAR_YES;
}

/* The best nodes: one that needs no question is looked at, the others wait for
 * one question together. */
static void gather(struct search *search, uint64_t *tries)
{
    struct frontier_entry entry;
    search->waiting.count = 0;
    while (*tries > 0 && search->waiting.count < search->batch &&
           frontier_next(&search->frontier, &entry)) {
        if (node_at(search, entry.node)->stage != entry.stage ||
            node_at(search, entry.node)->is_waiting)
            continue; /* another queue had it */
        (*tries)--;
        if (is_solved(search, entry.node)) {
            solve(search, entry.node);
            search->waiting.count = 0; /* others may want the same later */
            return;
        }
        if (want(search, entry.node)) {
            look_at(search, entry.node);
            continue;
        }
        node_at(search, entry.node)->is_waiting = true;
        vec_push(&search->waiting, entry.node);
    }
}

void search_advance(struct search *search, uint64_t tries)
{
    unpark(search);
    while (tries > 0 && search->verdict == LINEAR_UNKNOWN) {
        uint64_t before = tries;
        gather(search, &tries);
        if (search->waiting.count > 0)
            return;
        if (tries == before)
            search->verdict = LINEAR_NO;
    }
}

void search_heed(struct search *search)
{
    if (search->waiting.count == 0)
        return;
    if (search->batch < BATCH)
        search->batch *= 2;
    unpark(search);
    for (size_t i = 0; i < search->waiting.count; i++)
        look_at(search, search->waiting.items[i]);
    search->waiting.count = 0;
}
