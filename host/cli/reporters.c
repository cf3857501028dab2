#include "cli/reporters.h"

#include <string.h>

#include "base/str.h"
#include "report/report.h"

static struct reporter *make_json(const struct report_options *report,
                                  struct error *error)
{
    struct reporter *reporter = report_json_create(report, error);
    if (reporter == NULL)
        error->code = ERROR_USAGE; /* that file cannot be written */
    return reporter;
}

static struct reporter *make_one(const struct check_options *options,
                                 const char *wish, struct error *error)
{
    const char *equals = strchr(wish, '=');
    struct str name = equals == NULL ? str_text(wish)
                                     : str_from(wish, (size_t)(equals - wish));
    struct report_options report = {
        .path = equals == NULL ? NULL : equals + 1,
        .verbose = options->verbose,
    };
    if (str_is(name, "console") && equals == NULL)
        return report_console_create(&report);
    if (str_is(name, "console"))
        error_set(error, ERROR_USAGE, "the console reporter writes no file");
    else if (str_is(name, "json"))
        return make_json(&report, error);
    else
        error_set(error, ERROR_USAGE,
                  "there is no reporter \"%.*s\"; there are console and json",
                  STR_ARGS(name));
    return NULL;
}

bool reporters_create(struct reporter **reporter,
                      const struct check_options *options, struct error *error)
{
    struct reporter *made[OPTIONS_LIMIT];
    size_t count = 0;
    if (options->reporter_count == 0)
        made[count++] = make_one(options, "console", error);
    for (size_t i = 0; i < options->reporter_count; i++) {
        made[count] = make_one(options, options->reporters[i], error);
        if (made[count] == NULL)
            break;
        count++;
    }
    bool fine = count > 0 && (options->reporter_count == 0 ||
                              count == options->reporter_count);
    if (options_is_exploring(options) && !reporters_are_silent(options) &&
        count < OPTIONS_LIMIT)
        made[count++] = report_explored_create(&(struct report_options){0});
    *reporter = report_multi_create(made, count);
    return fine;
}

bool reporters_are_silent(const struct check_options *options)
{
    for (size_t i = 0; i < options->reporter_count; i++)
        if (strcmp(options->reporters[i], "console") == 0)
            return false;
    return options->reporter_count > 0;
}

bool reporters_want_all_steps(const struct check_options *options)
{
    bool wants = options->verbose || options_is_exploring(options);
    for (size_t i = 0; i < options->reporter_count; i++)
        wants = wants || strcmp(options->reporters[i], "console") != 0;
    return wants;
}
