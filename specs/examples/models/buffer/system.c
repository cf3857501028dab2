/* A circular buffer in C, and how it came to be: with an argument from 1 to 4
 * one of the bugs of its first versions is there again.
 *
 *   1  n places for n items, and Put does not look whether there is room: with
 *      naive.js, a model without the precondition, an item is overwritten
 *   2  the same with model.js: a full buffer looks like an empty one
 *   3  n + 1 places, and the remainder of a negative number
 *   4  its absolute value, as a hasty repair
 */
#include <stdlib.h>

#include "../lines.h"

enum { BUFFERS = 4096 };

struct buffer {
    long long *items;
    long long places, in, out;
};

static struct buffer buffers[BUFFERS];
static size_t count;
static int bug;

static void reset(void)
{
    for (size_t i = 0; i < count; i++)
        free(buffers[i].items);
    count = 0;
}

static void new (const struct request *request)
{
    struct buffer *buffer = &buffers[count];
    if (count == BUFFERS) {
        answer_error(request, "too many buffers");
        return;
    }
    buffer->places = request->numbers[0] + (bug != 1 && bug != 2);
    buffer->items = calloc((size_t)buffer->places, sizeof *buffer->items);
    buffer->in = buffer->out = 0;
    answer_number(request, (long long)count++);
}

static struct buffer *buffer_of(const struct request *request)
{
    return &buffers[request->numbers[0]];
}

static void put(const struct request *request)
{
    struct buffer *buffer = buffer_of(request);
    buffer->items[buffer->in % buffer->places] = request->numbers[1];
    buffer->in = (buffer->in + 1) % buffer->places;
    answer_null(request);
}

static void get(const struct request *request)
{
    struct buffer *buffer = buffer_of(request);
    long long item = buffer->items[buffer->out % buffer->places];
    buffer->out = (buffer->out + 1) % buffer->places;
    answer_number(request, item);
}

static void size(const struct request *request)
{
    const struct buffer *buffer = buffer_of(request);
    long long used = (buffer->in - buffer->out) % buffer->places;
    if (bug == 4)
        used = llabs(used);
    else if (bug != 3)
        used = (used + buffer->places) % buffer->places;
    answer_number(request, used);
}

int main(int argc, char **argv)
{
    static const struct command commands[] = {
        {"New", new}, {"Put", put}, {"Get", get}, {"Size", size}};
    bug = argc > 1 ? atoi(argv[1]) : 0;
    return lines_serve(commands, 4, reset);
}
