/* The reporter for continuous integration: JUnit's XML, in the part that all
 * its readers understand. One suite, the specification; one case for each test,
 * and one that was skipped for each property that was not tested. */
#include "report/report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "report/out.h"
#include "report/run_copy.h"

struct junit {
    struct reporter base;
    struct out out;
    struct run_copy run;
    struct buf cases;
    struct buf notices; /* escaped; a line each */
    size_t count, failures, errors, skipped;
    char *last_error; /* of a test; owned, or NULL */
};

/* ---- XML ---------------------------------------------------------------- */

/* XML 1.0 has no way to write the others, not even as references. */
static bool is_char(uint32_t code)
{
    return code == '\t' || code == '\n' || code == '\r' ||
           (code >= 0x20 && code <= 0xD7FF) ||
           (code >= 0xE000 && code <= 0xFFFD) ||
           (code >= 0x10000 && code <= 0x10FFFF);
}

/* Readers turn line ends of an attribute into spaces, and a lone carriage
 * return into a line end, unless they are references. Characters of the second
 * control block are allowed and discouraged, so they are references too. */
static bool is_reference(uint32_t code, bool in_attribute)
{
    return code == '\r' || (in_attribute && (code == '\n' || code == '\t')) ||
           (code >= 0x7F && code <= 0x9F);
}

static void add_code(struct buf *out, uint32_t code, bool in_attribute)
{
    switch (code) {
    case '&':
        buf_add_text(out, "&amp;");
        return;
    case '<':
        buf_add_text(out, "&lt;");
        return;
    case '>': /* "]]>" must not stand in a text */
        buf_add_text(out, "&gt;");
        return;
    case '"':
        buf_add_text(out, in_attribute ? "&quot;" : "\"");
        return;
    default:
        break;
    }
    if (!is_char(code))
        utf8_encode(out, 0xFFFD);
    else if (is_reference(code, in_attribute))
        buf_addf(out, "&#%" PRIu32 ";", code);
    else
        utf8_encode(out, code);
}

static void add_escaped(struct buf *out, struct str text, bool in_attribute)
{
    size_t used;
    for (size_t at = 0; at < text.length; at += used)
        add_code(out,
                 utf8_decode(str_from(text.data + at, text.length - at), &used),
                 in_attribute);
}

/* NULL: none. */
static void add_attribute(struct buf *out, const char *name, const char *text)
{
    if (text == NULL)
        return;
    buf_addf(out, " %s=\"", name);
    add_escaped(out, str_text(text), true);
    buf_add_char(out, '"');
}

static void add_seconds(struct buf *out, int64_t duration_ms)
{
    buf_addf(out, " time=\"%" PRId64 ".%03d\"", duration_ms / 1000,
             (int)(duration_ms % 1000));
}

/* ---- cases -------------------------------------------------------------- */

static void begin_case(struct junit *junit, const char *name,
                       int64_t duration_ms)
{
    struct buf *out = &junit->cases;
    junit->count++;
    buf_add_text(out, "    <testcase");
    add_attribute(out, "classname", junit->run.spec);
    add_attribute(out, "name", name);
    add_seconds(out, duration_ms);
}

/* `element`: "failure" or "error". The text is the console's report. */
static void add_trouble(struct junit *junit, const char *element,
                        const char *message, const char *type, struct str text)
{
    struct buf *out = &junit->cases;
    buf_addf(out, ">\n      <%s", element);
    add_attribute(out, "message", message);
    add_attribute(out, "type", type);
    buf_add_char(out, '>');
    add_escaped(out, text, false);
    buf_addf(out, "</%s>\n    </testcase>\n", element);
}

/* One line, which is what many readers show above the text, where the whole is:
 * the first one of the error, the first reason with
 * what its parts are, or the verdict. */
static void add_message(struct buf *out, const struct test_result *result)
{
    const struct reason *reason =
        result->reason_count > 0 ? &result->reasons[0] : NULL;
    if (result->error != NULL) {
        buf_add(out, result->error, strcspn(result->error, "\n"));
    } else if (reason != NULL && reason->text != NULL) {
        buf_add_text(out, reason->text);
        if (reason->values != NULL)
            buf_addf(out, "; %s", reason->values);
    } else {
        buf_add_text(out, verdict_text(result->verdict));
    }
}

static void add_report(struct junit *junit, const struct test_result *result)
{
    bool failed = verdict_is_failure(result->verdict);
    struct buf text, message;
    buf_init(&text);
    buf_init(&message);
    run_copy_add_report(&text, &junit->run, result);
    add_message(&message, result);
    if (failed)
        junit->failures++;
    else
        junit->errors++;
    add_trouble(junit, failed ? "failure" : "error", buf_text(&message),
                verdict_text(result->verdict), buf_str(&text));
    buf_finish(&text);
    buf_finish(&message);
}

/* What people should know of a test that passed. (A report has it in its text.)
 */
static void end_passed(struct buf *out, const char *note)
{
    if (note == NULL) {
        buf_add_text(out, "/>\n");
        return;
    }
    buf_add_text(out, ">\n      <system-out>");
    add_escaped(out, str_text(note), false);
    buf_add_text(out, "</system-out>\n    </testcase>\n");
}

static void add_skipped(struct junit *junit, const char *name)
{
    begin_case(junit, name, 0);
    buf_add_text(&junit->cases, ">\n      <skipped message=\"not run\"/>\n"
                                "    </testcase>\n");
    junit->skipped++;
}

/* ---- the whole ---------------------------------------------------------- */

static void junit_begin(struct reporter *reporter, const struct run_info *info)
{
    struct junit *junit = (struct junit *)reporter;
    run_copy_finish(&junit->run);
    run_copy_init(&junit->run, info);
}

static void junit_notice(struct reporter *reporter, const struct notice *notice)
{
    struct junit *junit = (struct junit *)reporter;
    buf_add_text(&junit->notices, "note: ");
    add_escaped(&junit->notices, str_text(notice->text), false);
    buf_add_char(&junit->notices, '\n');
}

static void junit_test_end(struct reporter *reporter,
                           const struct test_result *result)
{
    struct junit *junit = (struct junit *)reporter;
    struct buf name;
    buf_init(&name);
    run_copy_test(&junit->run, result->info);
    run_copy_add_name(&name, &junit->run, result);
    begin_case(junit, buf_text(&name), result->duration_ms);
    buf_finish(&name);
    if (verdict_is_pass(result->verdict))
        end_passed(&junit->cases, result->note);
    else
        add_report(junit, result);
    free(junit->last_error);
    junit->last_error =
        result->error == NULL ? NULL : memory_format("%s", result->error);
}

/* The command was ended by trouble that no test has told. */
static void add_abortion(struct junit *junit, const char *aborted)
{
    if (aborted == NULL ||
        (junit->last_error != NULL && strcmp(junit->last_error, aborted) == 0))
        return;
    begin_case(junit, "weir check", 0);
    junit->errors++;
    add_trouble(junit, "error", aborted, "Aborted", str_text(aborted));
}

static void add_counts(struct buf *out, const struct junit *junit,
                       const struct run_summary *summary)
{
    buf_addf(out,
             " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\"",
             junit->count, junit->failures, junit->errors, junit->skipped);
    add_seconds(out, summary->duration_ms);
}

static void add_property(struct buf *out, const char *name, const char *value)
{
    if (value == NULL)
        return;
    buf_addf(out, "      <property name=\"%s\"", name);
    add_attribute(out, "value", value);
    buf_add_text(out, "/>\n");
}

static void add_properties(struct buf *out, const struct run_copy *run)
{
    char seed[24];
    snprintf(seed, sizeof seed, "%" PRIu64, run->seed);
    buf_add_text(out, "    <properties>\n");
    add_property(out, "generator", "weir " WEIR_VERSION);
    add_property(out, "origin", run->origin);
    add_property(out, "seed", seed);
    add_property(out, "time", run->time_mode);
    add_property(out, "command", run->command);
    buf_add_text(out, "    </properties>\n");
}

/* Ant's schema takes a date without a zone. */
static void add_date(struct buf *out)
{
    char now[32];
    clock_wall_text(now);
    now[strcspn(now, "Z")] = '\0';
    add_attribute(out, "timestamp", now);
}

static void junit_end(struct reporter *reporter,
                      const struct run_summary *summary)
{
    struct junit *junit = (struct junit *)reporter;
    struct buf out;
    for (size_t i = 0; i < junit->run.property_count; i++)
        if (!junit->run.properties[i].tested)
            add_skipped(junit, junit->run.properties[i].name);
    add_abortion(junit, summary->aborted);
    buf_init(&out);
    buf_add_text(&out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                       "<testsuites name=\"weir\"");
    add_counts(&out, junit, summary);
    buf_add_text(&out, ">\n  <testsuite");
    add_attribute(&out, "name", junit->run.spec);
    add_counts(&out, junit, summary);
    add_date(&out);
    buf_add_text(&out, ">\n");
    add_properties(&out, &junit->run);
    buf_add_str(&out, buf_str(&junit->cases));
    if (junit->notices.length > 0) {
        buf_add_text(&out, "    <system-out>");
        buf_add_str(&out, buf_str(&junit->notices));
        buf_add_text(&out, "</system-out>\n");
    }
    buf_add_text(&out, "  </testsuite>\n</testsuites>\n");
    out_write(&junit->out, buf_str(&out));
    buf_finish(&out);
}

static void junit_destroy(struct reporter *reporter)
{
    struct junit *junit = (struct junit *)reporter;
    out_close(&junit->out);
    run_copy_finish(&junit->run);
    buf_finish(&junit->cases);
    buf_finish(&junit->notices);
    free(junit->last_error);
    free(junit);
}

static const struct reporter_ops junit_ops = {
    .begin = junit_begin,
    .test_end = junit_test_end,
    .notice = junit_notice,
    .end = junit_end,
    .destroy = junit_destroy,
};

struct reporter *report_junit_create(const struct report_options *options,
                                     struct error *error)
{
    struct out out;
    if (!out_open(&out, options, "JUnit", error))
        return NULL;
    struct junit *junit = MEMORY_NEW(struct junit);
    junit->base.ops = &junit_ops;
    junit->out = out;
    return &junit->base;
}
