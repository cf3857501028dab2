/* A counter whose increment is two steps. With `--locked` they are one. */
#include <string.h>

#include "../lines.h"

static long long n;
static bool is_locked;
static struct lines_lock lock;

static void reset(void)
{
    n = 0;
    lock.is_held = false;
}

static void incr(const struct request *request)
{
    if (is_locked)
        lines_take(&lock, request);
    long long read = n;
    lines_yield(request, "read");
    n = read + 1;
    if (is_locked)
        lines_release(&lock);
    answer_null(request);
}

static void get(const struct request *request)
{
    answer_number(request, n);
}

int main(int argc, char **argv)
{
    static const struct command commands[] = {{"Incr", incr}, {"Get", get}};
    is_locked = argc > 1 && strcmp(argv[1], "--locked") == 0;
    return lines_serve_threads(commands, 2, reset);
}
