/* The reporter for programs: the report of the original (reference, 8.6) with
 * additions. Each test is written into text when it ends, because its steps
 * live no longer; the document is put together at the end. */
#include "report/report.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/vec.h"
#include "report/diff.h"
#include "report/exercised.h"
#include "report/json_parts.h"
#include "report/out.h"
#include "report/program.h"
#include "report/shrunk.h"
#include "report/signal_columns.h"

struct json_reporter {
    struct reporter base;
    struct out out;
    struct buf info;    /* what is known at the beginning: fields */
    struct buf passed;  /* the tests of passedTests, with commas */
    struct buf tests;   /* every test, with commas */
    struct buf notices; /* with commas */
    struct exercised_list exercised;
    struct buf failed;  /* the first failed test, or empty */
    struct buf errored; /* the first errored or inconclusive test, or empty */
};

static void add_element(struct buf *out, const struct value *element,
                        enum diff_kind kind)
{
    buf_add_char(out, '{');
    for (size_t i = 0; i < element->count; i++) {
        json_add_string(out, value_text(element->fields[i].key));
        buf_add_char(out, ':');
        value_add_json(out, element->fields[i].value);
        buf_add_char(out, ',');
    }
    buf_addf(out, "\"diff\":\"%s\"}", diff_kind_text(kind));
}

/* The elements of one side, each with what became of it on the other. */
static void add_elements(struct buf *out, const struct value *before,
                         const struct value *after, bool want_before)
{
    struct diff_element_list list = {0};
    diff_elements(&list, before, after);
    const struct value *side = want_before ? before : after;
    enum diff_kind *kinds = memory_zeroed(side->count, sizeof *kinds);
    for (size_t i = 0; i < list.count; i++) {
        const struct diff_element *element = &list.items[i];
        if (want_before && element->before != NULL)
            kinds[element->before_index] = element->kind;
        if (!want_before && element->after != NULL)
            kinds[element->after_index] = element->kind;
    }
    buf_add_char(out, '[');
    for (size_t i = 0; i < side->count; i++) {
        if (i > 0)
            buf_add_char(out, ',');
        add_element(out, side->items[i], kinds[i]);
    }
    buf_add_char(out, ']');
    free(kinds);
    diff_element_list_finish(&list);
}

/* One side of a transition; `other` is the state beside it, or NULL. */
static void add_queries(struct buf *out, const struct value *state,
                        const struct value *other, bool is_before)
{
    struct value *nothing = value_list(NULL, 0);
    buf_add_char(out, '{');
    for (size_t i = 0; i < state->count; i++) {
        const struct value *value = state->fields[i].value;
        const struct value *beside =
            other == NULL
                ? NULL
                : value_field(other, value_text(state->fields[i].key));
        if (beside == NULL || !diff_is_elements(beside))
            beside = nothing;
        if (i > 0)
            buf_add_char(out, ',');
        json_add_string(out, value_text(state->fields[i].key));
        buf_add_char(out, ':');
        if (!diff_is_elements(value))
            value_add_json(out, value);
        else if (is_before)
            add_elements(out, value, beside, true);
        else
            add_elements(out, beside, value, false);
    }
    buf_add_char(out, '}');
    value_unref(nothing);
}

static void add_state(struct buf *out, const struct value *state,
                      const struct value *other, bool is_before)
{
    buf_addf(out,
             "{\"hash\":\"%016" PRIx64 "\",\"queries\":", value_hash(state));
    add_queries(out, state, other, is_before);
    buf_add_text(out, ",\"screenshot\":null}");
}

static void add_transition(struct buf *out, const struct step *step,
                           const struct step *previous)
{
    const struct value *from = previous == NULL ? NULL : previous->state;
    buf_add_text(out, "{\"tag\":\"StateTransition\",\"fromState\":");
    if (from == NULL)
        buf_add_text(out, "null");
    else
        add_state(out, from, step->state, true);
    buf_add_text(out, ",\"toState\":");
    add_state(out, step->state, from, false);
    buf_add_text(out, ",\"actions\":");
    json_parts_actions(out, &step->what);
    buf_addf(out,
             ",\"kind\":\"%s\",\"version\":%" PRId64 ",\"timeUs\":%" PRId64,
             step_kind_text(step->kind), step->version, step->time_us);
    buf_add_text(out, ",\"target\":");
    if (step->target == NULL)
        buf_add_text(out, "null");
    else
        value_add_json(out, step->target);
    buf_add_char(out, '}');
}

static void add_error_transition(struct buf *out, const struct step *last,
                                 const char *error)
{
    buf_add_text(out, "{\"tag\":\"ErrorTransition\",\"fromState\":");
    if (last == NULL)
        buf_add_text(out, "null");
    else
        add_state(out, last->state, last->state, true);
    buf_add_text(out, ",\"actions\":[],");
    json_parts_text_field(out, "error", error);
    buf_add_char(out, '}');
}

static void add_transitions(struct buf *out, const struct test_result *result)
{
    size_t count = result->step_count;
    buf_add_char(out, '[');
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            buf_add_char(out, ',');
        bool has_previous =
            i > 0 && !(result->left_out > 0 && i == result->left_out_at);
        add_transition(out, &result->steps[i],
                       has_previous ? &result->steps[i - 1] : NULL);
    }
    if (result->error != NULL) {
        if (count > 0)
            buf_add_char(out, ',');
        add_error_transition(out, count > 0 ? &result->steps[count - 1] : NULL,
                             result->error);
    }
    buf_add_char(out, ']');
}

/* The test in the original's form: passedTests, failedTest, erroredTest. */
static void add_original_test(struct buf *out, const struct test_result *result)
{
    buf_add_char(out, '{');
    json_parts_validity(out, result->verdict);
    buf_add_text(out, ",\"transitions\":");
    add_transitions(out, result);
    buf_add_char(out, ',');
    json_parts_text_field(out, "property", result->info->property);
    buf_addf(out, ",\"index\":%zu}", result->info->index);
}

/* The other run of a test that was shrunk or is flaky. */
static void add_other(struct buf *out, const struct reduction_info *reduction)
{
    const struct test_result *other = reduction->other;
    if (other == NULL)
        return;
    buf_addf(out, ",\"%s\":{",
             reduction->kind == REDUCTION_FLAKY ? "repeated" : "original");
    json_parts_text_field(out, "verdict", verdict_text(other->verdict));
    buf_add_char(out, ',');
    json_parts_validity(out, other->verdict);
    buf_addf(out, ",\"states\":%zu,\"actions\":%" PRId64 ",",
             other->step_count + other->left_out, other->actions);
    json_parts_text_field(out, "error", other->error);
    buf_add_char(out, ',');
    json_parts_text_field(out, "note", other->note);
    buf_add_char(out, ',');
    json_parts_reasons(out, other);
    buf_add_text(out, ",\"transitions\":");
    add_transitions(out, other);
    signal_columns_add_json(out, other);
    buf_add_char(out, '}');
}

/* A field and its comma, unless there is nothing to say. */
static void add_if_known(struct buf *out, const char *name, const char *text)
{
    if (text == NULL)
        return;
    json_parts_text_field(out, name, text);
    buf_add_char(out, ',');
}

/* The test in our own list; its transitions unless passedTests has them. */
static void add_own_test(struct buf *out, const struct test_result *result)
{
    buf_add_char(out, '{');
    json_parts_text_field(out, "property", result->info->property);
    buf_addf(out, ",\"index\":%zu,\"number\":%" PRId64 ",", result->info->index,
             result->info->number);
    json_parts_seed(out, result->info->seed);
    buf_add_char(out, ',');
    json_parts_text_field(out, "verdict", verdict_text(result->verdict));
    buf_add_char(out, ',');
    json_parts_validity(out, result->verdict);
    buf_addf(out,
             ",\"states\":%zu,\"actions\":%" PRId64 ",\"stale\":%" PRId64
             ",\"durationMs\":%" PRId64 ",",
             result->step_count + result->left_out, result->actions,
             result->stale, result->duration_ms);
    json_parts_text_field(out, "error", result->error);
    buf_add_char(out, ',');
    json_parts_text_field(out, "note", result->note);
    buf_add_char(out, ',');
    add_if_known(out, "environment", result->info->environment);
    add_if_known(out, "saved", result->saved);
    json_parts_reasons(out, result);
    if (!verdict_is_pass(result->verdict)) {
        buf_add_text(out, ",\"transitions\":");
        add_transitions(out, result);
        signal_columns_add_json(out, result);
    }
    if (result->program != NULL && !verdict_is_pass(result->verdict)) {
        buf_add_text(out, ",\"program\":");
        program_add_json(out, result->program);
    }
    if (result->reduction != NULL) {
        buf_add_text(out, ",\"shrinking\":");
        shrunk_add_json(out, result);
        add_other(out, result->reduction);
    }
    buf_add_char(out, '}');
}

static void json_begin(struct reporter *reporter, const struct run_info *info)
{
    struct json_reporter *json = (struct json_reporter *)reporter;
    struct buf *out = &json->info;
    buf_clear(out);
    json_parts_text_field(out, "spec", info->spec);
    buf_add_char(out, ',');
    json_parts_text_field(out, "origin", info->origin);
    buf_add_char(out, ',');
    json_parts_seed(out, info->seed);
    buf_addf(out, ",\"subscript\":%" PRId64 ",", info->subscript);
    json_parts_text_field(out, "time", info->time_mode);
    if (info->strategy != NULL) {
        buf_add_char(out, ',');
        json_parts_text_field(out, "strategy", info->strategy);
    }
    if (info->shards > 0)
        buf_addf(out, ",\"shard\":%zu,\"shards\":%zu", info->shard,
                 info->shards);
    buf_addf(out, ",\"properties\":%zu,\"testsPerProperty\":%" PRId64 ",",
             info->property_count, info->tests);
    json_parts_text_field(out, "command", info->command);
}

static void json_notice(struct reporter *reporter, const struct notice *notice)
{
    struct json_reporter *json = (struct json_reporter *)reporter;
    struct buf *out = &json->notices;
    buf_add_text(out, out->length > 0 ? ",{" : "{");
    json_parts_text_field(out, "kind", notice->kind);
    buf_add_char(out, ',');
    json_parts_text_field(out, "text", notice->text);
    buf_add_char(out, '}');
}

static void json_test_end(struct reporter *reporter,
                          const struct test_result *result)
{
    struct json_reporter *json = (struct json_reporter *)reporter;
    exercised_add(&json->exercised, result);
    if (verdict_is_pass(result->verdict)) {
        if (json->passed.length > 0)
            buf_add_char(&json->passed, ',');
        add_original_test(&json->passed, result);
    } else {
        struct buf *first = verdict_is_failure(result->verdict)
                                ? &json->failed
                                : &json->errored;
        if (first->length == 0)
            add_original_test(first, result);
    }
    if (json->tests.length > 0)
        buf_add_char(&json->tests, ',');
    add_own_test(&json->tests, result);
}

/* Errored wins over failed, as in the exit status of the original; what was
 * left undecided does not. */
static void add_result(struct buf *out, struct json_reporter *json,
                       const struct run_summary *summary)
{
    if (json->errored.length == 0 && summary->aborted != NULL) {
        buf_add_text(&json->errored, "{\"validity\":null,\"transitions\":[");
        add_error_transition(&json->errored, NULL, summary->aborted);
        buf_add_text(&json->errored, "]}");
    }
    bool is_failed = json->failed.length > 0 && summary->errored == 0 &&
                     summary->aborted == NULL;
    const char *tag = is_failed                  ? "Failed"
                      : json->errored.length > 0 ? "Errored"
                                                 : "Passed";
    buf_addf(out, "{\"tag\":\"%s\",\"passedTests\":[", tag);
    buf_add_str(out, buf_str(&json->passed));
    buf_add_char(out, ']');
    if (is_failed) {
        buf_add_text(out, ",\"failedTest\":");
        buf_add_str(out, buf_str(&json->failed));
    } else if (json->errored.length > 0) {
        buf_add_text(out, ",\"erroredTest\":");
        buf_add_str(out, buf_str(&json->errored));
    }
    buf_add_char(out, '}');
}

static void json_end(struct reporter *reporter,
                     const struct run_summary *summary)
{
    struct json_reporter *json = (struct json_reporter *)reporter;
    struct buf out;
    char now[32];
    clock_wall_text(now);
    buf_init(&out);
    buf_addf(&out,
             "{\"tag\":\"Report\",\"generatedAt\":\"%s\",\"result\":", now);
    add_result(&out, json, summary);
    buf_add_text(&out, ",\"generator\":\"weir " WEIR_VERSION "\",\"run\":{");
    buf_add_str(&out, buf_str(&json->info));
    buf_add_text(&out, "},\"tests\":[");
    buf_add_str(&out, buf_str(&json->tests));
    buf_add_text(&out, "],\"notices\":[");
    buf_add_str(&out, buf_str(&json->notices));
    buf_add_text(&out, "],");
    if (json->exercised.count > 0) {
        buf_add_text(&out, "\"coverage\":");
        exercised_add_json(&out, &json->exercised);
        buf_add_char(&out, ',');
    }
    if (summary->tables.count > 0) {
        buf_add_text(&out, "\"tables\":");
        program_add_tables_json(&out, &summary->tables);
        buf_add_char(&out, ',');
    }
    buf_add_text(&out, "\"summary\":");
    json_parts_summary(&out, summary);
    buf_add_text(&out, "}\n");
    out_write(&json->out, buf_str(&out));
    buf_finish(&out);
}

static void json_reporter_destroy(struct reporter *reporter)
{
    struct json_reporter *json = (struct json_reporter *)reporter;
    exercised_finish(&json->exercised);
    out_close(&json->out);
    buf_finish(&json->info);
    buf_finish(&json->passed);
    buf_finish(&json->tests);
    buf_finish(&json->notices);
    buf_finish(&json->failed);
    buf_finish(&json->errored);
    free(json);
}

static const struct reporter_ops json_ops = {
    .begin = json_begin,
    .test_end = json_test_end,
    .notice = json_notice,
    .end = json_end,
    .destroy = json_reporter_destroy,
};

struct reporter *report_json_create(const struct report_options *options,
                                    struct error *error)
{
    struct out out;
    if (!out_open(&out, options, "JSON", error))
        return NULL;
    struct json_reporter *json = MEMORY_NEW(struct json_reporter);
    json->base.ops = &json_ops;
    json->out = out;
    return &json->base;
}
