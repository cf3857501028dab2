/* Writing traces: lines, from the small to the whole. */
#include "trace/trace_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/vec.h"
#include "trace/trace_internal.h"

const char *trace_verdict_name(enum verdict_kind kind)
{
    switch (kind) {
    case VERDICT_NONE:
        return "none";
    case VERDICT_DEFINITELY:
        return "definitely";
    case VERDICT_PROBABLY:
        return "probably";
    case VERDICT_INCONCLUSIVE:
        return "inconclusive";
    case VERDICT_ERRORED:
        return "errored";
    }
    return "none";
}

void trace_init(struct trace *trace)
{
    *trace = (struct trace){.has_ending = false};
}

void trace_header_finish(struct trace_header *header)
{
    free(header->spec);
    free(header->property);
    free(header->origin);
    free(header->time_mode);
    free(header->run);
    value_unref(header->options);
    deps_finish(&header->deps);
    *header = (struct trace_header){.spec = NULL};
}

void trace_finish(struct trace *trace)
{
    trace_header_finish(&trace->header);
    for (size_t i = 0; i < trace->count; i++)
        step_finish(&trace->items[i]);
    vec_finish(trace);
    free(trace->ending.error);
    trace_init(trace);
}

/* ,"name":"text" unless the text is NULL. */
/* The seed is a string: JSON readers lose bits of large numbers. */
void trace_add_header(struct buf *out, const struct trace_header *header)
{
    buf_addf(out, "{\"weir\":\"trace\",\"format\":%d", TRACE_FORMAT);
    json_add_text_field(out, "spec", header->spec);
    json_add_text_field(out, "property", header->property);
    if (header->property_number > 0)
        buf_addf(out, ",\"propertyNumber\":%" PRId64, header->property_number);
    json_add_text_field(out, "origin", header->origin);
    json_add_text_field(out, "time", header->time_mode);
    json_add_text_field(out, "run", header->run);
    value_add_json_field(out, "options", header->options);
    buf_addf(out, ",\"seed\":\"%" PRIu64 "\",\"dependencies\":", header->seed);
    deps_add_json(out, &header->deps);
    buf_add_text(out, "}\n");
}

static void add_optional_time(struct buf *out, const char *name, int64_t us)
{
    if (us >= 0)
        buf_addf(out, ",\"%s\":%" PRId64, name, us);
}

void trace_add_step(struct buf *out, const struct step *step)
{
    buf_addf(out, "{\"step\":%" PRId64 ",\"kind\":\"%s\",\"timeUs\":%" PRId64,
             step->version, step_kind_text(step->kind), step->time_us);
    add_optional_time(out, "callUs", step->call_us);
    add_optional_time(out, "returnUs", step->return_us);
    if (step->client != 0)
        buf_addf(out, ",\"client\":%" PRId32, step->client);
    value_add_json_field(out, "ticked", step->ticked);
    buf_add_text(out, ",\"what\":[");
    for (size_t i = 0; i < step->what.count; i++) {
        if (i > 0)
            buf_add_char(out, ',');
        action_add_json(out, &step->what.items[i]);
    }
    buf_add_char(out, ']');
    value_add_json_field(out, "names", step->names);
    value_add_json_field(out, "target", step->target);
    value_add_json_field(out, "evidence", step->evidence);
    value_add_json_field(out, "broken", step->broken);
    if (step->died)
        buf_add_text(out, ",\"died\":true");
    value_add_json_field(out, "state", step->state);
    buf_add_text(out, "}\n");
}

void trace_add_verdict(struct buf *out, struct verdict verdict)
{
    buf_addf(out, "\"verdict\":\"%s\"", trace_verdict_name(verdict.kind));
    if (verdict.kind == VERDICT_DEFINITELY || verdict.kind == VERDICT_PROBABLY)
        buf_addf(out, ",\"value\":%s", verdict.value ? "true" : "false");
}

void trace_add_ending(struct buf *out, const struct trace_ending *ending)
{
    buf_add_char(out, '{');
    trace_add_verdict(out, ending->verdict);
    json_add_text_field(out, "error", ending->error);
    buf_addf(out,
             ",\"actions\":%" PRId64 ",\"stale\":%" PRId64
             ",\"durationMs\":%" PRId64 "}\n",
             ending->actions, ending->stale, ending->duration_ms);
}

void trace_add(struct buf *out, const struct trace *trace)
{
    trace_add_header(out, &trace->header);
    for (size_t i = 0; i < trace->count; i++)
        trace_add_step(out, &trace->items[i]);
    if (trace->has_ending)
        trace_add_ending(out, &trace->ending);
}
