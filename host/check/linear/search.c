/* In this file: what only looks, what is tried first, what is asked, one node,
 * the loop. */
#include "check/linear/search_internal.h"

#include <assert.h>

enum {
    /* What only looks is taken at once if so many operations at most are called
     * before it returns: this bounds what has to be asked of each point. */
    SPAN = 512,
    /* Nodes that wait for one question to the model. */
    BATCH = 64,
};

/* ---- what only looks ---------------------------------------------------- */

static bool changes(const struct search *search, size_t place)
{
    return steps_changes(search->steps, search_member(search, place));
}

/* Whether it is taken at once where it fits and changes nothing. */
static bool only_looks(const struct search *search, size_t place)
{
    if (search->order == LINEAR_PROCESSES || search->is_pending[place] ||
        changes(search, place))
        return false;
    return place + SPAN >= search->count ||
           search_operation(search, place + SPAN)->call_time >
               search_operation(search, place)->return_time;
}

/* The last operation that is done and not one of them; SIZE_MAX: none. */
static size_t last_change(const struct search *search)
{
    for (size_t at = search->done.last; at > 0; at--)
        if (search_is_done(search, at - 1) && changes(search, at - 1))
            return at - 1;
    return SIZE_MAX;
}

static void want_one(struct search *search, int32_t set, size_t place,
                     bool *is_known)
{
    int32_t after;
    if (steps_find(search->steps, set, search_member(search, place), &after))
        return;
    *is_known = false;
    steps_want(search->steps, set, search_member(search, place));
}

/* Asks what those that were taken at once, and could still have waited, make of
 * the state that a change led to: they return after the call of whatever
 * changed something. */
static void want_looks(struct search *search, const struct search_node *node,
                       bool *is_known)
{
    size_t change = last_change(search);
    if (change == SIZE_MAX || node->depth == 0 ||
        nodes_at(search, node->parent)->set == node->set)
        return;
    int64_t time = search_operation(search, change)->call_time;
    size_t end = change > SPAN ? change - SPAN : 0;
    for (size_t at = search->done.last; at > end; at--)
        if (search_is_done(search, at - 1) && only_looks(search, at - 1) &&
            search_operation(search, at - 1)->return_time >= time)
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
            nodes_queue(search, node);
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
        if (!search_is_done(search, wishes->items.items[i].before))
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
    const struct search_node *node = nodes_at(search, at);
    nodes_load(search, at);
    if (node->stage == SEARCH_DUE)
        want_looks(search, node, &is_known);
    size_t first = preferred(search);
    for (size_t i = 0; i < search->window.count; i++) {
        size_t place = search->window.items[i];
        if (node->stage == SEARCH_ALL || i == first || !changes(search, place))
            want_one(search, node->set, place, &is_known);
    }
    return is_known;
}

/* The set after it; false: it does not fit there. */
static bool fits(const struct search *search, const struct search_node *node,
                 size_t place, int32_t *set)
{
    bool is_known =
        steps_find(search->steps, node->set, search_member(search, place), set);
    assert(is_known && "it was asked for");
    return is_known && *set != STEPS_NONE;
}

/* ---- one node ----------------------------------------------------------- */

static void try_one(struct search *search, uint32_t at, size_t i)
{
    size_t place = search->window.items[i];
    int32_t set;
    if (!fits(search, nodes_at(search, at), place, &set))
        return;
    /* What changes nothing and may be left out is left out, unless its process
     * went on after it. */
    if (set == nodes_at(search, at)->set && search->is_pending[place] &&
        search->order == LINEAR_REAL_TIME)
        return;
    nodes_add(search, at, place, set, i != preferred(search));
}

/* One that only looks is taken, and nothing else for now. */
static bool try_look(struct search *search, uint32_t at)
{
    for (size_t i = 0; i < search->window.count; i++) {
        size_t place = search->window.items[i];
        int32_t set;
        if (!only_looks(search, place) ||
            !fits(search, nodes_at(search, at), place, &set) ||
            set != nodes_at(search, at)->set)
            continue;
        nodes_add(search, at, place, set, false);
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
    if (culprit != SIZE_MAX &&
        fits(search, nodes_at(search, at), culprit, &set))
        return;
    int64_t reached =
        culprit == SIZE_MAX ? INT64_MIN : search_due(search, culprit);
    const struct search_node *best = nodes_at(search, search->best);
    bool is_better = !search->has_best || reached > search->reached ||
                     (reached == search->reached &&
                      nodes_at(search, at)->depth < best->depth);
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
    nodes_load(search, at);
    nodes_at(search, at)->is_waiting = false;
    search->taken++;
    if (nodes_at(search, at)->stage == SEARCH_ALL) {
        for (size_t i = 0; i < search->window.count; i++)
            try_one(search, at, i);
        nodes_at(search, at)->stage = SEARCH_DONE;
        note_best(search, at);
        return;
    }
    nodes_at(search, at)->stage = SEARCH_ALL;
    if (try_look(search, at))
        return;
    if (search->window.count > 0)
        try_one(search, at, preferred(search));
    nodes_queue(search, at);
}

/* ---- the loop ----------------------------------------------------------- */

static bool is_solved(const struct search *search, uint32_t at)
{
    return nodes_at(search, at)->completed == search->completed;
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
        if (nodes_at(search, entry.node)->stage != entry.stage ||
            nodes_at(search, entry.node)->is_waiting)
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
        nodes_at(search, entry.node)->is_waiting = true;
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
