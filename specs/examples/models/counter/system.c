/* A counter that forgets to count once it has come to 42. With `--right` it
 * does not. */
#include <string.h>

#include "../lines.h"

enum { FORGETS_AT = 42 };

static long long n;
static bool is_right;

static void reset(void)
{
    n = 0;
}

static void incr(const struct request *request)
{
    if (is_right || n != FORGETS_AT)
        n++;
    answer_null(request);
}

static void get(const struct request *request)
{
    answer_number(request, n);
}

int main(int argc, char **argv)
{
    static const struct command commands[] = {{"Incr", incr}, {"Get", get}};
    is_right = argc > 1 && strcmp(argv[1], "--right") == 0;
    return lines_serve(commands, 2, reset);
}
