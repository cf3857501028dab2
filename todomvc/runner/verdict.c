/* First what a report has of a test, then what comes of it. */
#include "todomvc/runner/verdict.h"

#include <string.h>

#include "base/json.h"

/* A line of a results file is to be read by people, too. */
enum { TEXT_LIMIT = 400, NOTICES_LIMIT = 10 };

/* The exit statuses of weir check. */
enum { STATUS_PASSED = 0, STATUS_FAILED = 3 };

static const struct json *validity(const struct json *test)
{
    return json_read_field(json_read_field(test, "validity"), "value");
}

static bool is_verdict(const struct json *test, bool wanted)
{
    const struct json *value = validity(test);
    return json_kind(value) == JSON_KIND_BOOL &&
           json_read_bool(value) == wanted;
}

/* The test that decides: the first that did not pass, or the last. */
static const struct json *deciding(const struct json *tests, size_t *index)
{
    size_t count = json_read_count(tests);
    for (*index = 0; *index + 1 < count; ++*index)
        if (!is_verdict(json_read_at(tests, *index), true))
            break;
    return count == 0 ? NULL : json_read_at(tests, *index);
}

/* Up to and with the test at `last`. */
static int64_t sum(const struct json *tests, size_t last, const char *field)
{
    int64_t total = 0;
    for (size_t i = 0; i <= last && i < json_read_count(tests); i++) {
        int64_t number =
            json_read_int(json_read_field(json_read_at(tests, i), field));
        if (number > 0 && number < INT32_MAX)
            total += number;
    }
    return total;
}

static const char *keep(struct arena *arena, struct str text)
{
    size_t length = text.length < TEXT_LIMIT ? text.length : TEXT_LIMIT;
    return arena_copy_string(arena, text.data, length);
}

/* ---- what is only told ----------------------------------------------------
 */

static void add_texts(struct buf *out, const struct json *object,
                      const char *const *fields)
{
    buf_add_char(out, '{');
    for (const char *const *field = fields; *field != NULL; field++) {
        struct str text = json_read_string(json_read_field(object, *field));
        if (text.length > TEXT_LIMIT)
            text.length = TEXT_LIMIT;
        buf_addf(out, "%s\"%s\":", field == fields ? "" : ",", *field);
        json_add_string(out, text);
    }
    buf_add_char(out, '}');
}

static void add_list(struct buf *out, const char *name, const struct json *list,
                     const char *const *fields)
{
    buf_addf(out, "\"%s\":[", name);
    for (size_t i = 0; i < json_read_count(list) && i < NOTICES_LIMIT; i++) {
        if (i > 0)
            buf_add_char(out, ',');
        add_texts(out, json_read_at(list, i), fields);
    }
    buf_add_char(out, ']');
}

static void add_details(struct buf *out, const struct json *report,
                        const struct json *test)
{
    static const char *const of_reason[] = {"text", "values", NULL};
    static const char *const of_notice[] = {"kind", "text", NULL};
    add_list(out, "reasons", json_read_field(test, "reasons"), of_reason);
    buf_add_char(out, ',');
    add_list(out, "notices", json_read_field(report, "notices"), of_notice);
}

/* ---- reasons ------------------------------------------------------------- */

/* What is false, with the values; no line for what is not there. */
static void add_reason(struct buf *out, struct str text, const char *verb,
                       struct str values)
{
    if (text.length == 0)
        return;
    buf_add_str(out, text);
    buf_addf(out, "%s; ", verb);
    buf_add_str(out, values);
    buf_add_char(out, '\n');
}

/* As todomvc/npm/run reads them: "text; values", one a line, and the same of
 * the rule that it is in. */
static void add_reasons(struct buf *out, const struct json *test)
{
    const struct json *reasons = json_read_field(test, "reasons");
    for (size_t i = 0; i < json_read_count(reasons); i++) {
        const struct json *reason = json_read_at(reasons, i);
        struct str values = json_read_string(json_read_field(reason, "values"));
        add_reason(out, json_read_string(json_read_field(reason, "text")), "",
                   values);
        add_reason(out, json_read_string(json_read_field(reason, "within")),
                   " is false", values);
    }
}

static bool is_known(const struct json *test,
                     const struct manifest_texts *reasons)
{
    struct buf shown;
    buf_init(&shown);
    add_reasons(&shown, test);
    bool known = reasons->count == 0;
    for (size_t i = 0; !known && i < reasons->count; i++)
        known = strstr(buf_text(&shown), reasons->items[i]) != NULL;
    buf_finish(&shown);
    return known;
}

/* ---- no verdict ---------------------------------------------------------- */

/* The first line that says more than where the sandbox is. */
static struct str first_words(struct str said)
{
    while (said.length > 0) {
        const char *end = memchr(said.data, '\n', said.length);
        struct str line = said;
        if (end != NULL)
            line.length = (size_t)(end - said.data);
        if (line.length > 0 && !str_starts_with(line, "weir: running as root"))
            return line;
        said = str_from(said.data + line.length, said.length - line.length);
        if (said.length > 0)
            said = str_from(said.data + 1, said.length - 1);
    }
    return said;
}

static const char *why(const struct json *report, const struct json *test,
                       const struct ending *ending, struct arena *arena)
{
    const struct str texts[] = {
        json_read_string(json_read_field(test, "error")),
        json_read_string(
            json_read_field(json_read_field(report, "summary"), "aborted")),
        first_words(ending->said),
        json_read_string(json_read_field(test, "note")),
        json_read_string(json_read_field(test, "verdict")),
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].length > 0)
            return arena_format(arena, "%s (%s)", keep(arena, texts[i]),
                                ending->text);
    return arena_format(arena, "weir said nothing (%s)", ending->text);
}

void verdict_read(struct record *record, struct str report,
                  const struct ending *ending,
                  const struct manifest_texts *reasons, struct arena *arena)
{
    struct json *json = report.length == 0 ? NULL : json_parse(report, NULL);
    const struct json *tests = json_read_field(json, "tests");
    size_t index;
    const struct json *test = deciding(tests, &index);
    struct buf details;
    buf_init(&details);
    record->exit_status = ending->exit_status;
    record->actions = sum(tests, index, "actions");
    record->test_ms = sum(tests, index, "durationMs");
    if (test != NULL)
        record->verdict =
            keep(arena, json_read_string(json_read_field(test, "verdict")));
    if (ending->exit_status == STATUS_PASSED && is_verdict(test, true))
        record->outcome = OUTCOME_PASSED;
    else if (ending->exit_status == STATUS_FAILED && is_verdict(test, false))
        record->outcome = OUTCOME_FAILED;
    else
        record->outcome = OUTCOME_ERROR;
    record->is_known_reason =
        record->outcome == OUTCOME_FAILED && is_known(test, reasons);
    if (record->outcome == OUTCOME_ERROR)
        record->error = why(json, test, ending, arena);
    add_details(&details, json, test);
    record->details =
        arena_copy_string(arena, buf_text(&details), details.length);
    buf_finish(&details);
    json_destroy(json);
}
