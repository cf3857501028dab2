/* The lists of what there is, then selecting and counting. */
#include "todomvc/runner/results.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/vec.h"

/* ---- lists --------------------------------------------------------------- */

static bool is_of(const struct record *record,
                  const struct results_group *group)
{
    return strcmp(record->id.manifest, group->manifest) == 0 &&
           strcmp(record->id.profile, group->profile) == 0 &&
           strcmp(record->id.strategy, group->strategy) == 0 &&
           strcmp(record->id.options, group->options) == 0;
}

static void list_group(struct results *results, const struct record *record)
{
    for (size_t i = 0; i < results->group_count; i++)
        if (is_of(record, &results->groups[i]))
            return;
    results->groups = memory_resized(results->groups, results->group_count + 1,
                                     sizeof *results->groups);
    results->groups[results->group_count++] = (struct results_group){
        .manifest = record->id.manifest,
        .profile = record->id.profile,
        .strategy = record->id.strategy,
        .options = record->id.options,
    };
}

static void list_subscript(struct results *results, int64_t subscript)
{
    size_t at = results->subscript_count;
    for (size_t i = 0; i < at; i++)
        if (results->subscripts[i] == subscript)
            return;
    results->subscripts = memory_resized(results->subscripts, at + 1,
                                         sizeof *results->subscripts);
    for (; at > 0 && results->subscripts[at - 1] > subscript; at--)
        results->subscripts[at] = results->subscripts[at - 1];
    results->subscripts[at] = subscript;
    results->subscript_count++;
}

static void list_application(struct results *results, const char *name)
{
    size_t at = results->application_count;
    for (size_t i = 0; i < at; i++)
        if (strcmp(results->applications[i], name) == 0)
            return;
    results->applications = memory_resized(results->applications, at + 1,
                                           sizeof *results->applications);
    for (; at > 0 && strcmp(results->applications[at - 1], name) > 0; at--)
        results->applications[at] = results->applications[at - 1];
    results->applications[at] = name;
    results->application_count++;
}

/* FAULT_NONE comes last. */
static bool is_behind(int a, int b)
{
    return b != FAULT_NONE && (a == FAULT_NONE || a > b);
}

static void list_fault(struct results *results, int fault)
{
    size_t at = results->fault_count;
    for (size_t i = 0; i < at; i++)
        if (results->faults[i] == fault)
            return;
    results->faults =
        memory_resized(results->faults, at + 1, sizeof *results->faults);
    for (; at > 0 && is_behind(results->faults[at - 1], fault); at--)
        results->faults[at] = results->faults[at - 1];
    results->faults[at] = fault;
    results->fault_count++;
}

static void list_faults(struct results *results, const struct record *record)
{
    if (!expected_has_to(&record->expected, EXPECT_FAILS))
        return;
    for (size_t i = 0; i < record->expected.fault_count; i++)
        list_fault(results, record->expected.faults[i]);
    if (record->expected.fault_count == 0)
        list_fault(results, FAULT_NONE);
}

/* ---- labels -------------------------------------------------------------- */

static bool differ(const struct results *results, size_t field)
{
    for (size_t i = 1; i < results->group_count; i++) {
        const struct results_group *a = &results->groups[0];
        const struct results_group *b = &results->groups[i];
        const char *const of_a[] = {a->manifest, a->profile, a->options};
        const char *const of_b[] = {b->manifest, b->profile, b->options};
        if (strcmp(of_a[field], of_b[field]) != 0)
            return true;
    }
    return false;
}

static void label_group(const struct results *results,
                        struct results_group *group)
{
    const char *const fields[] = {group->manifest, group->profile,
                                  group->options};
    struct buf label;
    buf_init(&label);
    buf_add_text(&label, group->strategy);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (differ(results, i) && fields[i][0] != '\0')
            buf_addf(&label, ", %s", fields[i]);
    group->label = buf_take(&label);
}

void results_init(struct results *results, const struct journal *journal)
{
    *results = (struct results){.journal = journal};
    for (size_t i = 0; i < journal_count(journal); i++) {
        const struct record *record = journal_at(journal, i);
        list_group(results, record);
        list_subscript(results, record->id.subscript);
        list_application(results, record->id.application);
        list_faults(results, record);
    }
    for (size_t i = 0; i < results->group_count; i++)
        label_group(results, &results->groups[i]);
}

void results_finish(struct results *results)
{
    for (size_t i = 0; i < results->group_count; i++)
        free(results->groups[i].label);
    free(results->groups);
    free(results->subscripts);
    free(results->applications);
    free(results->faults);
    *results = (struct results){.journal = NULL};
}

/* ---- selecting ----------------------------------------------------------- */

const char *population_text(enum population population)
{
    static const char *const texts[] = {
        [POPULATION_ALL] = "all",
        [POPULATION_HAS_TO_FAIL] = "expected to fail",
        [POPULATION_PAPERS_FAULTS] = "with a fault of the paper's table",
        [POPULATION_PAPER_FAILS] = "failing in the paper's table",
        [POPULATION_WITH_DISPUTED] = "expected to fail, and disputed",
        [POPULATION_HAS_TO_PASS] = "expected to pass",
    };
    return texts[population];
}

static bool is_in(const struct expected *expected, enum population population)
{
    bool has_to_fail = expected_has_to(expected, EXPECT_FAILS);
    switch (population) {
    case POPULATION_HAS_TO_FAIL:
        return has_to_fail;
    case POPULATION_PAPERS_FAULTS:
        return has_to_fail && expected->fault_count > 0;
    case POPULATION_PAPER_FAILS:
        return has_to_fail && expected->published == EXPECT_FAILS;
    case POPULATION_WITH_DISPUTED:
        return has_to_fail || expected->disputed;
    case POPULATION_HAS_TO_PASS:
        return expected_has_to(expected, EXPECT_PASSES);
    default:
        return true;
    }
}

static bool has_fault(const struct expected *expected, int fault)
{
    return fault == FAULT_NONE ? expected->fault_count == 0
                               : expected_has_fault(expected, fault);
}

static bool is_selected(const struct record *record,
                        const struct selection *selection)
{
    return is_of(record, selection->group) &&
           (selection->subscript == 0 ||
            record->id.subscript == selection->subscript) &&
           (selection->application == NULL ||
            strcmp(record->id.application, selection->application) == 0) &&
           (selection->fault == 0 ||
            has_fault(&record->expected, selection->fault)) &&
           is_in(&record->expected, selection->population);
}

static void count(struct tally *tally, const struct record *record)
{
    tally->runs++;
    tally->passed += record->outcome == OUTCOME_PASSED;
    tally->failed += record->outcome == OUTCOME_FAILED;
    tally->errors += record->outcome == OUTCOME_ERROR;
    if (record->outcome == OUTCOME_ERROR)
        return;
    tally->other_reasons +=
        record->outcome == OUTCOME_FAILED && !record->is_known_reason;
    tally->seconds[tally->seconds_count] = (double)record->wall_us / 1e6;
    tally->actions[tally->seconds_count++] =
        record->outcome == OUTCOME_FAILED ? (double)record->actions : INFINITY;
}

void results_tally(const struct results *results,
                   const struct selection *selection, struct tally *tally)
{
    size_t all = journal_count(results->journal);
    *tally = (struct tally){
        .seconds = memory_zeroed(all, sizeof(double)),
        .actions = memory_zeroed(all, sizeof(double)),
    };
    for (size_t i = 0; i < all; i++) {
        const struct record *record = journal_at(results->journal, i);
        if (is_selected(record, selection))
            count(tally, record);
    }
}

void tally_finish(struct tally *tally)
{
    free(tally->seconds);
    free(tally->actions);
    tally->seconds = tally->actions = NULL;
}

const struct record *results_example(const struct results *results,
                                     const struct results_group *group,
                                     const char *application)
{
    struct selection selection = {.group = group, .application = application};
    const struct record *found = NULL;
    for (size_t i = 0; i < journal_count(results->journal); i++)
        if (is_selected(journal_at(results->journal, i), &selection))
            found = journal_at(results->journal, i);
    return found;
}
