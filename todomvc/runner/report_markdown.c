/* results.md, from top to bottom: what to look at first, the applications, the
 * rates, the times, the faults. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "todomvc/runner/paper.h"
#include "todomvc/runner/report.h"
#include "todomvc/runner/statistics.h"

/* ---- small parts ----------------------------------------------------------
 */

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

static void add_faults(struct buf *out, const struct expected *expected)
{
    for (size_t i = 0; i < expected->fault_count; i++)
        buf_addf(out, "%s%d", i > 0 ? ", " : "", expected->faults[i]);
}

static void add_group_title(struct buf *out, const struct results *results,
                            const struct results_group *group)
{
    if (results->group_count > 1)
        buf_addf(out, "\n### Strategy %s\n", group->label);
}

static void add_subscript_heads(struct buf *out, const struct results *results)
{
    for (size_t i = 0; i < results->subscript_count; i++)
        buf_addf(out, " %" PRId64 " |", results->subscripts[i]);
}

static void add_rules(struct buf *out, size_t count)
{
    buf_add_char(out, '|');
    for (size_t i = 0; i < count; i++)
        buf_add_text(out, " --- |");
    buf_add_char(out, '\n');
}

/* ---- how the runs of an application agree with what is expected -----------
 */

enum agreement {
    FALSE_POSITIVE, /* has to pass, and failed */
    NEVER_FOUND,    /* has to fail, and passed at the largest subscript */
    OTHER_REASON,   /* failed, but with a reason that is not the fault's */
    HAS_ERRORS,
    AGREES,
    AGREEMENT_COUNT,
};

struct line {
    const char *application;
    const struct record *example;
    enum agreement agreement;
};

static enum agreement agreement(const struct results *results,
                                const struct results_group *group,
                                const struct record *example)
{
    struct selection selection = {.group = group,
                                  .application = example->id.application};
    struct tally all, largest = {.runs = 0};
    const struct expected *expected = &example->expected;
    results_tally(results, &selection, &all);
    for (size_t i = results->subscript_count; i > 0 && largest.runs == 0; i--) {
        tally_finish(&largest);
        selection.subscript = results->subscripts[i - 1];
        results_tally(results, &selection, &largest);
    }
    enum agreement found = all.errors > 0 ? HAS_ERRORS : AGREES;
    if (all.other_reasons > 0)
        found = OTHER_REASON;
    if (expected_has_to(expected, EXPECT_FAILS) && largest.failed == 0)
        found = NEVER_FOUND;
    if (expected_has_to(expected, EXPECT_PASSES) && all.failed > 0)
        found = FALSE_POSITIVE;
    tally_finish(&largest);
    tally_finish(&all);
    return found;
}

static int by_agreement(const void *a, const void *b)
{
    const struct line *x = a, *y = b;
    if (x->agreement != y->agreement)
        return (int)x->agreement - (int)y->agreement;
    return strcmp(x->application, y->application);
}

/* The applications of a group, the worst first; free the list. */
static struct line *lines_of(const struct results *results,
                             const struct results_group *group, size_t *count)
{
    struct line *lines =
        memory_zeroed(results->application_count, sizeof *lines);
    *count = 0;
    for (size_t i = 0; i < results->application_count; i++) {
        const struct record *example =
            results_example(results, group, results->applications[i]);
        if (example != NULL)
            lines[(*count)++] = (struct line){
                .application = results->applications[i],
                .example = example,
                .agreement = agreement(results, group, example),
            };
    }
    qsort(lines, *count, sizeof *lines, by_agreement);
    return lines;
}

/* ---- to look at first ------------------------------------------------------
 */

static void add_first_words(struct buf *out, const struct line *line,
                            const struct results_group *group)
{
    static const char *const texts[] = {
        [FALSE_POSITIVE] = "**false positive**: it has to pass and failed",
        [NEVER_FOUND] =
            "**not found**: it has to fail and passed at the largest subscript",
        [OTHER_REASON] = "failed with a reason that the manifest does not know",
        [HAS_ERRORS] = "runs without a verdict",
    };
    buf_addf(out, "- %s (%s): %s\n", line->application, group->label,
             texts[line->agreement]);
}

static void add_errors(struct buf *out, const struct results *results)
{
    for (size_t i = 0; i < journal_count(results->journal); i++) {
        const struct record *record = journal_at(results->journal, i);
        if (record->outcome == OUTCOME_ERROR)
            buf_addf(out,
                     "- %s, strategy %s, subscript %" PRId64 ", seed %" PRIu64
                     ": %s\n",
                     record->id.application, record->id.strategy,
                     record->id.subscript, record->seed,
                     record->error == NULL ? "" : record->error);
    }
}

static void add_absences(struct buf *out, const struct results *results)
{
    for (size_t i = 0; i < journal_absence_count(results->journal); i++) {
        const struct absence *absence = journal_absence_at(results->journal, i);
        if (absence != NULL)
            buf_addf(out, "- %s: %s\n", absence->application, absence->why);
    }
}

static void add_section(struct buf *out, const char *title, struct buf *text)
{
    if (text->length > 0)
        buf_addf(out, "\n## %s\n\n%s", title, buf_text(text));
    buf_clear(text);
}

static void add_disagreements(struct buf *out, const struct results *results)
{
    for (size_t i = 0; i < results->group_count; i++) {
        size_t count;
        struct line *lines = lines_of(results, &results->groups[i], &count);
        for (size_t j = 0; j < count; j++)
            if (lines[j].agreement != AGREES)
                add_first_words(out, &lines[j], &results->groups[i]);
        free(lines);
    }
}

static void add_first(struct buf *out, const struct results *results)
{
    struct buf text;
    buf_init(&text);
    add_disagreements(&text, results);
    if (text.length == 0)
        buf_add_text(&text, "Every application did what is expected of it.\n");
    add_section(out, "Other than expected", &text);
    add_absences(&text, results);
    add_section(out, "Not run", &text);
    add_errors(&text, results);
    add_section(out, "Errors", &text);
    buf_finish(&text);
}

/* ---- the applications ------------------------------------------------------
 */

static void add_cell(struct buf *out, const struct tally *tally,
                     const struct expected *expected)
{
    bool is_wrong =
        expected_has_to(expected, EXPECT_PASSES) && tally->failed > 0;
    if (tally->runs > 0)
        buf_addf(out, is_wrong ? " **%zu/%zu**" : " %zu/%zu", tally->failed,
                 tally->runs);
    if (tally->errors > 0)
        buf_addf(out, " (%zu e)", tally->errors);
    buf_add_text(out, " |");
}

static void add_application(struct buf *out, const struct results *results,
                            const struct results_group *group,
                            const struct line *line)
{
    static const char *const marks[] = {[FALSE_POSITIVE] = "false positive",
                                        [NEVER_FOUND] = "not found",
                                        [OTHER_REASON] = "another reason",
                                        [HAS_ERRORS] = "errors",
                                        [AGREES] = ""};
    const struct expected *expected = &line->example->expected;
    buf_addf(out, "| %s | %s%s | ", line->application,
             expectation_text(expected->verdict),
             expected->disputed ? " (disputed)" : "");
    add_faults(out, expected);
    buf_add_text(out, " |");
    for (size_t i = 0; i < results->subscript_count; i++) {
        struct selection selection = {.group = group,
                                      .application = line->application,
                                      .subscript = results->subscripts[i]};
        struct tally tally;
        results_tally(results, &selection, &tally);
        add_cell(out, &tally, expected);
        tally_finish(&tally);
    }
    buf_addf(out, " %s |\n", marks[line->agreement]);
}

static void add_applications(struct buf *out, const struct results *results)
{
    buf_add_text(out, "\n## Applications\n\n"
                      "Under each subscript: how many runs failed, of how "
                      "many; `e`: ended without a verdict.\n");
    for (size_t i = 0; i < results->group_count; i++) {
        size_t count;
        struct line *lines = lines_of(results, &results->groups[i], &count);
        add_group_title(out, results, &results->groups[i]);
        buf_add_text(out, "\n| application | expected | fault |");
        add_subscript_heads(out, results);
        buf_add_text(out, " |\n");
        add_rules(out, results->subscript_count + 4);
        for (size_t j = 0; j < count; j++)
            add_application(out, results, &results->groups[i], &lines[j]);
        free(lines);
    }
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

static void add_rates(struct buf *out, const struct results *results)
{
    buf_add_text(
        out,
        "\n## False negatives\n\n"
        "Runs that passed although their application has to fail, with "
        "Wilson's interval of 95 %. Runs without a verdict count as runs that "
        "did not pass, as in the paper. Beside them what was published for the "
        "original, over the implementations of the paper.\n");
    for (size_t i = 0; i < results->group_count; i++) {
        add_group_title(out, results, &results->groups[i]);
        buf_add_text(out, "\n| applications | subscript | passed | rate | "
                          "interval | errors | paper |\n");
        add_rules(out, 7);
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

static void add_times(struct buf *out, const struct results *results)
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
        add_group_title(out, results, &results->groups[i]);
        buf_add_text(out,
                     "\n| subscript | runs | geometric mean | interval 95 % | "
                     "mean | deviation | median | longest | paper |\n");
        add_rules(out, 9);
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

static void add_all_faults(struct buf *out, const struct results *results)
{
    if (results->fault_count == 0)
        return;
    buf_add_text(
        out,
        "\n## Faults\n\n"
        "Under each subscript: how many runs failed, of how many, summed over "
        "the applications that have the fault. An application with several "
        "faults fails with the first that shows. Behind them, at the largest "
        "subscript: after how many actions half and nine tenths of the runs "
        "had failed.\n");
    for (size_t i = 0; i < results->group_count; i++) {
        add_group_title(out, results, &results->groups[i]);
        buf_add_text(out, "\n| fault | |");
        add_subscript_heads(out, results);
        buf_add_text(out, " actions, half | nine tenths |\n");
        add_rules(out, results->subscript_count + 4);
        for (size_t j = 0; j < results->fault_count; j++)
            add_fault(out, results, &results->groups[i], results->faults[j]);
    }
}

void report_add_markdown(const struct results *results, struct buf *out)
{
    buf_addf(out,
             "# TodoMVC: results of weir\n\n"
             "Written by `weir-todomvc --report`, from %zu runs, each of one "
             "test.\n",
             journal_count(results->journal));
    add_first(out, results);
    add_applications(out, results);
    add_rates(out, results);
    add_times(out, results);
    add_all_faults(out, results);
}
