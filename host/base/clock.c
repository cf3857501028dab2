#include "base/clock.h"

#include <stddef.h>
#include <time.h>

/* The only mutable state at file scope: a test's own clock. */
static int64_t (*replacement)(void);

void clock_replace(int64_t (*now_us)(void))
{
    replacement = now_us;
}

int64_t clock_now_us(void)
{
    if (replacement != NULL)
        return replacement();
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t clock_now_ms(void)
{
    return clock_now_us() / 1000;
}

void clock_wall_text(char *text)
{
    time_t now = time(NULL);
    struct tm parts;
    gmtime_r(&now, &parts);
    strftime(text, 32, "%Y-%m-%dT%H:%M:%SZ", &parts);
}

double clock_wall_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}
