#include "check/linear/frontier.h"

/* In operations that are done. With a low one the search is patient where it
 * is stuck, with a high one it goes back further. Measured on recorded and made
 * histories: decision 0045. */
static const int64_t prices[FRONTIER_QUEUES] = {3, 10};

void frontier_finish(struct frontier *frontier)
{
    for (int i = 0; i < FRONTIER_QUEUES; i++)
        vec_finish(&frontier->queues[i].heap);
}

size_t frontier_memory(const struct frontier *frontier)
{
    size_t count = 0;
    for (int i = 0; i < FRONTIER_QUEUES; i++)
        count += frontier->queues[i].heap.capacity;
    return count * sizeof(struct frontier_entry);
}

static void sift_up(struct frontier_entry *heap, size_t at)
{
    struct frontier_entry entry = heap[at];
    for (; at > 0 && heap[(at - 1) / 2].rank < entry.rank; at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = entry;
}

static void sift_down(struct frontier_entry *heap, size_t count)
{
    struct frontier_entry entry = heap[0];
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && heap[child + 1].rank > heap[child].rank)
            child++;
        if (heap[child].rank <= entry.rank)
            break;
        heap[at] = heap[child];
    }
    heap[at] = entry;
}

void frontier_add(struct frontier *frontier, uint32_t node, uint32_t stage,
                  size_t done, size_t ahead)
{
    frontier->added++;
    for (int i = 0; i < FRONTIER_QUEUES; i++) {
        int64_t worth = (int64_t)done - prices[i] * (int64_t)ahead;
        struct frontier_entry entry = {
            worth * (INT64_C(1) << 32) + frontier->added, node, stage};
        vec_push(&frontier->queues[i].heap, entry);
        sift_up(frontier->queues[i].heap.items,
                frontier->queues[i].heap.count - 1);
    }
}

static bool take(struct frontier *frontier, unsigned queue,
                 struct frontier_entry *entry)
{
    struct frontier_entry *heap = frontier->queues[queue].heap.items;
    size_t *count = &frontier->queues[queue].heap.count;
    if (*count == 0)
        return false;
    *entry = heap[0];
    heap[0] = heap[--*count];
    if (*count > 0)
        sift_down(heap, *count);
    return true;
}

bool frontier_next(struct frontier *frontier, struct frontier_entry *entry)
{
    frontier->turn = (frontier->turn + 1) % FRONTIER_QUEUES;
    /* Each queue has every node: an empty one says that all were seen. */
    return take(frontier, frontier->turn, entry);
}
