/* Tallies and the texts made of them, over a results file made here:
 *
 *   right    has to pass   passes twice at 10 and at 100, in 1 s and in 4 s
 *   wrong    has to pass   fails once at 100
 *   faulty   fault 7       at 10: passes twice; at 100: fails after 4 and after
 *                          20 actions
 *   hidden   fault 8       always passes
 *   odd      disputed      fails at 100
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "todomvc/runner/figure.h"
#include "todomvc/runner/report.h"
#include "todomvc/runner/statistics.h"

struct run {
    const char *application;
    enum expectation verdict;
    int fault;
    int64_t subscript, repetition;
    enum outcome outcome;
    int64_t actions, wall_us;
};

static const struct run runs[] = {
    {"right", EXPECT_PASSES, 0, 10, 1, OUTCOME_PASSED, 10, 1000000},
    {"right", EXPECT_PASSES, 0, 10, 2, OUTCOME_PASSED, 10, 4000000},
    {"right", EXPECT_PASSES, 0, 100, 1, OUTCOME_PASSED, 100, 1000000},
    {"right", EXPECT_PASSES, 0, 100, 2, OUTCOME_PASSED, 100, 4000000},
    {"wrong", EXPECT_PASSES, 0, 100, 1, OUTCOME_FAILED, 7, 2000000},
    {"faulty", EXPECT_FAILS, 7, 10, 1, OUTCOME_PASSED, 10, 1000000},
    {"faulty", EXPECT_FAILS, 7, 10, 2, OUTCOME_PASSED, 10, 1000000},
    {"faulty", EXPECT_FAILS, 7, 100, 1, OUTCOME_FAILED, 4, 1000000},
    {"faulty", EXPECT_FAILS, 7, 100, 2, OUTCOME_FAILED, 20, 1000000},
    {"hidden", EXPECT_FAILS, 8, 10, 1, OUTCOME_PASSED, 10, 1000000},
    {"hidden", EXPECT_FAILS, 8, 100, 1, OUTCOME_PASSED, 100, 1000000},
    {"hidden", EXPECT_FAILS, 8, 100, 2, OUTCOME_ERROR, 3, 9000000},
    {"odd", EXPECT_PASSES, 10, 100, 1, OUTCOME_FAILED, 9, 1000000},
};

static struct journal journal;
static struct results results;

static void add_run(const struct run *run, struct buf *text)
{
    struct record record = {
        .id = {.manifest = "m",
               .profile = "full",
               .spec = "s.strom",
               .application = run->application,
               .strategy = "uniform",
               .options = "",
               .subscript = run->subscript,
               .repetition = run->repetition},
        .expected = {.verdict = run->verdict,
                     .published = EXPECT_UNSAID,
                     .disputed = strcmp(run->application, "odd") == 0,
                     .faults = {run->fault},
                     .fault_count = run->fault > 0},
        .outcome = run->outcome,
        .is_known_reason = true,
        .error = run->outcome == OUTCOME_ERROR ? "the page is gone" : NULL,
        .actions = run->actions,
        .wall_us = run->wall_us,
        .jobs = 1,
    };
    record_add(&record, text);
}

static int set_up(void **state)
{
    (void)state;
    struct error error = ERROR_NONE;
    struct buf text;
    buf_init(&text);
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
        add_run(&runs[i], &text);
    buf_add_text(&text, "{\"kind\":\"absent\",\"manifest\":\"m\",\"profile\":"
                        "\"full\",\"application\":\"gone\",\"why\":\"no "
                        "page\"}\n");
    bool fine = journal_parse(&journal, buf_str(&text), &error);
    buf_finish(&text);
    results_init(&results, &journal);
    return fine ? 0 : 1;
}

static int tear_down(void **state)
{
    (void)state;
    results_finish(&results);
    journal_close(&journal);
    return 0;
}

static struct tally tally(enum population population, int64_t subscript,
                          int fault)
{
    struct selection selection = {.group = &results.groups[0],
                                  .population = population,
                                  .subscript = subscript,
                                  .fault = fault};
    struct tally found;
    results_tally(&results, &selection, &found);
    return found;
}

static void the_lists_are_in_order(void **state)
{
    (void)state;
    assert_int_equal(results.group_count, 1);
    assert_string_equal(results.groups[0].label, "uniform");
    assert_int_equal(results.subscript_count, 2);
    assert_int_equal(results.subscripts[0], 10);
    assert_int_equal(results.application_count, 5);
    assert_string_equal(results.applications[0], "faulty");
    assert_int_equal(results.fault_count, 2); /* what is disputed has none */
    assert_int_equal(results.faults[0], 7);
    assert_int_equal(results.faults[1], 8);
}

/* Of the four runs at 100 that have to fail one passed and one has no verdict;
 * that one is in the denominator. */
static void false_negatives_are_counted_as_the_paper_does(void **state)
{
    (void)state;
    struct tally at_10 = tally(POPULATION_HAS_TO_FAIL, 10, 0);
    assert_int_equal(at_10.runs, 3);
    assert_int_equal(at_10.passed, 3);
    tally_finish(&at_10);
    struct tally at_100 = tally(POPULATION_HAS_TO_FAIL, 100, 0);
    assert_int_equal(at_100.runs, 4);
    assert_int_equal(at_100.passed, 1);
    assert_int_equal(at_100.failed, 2);
    assert_int_equal(at_100.errors, 1);
    tally_finish(&at_100);
    struct tally disputed = tally(POPULATION_WITH_DISPUTED, 100, 0);
    assert_int_equal(disputed.runs, 5);
    assert_int_equal(disputed.passed, 1);
    tally_finish(&disputed);
}

static void what_is_disputed_is_counted_apart(void **state)
{
    (void)state;
    struct tally passing = tally(POPULATION_HAS_TO_PASS, 100, 0);
    assert_int_equal(passing.runs, 3);
    assert_int_equal(passing.failed, 1); /* "wrong", not "odd" */
    tally_finish(&passing);
}

static void times_leave_errors_out(void **state)
{
    (void)state;
    struct tally right = tally(POPULATION_HAS_TO_PASS, 10, 0);
    assert_int_equal(right.seconds_count, 2);
    double mean = statistics_geometric_mean(right.seconds, right.seconds_count);
    assert_true(fabs(mean - 2) < 1e-9);
    tally_finish(&right);
    struct tally hidden = tally(POPULATION_HAS_TO_FAIL, 100, 8);
    assert_int_equal(hidden.runs, 2);
    assert_int_equal(hidden.seconds_count, 1);
    assert_true(isinf(hidden.actions[0]));
    tally_finish(&hidden);
}

static void expect_text(struct buf *text, const char *const *parts)
{
    const char *at = buf_text(text);
    for (; *parts != NULL; parts++) {
        const char *found = strstr(at, *parts);
        if (found == NULL)
            fail_msg("there is no, or only before: %s\n%s", *parts,
                     buf_text(text));
        at = found + strlen(*parts);
    }
    buf_finish(text);
}

static void the_worst_comes_first(void **state)
{
    (void)state;
    static const char *const parts[] = {
        "- wrong (uniform): **false positive**",
        "- hidden (uniform): **not found**", "## Not run\n\n- gone: no page\n",
        "## Errors\n\n- hidden, strategy uniform, subscript 100, seed 0: the "
        "page is gone\n",
        "| wrong | passes |  | | **1/1** | false positive |\n",
        "| hidden | fails | 8 | 0/1 | 0/2 (1 e) | not found |\n",
        "| faulty | fails | 7 | 0/2 | 2/2 |  |\n",
        "| odd | passes (disputed) | 10 | | 1/1 |  |\n",
        "| right | passes |  | 0/2 | 0/2 |  |\n",
        /* 1 of 4: Wilson by bisection 0.0456 to 0.6994 */
        "| expected to fail | 100 | 1 of 4 | 25.0 % | 4.6 to 69.9 % | 1 | "
        "23.5 % |\n",
        "| expected to fail, and disputed | 100 | 1 of 5 | 20.0 % |",
        "| 10 | 2 | 2.00 |",
        "| 7 | pending text is lost on a change of filter or a removal | 0/2 | "
        "2/2 | 12 | 20 |\n",
        "| 0/1 | 0/2 (1 e) | not found | not found |\n", NULL};
    struct buf text;
    buf_init(&text);
    report_add_markdown(&results, &text);
    expect_text(&text, parts);
}

static void tables_for_programs(void **state)
{
    (void)state;
    static const char *const applications[] = {
        "manifest,profile,strategy,options,application,",
        "m,full,uniform,,faulty,fails,,7,100,2,0,2,0,0,12.0000,1.0000\n",
        "m,full,uniform,,hidden,fails,,8,100,2,1,0,1,0,,1.0000\n",
        "m,full,uniform,,odd,passes,disputed,10,100,1,0,1,0,0,9.0000,1.0000\n",
        NULL};
    static const char *const rates[] = {
        "m,full,uniform,,expected to fail,100,4,1,2,1,0.2500,0.0456,0.6994,",
        "m,full,uniform,,expected to pass,10,2,2,0,0,1.0000,", NULL};
    static const char *const faults[] = {
        "m,full,uniform,,7,100,2,0,2,0,12.0000,20.0000\n",
        "m,full,uniform,,8,100,2,1,0,1,,\n", NULL};
    struct buf text;
    buf_init(&text);
    report_add_applications(&results, &text);
    expect_text(&text, applications);
    buf_init(&text);
    report_add_rates(&results, &text);
    expect_text(&text, rates);
    buf_init(&text);
    report_add_faults(&results, &text);
    expect_text(&text, faults);
}

static void
the_figure_has_a_curve_for_each_group_and_one_for_the_paper(void **state)
{
    (void)state;
    static const char *const parts[] = {"$rate_paper << end\n1 100 ",
                                        "100 23.5 ",
                                        "$rate0 << end\n",
                                        "103.5 25 4.5",
                                        "$time_paper << end\n1 12.84 ",
                                        "$time0 << end\n",
                                        "10.35 2 ",
                                        "set output 'it''s.svg'",
                                        "title 'weir, uniform'",
                                        "title 'weir, uniform'",
                                        NULL};
    struct buf text;
    buf_init(&text);
    figure_add_script(&results, "it's.svg", &text);
    expect_text(&text, parts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_lists_are_in_order),
        cmocka_unit_test(false_negatives_are_counted_as_the_paper_does),
        cmocka_unit_test(what_is_disputed_is_counted_apart),
        cmocka_unit_test(times_leave_errors_out),
        cmocka_unit_test(the_worst_comes_first),
        cmocka_unit_test(tables_for_programs),
        cmocka_unit_test(
            the_figure_has_a_curve_for_each_group_and_one_for_the_paper),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
