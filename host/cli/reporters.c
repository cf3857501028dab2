/* Order of this file: the kinds of reporters, one wish, all of them. */
#include "cli/reporters.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/str.h"
#include "report/out.h"
#include "report/report.h"

typedef struct reporter *reporter_maker(const struct report_options *options,
                                        struct error *error);

static struct reporter *make_console(const struct report_options *options,
                                     struct error *error)
{
    (void)error;
    return report_console_create(options);
}

enum {
    FOR_PEOPLE = 1,    /* on a terminal: it writes no file */
    LINES_ONLY = 2,    /* single lines that can stand between people's text */
    IN_DETAIL = 4,     /* shows every step of a passing or very long test */
    WITH_EVIDENCE = 8, /* and what the page looked like and said */
};

struct kind {
    const char *name;
    reporter_maker *make;
    unsigned traits;
    const char *file; /* where it goes unless told otherwise; NULL: to standard
                         output */
};

static const struct kind kinds[] = {
    {"console", make_console, FOR_PEOPLE, NULL},
    {"json", report_json_create, IN_DETAIL, NULL},
    {"html", report_html_create, IN_DETAIL | WITH_EVIDENCE, "weir-report.html"},
    {"junit", report_junit_create, 0, NULL},
    {"tap", report_tap_create, 0, NULL},
    {"github", report_github_create, LINES_ONLY, NULL},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

/* "NAME=FILE" taken apart. */
struct wish {
    const struct kind *kind;
    const char *file; /* NULL: none given */
};

static bool refuse_name(struct str name, struct error *error)
{
    return error_set(error, ERROR_USAGE,
                     "there is no reporter \"%.*s\"; there are console, html, "
                     "json, junit, tap and github",
                     STR_ARGS(name));
}

static bool read_wish(struct wish *wish, const char *text, struct error *error)
{
    const char *equals = strchr(text, '=');
    struct str name = equals == NULL ? str_text(text)
                                     : str_from(text, (size_t)(equals - text));
    *wish = (struct wish){.file = equals == NULL ? NULL : equals + 1};
    for (size_t i = 0; i < KINDS; i++)
        if (str_is(name, kinds[i].name))
            wish->kind = &kinds[i];
    if (wish->kind == NULL)
        return refuse_name(name, error);
    if (wish->file == NULL) {
        wish->file = wish->kind->file;
        return true;
    }
    if ((wish->kind->traits & FOR_PEOPLE) != 0)
        return error_set(error, ERROR_USAGE,
                         "the console reporter writes no file");
    return wish->file[0] != '\0' ||
           error_set(
               error, ERROR_USAGE,
               "--reporter %s wants the name of a file after the =", text);
}

static bool is_to_stdout(const struct wish *wish)
{
    return out_standard(wish->file) == stdout;
}

/* Two documents in one stream are none. (Files: outputs.h.) */
static bool collide(const struct wish *a, const struct wish *b)
{
    unsigned both = a->kind->traits | b->kind->traits;
    return is_to_stdout(a) && is_to_stdout(b) &&
           both != (FOR_PEOPLE | LINES_ONLY);
}

static bool are_apart(const struct wish *wishes, size_t count,
                      struct error *error)
{
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++) {
            const struct wish *a = &wishes[j], *b = &wishes[i];
            if (!collide(a, b))
                continue;
            if ((a->kind->traits & b->kind->traits & FOR_PEOPLE) != 0)
                return error_set(error, ERROR_USAGE,
                                 "--reporter %s is given twice", a->kind->name);
            const struct kind *other =
                (b->kind->traits & FOR_PEOPLE) != 0 ? a->kind : b->kind;
            return error_set(error, ERROR_USAGE,
                             "--reporter %s and --reporter %s would both write "
                             "to standard output: give one a file of its own "
                             "(--reporter %s=FILE)",
                             a->kind->name, b->kind->name, other->name);
        }
    return true;
}

/* GitHub's runner reads both streams. */
static bool add_github(struct reporter **made, size_t *count,
                       const struct wish *wishes, size_t wish_count)
{
    const char *actions = getenv("GITHUB_ACTIONS");
    if (actions == NULL || strcmp(actions, "true") != 0)
        return true;
    struct report_options options = {.stream = stdout};
    for (size_t i = 0; i < wish_count; i++) {
        const struct kind *kind = wishes[i].kind;
        if ((kind->traits & LINES_ONLY) != 0)
            return true; /* it was asked for */
        if (is_to_stdout(&wishes[i]) && (kind->traits & FOR_PEOPLE) == 0)
            options.stream = stderr;
    }
    made[*count] = report_github_create(&options, NULL);
    return made[(*count)++] != NULL;
}

static size_t read_wishes(struct wish *wishes,
                          const struct check_options *options,
                          struct error *error)
{
    size_t count = options->reporter_count;
    if (count == 0) {
        wishes[0] = (struct wish){.kind = &kinds[0]};
        return 1;
    }
    for (size_t i = 0; i < count; i++)
        if (!read_wish(&wishes[i], options->reporters[i], error))
            return 0;
    return are_apart(wishes, count, error) ? count : 0;
}

/* Makes those that a line asks for, and joins them. */
static bool make_all(struct reporter **reporter,
                     const struct check_options *options, bool for_programs,
                     bool *unwritten, struct error *error)
{
    struct wish wishes[OPTIONS_LIMIT];
    struct reporter *made[OPTIONS_LIMIT + 2];
    size_t count = 0;
    size_t wish_count = read_wishes(wishes, options, error);
    bool fine = wish_count > 0;
    for (size_t i = 0; fine && i < wish_count; i++) {
        if (for_programs && (wishes[i].kind->traits & FOR_PEOPLE) != 0)
            continue;
        struct report_options report = {
            .path = wishes[i].file,
            .unwritten = unwritten,
            .verbose = options->verbose,
        };
        made[count] = wishes[i].kind->make(&report, error);
        fine = made[count] != NULL;
        count += fine;
    }
    fine = fine && add_github(made, &count, wishes, wish_count);
    if (options_is_exploring(options) && !reporters_are_silent(options) &&
        !for_programs)
        made[count++] = report_explored_create(&(struct report_options){0});
    *reporter = report_multi_create(made, count);
    if (!fine && error->code == ERROR_IO)
        error->code = ERROR_USAGE; /* that file cannot be written */
    return fine;
}

bool reporters_create(struct reporter **reporter,
                      const struct check_options *options, bool *unwritten,
                      struct error *error)
{
    return make_all(reporter, options, false, unwritten, error);
}

void reporters_tell_aborted(const struct check_options *options,
                            const struct run_info *info,
                            const struct run_summary *summary, bool *unwritten)
{
    struct reporter *reporter;
    struct error error = ERROR_NONE;
    if (make_all(&reporter, options, true, unwritten, &error)) {
        reporter->ops->begin(reporter, info);
        reporter->ops->end(reporter, summary);
    } else {
        log_warn("%s", error.message);
        *unwritten = true;
    }
    reporter->ops->destroy(reporter);
}

const char *reporters_file(const char *text)
{
    struct wish wish;
    struct error ignored = ERROR_NONE;
    if (!read_wish(&wish, text, &ignored) || out_standard(wish.file) != NULL)
        return NULL;
    return wish.file;
}

size_t reporters_list_files(const struct check_options *options,
                            struct file_use *files)
{
    for (size_t i = 0; i < options->reporter_count; i++)
        files[i] = (struct file_use){options->reporters[i],
                                     reporters_file(options->reporters[i])};
    return options->reporter_count;
}

static unsigned traits_of(const char *text)
{
    struct wish wish;
    struct error ignored = ERROR_NONE;
    return read_wish(&wish, text, &ignored) ? wish.kind->traits : 0;
}

static bool has_one(const struct check_options *options, unsigned traits)
{
    bool has = false;
    for (size_t i = 0; i < options->reporter_count; i++)
        has = has || (traits_of(options->reporters[i]) & traits) != 0;
    return has;
}

bool reporters_are_silent(const struct check_options *options)
{
    return options->reporter_count > 0 && !has_one(options, FOR_PEOPLE);
}

void reporters_tell_files(const struct check_options *options)
{
    struct wish wish;
    struct error ignored = ERROR_NONE;
    if (!has_one(options, FOR_PEOPLE))
        return;
    for (size_t i = 0; i < options->reporter_count; i++)
        if (read_wish(&wish, options->reporters[i], &ignored) &&
            (wish.kind->traits & WITH_EVIDENCE) != 0 &&
            out_standard(wish.file) == NULL)
            printf("%s report: %s\n", wish.kind->name, wish.file);
}

bool reporters_want_all_steps(const struct check_options *options)
{
    return options->verbose || options_is_exploring(options) ||
           has_one(options, IN_DETAIL);
}

bool reporters_want_evidence(const struct check_options *options)
{
    return has_one(options, WITH_EVIDENCE);
}
