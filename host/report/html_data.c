/* Order of this file: what changed, a step, a run, a test. */
#include "report/html_data.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/memory.h"
#include "report/diff.h"
#include "report/json_parts.h"
#include "report/program.h"
#include "report/shrunk.h"
#include "report/signal_columns.h"
#include "report/words.h"

/* ---- what changed ------------------------------------------------------- */

/* [{"path", "before", "after"}, ...] */
static void add_fields(struct buf *out, const struct value *before,
                       const struct value *after)
{
    struct diff_field_list list = {0};
    diff_fields(&list, before, after);
    buf_add_text(out, ",\"fields\":[");
    for (size_t i = 0; i < list.count; i++) {
        buf_add_text(out, i > 0 ? ",{\"path\":" : "{\"path\":");
        json_add_string(out, str_text(list.items[i].path));
        value_add_json_field(out, "before", list.items[i].before);
        value_add_json_field(out, "after", list.items[i].after);
        buf_add_char(out, '}');
    }
    buf_add_char(out, ']');
    diff_field_list_finish(&list);
}

static void add_element(struct buf *out, const struct diff_element *element)
{
    buf_addf(out, "{\"kind\":\"%s\"", diff_kind_text(element->kind));
    if (element->before != NULL)
        buf_addf(out, ",\"before\":%zu", element->before_index);
    if (element->after != NULL)
        buf_addf(out, ",\"after\":%zu", element->after_index);
    if (element->moved)
        buf_add_text(out, ",\"moved\":true");
    if (element->replaced)
        buf_add_text(out, ",\"replaced\":true");
    if (element->before != NULL && element->after != NULL)
        add_fields(out, element->before, element->after);
    buf_add_char(out, '}');
}

/* Appends one item for each element that is not as it was; *any tells. */
static void add_elements(struct buf *out, const struct value *before,
                         const struct value *after, bool *any)
{
    struct diff_element_list list = {0};
    diff_elements(&list, before, after);
    diff_join_replaced(&list);
    for (size_t i = 0; i < list.count; i++) {
        const struct diff_element *element = &list.items[i];
        if (element->kind == DIFF_UNMODIFIED && !element->moved)
            continue;
        if (*any)
            buf_add_char(out, ',');
        add_element(out, element);
        *any = true;
    }
    diff_element_list_finish(&list);
}

static void begin_item(struct buf *out, bool *any)
{
    if (*any)
        buf_add_char(out, ',');
    *any = true;
}

/* {"selector", "items"} for two lists of elements, else {"selector", "before",
 * "after"}; nothing when nothing changed. NULL: was not there. */
static void add_change(struct buf *out, struct str selector,
                       const struct value *before, const struct value *after,
                       bool *any)
{
    bool are_elements = before != NULL && after != NULL &&
                        diff_is_elements(before) && diff_is_elements(after);
    struct buf items;
    bool differs = false;
    buf_init(&items);
    if (are_elements)
        add_elements(&items, before, after, &differs);
    else
        differs =
            before == NULL || after == NULL || !value_equal(before, after);
    if (differs) {
        begin_item(out, any);
        buf_add_text(out, "{\"selector\":");
        json_add_string(out, selector);
        if (are_elements) {
            buf_add_text(out, ",\"items\":[");
            buf_add_str(out, buf_str(&items));
            buf_add_char(out, ']');
        } else {
            value_add_json_field(out, "before", before);
            value_add_json_field(out, "after", after);
        }
        buf_add_char(out, '}');
    }
    buf_finish(&items);
}

/* Of each selector of either state. */
static void add_changes(struct buf *out, const struct value *before,
                        const struct value *after)
{
    bool any = false;
    buf_add_text(out, ",\"changes\":[");
    for (size_t i = 0; i < after->count; i++) {
        struct str selector = value_text(after->fields[i].key);
        add_change(out, selector, value_field(before, selector),
                   after->fields[i].value, &any);
    }
    for (size_t i = 0; i < before->count; i++) {
        struct str selector = value_text(before->fields[i].key);
        if (value_field(after, selector) == NULL)
            add_change(out, selector, before->fields[i].value, NULL, &any);
    }
    buf_add_char(out, ']');
}

/* ---- a step ------------------------------------------------------------- */

/* Where the elements of the state stand, by their refs. */
static void add_places(struct buf *out, const struct value *evidence)
{
    const struct value *places =
        evidence == NULL ? NULL : value_field(evidence, STR("places"));
    if (places == NULL || places->kind != VALUE_OBJECT)
        return;
    buf_add_text(out, ",\"places\":");
    value_add_json(out, places);
}

/* What the page said; the picture is elsewhere. */
static void add_said(struct buf *out, const struct value *evidence)
{
    static const char *const lists[] = {"console", "errors", "requests"};
    for (size_t i = 0; evidence != NULL && i < sizeof lists / sizeof *lists;
         i++)
        value_add_json_field(out, lists[i],
                             value_field(evidence, str_text(lists[i])));
}

static void add_step(struct buf *out, const struct step *step,
                     const struct step *previous, int picture)
{
    struct buf words;
    buf_init(&words);
    words_add_step(&words, step, previous, true);
    buf_addf(out,
             "{\"version\":%" PRId64 ",\"kind\":\"%s\",\"timeUs\":%" PRId64
             ",\"words\":",
             step->version, step_kind_text(step->kind), step->time_us);
    json_add_string(out, buf_str(&words));
    buf_finish(&words);
    buf_add_text(out, ",\"actions\":");
    json_parts_actions(out, &step->what);
    value_add_json_field(out, "target", step->target);
    if (picture == HTML_PICTURE_OUT)
        buf_add_text(out, ",\"pictureLeftOut\":true");
    else if (picture != HTML_NO_PICTURE)
        buf_addf(out, ",\"picture\":%d", picture);
    add_said(out, step->evidence);
    add_places(out, step->evidence);
    value_add_json_field(out, "state", step->state);
    if (previous != NULL)
        add_changes(out, previous->state, step->state);
    buf_add_char(out, '}');
}

/* ---- a run -------------------------------------------------------------- */

/* A run of the test: the one that was judged, or another beside it. What it
 * shows are steps[0] to steps[head - 1] and steps[tail] to the last one. */
struct html_run {
    const struct step *steps;
    size_t count;
    size_t head, tail;
    size_t left_out; /* steps between them, also those that nobody has kept */
};

/* Appends step i of those that are shown. */
static void add_shown(struct buf *out, const struct html_run *run, size_t i,
                      int picture)
{
    bool is_first = i == 0 || (run->left_out > 0 && i == run->tail);
    add_step(out, &run->steps[i], is_first ? NULL : &run->steps[i - 1],
             picture);
}

/* The bytes of step i, which may be long: of a page with many elements. */
static size_t measure(const struct html_run *run, size_t i, struct buf *scratch)
{
    buf_clear(scratch);
    add_shown(scratch, run, i, HTML_NO_PICTURE);
    return scratch->length;
}

/* Makes the gap so wide that the rest fits: the last steps are why it ended. */
static void fit(struct html_run *run, size_t room)
{
    struct buf scratch;
    size_t used = 0, size, head = 0, tail = run->count;
    buf_init(&scratch);
    while (head < run->head &&
           (size = measure(run, head, &scratch)) + used <= room / 4) {
        used += size;
        head++;
    }
    while (tail > run->tail || (run->left_out == 0 && tail > head)) {
        size = measure(run, tail - 1, &scratch);
        if (size + used > room)
            break;
        used += size;
        tail--;
    }
    buf_finish(&scratch);
    run->left_out += (run->head - head) + (tail - run->tail);
    run->head = head;
    run->tail = tail;
}

/* False: there are more than `room` bytes of them, and not all were appended.
 */
static bool add_steps(struct buf *out, const struct html_run *run,
                      const int *numbers, size_t room)
{
    size_t begin = out->length;
    for (size_t i = 0; i < run->count; i++) {
        if (i >= run->head && i < run->tail)
            continue;
        if (i > 0)
            buf_add_char(out, ',');
        add_shown(out, run, i, numbers[i]);
        if (out->length - begin > room)
            return false;
    }
    return true;
}

/* *fits: as add_steps says. */
static void add_shown_run(struct buf *out, const struct html_run *run,
                          const int *numbers, size_t room, bool *fits)
{
    buf_addf(out, "{\"leftOut\":%zu,\"leftOutAt\":%zu,\"steps\":[",
             run->left_out, run->head);
    *fits = add_steps(out, run, numbers, room);
    buf_add_text(out, "]}");
}

/* Appends {"leftOut", "leftOutAt", "steps": [...]}. Where there is no room for
 * all pictures, the last steps have them. */
static void add_run(struct buf *out, struct html_run run,
                    struct html_pictures *pictures, bool passed, size_t room)
{
    bool fits;
    size_t begin = out->length;
    int *numbers = memory_zeroed(run.count + 1, sizeof *numbers);
    for (size_t i = run.count; i > 0; i--)
        numbers[i - 1] =
            html_pictures_add(pictures, run.steps[i - 1].evidence, passed);
    add_shown_run(out, &run, numbers, room, &fits);
    if (!fits) {
        out->length = begin;
        fit(&run, room);
        add_shown_run(out, &run, numbers, SIZE_MAX, &fits);
    }
    free(numbers);
}

/* ---- a test ------------------------------------------------------------- */

static const char *ending_of(struct verdict verdict)
{
    if (verdict_is_pass(verdict))
        return "passed";
    if (verdict_is_failure(verdict))
        return "failed";
    return verdict.kind == VERDICT_INCONCLUSIVE ? "inconclusive" : "errored";
}

static void add_place(struct buf *out, const struct run_copy_property *property)
{
    if (property == NULL || property->file == NULL)
        return;
    buf_add_text(out, ",\"place\":{");
    json_parts_text_field(out, "file", property->file);
    buf_addf(out, ",\"line\":%d,\"column\":%d}", property->line,
             property->column);
}

static void add_ending(struct buf *out, const struct test_result *result)
{
    struct buf sentence;
    buf_init(&sentence);
    if (result->program != NULL)
        buf_add_text(&sentence, program_sentence(result->program));
    else
        words_add_verdict(&sentence, result->info->property, result->verdict,
                          true);
    json_parts_text_field(out, "verdict", program_verdict_text(result));
    buf_addf(out, ",\"ending\":\"%s\",", ending_of(result->verdict));
    json_parts_text_field(out, "sentence", buf_text(&sentence));
    buf_add_char(out, ',');
    json_parts_validity(out, result->verdict);
    buf_addf(out,
             ",\"states\":%zu,\"actions\":%" PRId64 ",\"durationMs\":%" PRId64
             ",",
             result->step_count + result->left_out, result->actions,
             result->duration_ms);
    json_parts_text_field(out, "error", result->error);
    buf_add_char(out, ',');
    json_parts_text_field(out, "note", result->note);
    buf_add_char(out, ',');
    json_parts_reasons(out, result);
    buf_finish(&sentence);
}

static struct html_run run_of(const struct test_result *result)
{
    size_t gap =
        result->left_out > 0 ? result->left_out_at : result->step_count;
    return (struct html_run){
        .steps = result->steps,
        .count = result->step_count,
        .head = gap,
        .tail = gap,
        .left_out = result->left_out,
    };
}

/* What came of running it again, and the other run: the one it was shrunk from,
 * or the one that did not fail. */
static void add_other_run(struct buf *out, const struct test_result *result,
                          struct html_pictures *pictures, size_t room)
{
    const struct reduction_info *reduction = result->reduction;
    struct buf words;
    buf_init(&words);
    shrunk_add_words(&words, result);
    buf_add_text(out, ",\"shrunk\":");
    json_add_string(out, buf_str(&words));
    buf_finish(&words);
    if (reduction->other == NULL)
        return;
    buf_addf(out, ",\"flaky\":%s,\"originalEnding\":{",
             reduction->kind == REDUCTION_FLAKY ? "true" : "false");
    add_ending(out, reduction->other);
    buf_add_text(out, "},\"original\":");
    add_run(out, run_of(reduction->other), pictures,
            verdict_is_pass(reduction->other->verdict), room);
    if (signal_columns_any(reduction->other)) {
        buf_add_text(out, ",\"originalSignals\":");
        value_add_json(out, reduction->other->signals);
    }
}

void html_data_add_test(struct buf *out, const struct test_result *result,
                        const struct run_copy_property *property,
                        struct html_pictures *pictures, size_t room)
{
    size_t begin = out->length;
    buf_add_char(out, '{');
    json_parts_text_field(out, "property", result->info->property);
    buf_addf(out, ",\"number\":%" PRId64 ",", result->info->number);
    json_parts_seed(out, result->info->seed);
    buf_add_char(out, ',');
    if (result->info->environment != NULL) {
        json_parts_text_field(out, "environment", result->info->environment);
        buf_add_char(out, ',');
    }
    add_ending(out, result);
    add_place(out, property);
    if (room > 0 && result->program != NULL &&
        !verdict_is_pass(result->verdict)) {
        buf_add_text(out, ",\"program\":");
        program_add_json(out, result->program);
    }
    if (room > 0) {
        buf_add_text(out, ",\"run\":");
        add_run(out, run_of(result), pictures, verdict_is_pass(result->verdict),
                room);
        signal_columns_add_json(out, result);
        size_t used = out->length - begin;
        if (result->reduction != NULL)
            add_other_run(out, result, pictures, used < room ? room - used : 0);
    }
    buf_add_char(out, '}');
}
