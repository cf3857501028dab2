/* The HTML report: one file that needs nothing else. Its page (html/) shows
 * data that stands in it as JSON, in an element that no browser runs; text of
 * pages and specifications reaches the document only as text.
 *
 * Each test is written into data when it ends, because its steps live no
 * longer; the file is put together at the end. */
#include "report/report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "report/html/bytes.h"
#include "report/html_data.h"
#include "report/html_sources.h"
#include "report/json_parts.h"
#include "report/out.h"
#include "report/program.h"
#include "report/run_copy.h"

enum {
    /* Bytes of the tests' data; the steps of tests that come when it is full
     * are left out. Passing ones fill only the first part. */
    DATA_LIMIT_BYTES = 32 * 1024 * 1024,
    PASSED_LIMIT_BYTES = 8 * 1024 * 1024,
};

struct html {
    struct reporter base;
    struct out out;
    struct run_copy run;
    int64_t subscript;
    bool is_model;
    struct buf tests;   /* with commas */
    struct buf notices; /* with commas */
    struct html_pictures pictures;
    struct html_sources sources;
    size_t without_steps; /* tests */
};

static void html_begin(struct reporter *reporter, const struct run_info *info)
{
    struct html *html = (struct html *)reporter;
    run_copy_finish(&html->run);
    run_copy_init(&html->run, info);
    html->subscript = info->subscript;
    html->is_model = info->is_model;
}

static void html_notice(struct reporter *reporter, const struct notice *notice)
{
    struct html *html = (struct html *)reporter;
    if (html->notices.length > 0)
        buf_add_char(&html->notices, ',');
    json_add_string(&html->notices, str_text(notice->text));
}

static void html_test_end(struct reporter *reporter,
                          const struct test_result *result)
{
    struct html *html = (struct html *)reporter;
    const struct run_copy_property *property =
        run_copy_test(&html->run, result->info);
    size_t limit = verdict_is_pass(result->verdict) ? PASSED_LIMIT_BYTES
                                                    : DATA_LIMIT_BYTES;
    size_t used = html->tests.length;
    size_t room = used < limit ? limit - used : 0;
    html->without_steps += room == 0;
    if (property != NULL)
        html_sources_add(&html->sources, property->file);
    for (size_t i = 0; i < result->reason_count; i++)
        html_sources_add(&html->sources, result->reasons[i].file);
    if (html->tests.length > 0)
        buf_add_char(&html->tests, ',');
    html_data_add_test(&html->tests, result, property, &html->pictures, room);
}

/* ---- the file ----------------------------------------------------------- */

static void add_run(struct buf *out, const struct html *html)
{
    const struct run_copy *run = &html->run;
    json_parts_text_field(out, "spec", run->spec);
    buf_add_char(out, ',');
    json_parts_text_field(out, "origin", run->origin);
    buf_add_char(out, ',');
    json_parts_seed(out, run->seed);
    buf_addf(out,
             ",\"subscript\":%" PRId64 ",\"testsPerProperty\":%" PRId64 ",",
             html->subscript, run->tests);
    json_parts_text_field(out, "time", run->time_mode);
    buf_addf(out, ",\"isModel\":%s,", html->is_model ? "true" : "false");
    json_parts_text_field(out, "command", run->command);
}

static void add_data(struct buf *out, const struct html *html,
                     const struct run_summary *summary)
{
    char now[32];
    clock_wall_text(now);
    buf_addf(out,
             "{\"generator\":\"weir " WEIR_VERSION
             "\",\"generatedAt\":\"%s\",\"run\":{",
             now);
    add_run(out, html);
    buf_add_text(out, "},\"summary\":");
    json_parts_summary(out, summary);
    buf_add_text(out, ",\"notices\":[");
    buf_add_str(out, buf_str(&html->notices));
    buf_addf(out,
             "],\"leftOut\":{\"pictures\":%zu,\"stepsOfTests\":%zu},"
             "\"sources\":",
             html->pictures.left_out, html->without_steps);
    html_sources_add_json(out, &html->sources);
    buf_add_text(out, ",\"tables\":");
    program_add_tables_json(out, &summary->tables);
    buf_add_text(out, ",\"tests\":[");
    buf_add_str(out, buf_str(&html->tests));
    buf_add_text(out, "],\"pictures\":[");
    buf_add_str(out, buf_str(&html->pictures.text));
    buf_add_text(out, "]}");
}

/* No text may end the element ("</script>") or open another one ("<!--"): in
 * JSON a "<" stands only in strings, where it can be written otherwise. */
static void add_harmless(struct buf *out, struct str json)
{
    size_t start = 0;
    for (size_t i = 0; i < json.length; i++) {
        if (json.data[i] != '<')
            continue;
        buf_add(out, json.data + start, i - start);
        buf_add_text(out, "\\u003c");
        start = i + 1;
    }
    buf_add(out, json.data + start, json.length - start);
}

/* The bytes of "report.css" and so on. */
static struct str part(const char *name)
{
    for (size_t i = 0; i < html_file_count; i++)
        if (strcmp(html_files[i].name, name) == 0)
            return str_from((const char *)html_files[i].bytes,
                            html_files[i].length);
    return STR("");
}

/* The page up to the next "{{NAME}}", with that filled in. False: the end. */
static bool add_part(struct buf *out, struct str *page, struct str data)
{
    static const struct {
        const char *mark, *part; /* NULL: the data */
    } parts[] = {{"{{style}}", "style"},
                 {"{{shown}}", "shown"},
                 {"{{pictures}}", "pictures"},
                 {"{{state}}", "state"},
                 {"{{property}}", "property"},
                 {"{{program}}", "program"},
                 {"{{signals}}", "signals"},
                 {"{{script}}", "script"},
                 {"{{data}}", NULL}};
    const char *at = memmem(page->data, page->length, "{{", 2);
    if (at == NULL) {
        buf_add_str(out, *page);
        return false;
    }
    buf_add(out, page->data, (size_t)(at - page->data));
    *page = str_from(at, page->length - (size_t)(at - page->data));
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        size_t length = strlen(parts[i].mark);
        if (!str_starts_with(*page, parts[i].mark))
            continue;
        *page = str_from(page->data + length, page->length - length);
        if (parts[i].part == NULL)
            add_harmless(out, data);
        else
            buf_add_str(out, part(parts[i].part));
        return true;
    }
    return false;
}

static void html_end(struct reporter *reporter,
                     const struct run_summary *summary)
{
    struct html *html = (struct html *)reporter;
    struct str page = part("page");
    struct buf data, out;
    buf_init(&data);
    buf_init(&out);
    add_data(&data, html, summary);
    while (add_part(&out, &page, buf_str(&data)))
        continue;
    out_write(&html->out, buf_str(&out));
    buf_finish(&data);
    buf_finish(&out);
}

static void html_destroy(struct reporter *reporter)
{
    struct html *html = (struct html *)reporter;
    out_close(&html->out);
    run_copy_finish(&html->run);
    buf_finish(&html->tests);
    buf_finish(&html->notices);
    html_pictures_finish(&html->pictures);
    html_sources_finish(&html->sources);
    free(html);
}

static const struct reporter_ops html_ops = {
    .begin = html_begin,
    .test_end = html_test_end,
    .notice = html_notice,
    .end = html_end,
    .destroy = html_destroy,
};

struct reporter *report_html_create(const struct report_options *options,
                                    struct error *error)
{
    struct out out;
    if (!out_open(&out, options, "HTML", error))
        return NULL;
    struct html *html = MEMORY_NEW(struct html);
    html->base.ops = &html_ops;
    html->out = out;
    return &html->base;
}
