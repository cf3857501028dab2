#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "todomvc/runner/paper.h"
#include "todomvc/runner/statistics.h"

static void expect_near(double found, double wanted, double tolerance)
{
    if (!(fabs(found - wanted) <= tolerance))
        fail_msg("%.9g, not %.9g", found, wanted);
}

/* Newcombe 1998 (Statistics in Medicine 17), table I, method 3; the last three
 * by bisection of |p - share| = z sqrt(p (1 - p) / n). */
static void wilsons_intervals_are_those_of_the_literature(void **state)
{
    (void)state;
    static const struct {
        size_t hits, trials;
        double low, high;
    } rows[] = {
        {81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605},
        {0, 20, 0.0000, 0.1611},   {1, 29, 0.0061, 0.1718},
        {18, 200, 0.0577, 0.1378}, {5, 10, 0.2366, 0.7634},
        {20, 20, 0.8389, 1.0000},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct statistics_share share =
            statistics_wilson(rows[i].hits, rows[i].trials);
        expect_near(share.share, (double)rows[i].hits / (double)rows[i].trials,
                    1e-12);
        expect_near(share.low, rows[i].low, 0.00006);
        expect_near(share.high, rows[i].high, 0.00006);
    }
}

static void nothing_tried_is_nothing_known(void **state)
{
    (void)state;
    struct statistics_share share = statistics_wilson(0, 0);
    assert_true(isnan(share.share));
    assert_true(share.low == 0 && share.high == 1);
}

static void means_and_deviation(void **state)
{
    (void)state;
    static const double numbers[] = {2, 4, 4, 4, 5, 5, 7, 9};
    expect_near(statistics_mean(numbers, 8), 5, 1e-12);
    /* 32 / 7 */
    expect_near(statistics_deviation(numbers, 8), sqrt(32.0 / 7), 1e-12);
    static const double powers[] = {1, 10, 100};
    expect_near(statistics_geometric_mean(powers, 3), 10, 1e-9);
    expect_near(statistics_geometric_mean(powers, 1), 1, 1e-12);
}

static void nothing_has_no_mean(void **state)
{
    (void)state;
    static const double one[] = {3};
    double none[1];
    assert_true(isnan(statistics_mean(one, 0)));
    assert_true(isnan(statistics_geometric_mean(one, 0)));
    assert_true(isnan(statistics_deviation(one, 1)));
    assert_true(isnan(statistics_quantile(none, 0, 0.5)));
}

/* Logarithms 0, 1, 2: mean 1, deviation 1; t for two degrees of freedom is
 * 4.3027, so half of the interval is 4.3027 / sqrt(3) = 2.4842. */
static void geometric_means_have_an_interval(void **state)
{
    (void)state;
    const double numbers[] = {1, exp(1), exp(2)};
    struct statistics_mean mean = statistics_geometric_interval(numbers, 3);
    expect_near(log(mean.mean), 1, 1e-9);
    expect_near(log(mean.low), 1 - 2.4842, 1e-4);
    expect_near(log(mean.high), 1 + 2.4842, 1e-4);
}

/* With n alternating logarithms 1 and -1 the deviation is sqrt(n / (n - 1)) and
 * half of the interval t / sqrt(n - 1). Points of Student's distribution from a
 * printed table. */
static void students_points_are_those_of_the_table(void **state)
{
    (void)state;
    static const struct {
        size_t count;
        double t;
    } rows[] = {{2, 12.706}, {10, 2.262}, {12, 2.201},
                {20, 2.093}, {30, 2.045}, {100, 1.984}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double numbers[100];
        size_t count = rows[i].count;
        for (size_t j = 0; j < count; j++)
            numbers[j] = exp(j % 2 == 0 ? 1 : -1);
        struct statistics_mean mean =
            statistics_geometric_interval(numbers, count);
        double half = log(mean.high) - log(mean.mean);
        expect_near(half * sqrt((double)count - 1), rows[i].t, 6e-4);
    }
}

static void one_number_has_no_interval(void **state)
{
    (void)state;
    static const double number[] = {7};
    struct statistics_mean mean = statistics_geometric_interval(number, 1);
    expect_near(mean.low, 7, 1e-9);
    expect_near(mean.high, 7, 1e-9);
}

static void medians_and_other_quantiles(void **state)
{
    (void)state;
    double odd[] = {5, 1, 9};
    expect_near(statistics_quantile(odd, 3, 0.5), 5, 0);
    double even[] = {4, 1, 3, 2};
    expect_near(statistics_quantile(even, 4, 0.5), 2.5, 0);
    double ten[] = {10, 9, 8, 7, 6, 5, 4, 3, 2, 1};
    expect_near(statistics_quantile(ten, 10, 0.9), 9, 0);
    expect_near(statistics_quantile(ten, 10, 1), 10, 0);
    expect_near(statistics_quantile(ten, 10, 0.01), 1, 0);
}

/* Half of the searches found nothing: so the median did not either. */
static void what_was_not_found_counts_as_more_than_any_number(void **state)
{
    (void)state;
    double half[] = {3, INFINITY, 5, INFINITY};
    assert_true(isinf(statistics_quantile(half, 4, 0.5)));
    double most[] = {3, INFINITY, 5};
    expect_near(statistics_quantile(most, 3, 0.5), 5, 0);
    assert_true(isinf(statistics_quantile(most, 3, 0.9)));
}

/* The paper's Figure 13 in percent. */
static void the_papers_rates_are_those_of_its_figure(void **state)
{
    (void)state;
    static const struct {
        int64_t subscript;
        double percent;
    } rows[] = {{1, 100},    {5, 89.55},   {10, 64.55},
                {50, 30.45}, {100, 21.36}, {500, 8.18}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct paper_row *row = paper_row(rows[i].subscript);
        assert_non_null(row);
        expect_near(100 * (double)row->passed_of_220 / PAPER_PUBLISHED_RUNS,
                    rows[i].percent, 0.005);
    }
    assert_null(paper_row(20));
    assert_non_null(paper_fault(14));
    assert_null(paper_fault(15));
    assert_null(paper_fault(-1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wilsons_intervals_are_those_of_the_literature),
        cmocka_unit_test(nothing_tried_is_nothing_known),
        cmocka_unit_test(means_and_deviation),
        cmocka_unit_test(nothing_has_no_mean),
        cmocka_unit_test(geometric_means_have_an_interval),
        cmocka_unit_test(students_points_are_those_of_the_table),
        cmocka_unit_test(one_number_has_no_interval),
        cmocka_unit_test(medians_and_other_quantiles),
        cmocka_unit_test(what_was_not_found_counts_as_more_than_any_number),
        cmocka_unit_test(the_papers_rates_are_those_of_its_figure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
