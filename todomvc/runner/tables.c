/* In this file: what tables have in common, rates, times, faults. */
#include "todomvc/runner/tables.h"

#include <inttypes.h>
#include <math.h>

#include "todomvc/runner/paper.h"
#include "todomvc/runner/statistics.h"

/* ---- what tables have in common ---------------------------------------------
 */

void tables_add_group(struct buf *out, const struct results *results,
                      const struct results_group *group)
{
    if (results->group_count > 1)
        buf_addf(out, "\n### Strategy %s\n", group->label);
}

void tables_add_subscripts(struct buf *out, const struct results *results)
{
    for (size_t i = 0; i < results->subscript_count; i++)
        buf_addf(out, " %" PRId64 " |", results->subscripts[i]);
}

void tables_add_rules(struct buf *out, size_t count)
{
    buf_add_char(out, '|');
    for (size_t i = 0; i < count; i++)
        buf_add_text(out, " --- |");
    buf_add_char(out, '\n');
}

static void add_share(struct buf *out, size_t hits, size_t runs)
{
    struct statistics_share share = statistics_wilson(hits, runs);
    if (runs == 0)
        buf_add_text(out, " | ");
    else
        buf_addf(out, "%.1f %% | %.1f to %.1f %%", 100 * share.share,
                 100 * share.low, 100 * share.high);
}

/* A number of actions; when too few runs found something, more than any. */
static void add_actions(struct buf *out, double actions)
{
    if (isfinite(actions))
        buf_addf(out, "%g", actions);
    else if (!isnan(actions))
        buf_add_text(out, "not found");
}

/* ---- rates ------------------------------------------------------------------
 */

/* The paper's own number for the population, where it has one. */
static void add_papers_rate(struct buf *out, enum population population,
                            int64_t subscript)
{
    const struct paper_row *row = paper_row(subscript);
    if (row != NULL && population == POPULATION_WITH_DISPUTED)
        buf_addf(out, "%.1f %%",
                 100.0 * (double)row->passed_of_220 / PAPER_PUBLISHED_RUNS);
    else if (row != NULL)
        buf_addf(out, "%.1f %%",
                 100.0 * (double)row->passed_of_200 / PAPER_FAILING_RUNS);
}

static void add_rate(struct buf *out, const struct results *results,
                     const struct selection *selection)
{
    struct tally tally;
    results_tally(results, selection, &tally);
    if (tally.runs > 0) {
        buf_addf(out, "| %s | %" PRId64 " | %zu of %zu | ",
                 population_text(selection->population), selection->subscript,
                 tally.passed, tally.runs);
        add_share(out, tally.passed, tally.runs);
        buf_addf(out, " | %zu | ", tally.errors);
        add_papers_rate(out, selection->population, selection->subscript);
        buf_add_text(out, " |\n");
    }
    tally_finish(&tally);
}

/* Whether the population is another one than what has to fail. */
static bool is_of_interest(const struct results *results,
                           const struct results_group *group,
                           enum population population)
{
    struct selection selection = {.group = group, .population = population};
    struct tally some, all;
    results_tally(results, &selection, &some);
    selection.population = POPULATION_HAS_TO_FAIL;
    results_tally(results, &selection, &all);
    bool differs = some.runs > 0 && some.runs != all.runs;
    tally_finish(&some);
    tally_finish(&all);
    return differs || population == POPULATION_HAS_TO_FAIL;
}

void tables_add_rates(struct buf *out, const struct results *results)
{
    buf_add_text(
        out,
        "\n## False negatives\n\n"
        "Runs that passed although their application has to fail, with "
        "Wilson's interval of 95 %. Runs without a verdict count as runs that "
        "did not pass, as in the paper. Beside them what was published for the "
        "original, over the implementations of the paper.\n");
    for (size_t i = 0; i < results->group_count; i++) {
        tables_add_group(out, results, &results->groups[i]);
        buf_add_text(out, "\n| applications | subscript | passed | rate | "
                          "interval | errors | paper |\n");
        tables_add_rules(out, 7);
        for (enum population j = POPULATION_HAS_TO_FAIL;
             j < POPULATION_HAS_TO_PASS; j++) {
            bool wanted = is_of_interest(results, &results->groups[i], j);
            for (size_t k = 0; wanted && k < results->subscript_count; k++)
                add_rate(
                    out, results,
                    &(struct selection){.group = &results->groups[i],
                                        .population = j,
                                        .subscript = results->subscripts[k]});
        }
    }
}

/* ---- times ------------------------------------------------------------------
 */

static void add_time(struct buf *out, const struct results *results,
                     const struct selection *selection)
{
    const struct paper_row *row = paper_row(selection->subscript);
    struct tally tally;
    results_tally(results, selection, &tally);
    size_t count = tally.seconds_count;
    if (count > 0) {
        struct statistics_mean mean =
            statistics_geometric_interval(tally.seconds, count);
        buf_addf(out, "| %" PRId64 " | %zu | %.2f | %.2f to %.2f | %.2f | ",
                 selection->subscript, count, mean.mean, mean.low, mean.high,
                 statistics_mean(tally.seconds, count));
        if (count > 1)
            buf_addf(out, "%.2f", statistics_deviation(tally.seconds, count));
        buf_addf(out, " | %.2f | %.2f | ",
                 statistics_quantile(tally.seconds, count, 0.5),
                 statistics_quantile(tally.seconds, count, 1));
        if (row != NULL)
            buf_addf(out, "%.1f, %.1f", row->geometric_mean_s, row->mean_s);
        buf_add_text(out, " |\n");
    }
    tally_finish(&tally);
}

/* How many runs there were at a time: from the least to the most. */
static void add_jobs(struct buf *out, const struct results *results)
{
    int64_t least = INT64_MAX, most = 0;
    for (size_t i = 0; i < journal_count(results->journal); i++) {
        int64_t jobs = journal_at(results->journal, i)->jobs;
        least = jobs < least ? jobs : least;
        most = jobs > most ? jobs : most;
    }
    if (least == most)
        buf_addf(out, "%" PRId64, most);
    else
        buf_addf(out, "%" PRId64 " to %" PRId64, least, most);
}

void tables_add_times(struct buf *out, const struct results *results)
{
    buf_add_text(out,
                 "\n## Running times\n\n"
                 "Seconds around the whole process, from its start to its end, "
                 "of the runs of applications that have to pass; without runs "
                 "that ended in an error. At a time there were ");
    add_jobs(out, results);
    buf_add_text(out, " of them. The paper's are its geometric and its "
                      "arithmetic mean, on another machine.\n");
    for (size_t i = 0; i < results->group_count; i++) {
        tables_add_group(out, results, &results->groups[i]);
        buf_add_text(out,
                     "\n| subscript | runs | geometric mean | interval 95 % | "
                     "mean | deviation | median | longest | paper |\n");
        tables_add_rules(out, 9);
        for (size_t j = 0; j < results->subscript_count; j++)
            add_time(out, results,
                     &(struct selection){.group = &results->groups[i],
                                         .population = POPULATION_HAS_TO_PASS,
                                         .subscript = results->subscripts[j]});
    }
}

/* ---- faults -----------------------------------------------------------------
 */

static void add_fault_name(struct buf *out, int fault)
{
    const char *text = paper_fault(fault);
    if (fault == FAULT_NONE)
        buf_add_text(out, "| | none of the paper's table |");
    else
        buf_addf(out, "| %d | %s |", fault, text == NULL ? "" : text);
}

static void add_fault(struct buf *out, const struct results *results,
                      const struct results_group *group, int fault)
{
    struct tally tally = {.runs = 0};
    add_fault_name(out, fault);
    for (size_t i = 0; i < results->subscript_count; i++) {
        struct selection selection = {.group = group,
                                      .population = POPULATION_HAS_TO_FAIL,
                                      .subscript = results->subscripts[i],
                                      .fault = fault};
        tally_finish(&tally);
        results_tally(results, &selection, &tally);
        if (tally.runs > 0)
            buf_addf(out, " %zu/%zu", tally.failed, tally.runs);
        if (tally.errors > 0)
            buf_addf(out, " (%zu e)", tally.errors);
        buf_add_text(out, " |");
    }
    buf_add_char(out, ' ');
    add_actions(out,
                statistics_quantile(tally.actions, tally.seconds_count, 0.5));
    buf_add_text(out, " | ");
    add_actions(out,
                statistics_quantile(tally.actions, tally.seconds_count, 0.9));
    buf_add_text(out, " |\n");
    tally_finish(&tally);
}

void tables_add_faults(struct buf *out, const struct results *results)
{
    if (results->fault_count == 0)
        return;
    buf_add_text(
        out,
        "\n## Faults\n\n"
        "Under each subscript: how many runs failed, of how many, summed over "
        "the applications that have the fault. An application with several "
        "faults fails with the first that shows. After them, at the largest "
        "subscript: after how many actions half and nine tenths of the runs "
        "had failed.\n");
    for (size_t i = 0; i < results->group_count; i++) {
        tables_add_group(out, results, &results->groups[i]);
        buf_add_text(out, "\n| fault | |");
        tables_add_subscripts(out, results);
        buf_add_text(out, " actions, half | nine tenths |\n");
        tables_add_rules(out, results->subscript_count + 4);
        for (size_t j = 0; j < results->fault_count; j++)
            add_fault(out, results, &results->groups[i], results->faults[j]);
    }
}
