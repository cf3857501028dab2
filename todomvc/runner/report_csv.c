/* The tables for programs (RFC 4180, but lines end with LF). */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "todomvc/runner/report.h"
#include "todomvc/runner/statistics.h"

static void add_field(struct buf *out, const char *text)
{
    if (text == NULL)
        text = "";
    if (text[strcspn(text, ",\"\n\r")] == '\0') {
        buf_addf(out, "%s,", text);
        return;
    }
    buf_add_char(out, '"');
    for (; *text != '\0'; text++)
        buf_addf(out, *text == '"' ? "\"%c" : "%c", *text);
    buf_add_text(out, "\",");
}

/* Empty where there is no number. */
static void add_number(struct buf *out, double number, const char *end)
{
    if (isfinite(number))
        buf_addf(out, "%.4f", number);
    buf_add_text(out, end);
}

static void add_group(struct buf *out, const struct results_group *group)
{
    add_field(out, group->manifest);
    add_field(out, group->profile);
    add_field(out, group->strategy);
    add_field(out, group->options);
}

static void add_counts(struct buf *out, const struct tally *tally)
{
    buf_addf(out, "%zu,%zu,%zu,%zu,", tally->runs, tally->passed, tally->failed,
             tally->errors);
}

/* Of all subscripts of a group in turn. */
typedef void (*add_row)(const struct results *results,
                        const struct selection *selection, struct buf *out);

static void add_rows(const struct results *results, struct selection *selection,
                     add_row add, struct buf *out)
{
    for (size_t i = 0; i < results->group_count; i++)
        for (size_t j = 0; j < results->subscript_count; j++) {
            selection->group = &results->groups[i];
            selection->subscript = results->subscripts[j];
            add(results, selection, out);
        }
}

/* ---- applications ---------------------------------------------------------
 */

static void add_faults(struct buf *out, const struct expected *expected)
{
    for (size_t i = 0; i < expected->fault_count; i++)
        buf_addf(out, "%s%d", i > 0 ? " " : "", expected->faults[i]);
    buf_add_char(out, ',');
}

static void add_application(const struct results *results,
                            const struct selection *selection, struct buf *out)
{
    const struct record *example =
        results_example(results, selection->group, selection->application);
    struct tally tally;
    results_tally(results, selection, &tally);
    if (tally.runs > 0) {
        add_group(out, selection->group);
        add_field(out, selection->application);
        add_field(out, expectation_text(example->expected.verdict));
        add_field(out, example->expected.disputed ? "disputed" : "");
        add_faults(out, &example->expected);
        buf_addf(out, "%" PRId64 ",", selection->subscript);
        add_counts(out, &tally);
        buf_addf(out, "%zu,", tally.other_reasons);
        add_number(out,
                   statistics_quantile(tally.actions, tally.seconds_count, 0.5),
                   ",");
        add_number(
            out, statistics_geometric_mean(tally.seconds, tally.seconds_count),
            "\n");
    }
    tally_finish(&tally);
}

void report_add_applications(const struct results *results, struct buf *out)
{
    buf_add_text(out, "manifest,profile,strategy,options,application,expected,"
                      "disputed,faults,subscript,runs,passed,failed,errors,"
                      "other_reasons,median_actions,geometric_mean_s\n");
    for (size_t i = 0; i < results->application_count; i++) {
        struct selection selection = {.application = results->applications[i]};
        add_rows(results, &selection, add_application, out);
    }
}

/* ---- rates and times ------------------------------------------------------
 */

static void add_rate(const struct results *results,
                     const struct selection *selection, struct buf *out)
{
    struct tally tally;
    results_tally(results, selection, &tally);
    if (tally.runs > 0) {
        struct statistics_share share =
            statistics_wilson(tally.passed, tally.runs);
        struct statistics_mean mean =
            statistics_geometric_interval(tally.seconds, tally.seconds_count);
        add_group(out, selection->group);
        add_field(out, population_text(selection->population));
        buf_addf(out, "%" PRId64 ",", selection->subscript);
        add_counts(out, &tally);
        add_number(out, share.share, ",");
        add_number(out, share.low, ",");
        add_number(out, share.high, ",");
        add_number(out, mean.mean, ",");
        add_number(out, mean.low, ",");
        add_number(out, mean.high, ",");
        add_number(out, statistics_mean(tally.seconds, tally.seconds_count),
                   ",");
        add_number(
            out, statistics_deviation(tally.seconds, tally.seconds_count), ",");
        add_number(out,
                   statistics_quantile(tally.seconds, tally.seconds_count, 0.5),
                   "\n");
    }
    tally_finish(&tally);
}

void report_add_rates(const struct results *results, struct buf *out)
{
    buf_add_text(out, "manifest,profile,strategy,options,applications,"
                      "subscript,runs,passed,failed,errors,passed_share,"
                      "passed_low,passed_high,geometric_mean_s,"
                      "geometric_low_s,geometric_high_s,mean_s,deviation_s,"
                      "median_s\n");
    for (enum population i = POPULATION_ALL; i < POPULATION_COUNT; i++) {
        struct selection selection = {.population = i};
        add_rows(results, &selection, add_rate, out);
    }
}

/* ---- faults ---------------------------------------------------------------
 */

static void add_fault(const struct results *results,
                      const struct selection *selection, struct buf *out)
{
    struct tally tally;
    results_tally(results, selection, &tally);
    if (tally.runs > 0) {
        add_group(out, selection->group);
        if (selection->fault != FAULT_NONE)
            buf_addf(out, "%d", selection->fault);
        buf_addf(out, ",%" PRId64 ",", selection->subscript);
        add_counts(out, &tally);
        add_number(out,
                   statistics_quantile(tally.actions, tally.seconds_count, 0.5),
                   ",");
        add_number(out,
                   statistics_quantile(tally.actions, tally.seconds_count, 0.9),
                   "\n");
    }
    tally_finish(&tally);
}

void report_add_faults(const struct results *results, struct buf *out)
{
    buf_add_text(out, "manifest,profile,strategy,options,fault,subscript,runs,"
                      "passed,failed,errors,median_actions,"
                      "ninth_decile_actions\n");
    for (size_t i = 0; i < results->fault_count; i++) {
        struct selection selection = {.population = POPULATION_HAS_TO_FAIL,
                                      .fault = results->faults[i]};
        add_rows(results, &selection, add_fault, out);
    }
}
