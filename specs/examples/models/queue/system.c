/* A queue in shared memory, with one of these faults:
 *
 *   lost     enqueueing finds the place first and fills it later: of two items
 *            one overwrites the other
 *   doubled  dequeueing reads the item first and takes it away later: two
 *            processes get the same item
 *   right    everything is locked
 */
#include <string.h>

#include "../lines.h"

enum { PLACES = 4096 };

static long long items[PLACES];
static size_t first, end;
static const char *fault = "right";
static struct lines_lock lock;

static void reset(void)
{
    first = end = 0;
    lock.is_held = false;
}

/* Everything is locked but what has the fault. */
static bool begin(const struct request *request, const char *without)
{
    bool is_locked = strcmp(fault, without) != 0;
    if (is_locked)
        lines_take(&lock, request);
    return is_locked;
}

static void enqueue(const struct request *request)
{
    bool is_locked = begin(request, "lost");
    size_t place = end;
    bool has_room = place < PLACES;
    lines_yield(request, "place");
    if (has_room) {
        items[place] = request->numbers[0];
        end = place + 1;
    }
    if (is_locked)
        lines_release(&lock);
    if (has_room)
        answer_null(request);
    else
        answer_error(request, "no more room");
}

static void dequeue(const struct request *request)
{
    bool is_locked = begin(request, "doubled");
    size_t place = first;
    bool has_one = place < end;
    lines_yield(request, "item");
    if (has_one)
        first = place + 1;
    if (is_locked)
        lines_release(&lock);
    if (has_one)
        answer_number(request, items[place]);
    else
        answer_null(request);
}

int main(int argc, char **argv)
{
    static const struct command commands[] = {{"Enqueue", enqueue},
                                              {"Dequeue", dequeue}};
    if (argc > 1)
        fault = argv[1];
    return lines_serve_threads(commands, 2, reset);
}
