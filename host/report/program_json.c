/* The run of a program, and what a run has counted, for programs that read
 * reports. */
#include <inttypes.h>

#include "report/json_parts.h"
#include "report/program.h"

static const char *end_text(enum operation_end end)
{
    static const char *const texts[] = {
        [OPERATION_NOT_RUN] = "notRun", [OPERATION_PENDING] = "pending",
        [OPERATION_OK] = "ok",          [OPERATION_FAIL] = "fail",
        [OPERATION_INFO] = "info",
    };
    return texts[end];
}

static void add_time(struct buf *out, const char *name, int64_t time_us)
{
    buf_addf(out, ",\"%s\":", name);
    if (time_us < 0)
        buf_add_text(out, "null");
    else
        buf_addf(out, "%" PRId64, time_us);
}

static void add_operation(struct buf *out, const struct operation *operation)
{
    buf_addf(out, "{\"number\":%" PRId64 ",\"fork\":%zu,\"process\":%" PRId64,
             operation->number, operation->fork, operation->process);
    buf_add_char(out, ',');
    json_parts_text_field(out, "name", operation->name);
    value_add_json_or_null(out, "arguments", operation->arguments);
    buf_addf(out, ",\"end\":\"%s\"", end_text(operation->end));
    value_add_json_or_null(out, "got", operation->got);
    value_add_json_or_null(out, "expected", operation->expected);
    value_add_json_or_null(out, "before", operation->before);
    if (operation->words != NULL) {
        buf_add_char(out, ',');
        json_parts_text_field(out, "words", operation->words);
    }
    if (operation->detail != NULL)
        value_add_json_or_null(
            out, "requests", value_field_named(operation->detail, "requests"));
    if (operation->detail != NULL &&
        value_field_named(operation->detail, "pictureOf") != NULL)
        value_add_json_or_null(
            out, "pictureOf",
            value_field_named(operation->detail, "pictureOf"));
    add_time(out, "callUs", operation->call_us);
    add_time(out, "returnUs", operation->return_us);
    buf_addf(out, ",\"place\":%zu}", operation->place);
}

static void add_fault(struct buf *out, const struct program_run *run)
{
    json_parts_text_field(out, "fault", program_fault_text(run->fault));
    buf_add_char(out, ',');
    json_parts_text_field(out, "words", run->words);
    buf_add_text(out, ",\"culprit\":");
    if (run->culprit < run->operations.count)
        buf_addf(out, "%" PRId64, run->operations.items[run->culprit].number);
    else
        buf_add_text(out, "null");
}

void program_add_json(struct buf *out, const struct program_run *run)
{
    buf_add_char(out, '{');
    add_fault(out, run);
    buf_addf(out, ",\"parallel\":%s,\"recorded\":%s,\"scheduled\":%s",
             run->is_parallel ? "true" : "false",
             run->is_recorded ? "true" : "false",
             run->is_scheduled ? "true" : "false");
    if (run->users > 1)
        buf_addf(out, ",\"users\":%zu", run->users);
    buf_addf(out, ",\"runs\":%" PRId64 ",\"failures\":%" PRId64, run->attempts,
             run->failures);
    buf_add_text(out, ",\"operations\":[");
    for (size_t i = 0; i < run->operations.count; i++) {
        if (i > 0)
            buf_add_char(out, ',');
        add_operation(out, &run->operations.items[i]);
    }
    buf_add_char(out, ']');
    value_add_json_or_null(out, "states", run->possible);
    value_add_json_or_null(out, "answers", run->answers);
    value_add_json_or_null(out, "schedule", run->schedule);
    buf_add_char(out, '}');
}

static void add_table(struct buf *out, const struct table *table)
{
    buf_add_char(out, '{');
    json_parts_text_field(out, "title", table->title);
    buf_add_text(out, ",\"rows\":[");
    for (size_t i = 0; i < table->count; i++) {
        buf_add_text(out, i == 0 ? "{" : ",{");
        json_parts_text_field(out, "label", table->items[i].label);
        buf_addf(out, ",\"count\":%" PRIu64 ",\"of\":%" PRIu64 "}",
                 table->items[i].count, table->items[i].of);
    }
    buf_add_text(out, "]}");
}

void program_add_tables_json(struct buf *out, const struct table_list *tables)
{
    buf_add_char(out, '[');
    for (size_t i = 0; i < tables->count; i++) {
        if (i > 0)
            buf_add_char(out, ',');
        add_table(out, &tables->items[i]);
    }
    buf_add_char(out, ']');
}
