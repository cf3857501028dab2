#include "report/tally.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/vec.h"
#include "report/shrunk.h"
#include "report/text.h"
#include "report/verdict_line.h"

void tally_list_finish(struct tally_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->items[i].property);
    vec_finish(list);
}

struct tally *tally_of(struct tally_list *list, const struct test_info *info)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].property_index == info->property_index)
            return &list->items[i];
    struct tally tally = {.property = memory_format("%s", info->property),
                          .property_index = info->property_index};
    vec_push(list, tally);
    return &vec_last(list);
}

void tally_count(struct tally *tally, const struct test_result *result)
{
    if (verdict_is_pass(result->verdict))
        tally->passed++;
    else if (verdict_is_failure(result->verdict))
        tally->failed++;
    else if (result->verdict.kind == VERDICT_ERRORED)
        tally->errored++;
    else
        tally->inconclusive++;
    const struct test_result *found = shrunk_original(result);
    tally->states += (int64_t)(found->step_count + found->left_out);
    tally->actions += found->actions;
    tally->duration_ms += result->duration_ms;
}

int64_t tally_tests(const struct tally *tally)
{
    return tally->passed + tally->failed + tally->errored + tally->inconclusive;
}

/* ", 2 failed": nothing when there are none. */
static void add_outcome(struct buf *out, int64_t count, const char *outcome)
{
    if (count == 0)
        return;
    if (out->length > 0)
        buf_add_text(out, ", ");
    buf_addf(out, "%lld %s", (long long)count, outcome);
}

/* "2 passed, 1 failed" */
static void add_outcomes(struct buf *out, const struct tally *tally)
{
    struct buf list;
    buf_init(&list);
    add_outcome(&list, tally->passed, "passed");
    add_outcome(&list, tally->failed, "failed");
    add_outcome(&list, tally->errored, "errored");
    add_outcome(&list, tally->inconclusive, "inconclusive");
    buf_add_text(out, list.length > 0 ? buf_text(&list) : "nothing was run");
    buf_finish(&list);
}

static struct verdict tally_verdict(const struct tally *tally)
{
    struct verdict verdict = {.kind = VERDICT_PROBABLY, .value = true};
    if (tally->failed > 0)
        verdict.value = false;
    else if (tally->errored > 0)
        verdict.kind = VERDICT_ERRORED;
    else if (tally->inconclusive > 0)
        verdict.kind = VERDICT_INCONCLUSIVE;
    return verdict;
}

void tally_print(struct ink *ink, const struct tally *tally)
{
    struct buf text;
    buf_init(&text);
    text_add_count(&text, tally_tests(tally), "test");
    buf_add_text(&text, ": ");
    add_outcomes(&text, tally);
    verdict_line_print(ink, &(struct verdict_line){
                                .verdict = tally_verdict(tally),
                                .property = tally->property,
                                .text = buf_text(&text),
                                .states = tally->states,
                                .actions = tally->actions,
                                .duration_ms = tally->duration_ms,
                            });
    buf_finish(&text);
}

static const char *exit_meaning(int status)
{
    switch (status) {
    case 1:
        return "a property errored or stayed inconclusive, the page could not "
               "be loaded, or a file could not be written";
    case 2:
        return "the specification, the options or the set-up are wrong";
    case 3:
        return "a property failed";
    case 129:
    case 130:
    case 143:
        return "interrupted";
    default:
        return NULL;
    }
}

/* How many properties ended which way: by their worst test. One whose only test
 * was kept from beginning has not ended. */
static struct tally count_properties(const struct tally_list *list)
{
    struct tally sum = {.property = NULL};
    for (size_t i = 0; i < list->count; i++) {
        struct verdict verdict = tally_verdict(&list->items[i]);
        if (tally_tests(&list->items[i]) == 0)
            continue;
        sum.passed += verdict_is_pass(verdict);
        sum.failed += verdict_is_failure(verdict);
        sum.errored += verdict.kind == VERDICT_ERRORED;
        sum.inconclusive += verdict.kind == VERDICT_INCONCLUSIVE;
    }
    return sum;
}

void tally_print_summary(struct ink *ink, const struct tally_list *list,
                         const struct run_summary *summary)
{
    struct tally sum = count_properties(list);
    struct buf text;
    buf_init(&text);
    int64_t properties = tally_tests(&sum);
    if (properties > 0) {
        buf_addf(&text, "%lld %s: ", (long long)properties,
                 properties == 1 ? "property" : "properties");
        add_outcomes(&text, &sum);
    }
    if (summary->not_run > 0)
        buf_addf(&text, "%s%zu %s not run%s", properties > 0 ? ", " : "",
                 summary->not_run, summary->not_run == 1 ? "test" : "tests",
                 summary->out_of_time
                     ? ": the time limit (--time-limit) was reached"
                     : "");
    buf_add_text(&text, "  (");
    text_add_duration_ms(&text, summary->duration_ms);
    buf_add_text(&text, ")");
    ink_begin(ink, 0, 5);
    ink_piece(ink, INK_BOLD, buf_text(&text));
    ink_end(ink);
    const char *meaning = exit_meaning(summary->exit_status);
    if (meaning != NULL) {
        buf_clear(&text);
        buf_addf(&text, "exit status %d: %s", summary->exit_status, meaning);
        ink_line(ink, 0, INK_PLAIN, buf_text(&text));
    }
    buf_finish(&text);
}
