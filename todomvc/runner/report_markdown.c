/* results.md, from top to bottom: what to look at first, the applications; its
 * other tables are in tables.c. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "todomvc/runner/report.h"
#include "todomvc/runner/tables.h"

/* ---- small parts ----------------------------------------------------------
 */

static void add_faults(struct buf *out, const struct expected *expected)
{
    for (size_t i = 0; i < expected->fault_count; i++)
        buf_addf(out, "%s%d", i > 0 ? ", " : "", expected->faults[i]);
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
        tables_add_group(out, results, &results->groups[i]);
        buf_add_text(out, "\n| application | expected | fault |");
        tables_add_subscripts(out, results);
        buf_add_text(out, " |\n");
        tables_add_rules(out, results->subscript_count + 4);
        for (size_t j = 0; j < count; j++)
            add_application(out, results, &results->groups[i], &lines[j]);
        free(lines);
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
    tables_add_rates(out, results);
    tables_add_times(out, results);
    tables_add_faults(out, results);
}
