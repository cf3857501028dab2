/* What a test in another process has told of itself, from the small to the
 * whole.
 */
#include "run/job_report.h"

#include <stdlib.h>

#include "base/json.h"
#include "base/lines.h"
#include "base/memory.h"
#include "trace/trace_file.h"

static enum cut read_cut(const struct json *json)
{
    int64_t cut = json_read_field_int(json, "cut");
    return cut > CUT_NONE && cut < CUTS ? (enum cut)cut : CUT_NONE;
}

static struct reason read_reason(const struct json *json)
{
    return (struct reason){
        .text = json_copy_text(json, "text"),
        .file = json_copy_text(json, "file"),
        .line = (int)json_read_field_int(json, "line"),
        .column = (int)json_read_field_int(json, "column"),
        .end_line = (int)json_read_field_int(json, "endLine"),
        .end_column = (int)json_read_field_int(json, "endColumn"),
        .source = json_copy_text(json, "source"),
        .version = json_read_field_int(json, "version"),
        .values = json_copy_text(json, "values"),
        .within = json_copy_text(json, "within"),
        .reads = value_list_from_field(json, "reads"),
    };
}

static bool read_trouble(struct error *trouble, const struct json *json,
                         struct error *error)
{
    int64_t code = json_read_field_int(json, "code");
    if (code <= ERROR_OK || code > ERROR_UNJUDGED_LATER)
        return error_set(error, ERROR_IO, "an error has no code");
    struct str words = json_read_string(json_read_field(json, "error"));
    if (words.length == 0)
        words = STR("an error without words");
    error_set(trouble, (enum error_code)code, "%.*s", STR_ARGS(words));
    return true;
}

static bool read_result(struct session_result *result, const struct json *json,
                        struct error *error)
{
    if (!trace_read_verdict(&result->verdict, json, error))
        return false;
    if (result->verdict.kind == VERDICT_ERRORED &&
        !read_trouble(&result->error, json, error))
        return false;
    if (!coverage_from_json(&result->coverage,
                            json_read_field(json, "coverage"), error))
        return false;
    const struct json *learned = json_read_field(json, "learned");
    if (json_kind(learned) == JSON_KIND_OBJECT &&
        !deps_from_json(&result->learned, learned, error))
        return false;
    result->actions = json_read_field_int(json, "actions");
    result->stale = json_read_field_int(json, "stale");
    result->cut = read_cut(json);
    result->note = json_copy_text(json, "note");
    const struct json *reasons = json_read_field(json, "reasons");
    for (size_t i = 0; i < json_read_count(reasons); i++)
        reason_list_push(&result->reasons,
                         read_reason(json_read_at(reasons, i)));
    const struct json *signals = json_read_field(json, "signals");
    if (json_kind(signals) == JSON_KIND_OBJECT)
        result->signals = value_from_json(signals);
    const struct json *notices = json_read_field(json, "notices");
    for (void *at = json_first(notices); at; at = json_next(notices, at)) {
        struct str kind;
        const struct json *text = json_entry(at, &kind);
        notice_list_add(&result->notices, kind.data,
                        json_read_string(text).data);
    }
    return true;
}

/* All steps of the run have been read. */
static void end_run(struct job_report *job_report)
{
    struct kept_steps *kept = &job_report->outcome.result.kept;
    kept->left_out += job_report->left_out;
    job_report->left_out = 0;
    kept_steps_straighten(kept);
}

/* The steps so far, and this, are of another run than those to come. */
static bool read_first(struct job_report *job_report, const struct json *json,
                       struct error *error)
{
    struct campaign_outcome *outcome = &job_report->outcome;
    if (outcome->reduction.has_other)
        return error_set(error, ERROR_IO, "there is a second first run");
    if (!read_result(&outcome->result, json, error))
        return false;
    end_run(job_report);
    outcome->reduction.has_other = true;
    session_result_finish(&outcome->reduction.other);
    outcome->reduction.other = outcome->result;
    session_result_init(&outcome->result);
    kept_steps_init(&outcome->result.kept, job_report->keep_all);
    return true;
}

static bool read_reduction(struct reduction *reduction, const struct json *json,
                           struct error *error)
{
    int64_t kind = json_read_field_int(json, "kind"),
            end = json_read_field_int(json, "end");
    if (kind < REDUCTION_NONE || kind > REDUCTION_TROUBLE ||
        end < REDUCTION_MINIMAL || end > REDUCTION_UNSTEADY)
        return error_set(error, ERROR_IO, "a reduction is of no known kind");
    reduction->kind = (enum reduction_kind)kind;
    reduction->end = (enum reduction_end)end;
    reduction->runs = json_read_field_int(json, "runs");
    reduction->duration_ms = json_read_field_int(json, "durationMs");
    reduction->confirm_runs = json_read_field_int(json, "confirmRuns");
    reduction->confirm_failures = json_read_field_int(json, "confirmFailures");
    reduction->began_otherwise =
        json_read_bool(json_read_field(json, "beganOtherwise"));
    reduction->left_out = json_read_field_int(json, "leftOut");
    reduction->trouble = json_copy_text(json, "trouble");
    return true;
}

/* Of two runs the second was the last one written; which of them is the test
 * depends on why there was a second. */
static void sort_out(struct campaign_outcome *outcome)
{
    struct reduction *reduction = &outcome->reduction;
    if (!reduction->has_other || reduction->kind == REDUCTION_SHORTER)
        return;
    struct session_result second = outcome->result;
    outcome->result = reduction->other;
    reduction->other = second;
}

static bool read_outcome(struct job_report *job_report, const struct json *json,
                         struct error *error)
{
    struct campaign_outcome *outcome = &job_report->outcome;
    const struct json *reduction = json_read_field(json, "reduction");
    if (!read_result(&outcome->result, json, error) ||
        (reduction != NULL &&
         !read_reduction(&outcome->reduction, reduction, error)))
        return false;
    outcome->goes_on = json_read_bool(json_read_field(json, "goesOn"));
    outcome->duration_ms = json_read_field_int(json, "durationMs");
    outcome->left_out = (size_t)json_read_field_int(json, "leftOut");
    outcome->left_out_at = (size_t)json_read_field_int(json, "leftOutAt");
    outcome->inexact = (size_t)json_read_field_int(json, "inexact");
    outcome->inexact_at = (size_t)json_read_field_int(json, "inexactAt");
    end_run(job_report);
    sort_out(outcome);
    return true;
}

static bool read_failing(struct job_report *job_report, const struct json *json,
                         struct error *error)
{
    if (job_report->is_failing)
        return error_set(error, ERROR_IO, "it fails twice");
    job_report->is_failing = read_result(&job_report->failing, json, error);
    job_report->outcome.duration_ms = json_read_field_int(json, "durationMs");
    return job_report->is_failing;
}

/* Only after the first ones (run/kept_steps.h). */
static bool read_left_out(struct job_report *job_report,
                          const struct json *json, struct error *error)
{
    const struct kept_steps *kept = &job_report->outcome.result.kept;
    int64_t count = json_read_int(json);
    if (count <= 0 || kept->count != KEPT_FIRST_STEPS ||
        job_report->left_out > 0)
        return error_set(error, ERROR_IO,
                         "steps are left out where none can be");
    job_report->left_out = (size_t)count;
    return true;
}

static bool begin_anew(struct job_report *job_report)
{
    kept_steps_finish(&job_report->outcome.result.kept);
    job_report->outcome.result.actions = 0;
    job_report->left_out = 0;
    return true;
}

static bool take_step(struct job_report *job_report, const struct json *json,
                      struct error *error)
{
    struct session_result *result = &job_report->outcome.result;
    const struct kept_steps *kept = &result->kept;
    int64_t number =
        (int64_t)(kept->count + kept->left_out + job_report->left_out) + 1;
    struct step step;
    step_init(&step);
    if (trace_read_step(&step, json, number, error)) {
        result->actions += step.kind == STEP_ACTED;
        job_report->is_stepping = true;
        kept_steps_add(&result->kept, &step);
        return true;
    }
    step_finish(&step);
    return false;
}

static bool take_object(struct job_report *job_report, const struct json *json,
                        struct error *error)
{
    const struct json *outcome = json_read_field(json, "outcome");
    const struct json *first = json_read_field(json, "first");
    const struct json *failing = json_read_field(json, "failing");
    const struct json *left_out = json_read_field(json, "leftOut");
    if (job_report->is_complete)
        return error_set(error, ERROR_IO, "there is more than an outcome");
    if (outcome != NULL) {
        job_report->is_complete = read_outcome(job_report, outcome, error);
        return job_report->is_complete;
    }
    if (first != NULL)
        return read_first(job_report, first, error);
    if (failing != NULL)
        return read_failing(job_report, failing, error);
    if (json_read_field(json, "anew") != NULL)
        return begin_anew(job_report);
    if (left_out != NULL)
        return read_left_out(job_report, left_out, error);
    char *doing = json_copy_text(json, "doing");
    if (doing == NULL)
        return take_step(job_report, json, error);
    free(job_report->doing);
    job_report->doing = doing;
    job_report->is_stepping = false;
    return true;
}

bool job_report_take_line(struct job_report *job_report, struct str line,
                          struct error *error)
{
    struct json *json = json_parse(line, error);
    bool fine = json != NULL && take_object(job_report, json, error);
    json_destroy(json);
    return fine;
}

static bool take_line(void *data, struct str line, struct error *error)
{
    return job_report_take_line(data, line, error);
}

void job_report_init(struct job_report *job_report, bool keep_all)
{
    *job_report = (struct job_report){.doing = NULL, .keep_all = keep_all};
    campaign_outcome_init(&job_report->outcome);
    session_result_init(&job_report->failing);
    kept_steps_init(&job_report->outcome.result.kept, keep_all);
}

void job_report_finish(struct job_report *job_report)
{
    campaign_outcome_finish(&job_report->outcome);
    session_result_finish(&job_report->failing);
    buf_finish(&job_report->unread);
    free(job_report->doing);
    job_report_init(job_report, false);
}

/* The run that failed is the first one, of which all steps have come; what came
 * of a second one is left. */
static void keep_failure(struct job_report *job_report,
                         const struct error *error)
{
    struct campaign_outcome *outcome = &job_report->outcome;
    struct reduction *reduction = &outcome->reduction;
    struct session_result *found =
        reduction->has_other ? &reduction->other : &outcome->result;
    job_report->failing.kept = found->kept;
    kept_steps_init(&found->kept, job_report->keep_all);
    session_result_finish(&outcome->result);
    outcome->result = job_report->failing;
    session_result_init(&job_report->failing);
    reduction_finish(reduction);
    reduction->kind = REDUCTION_TROUBLE;
    reduction->trouble = memory_format("%s", error->message);
    outcome->goes_on = true;
}

void job_report_break_off(struct job_report *job_report,
                          const struct error *error)
{
    end_run(job_report);
    if (job_report->is_failing)
        keep_failure(job_report, error);
    else
        campaign_outcome_fail(&job_report->outcome, error, true);
}

bool job_report_take(struct job_report *job_report, const char *bytes,
                     size_t length, struct error *error)
{
    return lines_feed(&job_report->unread, bytes, length, take_line, job_report,
                      error);
}
