#include "todomvc/runner/statistics.h"

#include <math.h>
#include <stdlib.h>

/* The two-sided 95 % point of the normal distribution. */
static const double NORMAL_95 = 1.959963984540054;

/* Wilson 1927: the shares that a test with this result would not refute. */
struct statistics_share statistics_wilson(size_t hits, size_t trials)
{
    if (trials == 0)
        return (struct statistics_share){.share = NAN, .low = 0, .high = 1};
    double n = (double)trials, z2 = NORMAL_95 * NORMAL_95;
    double share = (double)hits / n;
    double middle = (share + z2 / (2 * n)) / (1 + z2 / n);
    double half = NORMAL_95 / (1 + z2 / n) *
                  sqrt(share * (1 - share) / n + z2 / (4 * n * n));
    /* At the ends the formula gives 0 and 1 but for rounding. */
    return (struct statistics_share){
        .share = share,
        .low = hits == 0 ? 0 : middle - half,
        .high = hits == trials ? 1 : middle + half,
    };
}

double statistics_mean(const double *numbers, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += numbers[i];
    return count == 0 ? NAN : sum / (double)count;
}

static double mean_of_logarithms(const double *numbers, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += log(numbers[i]);
    return count == 0 ? NAN : sum / (double)count;
}

double statistics_geometric_mean(const double *numbers, size_t count)
{
    return exp(mean_of_logarithms(numbers, count));
}

/* The two-sided 95 % point of Student's distribution: exact for the few degrees
 * of freedom where it matters, then Cornish and Fisher's expansion, which is
 * right to three decimals from ten on. */
static double student_95(size_t freedom)
{
    static const double few[] = {12.7062, 4.3027, 3.1824, 2.7764, 2.5706,
                                 2.4469,  2.3646, 2.3060, 2.2622};
    if (freedom <= sizeof few / sizeof *few)
        return few[freedom - 1];
    double z = NORMAL_95, v = (double)freedom;
    double z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
    return z + (z3 + z) / (4 * v) + (5 * z5 + 16 * z3 + 3 * z) / (96 * v * v) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * v * v * v);
}

struct statistics_mean statistics_geometric_interval(const double *numbers,
                                                     size_t count)
{
    double middle = mean_of_logarithms(numbers, count);
    double mean = exp(middle), squares = 0;
    if (count < 2)
        return (struct statistics_mean){mean, mean, mean};
    for (size_t i = 0; i < count; i++) {
        double distance = log(numbers[i]) - middle;
        squares += distance * distance;
    }
    double error = sqrt(squares / (double)(count - 1) / (double)count);
    double half = student_95(count - 1) * error;
    return (struct statistics_mean){mean, exp(middle - half),
                                    exp(middle + half)};
}

double statistics_deviation(const double *numbers, size_t count)
{
    double mean = statistics_mean(numbers, count), sum = 0;
    if (count < 2)
        return NAN;
    for (size_t i = 0; i < count; i++)
        sum += (numbers[i] - mean) * (numbers[i] - mean);
    return sqrt(sum / (double)(count - 1));
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double statistics_quantile(double *numbers, size_t count, double share)
{
    if (count == 0)
        return NAN;
    qsort(numbers, count, sizeof *numbers, by_size);
    if (share == 0.5 && count % 2 == 0)
        return (numbers[count / 2 - 1] + numbers[count / 2]) / 2;
    double rank = ceil(share * (double)count);
    size_t at = rank < 1 ? 0 : (size_t)rank - 1;
    return numbers[at < count ? at : count - 1];
}
