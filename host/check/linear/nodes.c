/* In this file: one node, the search as a whole. */
#include "check/linear/search_internal.h"

#include <stdlib.h>

#include "base/memory.h"

void nodes_load(struct search *search, uint32_t node)
{
    seen_load(&search->seen, nodes_at(search, node)->key, &search->done);
    window_open(search);
}

void nodes_queue(struct search *search, uint32_t at)
{
    const struct search_node *node = nodes_at(search, at);
    /* After its first stage it goes on with one that is not due. */
    frontier_add(&search->frontier, at, node->stage, node->completed,
                 node->ahead + (node->stage == SEARCH_DUE ? 0 : 1));
}

void nodes_add(struct search *search, uint32_t parent, size_t place,
               int32_t set, bool is_ahead)
{
    struct seen_done *done = &search->done;
    uint32_t first = done->first, last = done->last;
    const struct search_node *before = nodes_at(search, parent);
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
    nodes_queue(search, (uint32_t)search->nodes.count - 1);
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
    nodes_queue(search, 0);
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
        search->is_pending[i] = search_operation(search, i)->is_pending;
        if (search->is_pending[i])
            vec_push(&search->pending, i);
    }
    search->completed = count - search->pending.count;
    if (order == LINEAR_PROCESSES)
        window_link_processes(search);
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
    size_t depth = nodes_at(search, at)->depth;
    *set = nodes_at(search, at)->set;
    for (size_t i = depth; i > 0; i--, at = nodes_at(search, at)->parent)
        places[i - 1] = nodes_at(search, at)->place;
    return depth;
}
