/* Order of this file: the list, lines for people, JSON. */
#include "report/exercised.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/vec.h"
#include "report/explain.h"
#include "report/text.h"

enum { NAMED_LIMIT = 5 }; /* of the things that never were, in one line */

void exercised_finish(struct exercised_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->items[i].property);
        coverage_finish(&list->items[i].coverage);
    }
    vec_finish(list);
}

static struct exercised *item_of(struct exercised_list *list,
                                 const struct test_info *info)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].property_index == info->property_index)
            return &list->items[i];
    struct exercised item = {
        .property = memory_format("%s", info->property),
        .property_index = info->property_index,
        .held = true,
    };
    vec_push(list, item);
    return &vec_last(list);
}

void exercised_add(struct exercised_list *list,
                   const struct test_result *result)
{
    if (result->coverage == NULL || result->coverage->states == 0)
        return;
    struct exercised *item = item_of(list, result->info);
    item->held = item->held && verdict_is_pass(result->verdict);
    item->actions += result->actions;
    if (result->step_count > 1)
        item->time_us += result->steps[result->step_count - 1].time_us -
                         result->steps[0].time_us;
    item->has_signals |= result->signals != NULL;
    item->was_sure |= result->verdict.kind == VERDICT_DEFINITELY;
    coverage_merge(&item->coverage, result->coverage);
}

/* ---- lines for people --------------------------------------------------- */

static bool was_true(const struct coverage_part *part)
{
    return part->was_true + part->was_open > 0;
}

static size_t count_taken(const struct coverage *coverage)
{
    size_t count = 0;
    for (size_t i = 0; i < coverage->action_count; i++)
        count += coverage->actions[i].taken > 0;
    return count;
}

static size_t count_true(const struct coverage *coverage)
{
    size_t count = 0;
    for (size_t i = 0; i < coverage->part_count; i++)
        count += was_true(&coverage->parts[i]);
    return count;
}

/* "never done: a!, b!", as far as there are any. */
struct naming {
    struct buf line;
    size_t count;
};

/* Whether there is room for one more. */
static bool name_next(struct naming *naming, const char *label)
{
    if (naming->count++ == 0)
        buf_addf(&naming->line, "%s: ", label);
    else if (naming->count <= NAMED_LIMIT)
        buf_add_text(&naming->line, ", ");
    return naming->count <= NAMED_LIMIT;
}

static void print_names(struct ink *ink, struct naming *naming)
{
    if (naming->count > NAMED_LIMIT)
        buf_addf(&naming->line, " and %zu more", naming->count - NAMED_LIMIT);
    if (naming->count > 0)
        explain_text(ink, 5, INK_DIM, buf_text(&naming->line));
    buf_finish(&naming->line);
}

/* Where a run is decided before anybody asks what could be done, nothing is
 * known of what was possible. */
static bool was_anything_offered(const struct coverage *coverage)
{
    for (size_t i = 0; i < coverage->action_count; i++)
        if (coverage->actions[i].offered > 0)
            return true;
    return false;
}

/* The actions that were not taken, those that were possible, or those that
 * never were. */
static struct naming not_taken(const struct coverage *coverage, bool possible)
{
    bool was_asked = was_anything_offered(coverage);
    const char *label = possible ? "never done" : "never possible";
    struct naming naming = {.count = 0};
    buf_init(&naming.line);
    for (size_t i = 0; i < coverage->action_count; i++) {
        const struct coverage_action *action = &coverage->actions[i];
        bool was_possible = action->offered > 0 || !was_asked;
        if (action->taken == 0 && was_possible == possible &&
            name_next(&naming, label))
            buf_add_text(&naming.line, action->name);
    }
    return naming;
}

/* One walk judges many properties by the same actions: what is told with the
 * next of them, too, is told there. */
static void print_not_taken(struct ink *ink, const struct exercised *item,
                            const struct exercised *next, bool possible)
{
    struct naming naming = not_taken(&item->coverage, possible);
    if (next != NULL) {
        struct naming other = not_taken(&next->coverage, possible);
        if (str_equal(buf_str(&naming.line), buf_str(&other.line)))
            naming.count = 0;
        buf_finish(&other.line);
    }
    print_names(ink, &naming);
}

static void print_not_true(struct ink *ink, const struct coverage *coverage)
{
    struct naming naming = {.count = 0};
    buf_init(&naming.line);
    for (size_t i = 0; i < coverage->part_count; i++) {
        const struct coverage_part *part = &coverage->parts[i];
        if (was_true(part) || !name_next(&naming, "never true"))
            continue;
        const char *slash = strrchr(part->file, '/');
        buf_addf(&naming.line, "`%s` (%s:%d)", part->text,
                 slash == NULL ? part->file : slash + 1, part->line);
    }
    print_names(ink, &naming);
}

/* How often the left sides of implications held, where there are signals: what
 * ticks seldom says little. ", premises true 12, 0 times in 160 states" */
static void add_premises(struct buf *line, const struct coverage *coverage)
{
    size_t count = 0;
    int64_t last = 0;
    for (size_t i = 0; i < coverage->part_count; i++) {
        const struct coverage_part *part = &coverage->parts[i];
        if (part->kind != COVERAGE_IMPLICATION)
            continue;
        last = part->was_true + part->was_open;
        buf_addf(line, "%s%" PRId64, count++ == 0 ? ", premises true " : ", ",
                 last);
    }
    if (count > 0)
        buf_addf(line, " time%s in %" PRId64 " states",
                 count == 1 && last == 1 ? "" : "s", coverage->states);
}

static void print_functions(struct ink *ink,
                            const struct reach_functions *functions)
{
    size_t known = functions->known.count;
    size_t ran = functions->ran.count;
    struct buf line;
    if (known == 0)
        return;
    buf_init(&line);
    buf_addf(&line, "ran: %zu of %zu functions of the page's scripts (%zu %%)",
             ran, known, ran * 100 / known);
    explain_text(ink, 5, INK_DIM, buf_text(&line));
    buf_finish(&line);
}

/* NULL: it is not. What the first state answers for good needs no action. */
static const char *vacuous(const struct exercised *item)
{
    bool needs_none = item->was_sure && count_taken(&item->coverage) == 0;
    return needs_none ? NULL : coverage_vacuous(&item->coverage);
}

/* That the only action was done, and nothing else, needs no words. */
static bool is_plain(const struct coverage *coverage)
{
    return coverage->action_count == 1 && count_taken(coverage) == 1 &&
           coverage->part_count == 0 && coverage->functions.known.count == 0 &&
           coverage_vacuous(coverage) == NULL;
}

/* next: that is printed after it, or NULL. */
static void print_item(struct ink *ink, const struct exercised *item,
                       const struct exercised *next)
{
    const struct coverage *coverage = &item->coverage;
    const char *why = vacuous(item);
    struct buf line;
    buf_init(&line);
    if (why != NULL) {
        buf_addf(&line, "%s held only vacuously: %s", item->property, why);
        explain_text(ink, 0, INK_RED, buf_text(&line));
        buf_clear(&line);
    }
    buf_addf(&line, "exercised by %s: %zu of %zu actions", item->property,
             count_taken(coverage), coverage->action_count);
    if (coverage->part_count > 0)
        buf_addf(&line, ", %zu of %zu conditions", count_true(coverage),
                 coverage->part_count);
    if (item->has_signals)
        add_premises(&line, coverage);
    explain_text(ink, 0, INK_DIM, buf_text(&line));
    buf_finish(&line);
    print_not_taken(ink, item, next, true);
    print_not_taken(ink, item, next, false);
    print_not_true(ink, coverage);
    print_functions(ink, &coverage->functions);
}

/* So many actions, and for each not even as much time as a person takes to
 * look. (In real time a reload alone takes some 30 ms.)
 */
enum { HURRIED_ACTIONS = 20, HURRIED_US = 50 * 1000 };

static bool is_any_never_possible(const struct coverage *coverage)
{
    for (size_t i = 0; i < coverage->action_count; i++)
        if (coverage->actions[i].offered == 0)
            return was_anything_offered(coverage);
    return false;
}

/* Actions follow one another without a pause, and under virtual time a
 * hundred take a tenth of a second: an answer that comes half a second later
 * is never seen, nor what can be done with it. */
static bool is_hurried(const struct exercised *item)
{
    return item->held && item->actions >= HURRIED_ACTIONS &&
           item->time_us < item->actions * HURRIED_US &&
           (is_any_never_possible(&item->coverage) || vacuous(item) != NULL);
}

static void print_hurry(struct ink *ink, const struct exercised *item)
{
    struct buf line;
    buf_init(&line);
    buf_add_text(&line, "does the page do something later, by a timer or an "
                        "answer? ");
    text_add_count(&line, item->actions, "action");
    buf_add_text(&line, " took ");
    text_add_duration_ms(&line, item->time_us / 1000);
    buf_add_text(&line, " of its time; with --pauses 500ms some of it passes "
                        "before half of them, and an action that is always "
                        "possible waits for it: action ~wait! = noop! timeout "
                        "1000;");
    explain_text(ink, 0, INK_DIM, buf_text(&line));
    buf_finish(&line);
}

void exercised_print(struct ink *ink, const struct exercised_list *list,
                     bool of_page)
{
    const struct exercised *hurried = NULL, *last = NULL;
    for (size_t i = 0; i < list->count; i++) {
        const struct exercised *item = &list->items[i];
        if (hurried == NULL && is_hurried(item))
            hurried = item;
        if (!item->held || is_plain(&item->coverage))
            continue;
        if (last != NULL)
            print_item(ink, last, item);
        last = item;
    }
    if (last != NULL)
        print_item(ink, last, NULL);
    if (of_page && hurried != NULL)
        print_hurry(ink, hurried);
}

/* ---- JSON --------------------------------------------------------------- */

static void add_item(struct buf *out, const struct exercised *item)
{
    const struct coverage *coverage = &item->coverage;
    const char *why = item->held ? vacuous(item) : NULL;
    buf_add_text(out, "{\"property\":");
    json_add_string(out, str_text(item->property));
    buf_add_text(out, ",\"vacuous\":");
    if (why == NULL)
        buf_add_text(out, "null");
    else
        json_add_string(out, str_text(why));
    buf_addf(out, ",\"tests\":%" PRId64 ",\"states\":%" PRId64, coverage->tests,
             coverage->states);
    if (coverage->functions.known.count > 0)
        buf_addf(out, ",\"functions\":{\"known\":%zu,\"ran\":%zu}",
                 coverage->functions.known.count,
                 coverage->functions.ran.count);
    buf_add_char(out, ',');
    coverage_lists_add_json(out, coverage, COVERAGE_IN_NUMBERS);
    buf_add_char(out, '}');
}

void exercised_add_json(struct buf *out, const struct exercised_list *list)
{
    buf_add_char(out, '[');
    for (size_t i = 0; i < list->count; i++) {
        if (i > 0)
            buf_add_char(out, ',');
        add_item(out, &list->items[i]);
    }
    buf_add_char(out, ']');
}
