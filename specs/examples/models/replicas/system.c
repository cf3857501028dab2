/* A counter on three replicas, which tell each other what they know when nobody
 * has asked for a while.
 *
 * Right: a replica knows how much was added at each of them, and takes over
 * what is more (a counter that only grows; Shapiro et al., 2011). With
 * `overwrite` it knows the sum alone, and takes over the one that was written
 * last. */
#include <string.h>
#include <time.h>

#include "../lines.h"

enum { REPLICAS = 3, QUIET_MS = 20 };

static struct {
    long long added[REPLICAS]; /* at each */
    long long sum;
    long long written; /* when; a number that grows */
} replicas[REPLICAS];
static long long writes, last_ms;
static bool overwrites;

static long long now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void reset(void)
{
    memset(replicas, 0, sizeof replicas);
    last_ms = now_ms();
}

static void tell(int from, int to)
{
    for (int i = 0; i < REPLICAS; i++)
        if (replicas[to].added[i] < replicas[from].added[i])
            replicas[to].added[i] = replicas[from].added[i];
    if (replicas[to].written < replicas[from].written) {
        replicas[to].sum = replicas[from].sum;
        replicas[to].written = replicas[from].written;
    }
}

/* The replica of the process, which has heard of the others if it was quiet. */
static int replica_of(const struct request *request)
{
    bool was_quiet = now_ms() - last_ms >= QUIET_MS;
    for (int from = 0; was_quiet && from < REPLICAS; from++)
        for (int to = 0; to < REPLICAS; to++)
            tell(from, to);
    last_ms = now_ms();
    return (int)(request->process % REPLICAS);
}

static void add(const struct request *request)
{
    int replica = replica_of(request);
    replicas[replica].added[replica] += request->numbers[0];
    replicas[replica].sum += request->numbers[0];
    replicas[replica].written = ++writes;
    answer_null(request);
}

static void get(const struct request *request)
{
    int replica = replica_of(request);
    long long sum = 0;
    for (int i = 0; i < REPLICAS; i++)
        sum += replicas[replica].added[i];
    answer_number(request, overwrites ? replicas[replica].sum : sum);
}

int main(int argc, char **argv)
{
    static const struct command commands[] = {{"Add", add}, {"Get", get}};
    overwrites = argc > 1 && strcmp(argv[1], "overwrite") == 0;
    return lines_serve(commands, 2, reset);
}
