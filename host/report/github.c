/* The reporter for GitHub: workflow commands, which its runner turns into
 * annotations of the specification. A line for each test that did not pass, at
 * the first reason that has a place, else at the property; nothing else. */
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "report/out.h"
#include "report/run_copy.h"
#include "report/text.h"

/* Of a message: GitHub takes 64 KiB; people do not. */
enum { MESSAGE_LIMIT = 16 * 1024 };

struct github {
    struct reporter base;
    struct out out;
    struct run_copy run;
    char *last_error; /* of a test; owned, or NULL */
};

/* The runner's own rules. In a property, what ends one is escaped too. The log
 * is shown in a terminal's way, so no other control character gets there. */
static void add_escaped(struct buf *out, struct str text, bool in_property)
{
    for (size_t i = 0; i < text.length; i++) {
        char byte = text.data[i];
        bool special = byte == '%' || byte == '\r' || byte == '\n' ||
                       (in_property && (byte == ':' || byte == ','));
        if (special)
            buf_addf(out, "%%%02X", (unsigned)byte);
        else
            buf_add_char(out, byte >= 0 && byte < ' ' ? '?' : byte);
    }
}

/* Annotations want a path in the repository. */
static const char *in_workspace(const char *path)
{
    const char *root = getenv("GITHUB_WORKSPACE");
    size_t length = root == NULL ? 0 : strlen(root);
    if (length > 0 && strncmp(path, root, length) == 0 && path[length] == '/')
        return path + length + 1;
    return strncmp(path, "./", 2) == 0 ? path + 2 : path;
}

/* GitHub attaches an annotation to no file but the repository's: weir's own
 * modules are elsewhere. */
static bool is_outside(const char *path)
{
    const char *root = getenv("GITHUB_WORKSPACE");
    return root != NULL && *root != '\0' && *in_workspace(path) == '/';
}

struct place {
    const char *file; /* NULL: none */
    int line, column;
};

static struct place place_of(const struct test_result *result,
                             const struct run_copy_property *property)
{
    for (size_t i = 0; i < result->reason_count; i++) {
        const struct reason *reason = &result->reasons[i];
        if (reason->file != NULL && !is_outside(reason->file))
            return (struct place){reason->file, reason->line, reason->column};
    }
    if (property == NULL ||
        (property->file != NULL && is_outside(property->file)))
        return (struct place){NULL, 0, 0};
    return (struct place){property->file, property->line, property->column};
}

static void write_command(struct github *github, struct place place,
                          const char *title, struct str message)
{
    struct buf out;
    buf_init(&out);
    buf_add_text(&out, "::error ");
    if (place.file != NULL) {
        buf_add_text(&out, "file=");
        add_escaped(&out, str_text(in_workspace(place.file)), true);
        buf_addf(&out, ",line=%d,col=%d,", place.line, place.column);
    }
    buf_add_text(&out, "title=");
    add_escaped(&out, str_text(title), true);
    buf_add_text(&out, "::");
    add_escaped(&out, message, false);
    buf_add_char(&out, '\n');
    out_write(&github->out, buf_str(&out));
    buf_finish(&out);
}

/* The end of a report says what does not hold and how to see it again, so of
 * one that is too long the beginning is left out: whole lines. */
static struct str last_part(struct str text)
{
    if (text.length <= MESSAGE_LIMIT)
        return text;
    size_t from = text.length - MESSAGE_LIMIT;
    while (from < text.length && text.data[from - 1] != '\n')
        from++;
    return str_from(text.data + from, text.length - from);
}

static void github_begin(struct reporter *reporter, const struct run_info *info)
{
    struct github *github = (struct github *)reporter;
    run_copy_finish(&github->run);
    run_copy_init(&github->run, info);
}

static void github_test_end(struct reporter *reporter,
                            const struct test_result *result)
{
    struct github *github = (struct github *)reporter;
    const struct run_copy_property *property =
        run_copy_test(&github->run, result->info);
    if (verdict_is_pass(result->verdict))
        return;
    struct buf name, title, text;
    buf_init(&name);
    buf_init(&title);
    buf_init(&text);
    run_copy_add_name(&name, &github->run, result);
    text_add(&title, buf_str(&name), (struct text_style){true, SIZE_MAX});
    buf_addf(&title, ": %s", verdict_text(result->verdict));
    run_copy_add_report(&text, &github->run, result);
    struct str message = last_part(buf_str(&text));
    if (str_ends_with(message, "\n"))
        message.length--;
    write_command(github, place_of(result, property), buf_text(&title),
                  message);
    free(github->last_error);
    github->last_error =
        result->error == NULL ? NULL : memory_format("%s", result->error);
    buf_finish(&name);
    buf_finish(&title);
    buf_finish(&text);
}

static void github_end(struct reporter *reporter,
                       const struct run_summary *summary)
{
    struct github *github = (struct github *)reporter;
    if (summary->aborted == NULL ||
        (github->last_error != NULL &&
         strcmp(github->last_error, summary->aborted) == 0))
        return;
    struct place place = {github->run.spec, 1, 1};
    if (summary->aborted_at != NULL)
        place =
            (struct place){summary->aborted_at->file, summary->aborted_at->line,
                           summary->aborted_at->column};
    write_command(github, place, "weir check", str_text(summary->aborted));
}

static void github_destroy(struct reporter *reporter)
{
    struct github *github = (struct github *)reporter;
    out_close(&github->out);
    run_copy_finish(&github->run);
    free(github->last_error);
    free(github);
}

static const struct reporter_ops github_ops = {
    .begin = github_begin,
    .test_end = github_test_end,
    .end = github_end,
    .destroy = github_destroy,
};

struct reporter *report_github_create(const struct report_options *options,
                                      struct error *error)
{
    struct out out;
    if (!out_open(&out, options, "GitHub", error))
        return NULL;
    struct github *github = MEMORY_NEW(struct github);
    github->base.ops = &github_ops;
    github->out = out;
    return &github->base;
}
