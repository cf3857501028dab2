/* Do the options that were given go together? Order of this file: tests of what
 * is no page, replays, shards, pages. */
#include "cli/options_internal.h"

#include "exec/prepared/prepared.h"

/* What is tested: a page, unless one of these says otherwise. */
static const char *other_subject(const struct check_options *options)
{
    if (options->from != NULL)
        return "--from";
    if (options->executor != NULL)
        return "--executor";
    if (options->streams != NULL)
        return "--streams";
    return options->ccs != NULL ? "--ccs" : NULL;
}

static bool has_no_page(const struct check_options *options)
{
    return options->origin == NULL && options->serve == NULL &&
           options->browser == NULL && options->browser_flag_count == 0 &&
           options->connect == NULL && options->jobs == 1 &&
           login_words_are_empty(&options->login) &&
           environment_is_plain(&options->environment) && !options->headful &&
           !options->deterministic && options->begin == BEGIN_LOAD &&
           options->pauses_ms == 0;
}

/* --from, --executor, --streams and --ccs: one of them, and nothing that is for
 * pages. */
static bool fits_other_subject(const struct check_options *options,
                               const char *subject, struct error *error)
{
    int subjects = (options->from != NULL) + (options->executor != NULL) +
                   (options->streams != NULL) + (options->ccs != NULL);
    if (subjects > 1)
        return error_set(
            error, ERROR_USAGE,
            "--from, --executor, --streams and --ccs each say what "
            "is tested: give one of them");
    if (!has_no_page(options))
        return error_set(
            error, ERROR_USAGE,
            "with %s there is no page: it takes no ORIGIN, and "
            "none of --serve, --browser, --browser-flag, "
            "--connect, --jobs, --headful, --deterministic, "
            "--begin, --pauses, --cookie, --storage-state, and none "
            "of the environment (--time-zone, --locale, --date, "
            "--viewport, --device, --color-scheme, "
            "--reduced-motion, --header, --permission)",
            subject);
    if (options->time != TIME_AUTO)
        return error_set(error, ERROR_USAGE,
                         "--time is for pages: with %s the time is told with "
                         "each state",
                         subject);
    if (options->from != NULL && options->trace != NULL)
        return error_set(error, ERROR_USAGE,
                         "--trace records a run, --from judges one that was "
                         "recorded: give one of them");
    if (options->from != NULL && options->save != NULL)
        return error_set(error, ERROR_USAGE,
                         "--save runs tests and keeps those that fail, --from "
                         "judges recorded ones: give one of them");
    if (options->ccs != NULL && options->process == NULL)
        return error_set(error, ERROR_USAGE,
                         "which process of %s? Give --process NAME",
                         options->ccs);
    return true;
}

/* The option that was given though it is for --ccs only, or NULL. */
static const char *only_for_ccs(const struct check_options *options)
{
    if (options->process != NULL)
        return "--process";
    if (options->ccs_events)
        return "--ccs-events";
    return options->ccs_overtaking ? "--ccs-overtaking" : NULL;
}

/* What is missing comes from the trace, so little can be said here. */
static bool fits_replay(const struct check_options *options,
                        struct error *error)
{
    const char *wrong = options->from != NULL         ? "--from"
                        : options->trace != NULL      ? "--trace"
                        : options->save != NULL       ? "--save"
                        : options->reporter_count > 0 ? "--reporter"
                        : options->jobs != 1          ? "--jobs"
                        : options->tests != 1         ? "--tests"
                        : options->shrink_jobs != 0   ? "--shrink-jobs"
                        : options->shard.of > 0       ? "--shard"
                                                      : NULL;
    if (wrong != NULL)
        return error_set(error, ERROR_USAGE,
                         "%s is for weir check: a replay repeats what was "
                         "recorded, and reports on the terminal",
                         wrong);
    return true;
}

/* Each machine has to come to the same choices, and to end. */
static bool fits_shard(const struct check_options *options, struct error *error)
{
    if (options->shard.of == 0)
        return options->shard_file == NULL ||
               error_set(error, ERROR_USAGE, "--shard-file is for --shard");
    if (options->from != NULL || options->watch)
        return error_set(error, ERROR_USAGE,
                         "--shard shares out new tests, run once: it does not "
                         "go with %s",
                         options->watch ? "--watch" : "--from");
    if (options->shard.of > 0 && options->save != NULL)
        return error_set(
            error, ERROR_USAGE,
            "--save belongs to a run of its own: a shard is a part "
            "of another, which would run what is saved again and "
            "again");
    return options->has_seed ||
           error_set(error, ERROR_USAGE,
                     "--shard wants --seed, because all shards of a run have "
                     "the same one");
}

/* What runs around tests. */
static bool fits_preparing(const struct check_options *options,
                           struct error *error)
{
    const struct preparation_options prepared = {
        .start = options->start,
        .ready = options->ready,
        .reset = options->reset,
    };
    /* What is missing in a replay comes from the trace, and is looked at then.
     */
    if (!options->is_replay && !preparation_check(&prepared, error))
        return false;
    if (options->start == NULL && options->reset == NULL)
        return true;
    if (options->from != NULL || options->ccs != NULL)
        return error_set(error, ERROR_USAGE,
                         "--start and --reset prepare what is tested: with "
                         "%s nothing is run",
                         options->from != NULL ? "--from" : "--ccs");
    return options->jobs == 1 ||
           error_set(error, ERROR_USAGE,
                     "--start and --reset are for one test at a time, because "
                     "tests share the server: leave out --jobs");
}

static bool is_page(const char *word)
{
    struct str text = str_from(word, strcspn(word, "?#"));
    return str_starts_with(text, "http://") ||
           str_starts_with(text, "https://") ||
           str_starts_with(text, "file://") || str_ends_with(text, ".html") ||
           str_ends_with(text, ".htm");
}

/* The specification stands in front of the page. */
static bool fits_order(const struct check_options *options, struct error *error)
{
    const char *spec = options->spec;
    if (spec == NULL || !is_page(spec))
        return true;
    if (options->origin != NULL)
        return error_set(error, ERROR_USAGE,
                         "%s is a page; the specification comes first: weir "
                         "check %s %s",
                         spec, options->origin, spec);
    return error_set(error, ERROR_USAGE,
                     "%s is a page; which specification? weir check SPEC %s, "
                     "or without one weir explore %s",
                     spec, spec, spec);
}

/* Two runs at a time need a browser that weir may start, and nothing that they
 * share. */
static bool fits_shrink_jobs(const struct check_options *options,
                             struct error *error)
{
    const char *wrong = options->no_shrink         ? "--no-shrink"
                        : options->connect != NULL ? "--connect"
                        : options->headful         ? "--headful"
                        : options->reset != NULL   ? "--reset"
                        : options->start != NULL   ? "--start"
                        : options->jobs != 1       ? "--jobs"
                        : other_subject(options) != NULL
                            ? other_subject(options)
                            : NULL;
    return options->shrink_jobs < 2 || wrong == NULL ||
           error_set(error, ERROR_USAGE,
                     "--shrink-jobs 2 makes two runs of a page at the same "
                     "time, each in a browser of its own: it does not go with "
                     "%s",
                     wrong);
}

/* A browser that runs already is neither chosen nor given flags. */
static bool fits_connect(const struct check_options *options,
                         struct error *error)
{
    if (options->connect == NULL)
        return true;
    if (options->browser != NULL)
        return error_set(error, ERROR_USAGE,
                         "--connect uses a running browser, --browser starts "
                         "one: give one of them");
    if (options->browser_flag_count > 0)
        return error_set(error, ERROR_USAGE,
                         "--browser-flag is for a browser that weir starts, "
                         "--connect uses a running one");
    if (options->headful)
        return error_set(error, ERROR_USAGE,
                         "--headful is for a browser that weir starts, "
                         "--connect uses a running one");
    return true;
}

bool options_fit(const struct check_options *options, struct error *error)
{
    if (options->help)
        return true;
    if (!fits_order(options, error))
        return false;
    if (!environment_check(&options->environment, error))
        return false;
    if (!fits_preparing(options, error))
        return false;
    if (options->is_replay)
        return fits_replay(options, error);
    if (options->no_shrink && options->has_shrink_time)
        return error_set(error, ERROR_USAGE,
                         "--shrink-time is for shrinking, which --no-shrink "
                         "leaves out: give one of them");
    if (!fits_shard(options, error) || !fits_shrink_jobs(options, error))
        return false;
    if (options->ccs == NULL && only_for_ccs(options) != NULL)
        return error_set(error, ERROR_USAGE, "%s is for --ccs",
                         only_for_ccs(options));
    if (other_subject(options) != NULL)
        return fits_other_subject(options, other_subject(options), error);
    if (options->origin == NULL && options->serve == NULL)
        return error_set(error, ERROR_USAGE,
                         "which page? Give an ORIGIN (an address or an HTML "
                         "file), or --serve DIR");
    if (options->deterministic && options->time == TIME_REAL)
        return error_set(error, ERROR_USAGE,
                         "--deterministic needs the page's clock, and --time "
                         "real leaves it alone: give one of them");
    return fits_connect(options, error);
}
