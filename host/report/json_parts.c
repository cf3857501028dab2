#include "report/json_parts.h"

#include <inttypes.h>

void json_parts_text_field(struct buf *out, const char *name, const char *text)
{
    buf_addf(out, "\"%s\":", name);
    if (text == NULL)
        buf_add_text(out, "null");
    else
        json_add_string(out, str_text(text));
}

/* In quotes: JavaScript has no 64 bit integers. */
void json_parts_seed(struct buf *out, uint64_t seed)
{
    buf_addf(out, "\"seed\":\"%" PRIu64 "\"", seed);
}

void json_parts_actions(struct buf *out, const struct action_list *what)
{
    buf_add_char(out, '[');
    for (size_t i = 0; i < what->count; i++) {
        if (i > 0)
            buf_add_char(out, ',');
        action_add_json(out, &what->items[i]);
    }
    buf_add_char(out, ']');
}

void json_parts_validity(struct buf *out, struct verdict verdict)
{
    bool decided =
        verdict.kind == VERDICT_DEFINITELY || verdict.kind == VERDICT_PROBABLY;
    buf_add_text(out, "\"validity\":");
    if (!decided)
        buf_add_text(out, "null");
    else
        buf_addf(out, "{\"certainty\":\"%s\",\"value\":%s}",
                 verdict.kind == VERDICT_DEFINITELY ? "Definitely" : "Probably",
                 verdict.value ? "true" : "false");
}

static void add_reason(struct buf *out, const struct reason *reason)
{
    buf_add_char(out, '{');
    json_parts_text_field(out, "text", reason->text);
    buf_add_char(out, ',');
    json_parts_text_field(out, "file", reason->file);
    buf_addf(out, ",\"line\":%d,\"column\":%d,", reason->line, reason->column);
    if (reason->end_line > 0)
        buf_addf(out, "\"endLine\":%d,\"endColumn\":%d,", reason->end_line,
                 reason->end_column);
    json_parts_text_field(out, "source", reason->source);
    buf_addf(out, ",\"version\":%" PRId64 ",", reason->version);
    json_parts_text_field(out, "values", reason->values);
    if (reason->within != NULL) {
        buf_add_char(out, ',');
        json_parts_text_field(out, "within", reason->within);
    }
    buf_add_char(out, '}');
}

void json_parts_reasons(struct buf *out, const struct test_result *result)
{
    buf_add_text(out, "\"reasons\":[");
    for (size_t i = 0; i < result->reason_count; i++) {
        if (i > 0)
            buf_add_char(out, ',');
        add_reason(out, &result->reasons[i]);
    }
    buf_add_char(out, ']');
}

void json_parts_summary(struct buf *out, const struct run_summary *summary)
{
    buf_addf(out,
             "{\"passed\":%zu,\"failed\":%zu,\"errored\":%zu,"
             "\"inconclusive\":%zu,\"notRun\":%zu,",
             summary->passed, summary->failed, summary->errored,
             summary->inconclusive, summary->not_run);
    json_parts_text_field(out, "aborted", summary->aborted);
    buf_addf(out, ",\"durationMs\":%" PRId64 ",\"exitStatus\":%d}",
             summary->duration_ms, summary->exit_status);
}
