/* What a test in another process tells of itself, from the small to the whole.
 */
#include "run/job_report.h"

#include <inttypes.h>

#include "base/json.h"
#include "trace/trace_file.h"

void job_report_add_doing(struct buf *out, const char *what)
{
    buf_add_text(out, "{\"doing\":");
    json_add_string(out, str_text(what));
    buf_add_text(out, "}\n");
}

void job_report_add_step(struct buf *out, const struct step *step)
{
    trace_add_step(out, step);
}

static void add_reason(struct buf *out, const struct reason *reason)
{
    buf_addf(out,
             "{\"line\":%d,\"column\":%d,\"endLine\":%d,\"endColumn\":%d,"
             "\"version\":%" PRId64,
             reason->line, reason->column, reason->end_line, reason->end_column,
             reason->version);
    json_add_text_field(out, "text", reason->text);
    json_add_text_field(out, "file", reason->file);
    json_add_text_field(out, "source", reason->source);
    json_add_text_field(out, "values", reason->values);
    json_add_text_field(out, "within", reason->within);
    if (reason->reads != NULL) {
        buf_add_text(out, ",\"reads\":");
        value_add_json(out, reason->reads);
    }
    buf_add_char(out, '}');
}

/* "verdict":… and what else belongs to one run, but for its steps. */
static void add_result(struct buf *out, const struct session_result *result)
{
    trace_add_verdict(out, result->verdict);
    if (result->verdict.kind == VERDICT_ERRORED) {
        buf_addf(out, ",\"code\":%d", (int)result->error.code);
        json_add_text_field(out, "error", result->error.message);
    }
    buf_add_text(out, ",\"coverage\":");
    coverage_add_json(out, &result->coverage);
    buf_addf(out, ",\"actions\":%" PRId64 ",\"stale\":%" PRId64,
             result->actions, result->stale);
    buf_addf(out, ",\"cut\":%d", (int)result->cut);
    json_add_text_field(out, "note", result->note);
    buf_add_text(out, ",\"reasons\":[");
    for (size_t i = 0; i < result->reasons.count; i++) {
        if (i > 0)
            buf_add_char(out, ',');
        add_reason(out, &result->reasons.items[i]);
    }
    buf_add_char(out, ']');
    if (result->signals != NULL) {
        buf_add_text(out, ",\"signals\":");
        value_add_json(out, result->signals);
    }
    buf_add_text(out, ",\"notices\":{");
    for (size_t i = 0; i < result->notices.count; i++) {
        const struct notice *notice = &result->notices.items[i];
        if (i > 0)
            buf_add_char(out, ',');
        json_add_string(out, str_text(notice->kind));
        buf_add_char(out, ':');
        json_add_string(out, str_text(notice->text));
    }
    buf_add_char(out, '}');
    if (result->learned.root.count > 0) {
        buf_add_text(out, ",\"learned\":");
        deps_add_json(out, &result->learned);
    }
}

static void add_reduction(struct buf *out, const struct reduction *reduction)
{
    buf_addf(out,
             ",\"reduction\":{\"kind\":%d,\"end\":%d,\"runs\":%" PRId64
             ",\"durationMs\":%" PRId64 ",\"confirmRuns\":%" PRId64
             ",\"confirmFailures\":%" PRId64 ",\"beganOtherwise\":%s"
             ",\"leftOut\":%" PRId64,
             (int)reduction->kind, (int)reduction->end, reduction->runs,
             reduction->duration_ms, reduction->confirm_runs,
             reduction->confirm_failures,
             reduction->began_otherwise ? "true" : "false",
             reduction->left_out);
    json_add_text_field(out, "trouble", reduction->trouble);
    buf_add_char(out, '}');
}

static void add_steps(struct buf *out, const struct kept_steps *kept)
{
    for (size_t i = 0; i < kept->count; i++) {
        if (i == KEPT_FIRST_STEPS && kept->left_out > 0)
            job_report_add_left_out(out, kept->left_out);
        trace_add_step(out, &kept->steps[i]);
    }
}

/* The run that was made first is the one whose steps have been written. */
static void add_both(struct buf *out, const struct session_result *first,
                     const struct session_result *second)
{
    buf_add_text(out, "{\"first\":{");
    add_result(out, first);
    buf_add_text(out, "}}\n");
    add_steps(out, &second->kept);
}

void job_report_add_anew(struct buf *out)
{
    buf_add_text(out, "{\"anew\":true}\n");
}

void job_report_add_left_out(struct buf *out, size_t count)
{
    buf_addf(out, "{\"leftOut\":%zu}\n", count);
}

void job_report_add_failing(struct buf *out,
                            const struct campaign_outcome *outcome)
{
    buf_add_text(out, "{\"failing\":{");
    add_result(out, &outcome->result);
    buf_addf(out, ",\"durationMs\":%" PRId64 "}}\n", outcome->duration_ms);
}

void job_report_add_outcome(struct buf *out,
                            const struct campaign_outcome *outcome)
{
    const struct reduction *reduction = &outcome->reduction;
    const struct session_result *last = &outcome->result;
    if (reduction->has_other && reduction->kind == REDUCTION_SHORTER) {
        add_both(out, &reduction->other, last);
    } else if (reduction->has_other) {
        last = &reduction->other;
        add_both(out, &outcome->result, last);
    }
    buf_add_text(out, "{\"outcome\":{");
    add_result(out, last);
    buf_addf(out, ",\"goesOn\":%s,\"durationMs\":%" PRId64,
             outcome->goes_on ? "true" : "false", outcome->duration_ms);
    if (outcome->inexact > 0)
        buf_addf(out, ",\"inexact\":%zu,\"inexactAt\":%zu", outcome->inexact,
                 outcome->inexact_at);
    if (outcome->left_out > 0)
        buf_addf(out, ",\"leftOut\":%zu,\"leftOutAt\":%zu", outcome->left_out,
                 outcome->left_out_at);
    if (reduction->kind != REDUCTION_NONE || reduction->runs > 0)
        add_reduction(out, reduction);
    buf_add_text(out, "}}\n");
}

/* The run that was made first stands first. */
static const struct kept_steps *
first_kept(const struct campaign_outcome *outcome)
{
    const struct reduction *reduction = &outcome->reduction;
    bool is_shorter =
        reduction->has_other && reduction->kind == REDUCTION_SHORTER;
    return is_shorter ? &reduction->other.kept : &outcome->result.kept;
}

void job_report_add_test(struct buf *out,
                         const struct campaign_outcome *outcome)
{
    add_steps(out, first_kept(outcome));
    job_report_add_outcome(out, outcome);
}
