/* The reporter for readers of the Test Anything Protocol, version 14: a line
 * for each test as it ends, what is wrong as a YAML block and as comments below
 * it, the plan at the end. */
#include "report/report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "report/out.h"
#include "report/run_copy.h"

struct tap {
    struct reporter base;
    struct out out;
    struct run_copy run;
    size_t count; /* test points written */
};

/* A name may stand on the line of a test point: no control characters, and
 * what begins a directive is escaped. */
static void add_description(struct buf *out, struct str text)
{
    size_t used;
    for (size_t at = 0; at < text.length; at += used) {
        uint32_t code =
            utf8_decode(str_from(text.data + at, text.length - at), &used);
        if (code == '#' || code == '\\')
            buf_add_char(out, '\\');
        utf8_encode(out, code < 0x20 || code == 0x7F ? ' ' : code);
    }
}

/* A YAML scalar in double quotes: JSON's, and its escapes for what YAML does
 * not take unescaped. */
static void add_scalar(struct buf *out, struct str text)
{
    struct buf json;
    size_t used;
    buf_init(&json);
    json_add_string(&json, text);
    for (size_t at = 0; at < json.length; at += used) {
        uint32_t code =
            utf8_decode(str_from(json.data + at, json.length - at), &used);
        bool plain =
            code < 0x7F || (code >= 0xA0 && code != 0x2028 && code != 0x2029 &&
                            code != 0xFEFF && code != 0xFFFE && code != 0xFFFF);
        if (plain)
            utf8_encode(out, code);
        else
            buf_addf(out, "\\u%04" PRIx32, code);
    }
    buf_finish(&json);
}

/* "  name: text" unless the text is NULL. */
static void add_entry(struct buf *out, const char *indent, const char *name,
                      const char *text)
{
    if (text == NULL)
        return;
    buf_addf(out, "%s%s: ", indent, name);
    add_scalar(out, str_text(text));
    buf_add_char(out, '\n');
}

/* The first entry of an item of a list stands after its dash. */
static void add_dash(struct buf *out, size_t item)
{
    out->data[item + 4] = '-';
}

static void add_place(struct buf *out, const char *indent, const char *file,
                      int line, int column)
{
    if (file == NULL)
        return;
    add_entry(out, indent, "file", file);
    buf_addf(out, "%sline: %d\n%scolumn: %d\n", indent, line, indent, column);
}

static void add_reasons(struct buf *out, const struct test_result *result)
{
    if (result->reason_count > 0)
        buf_add_text(out, "  reasons:\n");
    for (size_t i = 0; i < result->reason_count; i++) {
        const struct reason *reason = &result->reasons[i];
        size_t item = out->length;
        add_entry(out, "      ", "text", reason->text);
        add_place(out, "      ", reason->file, reason->line, reason->column);
        if (reason->version > 0)
            buf_addf(out, "      step: %" PRId64 "\n", reason->version);
        add_entry(out, "      ", "values", reason->values);
        if (reason->within != NULL)
            add_entry(out, "      ", "within", reason->within);
        if (out->length > item)
            add_dash(out, item);
    }
}

/* In the words of the console, as comments: readers that know only simple YAML
 * take no text with empty lines. */
static void add_report(struct buf *out, const struct run_copy *run,
                       const struct test_result *result)
{
    struct buf text;
    buf_init(&text);
    run_copy_add_report(&text, run, result);
    for (size_t at = 0; at < text.length;) {
        const char *line = text.data + at;
        size_t length = strcspn(line, "\n");
        buf_addf(out, "#%s%.*s\n", length == 0 ? "" : " ", (int)length, line);
        at += length + 1;
    }
    buf_finish(&text);
}

static void add_diagnostics(struct buf *out, const struct run_copy *run,
                            const struct run_copy_property *property,
                            const struct test_result *result)
{
    buf_add_text(out, "  ---\n");
    add_entry(out, "  ", "message",
              result->error != NULL ? result->error
                                    : verdict_text(result->verdict));
    add_entry(out, "  ", "severity",
              verdict_is_failure(result->verdict) ? "fail" : "error");
    add_entry(out, "  ", "verdict", verdict_text(result->verdict));
    if (property != NULL && property->file != NULL) {
        buf_add_text(out, "  at:\n");
        add_place(out, "    ", property->file, property->line,
                  property->column);
    }
    buf_addf(out,
             "  seed: \"%" PRIu64 "\"\n  states: %zu\n  actions: %" PRId64
             "\n  duration_ms: %" PRId64 "\n",
             result->info->seed, result->step_count + result->left_out,
             result->actions, result->duration_ms);
    add_entry(out, "  ", "note", result->note);
    add_entry(out, "  ", "environment", result->info->environment);
    add_entry(out, "  ", "command", run->command);
    add_reasons(out, result);
    buf_add_text(out, "  ...\n");
    add_report(out, run, result);
}

static void write_out(struct tap *tap, struct buf *text)
{
    out_write(&tap->out, buf_str(text));
    buf_finish(text);
}

static void tap_begin(struct reporter *reporter, const struct run_info *info)
{
    struct tap *tap = (struct tap *)reporter;
    run_copy_finish(&tap->run);
    run_copy_init(&tap->run, info);
    out_write(&tap->out, STR("TAP version 14\n"));
}

static void tap_test_end(struct reporter *reporter,
                         const struct test_result *result)
{
    struct tap *tap = (struct tap *)reporter;
    bool passed = verdict_is_pass(result->verdict);
    const struct run_copy_property *property =
        run_copy_test(&tap->run, result->info);
    struct buf out, name;
    buf_init(&out);
    buf_init(&name);
    run_copy_add_name(&name, &tap->run, result);
    buf_addf(&out, "%sok %zu - ", passed ? "" : "not ", ++tap->count);
    add_description(&out, buf_str(&name));
    buf_add_char(&out, '\n');
    if (!passed)
        add_diagnostics(&out, &tap->run, property, result);
    buf_finish(&name);
    write_out(tap, &out);
}

static void tap_notice(struct reporter *reporter, const struct notice *notice)
{
    struct tap *tap = (struct tap *)reporter;
    struct buf out;
    buf_init(&out);
    buf_add_text(&out, "# note: ");
    add_description(&out, str_text(notice->text));
    buf_add_char(&out, '\n');
    write_out(tap, &out);
}

static void tap_end(struct reporter *reporter,
                    const struct run_summary *summary)
{
    struct tap *tap = (struct tap *)reporter;
    struct buf out;
    buf_init(&out);
    for (size_t i = 0; i < tap->run.property_count; i++) {
        if (tap->run.properties[i].tested)
            continue;
        buf_addf(&out, "ok %zu - ", ++tap->count);
        add_description(&out, str_text(tap->run.properties[i].name));
        buf_add_text(&out, " # SKIP not run\n");
    }
    if (summary->aborted != NULL) {
        buf_add_text(&out, "Bail out! ");
        add_description(&out, str_text(summary->aborted));
        buf_add_char(&out, '\n');
    } else {
        buf_addf(&out, "1..%zu\n", tap->count);
    }
    write_out(tap, &out);
}

static void tap_destroy(struct reporter *reporter)
{
    struct tap *tap = (struct tap *)reporter;
    out_close(&tap->out);
    run_copy_finish(&tap->run);
    free(tap);
}

static const struct reporter_ops tap_ops = {
    .begin = tap_begin,
    .test_end = tap_test_end,
    .notice = tap_notice,
    .end = tap_end,
    .destroy = tap_destroy,
};

struct reporter *report_tap_create(const struct report_options *options,
                                   struct error *error)
{
    struct out out;
    if (!out_open(&out, options, "TAP", error))
        return NULL;
    struct tap *tap = MEMORY_NEW(struct tap);
    tap->base.ops = &tap_ops;
    tap->out = out;
    return &tap->base;
}
