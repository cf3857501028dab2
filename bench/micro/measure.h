/* What the benchmarks share: time, memory, and the table.
 *
 * Time is the processor's, not the wall's, so that other programs on the
 * machine disturb less. Figures of different machines are compared by their
 * ratio to the calibration row, a fixed kernel timed in the same run. */
#ifndef WEIR_BENCH_MICRO_MEASURE_H
#define WEIR_BENCH_MICRO_MEASURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Microseconds of processor time that this program has used. */
double measure_now_us(void);

/* Bytes of the heap in use. */
size_t measure_heap_bytes(void);

/* What one run over so many states cost. */
struct measure_figures {
    double us_per_state;
    size_t bytes; /* in use at the end, or at most: as the series says */
};

/* Rows that differ in the number of states alone. */
struct measure_series {
    const char *name;
    double target_us;    /* per state; 0: none */
    bool may_grow;       /* cost per state need not be the same throughout */
    int64_t most_states; /* 0: no limit but the one of the command line */
    /* One run. Called several times, unless it is long; the fastest counts. */
    struct measure_figures (*run)(const void *context, int64_t states);
    const void *context;
};

/* The heading and the calibration row; first of all. Of the rows that follow,
 * only those whose name holds `part` (borrowed; "" for all) are measured. */
void measure_begin(const char *part);

/* A row for each of 10^3, 10^4, … states. */
void measure_print(const struct measure_series *series, int64_t most_states);

/* A row for something that is done once. */
void measure_print_once(const char *name, double us, double target_us);

#endif
