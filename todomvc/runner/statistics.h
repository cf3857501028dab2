/* The few statistics of the benchmark. Plain functions of arrays, no state.
 *
 * A list without elements has no mean: the functions then give NAN, which the
 * tables show as nothing. */
#ifndef WEIR_TODOMVC_RUNNER_STATISTICS_H
#define WEIR_TODOMVC_RUNNER_STATISTICS_H

#include <stddef.h>

/* A share with the bounds of its confidence interval, each from 0 to 1. */
struct statistics_share {
    double share; /* hits / trials; NAN without trials */
    double low, high;
};

/* Wilson's score interval for 95 %. Without trials: from 0 to 1. `hits` is at
 * most `trials`. */
struct statistics_share statistics_wilson(size_t hits, size_t trials);

double statistics_mean(const double *numbers, size_t count);

/* Of numbers above 0: exp of the mean of their logarithms. */
double statistics_geometric_mean(const double *numbers, size_t count);

/* From so few numbers the interval of a mean is not worth showing. */
enum { STATISTICS_INTERVAL_LEAST = 5 };

/* With the interval of 95 % that comes of Student's t over the logarithms;
 * with fewer than two numbers the bounds are the mean itself. */
struct statistics_mean {
    double mean;
    double low, high;
};
struct statistics_mean statistics_geometric_interval(const double *numbers,
                                                     size_t count);

/* Of a sample: divided by count - 1. NAN for fewer than two. */
double statistics_deviation(const double *numbers, size_t count);

/* The smallest number that at least `shard_output` (above 0, at most 1) of the
 * list do not exceed, the list sorted ascending in place. INFINITY is a number:
 * a search that found nothing. For 0.5 and an even count the mean of the two in
 * the middle, as a median is defined. */
double statistics_quantile(double *numbers, size_t count, double share);

#endif
