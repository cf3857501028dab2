/* Cells of memory with one of these faults:
 *
 *   logic   writing 5 stores 6
 *   race    incrementing reads first and writes later
 *   right   neither
 */
#include <string.h>

#include "../lines.h"

enum { CELLS = 4096 };

static long long cells[CELLS];
static size_t count;
static const char *fault = "right";
static struct lines_lock lock;

static void reset(void)
{
    count = 0;
    lock.is_held = false;
}

static void create(const struct request *request)
{
    if (count == CELLS) {
        answer_error(request, "no more cells");
        return;
    }
    cells[count] = 0;
    answer_number(request, (long long)count++);
}

static void read_cell(const struct request *request)
{
    answer_number(request, cells[request->numbers[0]]);
}

static void write_cell(const struct request *request)
{
    long long value = request->numbers[1];
    lines_take(&lock, request);
    if (value == 5 && strcmp(fault, "logic") == 0)
        value++;
    cells[request->numbers[0]] = value;
    lines_release(&lock);
    answer_null(request);
}

static void increment(const struct request *request)
{
    bool is_locked = strcmp(fault, "race") != 0;
    if (is_locked)
        lines_take(&lock, request);
    long long value = cells[request->numbers[0]];
    lines_yield(request, "read");
    cells[request->numbers[0]] = value + 1;
    if (is_locked)
        lines_release(&lock);
    answer_null(request);
}

int main(int argc, char **argv)
{
    static const struct command commands[] = {{"Create", create},
                                              {"Read", read_cell},
                                              {"Write", write_cell},
                                              {"Increment", increment}};
    if (argc > 1)
        fault = argv[1];
    return lines_serve_threads(commands, 4, reset);
}
