/* Order of this file: which properties, what a trace must hold, one test, the
 * file. */
#include "cli/offline.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/memory.h"
#include "check/spec/spec.h"
#include "cli/environment_words.h"
#include "cli/recorded.h"
#include "lang/deps/deps.h"
#include "run/offline.h"
#include "trace/trace_reader.h"

struct recording {
    struct trace_reader *reader;
    struct trace_record record; /* the header of the next test, or the end */

    /* While it is checked: */
    const struct lang_program *program;
    struct reporter *reporter;
    bool (*cancelled)(void *);
    struct run_summary *summary;
    size_t index;           /* of the next judgement */
    int64_t number;         /* of those in a row for the same property alone */
    size_t last;            /* which property that is */
    size_t left_out;        /* tests of properties that are not asked for */
    struct buf environment; /* of the test, in words */
};

/* ---- which properties --------------------------------------------------- */

/* Fills `picked`, which has room for all properties; returns how many. None:
 * the test is of one that the command line leaves out. */
static size_t pick(const struct lang_program *program,
                   const struct trace_header *header, size_t *picked)
{
    size_t count;
    if (recorded_find(program, header, picked, &count) != RECORDED_NOT_THERE)
        return count;
    for (size_t i = 0; i < program->property_count; i++)
        picked[i] = i;
    return program->property_count;
}

/* ---- what a trace must hold --------------------------------------------- */

/* The first thing that is wanted but was not recorded, as "`#a`.b.c"; nothing
 * when all is there. A field that was recorded as a whole has all its parts. */
static bool lacks(const struct deps_node *had, const struct deps_node *wanted,
                  bool is_field, struct buf *name)
{
    if (is_field && had->count == 0)
        return false;
    size_t length = name->length;
    for (size_t i = 0; i < wanted->count; i++) {
        const struct deps_node *part = &wanted->children[i];
        struct str text = str_from(part->name, part->name_length);
        const struct deps_node *found = deps_find(had, text);
        name->length = length;
        buf_addf(name, wanted->name == NULL ? "`%.*s`" : ".%.*s",
                 STR_ARGS(text));
        if (found == NULL || lacks(found, part, wanted->name != NULL, name))
            return true;
    }
    name->length = length;
    return false;
}

/* A trace whose header has no dependencies is believed. */
static bool holds_enough(const struct recording *recording, size_t property,
                         struct error *error)
{
    const struct deps *had = &recording->record.header.deps;
    struct deps wanted;
    struct buf name;
    lang_deps(recording->program, &recording->program->properties[property],
              &wanted);
    buf_init(&name);
    bool fine =
        had->root.count == 0 || !lacks(&had->root, &wanted.root, false, &name);
    if (!fine)
        error_set(
            error, ERROR_RUN,
            "the trace does not hold %s, which the property reads: record "
            "it again",
            buf_text(&name));
    buf_finish(&name);
    deps_finish(&wanted);
    return fine;
}

/* ---- one test, one property --------------------------------------------- */

static void on_step(void *context, const struct step *step)
{
    struct reporter *reporter = ((struct recording *)context)->reporter;
    if (reporter->ops->step != NULL)
        reporter->ops->step(reporter, step);
}

static bool is_cancelled(void *context)
{
    return ((struct recording *)context)->cancelled(NULL);
}

static void report(const struct recording *recording,
                   const struct test_info *info,
                   const struct offline_result *result, int64_t duration_ms)
{
    struct reporter *reporter = recording->reporter;
    bool errored = result->verdict.kind == VERDICT_ERRORED;
    struct test_result told = {
        .info = info,
        .verdict = result->verdict,
        .error = errored ? result->error.message : NULL,
        .steps = result->kept.steps,
        .step_count = result->kept.count,
        .left_out = result->kept.left_out,
        .left_out_at = KEPT_FIRST_STEPS,
        .reasons = result->reasons.items,
        .reason_count = result->reasons.count,
        .signals = result->signals,
        .actions = result->actions,
        .stale = result->stale,
        .duration_ms = duration_ms,
        .note = result->note,
    };
    if (reporter->ops->test_end != NULL)
        reporter->ops->test_end(reporter, &told);
}

/* Reads on to the next test. */
static bool skip(struct recording *recording, struct error *error)
{
    do {
        if (!trace_reader_next(recording->reader, &recording->record, error))
            return false;
    } while (recording->record.kind == TRACE_RECORD_STEP ||
             recording->record.kind == TRACE_RECORD_ENDING);
    return true;
}

static bool judge(struct recording *recording, size_t property,
                  struct offline_result *result, struct error *error)
{
    struct offline_options options = {
        .on_step = on_step,
        .cancelled = recording->cancelled == NULL ? NULL : is_cancelled,
        .context = recording,
    };
    if (!holds_enough(recording, property, &result->error)) {
        result->verdict.kind = VERDICT_ERRORED;
        return skip(recording, error);
    }
    struct check_spec *spec = check_spec_create(
        recording->program, &recording->program->properties[property]);
    bool fine =
        offline_judge(recording->reader, &recording->record, &spec->checker,
                      &spec->actor, &options, result, error);
    spec->checker.ops->destroy(&spec->checker);
    return fine;
}

/* Tests of one property, one after the other, are numbered. */
static struct test_info next_info(struct recording *recording, size_t property,
                                  bool is_alone)
{
    bool again =
        is_alone && recording->number > 0 && recording->last == property;
    recording->number = again ? recording->number + 1 : is_alone;
    recording->last = property;
    const struct trace_header *header = &recording->record.header;
    struct environment_wish wish = environment_words_restore(header->options);
    return (struct test_info){
        .property = recording->program->properties[property].global->name->text,
        .property_index = property,
        .index = recording->index++,
        .number = recording->number > 0 ? recording->number : 1,
        .seed = header->seed,
        .environment = environment_words_tell(
            &recording->environment, &wish,
            header->time_mode != NULL &&
                strcmp(header->time_mode, "virtual") == 0,
            header->seed),
        .walk = recording->index,
    };
}

static bool check_property(struct recording *recording, size_t property,
                           bool is_alone, struct error *error)
{
    struct reporter *reporter = recording->reporter;
    struct test_info info = next_info(recording, property, is_alone);
    int64_t started = clock_now_ms();
    struct offline_result result;
    offline_result_init(&result);
    if (reporter->ops->test_begin != NULL)
        reporter->ops->test_begin(reporter, &info);
    bool fine = judge(recording, property, &result, error);
    run_summary_count(recording->summary, result.verdict);
    recording->summary->wrong += result.error.code == ERROR_UNJUDGED;
    report(recording, &info, &result, clock_now_ms() - started);
    offline_result_finish(&result);
    return fine;
}

/* ---- the file ----------------------------------------------------------- */

/* Judges the test whose header was read, for each property that was picked:
 * the steps are read as often. */
static bool check_test(struct recording *recording, size_t *picked,
                       struct error *error)
{
    struct trace_mark header = trace_reader_last(recording->reader);
    size_t picks = pick(recording->program, &recording->record.header, picked);
    if (picks == 0) {
        recording->left_out++;
        return skip(recording, error);
    }
    for (size_t i = 0; i < picks; i++) {
        if (i > 0 &&
            !(trace_reader_return(recording->reader, &header, error) &&
              trace_reader_next(recording->reader, &recording->record, error)))
            return false;
        if (!check_property(recording, picked[i], picks == 1, error))
            return false;
    }
    return true;
}

bool recording_check(struct recording *recording,
                     const struct lang_program *program,
                     struct reporter *reporter, bool (*cancelled)(void *),
                     struct run_summary *summary, struct error *error)
{
    int64_t started = clock_now_ms();
    size_t *picked = memory_zeroed(program->property_count, sizeof *picked);
    bool fine = true;
    recording->program = program;
    recording->reporter = reporter;
    recording->cancelled = cancelled;
    recording->summary = summary;
    while (fine && recording->record.kind == TRACE_RECORD_HEADER)
        fine = check_test(recording, picked, error);
    if (fine && recording->index == 0 && recording->left_out > 0)
        fine = error_set(error, ERROR_USAGE,
                         "--only and --without leave no test of the trace");
    if (!fine && error->code == ERROR_IO)
        error->code = ERROR_SETUP; /* a wrong trace is no test that errored */
    free(picked);
    summary->duration_ms = clock_now_ms() - started;
    return fine;
}

struct recording *recording_open(const char *path, struct error *error)
{
    struct trace_reader *reader = trace_reader_open(path, error);
    if (reader == NULL) {
        error->code = ERROR_USAGE;
        return NULL;
    }
    struct recording *recording = MEMORY_NEW(struct recording);
    recording->reader = reader;
    trace_record_init(&recording->record);
    if (trace_reader_next(reader, &recording->record, error))
        return recording;
    error->code = ERROR_SETUP;
    recording_close(recording);
    return NULL;
}

void recording_close(struct recording *recording)
{
    if (recording == NULL)
        return;
    trace_record_finish(&recording->record);
    trace_reader_close(recording->reader);
    buf_finish(&recording->environment);
    free(recording);
}

const struct trace_header *recording_header(const struct recording *recording)
{
    return &recording->record.header;
}
