/* Runs the golden cases of the reporters: `golden_report [--update] FOLDER`.
 * The JSON reports have the shape of the original's (checklist 74).
 * `golden_report --print CASE.json FOLDER` prints the report of one case
 * (tests/report/html reads the HTML ones in a browser).
 *
 * FOLDER/cases/NAME.json:
 *   {"reporter": "console", "json", "junit", "tap", "github" or "html",
 *    "options": {"width", "unicode", "colour", "verbose", "showPassed"},
 *    "run": {"spec", "origin", "seed", "subscript", "time", "properties",
 *            "tests", "command",
 *            "places": [{"name", "file", "line", "column"}]},
 *    "tests": [{"trace": file in FOLDER/traces, "property", "number",
 *               "reasons": [{"text", "file", "line", "column", "endLine",
 *                            "endColumn", "source", "version", "values"}],
 *               "note", "environment",
 *               "signals": as port/checker.h has it,
 *               "coverage": as trace/coverage.h writes it,
 *               "saved": a file,
 *               "shrinking": {"outcome" and "ended" as in the JSON report,
 *                             "runs", "durationMs", "confirmRuns",
 *                             "confirmFailures", "trouble",
 *                             "beganOtherwise", "leftOut",
 *                             "other": file in FOLDER/traces,
 *                             "reasons": of the other}}],
 *    "notices": [{"kind", "text"}], told after the tests,
 *    "summary": {"passed", "failed", "errored", "inconclusive", "notRun",
 *                "aborted", "durationMs", "exitStatus"}}
 * Everything may be left out. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/vec.h"
#include "report/report.h"
#include "trace/trace_file.h"

static void die(const char *what, const char *why)
{
    fprintf(stderr, "golden_report: %s: %s\n", what, why);
    exit(2);
}

static char *read_whole(const char *path)
{
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return NULL;
    struct buf text;
    buf_init(&text);
    char bytes[4096];
    size_t got;
    while ((got = fread(bytes, 1, sizeof bytes, file)) > 0)
        buf_add(&text, bytes, got);
    fclose(file);
    buf_add_text(&text, "");
    return text.data == NULL ? memory_zeroed(1, 1) : buf_take(&text);
}

/* Borrowed from the JSON; NULL when missing. */
static const char *text_field(const struct json *json, const char *name)
{
    const struct json *field = json_read_field(json, name);
    return json_kind(field) == JSON_KIND_STRING ? json_read_string(field).data
                                                : NULL;
}

static int64_t int_field(const struct json *json, const char *name)
{
    return json_read_int(json_read_field(json, name));
}

static enum report_when when_field(const struct json *json, const char *name)
{
    return json_read_bool(json_read_field(json, name)) ? REPORT_ALWAYS
                                                       : REPORT_NEVER;
}

static struct report_options read_options(const struct json *json, FILE *stream)
{
    const struct json *unicode = json_read_field(json, "unicode");
    return (struct report_options){
        .stream = stream,
        .verbose = json_read_bool(json_read_field(json, "verbose")),
        .show_passed = json_read_bool(json_read_field(json, "showPassed")),
        .colour = when_field(json, "colour"),
        .live = REPORT_NEVER,
        .unicode =
            unicode == NULL ? REPORT_ALWAYS : when_field(json, "unicode"),
        .width = json_read_field(json, "width") == NULL
                     ? 80
                     : (int)int_field(json, "width"),
    };
}

/* Owned; what it points to is borrowed from the JSON. NULL: none given. */
static struct run_property *read_places(const struct json *list)
{
    size_t count = json_read_count(list);
    struct run_property *places =
        count == 0 ? NULL : memory_zeroed(count, sizeof *places);
    for (size_t i = 0; i < count; i++) {
        const struct json *json = json_read_at(list, i);
        places[i] = (struct run_property){
            .name = text_field(json, "name"),
            .file = text_field(json, "file"),
            .line = (int)int_field(json, "line"),
            .column = (int)int_field(json, "column"),
        };
    }
    return places;
}

static void report_begin(struct reporter *reporter, const struct json *json)
{
    const struct json *places = json_read_field(json, "places");
    struct run_property *properties = read_places(places);
    const char *time_mode = text_field(json, "time");
    const char *spec = text_field(json, "spec");
    const char *command = text_field(json, "command");
    struct run_info info = {
        .spec = spec == NULL ? "spec.strom" : spec,
        .origin = text_field(json, "origin"),
        .seed = (uint64_t)int_field(json, "seed"),
        .subscript = int_field(json, "subscript"),
        .time_mode = time_mode == NULL ? "virtual" : time_mode,
        .property_count = properties == NULL
                              ? (size_t)int_field(json, "properties")
                              : json_read_count(places),
        .properties = properties,
        .tests = json_read_field(json, "tests") == NULL
                     ? 1
                     : int_field(json, "tests"),
        .command = command == NULL ? "weir check spec.strom" : command,
    };
    reporter->ops->begin(reporter, &info);
    free(properties);
}

static char *copy_field(const struct json *json, const char *name)
{
    const char *text = text_field(json, name);
    return text == NULL ? NULL : memory_format("%s", text);
}

/* A new reference; NULL: none given. */
static struct value *read_value(const struct json *json, const char *name)
{
    const struct json *field = json_read_field(json, name);
    return field == NULL ? NULL : value_from_json(field);
}

static void read_reasons(struct reason_list *reasons, const struct json *list)
{
    for (size_t i = 0; i < json_read_count(list); i++) {
        const struct json *json = json_read_at(list, i);
        reason_list_push(reasons,
                         (struct reason){
                             .text = copy_field(json, "text"),
                             .file = copy_field(json, "file"),
                             .line = (int)int_field(json, "line"),
                             .column = (int)int_field(json, "column"),
                             .end_line = (int)int_field(json, "endLine"),
                             .end_column = (int)int_field(json, "endColumn"),
                             .source = copy_field(json, "source"),
                             .version = int_field(json, "version"),
                             .values = copy_field(json, "values"),
                             .reads = read_value(json, "reads"),
                         });
    }
}

/* Index of the text in the list, which has it. */
static int index_of(const char *text, const char *const *names, size_t count)
{
    for (size_t i = 0; text != NULL && i < count; i++)
        if (strcmp(text, names[i]) == 0)
            return (int)i;
    if (text != NULL)
        die(text, "unknown");
    return 0;
}

static const char *const cuts[CUTS] = {
    [CUT_NONE] = "nothing",      [CUT_TIME] = "time",
    [CUT_ACTIONS] = "actions",   [CUT_OVERDUE] = "overdue",
    [CUT_ENDLESS] = "endless",   [CUT_SCRIPT] = "script",
    [CUT_DEAD_END] = "dead end", [CUT_NO_ACTION] = "no action",
};

static void read_trace(struct trace *trace, const char *folder,
                       const char *name)
{
    struct error error = ERROR_NONE;
    char *path = memory_format("%s/traces/%s", folder, name);
    if (!trace_read_file(trace, path, &error))
        die(path, error.message);
    free(path);
}

static struct test_result result_of(const struct trace *trace,
                                    const struct test_info *info)
{
    return (struct test_result){
        .info = info,
        .verdict = trace->ending.verdict,
        .error = trace->ending.error,
        .steps = trace->items,
        .step_count = trace->count,
        .actions = trace->ending.actions,
        .stale = trace->ending.stale,
        .duration_ms = trace->ending.duration_ms,
    };
}

/* What came of running a test again. */
struct rerun {
    struct reduction_info info;
    struct trace trace; /* of the other run */
    struct reason_list reasons;
    struct test_result other;
};

static void read_again(struct rerun *again, const struct json *json,
                       const char *folder, const struct test_info *info)
{
    static const char *const outcomes[] = {
        [REDUCTION_NONE] = "none",       [REDUCTION_SHORTER] = "shrunk",
        [REDUCTION_SAME] = "same",       [REDUCTION_FLAKY] = "flaky",
        [REDUCTION_TROUBLE] = "trouble",
    };
    static const char *const ends[] = {
        [REDUCTION_MINIMAL] = "minimal",
        [REDUCTION_OUT_OF_TIME] = "out of time",
        [REDUCTION_INTERRUPTED] = "interrupted",
        [REDUCTION_BROKEN_OFF] = "broken off",
        [REDUCTION_UNSTEADY] = "unsteady",
    };
    const char *other = text_field(json, "other");
    trace_init(&again->trace);
    again->reasons = (struct reason_list){0};
    again->info = (struct reduction_info){
        .kind =
            (enum reduction_kind)index_of(text_field(json, "outcome"), outcomes,
                                          sizeof outcomes / sizeof *outcomes),
        .end = (enum reduction_end)index_of(text_field(json, "ended"), ends,
                                            sizeof ends / sizeof *ends),
        .runs = int_field(json, "runs"),
        .duration_ms = int_field(json, "durationMs"),
        .confirm_runs = int_field(json, "confirmRuns"),
        .confirm_failures = int_field(json, "confirmFailures"),
        .trouble = text_field(json, "trouble"),
        .began_otherwise =
            json_read_bool(json_read_field(json, "beganOtherwise")),
        .left_out = int_field(json, "leftOut"),
        .other = other == NULL ? NULL : &again->other,
    };
    if (other == NULL)
        return;
    read_trace(&again->trace, folder, other);
    again->other = result_of(&again->trace, info);
    read_reasons(&again->reasons, json_read_field(json, "reasons"));
    again->other.reasons = again->reasons.items;
    again->other.reason_count = again->reasons.count;
}

/* Which of the case's places the test belongs to: the first of its name, for
 * the second property of that name the second. Without places, properties are
 * numbered as they come. `begun`: so many properties have, with this one. */
static size_t property_index(const struct json *places, const char *name,
                             size_t begun)
{
    size_t found = json_read_count(places);
    for (size_t i = 0; i < json_read_count(places); i++) {
        const char *place = text_field(json_read_at(places, i), "name");
        if (strcmp(place, name) != 0)
            continue;
        found = i;
        if (i + 1 >= begun)
            break;
    }
    return json_read_count(places) == 0 ? begun - 1 : found;
}

static void tell(struct reporter *reporter, const struct trace *trace,
                 const struct test_result *result)
{
    if (reporter->ops->test_begin != NULL)
        reporter->ops->test_begin(reporter, result->info);
    if (reporter->ops->step != NULL)
        for (size_t i = 0; i < trace->count; i++)
            reporter->ops->step(reporter, &trace->items[i]);
    reporter->ops->test_end(reporter, result);
}

static void report_test(struct reporter *reporter, const struct json *json,
                        const struct json *places, const char *folder,
                        size_t index, size_t *begun)
{
    struct trace trace;
    struct error error = ERROR_NONE;
    read_trace(&trace, folder, text_field(json, "trace"));
    const char *property = text_field(json, "property");
    int64_t number =
        json_read_field(json, "number") == NULL ? 1 : int_field(json, "number");
    *begun += number == 1;
    if (property == NULL)
        property = trace.header.property;
    struct test_info info = {
        .property = property,
        .property_index = property_index(places, property, *begun),
        .index = index,
        .number = number,
        .seed = trace.header.seed,
        .environment = text_field(json, "environment"),
    };
    struct reason_list reasons = {0};
    read_reasons(&reasons, json_read_field(json, "reasons"));
    const struct json *known = json_read_field(json, "coverage");
    struct coverage coverage = {0};
    if (!coverage_from_json(&coverage, known, &error))
        die(text_field(json, "trace"), error.message);
    const struct json *shrinking = json_read_field(json, "shrinking");
    struct rerun again;
    read_again(&again, shrinking, folder, &info);
    struct test_result result = result_of(&trace, &info);
    result.reasons = reasons.items;
    result.reason_count = reasons.count;
    result.note = text_field(json, "note");
    result.cut = (enum cut)index_of(text_field(json, "cut"), cuts, CUTS);
    result.saved = text_field(json, "saved");
    result.coverage = known == NULL ? NULL : &coverage;
    const struct json *signals = json_read_field(json, "signals");
    struct value *table = signals == NULL ? NULL : value_from_json(signals);
    result.signals = table;
    result.reduction = shrinking == NULL ? NULL : &again.info;
    tell(reporter, &trace, &result);
    value_unref(table);
    reason_list_finish(&reasons);
    reason_list_finish(&again.reasons);
    coverage_finish(&coverage);
    trace_finish(&again.trace);
    trace_finish(&trace);
}

static void report_notices(struct reporter *reporter, const struct json *list)
{
    for (size_t i = 0; i < json_read_count(list); i++) {
        struct notice notice = {copy_field(json_read_at(list, i), "kind"),
                                copy_field(json_read_at(list, i), "text")};
        if (reporter->ops->notice != NULL)
            reporter->ops->notice(reporter, &notice);
        free(notice.kind);
        free(notice.text);
    }
}

static void report_end(struct reporter *reporter, const struct json *json)
{
    struct run_summary summary = {
        .passed = (size_t)int_field(json, "passed"),
        .failed = (size_t)int_field(json, "failed"),
        .errored = (size_t)int_field(json, "errored"),
        .inconclusive = (size_t)int_field(json, "inconclusive"),
        .not_run = (size_t)int_field(json, "notRun"),
        .aborted = text_field(json, "aborted"),
        .duration_ms = int_field(json, "durationMs"),
        .exit_status = (int)int_field(json, "exitStatus"),
    };
    reporter->ops->end(reporter, &summary);
}

/* The one thing in a report that no two runs share. */
static void mask_date(char *text)
{
    static const struct {
        const char *before;
        char digit; /* what is a date in JUnit must remain one */
    } dates[] = {{"\"generatedAt\":\"", '0'}, {"timestamp=\"", '1'}};
    for (size_t i = 0; i < sizeof dates / sizeof *dates; i++) {
        char *at = strstr(text, dates[i].before);
        if (at == NULL)
            continue;
        for (at += strlen(dates[i].before); *at != '"' && *at != '\0'; at++)
            if (*at >= '0' && *at <= '9')
                *at = dates[i].digit;
    }
}

static struct reporter *make_reporter(const char *kind,
                                      const struct report_options *options)
{
    static const struct {
        const char *name;
        struct reporter *(*make)(const struct report_options *options,
                                 struct error *error);
    } kinds[] = {
        {"json", report_json_create}, {"junit", report_junit_create},
        {"tap", report_tap_create},   {"github", report_github_create},
        {"html", report_html_create},
    };
    for (size_t i = 0; kind != NULL && i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kind, kinds[i].name) == 0)
            return kinds[i].make(options, NULL);
    return report_console_create(options);
}

/* Owned: what the reporter writes about the case. */
static char *make_report(const struct json *json, const char *folder)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    struct report_options options =
        read_options(json_read_field(json, "options"), stream);
    struct reporter *reporter =
        make_reporter(text_field(json, "reporter"), &options);
    report_begin(reporter, json_read_field(json, "run"));
    const struct json *tests = json_read_field(json, "tests");
    const struct json *places =
        json_read_field(json_read_field(json, "run"), "places");
    size_t begun = 0;
    for (size_t i = 0; i < json_read_count(tests); i++)
        report_test(reporter, json_read_at(tests, i), places, folder, i,
                    &begun);
    report_notices(reporter, json_read_field(json, "notices"));
    report_end(reporter, json_read_field(json, "summary"));
    reporter->ops->destroy(reporter);
    fclose(stream);
    mask_date(text);
    return text;
}

/* Shows the first line in which two texts differ. */
static void print_difference(const char *expected, const char *actual)
{
    size_t at = 0, start = 0;
    int line = 1;
    for (; expected[at] != '\0' && expected[at] == actual[at]; at++)
        if (expected[at] == '\n') {
            start = at + 1;
            line++;
        }
    expected += start;
    actual += start;
    fprintf(stderr, "  line %d\n", line);
    fprintf(stderr, "  expected: %.*s\n", (int)strcspn(expected, "\n"),
            expected);
    fprintf(stderr, "  actual:   %.*s\n", (int)strcspn(actual, "\n"), actual);
}

/* Owned: the report of the case in this file. */
static char *report_of(const char *path, const char *folder)
{
    struct error error = ERROR_NONE;
    char *text = read_whole(path);
    struct json *json =
        text == NULL ? NULL : json_parse(str_text(text), &error);
    if (json == NULL)
        die(path, text == NULL ? "cannot be read" : error.message);
    char *report = make_report(json, folder);
    free(text);
    json_destroy(json);
    return report;
}

static bool run_case(const char *folder, const char *name, bool update)
{
    char *in = memory_format("%s/cases/%s.json", folder, name);
    char *out = memory_format("%s/cases/%s.out", folder, name);
    char *actual = report_of(in, folder);
    char *expected = read_whole(out);
    bool ok = expected != NULL && strcmp(expected, actual) == 0;
    if (!ok && update) {
        FILE *file = fopen(out, "we");
        if (file == NULL || fputs(actual, file) < 0 || fclose(file) != 0)
            die(out, "cannot be written");
        printf("updated %s\n", name);
    } else if (!ok) {
        fprintf(stderr, "FAIL %s\n", name);
        print_difference(expected == NULL ? "" : expected, actual);
    }
    free(in);
    free(out);
    free(actual);
    free(expected);
    return ok || update;
}

static int is_case(const struct dirent *entry)
{
    return str_ends_with(str_text(entry->d_name), ".json");
}

static int print_case(const char *path, const char *folder)
{
    char *report = report_of(path, folder);
    fputs(report, stdout);
    free(report);
    return 0;
}

static int run_cases(const char *folder, bool update)
{
    char *cases = memory_format("%s/cases", folder);
    struct dirent **entries;
    int found = scandir(cases, &entries, is_case, alphasort);
    if (found <= 0)
        die(cases, "no cases");
    int failed = 0;
    for (int i = 0; i < found; i++) {
        char *name = entries[i]->d_name;
        name[strlen(name) - strlen(".json")] = '\0';
        failed += !run_case(folder, name, update);
        free(entries[i]);
    }
    free(entries);
    free(cases);
    printf("%d cases, %d failed\n", found, failed);
    return failed == 0 ? 0 : 1;
}

int main(int count, char **arguments)
{
    bool update = count == 3 && strcmp(arguments[1], "--update") == 0;
    bool print = count == 4 && strcmp(arguments[1], "--print") == 0;
    if (count != 2 && !update && !print)
        die("usage", "golden_report [--update | --print CASE.json] FOLDER");
    const char *folder = arguments[count - 1];
    unsetenv("GITHUB_WORKSPACE");
    return print ? print_case(arguments[2], folder) : run_cases(folder, update);
}
