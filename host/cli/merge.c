/* weir merge: the reports of a whole run from the files of its shards. Order of
 * this file: the command line, the files, the run, the command. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/log.h"
#include "base/memory.h"
#include "cli/commands.h"
#include "cli/ending.h"
#include "cli/environment_words.h"
#include "cli/flags.h"
#include "cli/model_merge.h"
#include "cli/outputs.h"
#include "cli/recorder.h"
#include "cli/reporters.h"
#include "run/merge.h"

struct joining {
    struct check_options options; /* those that the reporters ask for */
    const char *trace;            /* --trace, or NULL */
    bool partial;

    struct shard_reader *readers[SHARD_LIMIT]; /* by the number of the shard */
    size_t count;
    const struct shard_run *run; /* of the first of them */
    struct reporter *reporter;
    bool unwritten; /* a file that was asked for; it has been said */
    bool is_part;   /* something is missing, and --partial allows it */
    struct recorder *recorder;
    struct environment_wish environment; /* of the run */
    struct buf words;                    /* of the last test told of */
};

/* ---- the command line --------------------------------------------------- */

enum { FLAG_REPORTER, FLAG_TRACE, FLAG_PARTIAL, FLAG_VERBOSE };

static const struct flag flags[] = {
    {"reporter", 0, "NAME[=FILE]", "console, html, json, junit, tap, github"},
    {"trace", 0, "FILE", "record every step as JSON lines"},
    {"partial", 0, NULL, "also when shards are missing or were cut off"},
    {"verbose", 'v', NULL, "every step in full"},
};

static bool take(void *context, size_t flag, const char *value,
                 struct error *error)
{
    struct joining *joining = context;
    struct check_options *options = &joining->options;
    switch (flag) {
    case FLAG_REPORTER:
        if (options->reporter_count == OPTIONS_LIMIT)
            return error_set(error, ERROR_USAGE,
                             "--reporter is given more than %d times",
                             OPTIONS_LIMIT);
        options->reporters[options->reporter_count++] = value;
        break;
    case FLAG_TRACE:
        joining->trace = value;
        break;
    case FLAG_PARTIAL:
        joining->partial = true;
        break;
    case FLAG_VERBOSE:
        options->verbose = true;
        break;
    default:
        break;
    }
    return true;
}

static const struct command command = {
    .name = "merge",
    .usage = "weir merge [OPTION]... FILE...",
    .about = "Joins what weir check --shard 1/N to N/N have left in their "
             "files, and\n"
             "reports it as the one run that they are. Give all N files.\n",
    .flags = flags,
    .flag_count = sizeof flags / sizeof *flags,
    .statuses =
        "Exit status: that of weir check for the whole run; 2 also when "
        "a file is\nmissing or wrong.\n",
    .take = take,
};

/* ---- the files ---------------------------------------------------------- */

/* Why there is not all of a shard in its file; NULL: there is. */
static const char *what_is_missing(struct shard_reader *reader,
                                   struct error *error)
{
    while (shard_reader_next(reader) != NULL)
        if (!shard_reader_take(reader, NULL, error))
            return "cannot be read";
    const struct shard_end *end = shard_reader_end(reader);
    if (end == NULL)
        return "was cut off, because its weir check did not end by itself";
    return end->signal != 0 ? "was interrupted" : NULL;
}

/* Reads the file once to its end; it is read again when it is told. False: it
 * is not whole. */
static bool is_whole(const char *path, struct error *error)
{
    struct shard_reader *reader = shard_reader_open(path, error);
    if (reader == NULL)
        return false;
    const char *missing = what_is_missing(reader, error);
    const struct shard *shard = &shard_reader_run(reader)->shard;
    if (missing != NULL && error->code == ERROR_OK)
        error_set(error, ERROR_USAGE, "shard %zu of %zu (%s) %s", shard->number,
                  shard->of, path, missing);
    shard_reader_close(reader);
    return missing == NULL;
}

/* What pages of all tests of the run have in common. */
static const struct value *options_of(const struct shard_run *run)
{
    return run->property_count == 0 ? NULL : run->properties[0].header.options;
}

static bool has_same_environment(const struct shard_run *a,
                                 const struct shard_run *b, struct error *error)
{
    return environment_words_agree(options_of(a), options_of(b)) ||
           error_set(error, ERROR_USAGE,
                     "--time-zone, or another option of the environment");
}

static bool fits(const struct joining *joining,
                 const struct shard_reader *reader, struct error *error)
{
    const struct shard_run *run = shard_reader_run(reader);
    const struct shard_reader *same = joining->readers[run->shard.number - 1];
    const struct shard_reader *first = NULL;
    for (size_t i = 0; i < joining->count && first == NULL; i++)
        first = joining->readers[i];
    if (first != NULL &&
        !(shard_run_agrees(shard_reader_run(first), run, error) &&
          has_same_environment(shard_reader_run(first), run, error))) {
        error_prefix(error, "%s and %s are of different runs: ",
                     shard_reader_path(first), shard_reader_path(reader));
        return false;
    }
    return same == NULL ||
           error_set(error, ERROR_USAGE,
                     "shard %zu of %zu is there twice: %s and "
                     "%s",
                     run->shard.number, run->shard.of, shard_reader_path(same),
                     shard_reader_path(reader));
}

static bool add_shard(struct joining *joining, const char *path,
                      struct error *error)
{
    struct shard_reader *reader = shard_reader_open(path, error);
    if (reader == NULL)
        return false;
    if (!fits(joining, reader, error)) {
        shard_reader_close(reader);
        return false;
    }
    struct shard shard = shard_reader_run(reader)->shard;
    joining->readers[shard.number - 1] = reader;
    joining->count = shard.of;
    return true;
}

/* What is not there is told of at once: one by one, it would be found out with
 * one run of this command each. */
static void list_missing(const struct joining *joining, struct buf *list)
{
    size_t count = 0, told = 0;
    for (size_t i = 0; i < joining->count; i++)
        count += joining->readers[i] == NULL;
    if (count == 0)
        return;
    buf_add_text(list, count == 1 ? "shard " : "shards ");
    for (size_t i = 0; i < joining->count; i++) {
        if (joining->readers[i] != NULL)
            continue;
        told++;
        buf_addf(list, "%s%zu",
                 told == 1       ? ""
                 : told == count ? " and "
                                 : ", ",
                 i + 1);
    }
    buf_addf(list, " of %zu %s missing", joining->count,
             count == 1 ? "is" : "are");
}

static bool refuse(struct joining *joining, const char *message,
                   struct error *error)
{
    if (!joining->partial)
        return error_set(error, ERROR_USAGE,
                         "%s; --partial reports what there is", message);
    fprintf(stderr, "weir: %s\n", message);
    joining->is_part = true;
    return true;
}

static bool open_shards(struct joining *joining,
                        const struct flags_words *words, struct error *error)
{
    for (size_t i = 0; i < words->count; i++)
        if (!add_shard(joining, words->items[i], error))
            return false;
    for (size_t i = joining->count; i > 0; i--)
        if (joining->readers[i - 1] != NULL)
            joining->run = shard_reader_run(joining->readers[i - 1]);
    struct buf missing;
    buf_init(&missing);
    list_missing(joining, &missing);
    bool fine =
        missing.length == 0 || refuse(joining, buf_text(&missing), error);
    buf_finish(&missing);
    for (size_t i = 0; fine && i < words->count; i++) {
        struct error found = ERROR_NONE;
        fine = is_whole(words->items[i], &found) ||
               refuse(joining, found.message, error);
    }
    return fine;
}

/* ---- the run ------------------------------------------------------------ */

static const char *property_name(void *context, size_t property)
{
    return ((const struct joining *)context)->run->properties[property].name;
}

static const char *environment_words(void *context, uint64_t seed)
{
    struct joining *joining = context;
    return environment_words_tell(
        &joining->words, &joining->environment,
        strcmp(joining->run->time_mode, "virtual") == 0, seed);
}

static void outbox_unwritten(struct joining *joining, const struct error *error)
{
    log_warn("%s", error->message);
    joining->unwritten = true;
}

static void on_result(void *context, size_t property,
                      const struct test_result *result)
{
    struct joining *joining = context;
    struct error error = ERROR_NONE;
    if (joining->recorder != NULL &&
        !recorder_add(joining->recorder,
                      &joining->run->properties[property].header,
                      joining->run->deterministic, result, &error))
        outbox_unwritten(joining, &error);
}

static struct run_property *places_of_run(const struct shard_run *run)
{
    struct run_property *places =
        memory_zeroed(run->property_count + 1, sizeof *places);
    for (size_t i = 0; i < run->property_count; i++)
        places[i] = (struct run_property){
            .name = run->properties[i].name,
            .file = run->properties[i].file,
            .line = run->properties[i].line,
            .column = run->properties[i].column,
        };
    return places;
}

static struct run_info info_of(const struct shard_run *run,
                               const struct run_property *places)
{
    return (struct run_info){
        .spec = run->spec,
        .origin = run->origin,
        .seed = run->seed,
        .subscript = run->subscript,
        .time_mode = run->time_mode,
        .strategy = run->strategy,
        .deterministic = run->deterministic,
        .property_count = run->property_count,
        .properties = places,
        .tests = run->tests,
        .jobs = run->shard.of,
        .command = run->command,
    };
}

/* Tells the reporter of the run, but for its end. */
static bool join_pages(struct joining *joining, struct run_summary *summary,
                       struct error *error)
{
    const struct shard_run *run = joining->run;
    struct reporter *reporter = joining->reporter;
    struct run_property *places = places_of_run(run);
    struct run_info info = info_of(run, places);
    joining->environment = environment_words_restore(options_of(run));
    struct merge merge = {joining->readers, joining->count};
    struct campaign campaign = {
        .reporter = reporter,
        .property_count = run->property_count,
        .property_name = property_name,
        .environment = environment_words,
        .context = joining,
        .seed = run->seed,
        .tests = run->tests,
        .leaders = run->leaders,
        .keep_all = joining->recorder != NULL ||
                    reporters_want_all_steps(&joining->options),
        .time_limit_ms = SESSION_NO_LIMIT,
        .on_result = on_result,
    };
    if (reporter->ops->begin != NULL)
        reporter->ops->begin(reporter, &info);
    bool is_fine = merge_run(&campaign, &merge, summary, error);
    free(places);
    return is_fine;
}

static bool join_model(struct joining *joining, struct run_summary *summary,
                       struct error *error)
{
    struct model_merging merging = {
        .readers = joining->readers,
        .count = joining->count,
        .run = joining->run,
        .reporter = joining->reporter,
        .trace = joining->trace,
    };
    bool is_fine = model_merge(&merging, summary, error);
    joining->unwritten |= merging.unwritten;
    return is_fine;
}

static int report(struct joining *joining)
{
    struct reporter *reporter = joining->reporter;
    struct run_summary summary = {0};
    struct error error = ERROR_NONE;
    bool is_fine = joining->run->model != NULL
                       ? join_model(joining, &summary, &error)
                       : join_pages(joining, &summary, &error);
    if (!is_fine) {
        summary.aborted = error.message;
        if (reporters_are_silent(&joining->options))
            ending_print(&error);
    }
    summary.exit_status =
        ending_with_files(ending_status(&summary, &error),
                          joining->unwritten || joining->is_part);
    if (reporter->ops->end != NULL)
        reporter->ops->end(reporter, &summary);
    if (!joining->unwritten) /* else it may be cut off */
        reporters_tell_files(&joining->options);
    table_list_finish(&summary.tables);
    free(summary.uncovered);
    return summary.exit_status;
}

/* ---- the command -------------------------------------------------------- */

/* Before any of them is opened. */
static bool outputs_are_fine(const struct joining *joining,
                             const struct flags_words *words,
                             struct error *error)
{
    struct file_use outputs[OPTIONS_LIMIT + 1];
    struct file_use *inputs = memory_zeroed(words->count + 1, sizeof *inputs);
    outputs[0] = (struct file_use){"--trace", joining->trace};
    size_t count = 1 + reporters_list_files(&joining->options, outputs + 1);
    for (size_t i = 0; i < words->count; i++)
        inputs[i] = (struct file_use){"a shard", words->items[i]};
    bool fine = outputs_are_apart(outputs, count, inputs, words->count, error);
    free(inputs);
    return fine;
}

static bool set_up(struct joining *joining, const struct flags_words *words,
                   struct error *error)
{
    if (!outputs_are_fine(joining, words, error) ||
        !open_shards(joining, words, error) ||
        !reporters_create(&joining->reporter, &joining->options,
                          &joining->unwritten, error))
        return false;
    if (joining->trace == NULL || joining->run->model != NULL)
        return true;
    joining->recorder = recorder_create(joining->trace, error);
    return joining->recorder != NULL;
}

int command_merge(int argc, char **argv)
{
    struct joining *joining = MEMORY_NEW(struct joining);
    struct flags_words words;
    struct error error = ERROR_NONE;
    int status = EXIT_WRONG;
    joining->options.command = "merge";
    if (!flags_read(&command, joining, argc, argv, &words)) {
        status = words.status;
    } else if (words.count == 0) {
        flags_complain(&command, "which files? Give those that weir check "
                                 "--shard has written");
    } else if (!set_up(joining, &words, &error)) {
        ending_print(&error);
    } else {
        status = report(joining);
    }
    if (joining->reporter != NULL)
        joining->reporter->ops->destroy(joining->reporter);
    recorder_destroy(joining->recorder);
    for (size_t i = 0; i < joining->count; i++)
        shard_reader_close(joining->readers[i]);
    status = ending_with_files(status, joining->unwritten);
    buf_finish(&joining->words);
    free(joining);
    return status;
}
