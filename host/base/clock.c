#include "base/clock.h"

#include <stddef.h>
#include <time.h>

/* The only mutable state at file scope: a test's own clock, and how long it has
 * stood still (other threads read it, too). */
static int64_t (*replacement)(void);
static _Atomic int64_t stood_us;
static _Atomic int64_t told_us; /* by the clock that stands, last */
static int64_t judged_us; /* up to here it is known whether it has stood */

void clock_replace(int64_t (*now_us)(void))
{
    replacement = now_us;
}

int64_t clock_real_us(void)
{
    if (replacement != NULL)
        return replacement();
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t clock_now_us(void)
{
    if (replacement != NULL)
        return replacement();
    int64_t now_us = clock_real_us() - stood_us;
    /* That it has stood is known only after the time in which it did. */
    if (now_us < told_us)
        return told_us;
    told_us = now_us;
    return now_us;
}

void clock_stand(int64_t since_real_us, int64_t for_us)
{
    int64_t now_us = clock_real_us();
    int64_t from_us = since_real_us > judged_us ? since_real_us : judged_us;
    int64_t most_us = now_us - from_us;
    judged_us = now_us;
    if (for_us > 0 && most_us > 0)
        stood_us += for_us < most_us ? for_us : most_us;
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
