#include "bench/micro/measure.h"

#include <inttypes.h>
#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum {
    RUNS = 3,
    ENOUGH_US = 5000000, /* a row that takes longer is not run again */
    LEAST_US = 2000000,  /* short ones are run again for so long: other work
                            on the machine shakes them most */
    LEAST_STATES = 1000,
    CALIBRATION_PASSES = 40000,
    CALIBRATION_ROUNDS = 256,
};

/* Time and memory of the longest trace, over those of the shortest. */
static const double flat = 1.2;

/* A page more or less is no growth. */
enum { PAGE_BYTES = 4096 };

double measure_now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

size_t measure_heap_bytes(void)
{
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

/* 256 dependent multiplications: no memory, nothing to vectorise. Per pass. */
static double calibrate(void)
{
    static volatile uint64_t sink = 1;
    double best = 1e9;
    for (int i = 0; i < RUNS; i++) {
        uint64_t x = sink | 1;
        double start_us = measure_now_us();
        for (int j = 0; j < CALIBRATION_PASSES * CALIBRATION_ROUNDS; j++)
            x = (x ^ (x >> 31)) * UINT64_C(0x9E3779B97F4A7C15);
        double us = (measure_now_us() - start_us) / CALIBRATION_PASSES;
        best = us < best ? us : best;
        sink = x;
    }
    return best;
}

static double unit_us;

static void print_row(const char *name, int64_t states, double us,
                      const char *memory, const char *targets)
{
    printf("%-50s %8" PRId64 " %10.3f %9.2f %9s  %s\n", name, states, us,
           us / unit_us, memory, targets);
    fflush(stdout);
}

/* What the names of rows have to hold; "" for all rows. */
static const char *wanted = "";

static bool is_wanted(const char *name)
{
    return strstr(name, wanted) != NULL;
}

void measure_begin(const char *part)
{
    wanted = part;
    unit_us = calibrate();
    printf("%-50s %8s %10s %9s %9s  %s\n", "what", "states", "us/state",
           "ratio", "KiB", "targets");
    print_row("calibration (256 multiplications)", 1, unit_us, "", "");
}

static bool goes_on(int runs, double spent_us)
{
    return spent_us < LEAST_US || (runs < RUNS && spent_us < ENOUGH_US);
}

static struct measure_figures best_of(const struct measure_series *series,
                                      int64_t states)
{
    double start_us = measure_now_us();
    struct measure_figures best = series->run(series->context, states);
    for (int i = 1; goes_on(i, measure_now_us() - start_us); i++) {
        struct measure_figures figures = series->run(series->context, states);
        if (figures.us_per_state < best.us_per_state)
            best = figures;
    }
    return best;
}

/* "0.03 of 0.15 us  time 1.01 memory 1.00 of 1.2": each figure with what it
 * should be at most. */
static void describe(char *text, size_t size,
                     const struct measure_series *series,
                     const struct measure_figures *least,
                     const struct measure_figures *now)
{
    int used = 0;
    *text = '\0';
    if (series->target_us > 0)
        used = snprintf(text, size, "%s %g us; ",
                        now->us_per_state <= series->target_us ? "within"
                                                               : "MISSES",
                        series->target_us);
    if (now == least)
        return;
    double time = now->us_per_state / least->us_per_state;
    double memory =
        (double)(now->bytes + PAGE_BYTES) / (double)(least->bytes + PAGE_BYTES);
    const char *judgement = "may grow:";
    if (!series->may_grow)
        judgement = time <= flat && memory <= flat ? "flat:" : "MISSES 1.2:";
    snprintf(text + used, size - (size_t)used, "%s time x%.2f, memory x%.2f",
             judgement, time, memory);
}

void measure_print(const struct measure_series *series, int64_t most_states)
{
    struct measure_figures least = {0, 0};
    if (!is_wanted(series->name))
        return;
    if (series->most_states != 0 && series->most_states < most_states)
        most_states = series->most_states;
    for (int64_t states = LEAST_STATES; states <= most_states; states *= 10) {
        struct measure_figures figures = best_of(series, states);
        if (states == LEAST_STATES)
            least = figures;
        char memory[32], targets[128];
        snprintf(memory, sizeof memory, "%.1f", (double)figures.bytes / 1024);
        describe(targets, sizeof targets, series, &least,
                 states == LEAST_STATES ? &least : &figures);
        print_row(series->name, states, figures.us_per_state, memory, targets);
    }
}

void measure_print_once(const char *name, double us, double target_us)
{
    char targets[64] = "";
    if (!is_wanted(name))
        return;
    if (target_us > 0)
        snprintf(targets, sizeof targets, "%s %g us",
                 us <= target_us ? "within" : "MISSES", target_us);
    print_row(name, 1, us, "", targets);
}
