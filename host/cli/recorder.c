/* Order of this file: the file, the lines of a test, the test that goes on, one
 * that has ended. */
#include "cli/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "lang/deps/deps.h"
#include "trace/trace_file.h"

struct recorder {
    int file;
    off_t whole; /* so much of it is whole lines */
    char *path;
    bool failed;         /* nothing more is written... */
    int reason;          /* ...because of this errno... */
    bool told;           /* ...and it has been said */
    bool goes_on;        /* a test has begun and not ended */
    off_t test_begins;   /* of the test that goes on; NOT_SEEKABLE */
    size_t steps_so_far; /* of it that are in the file */
};

enum { NOT_SEEKABLE = -1 };

struct recorder *recorder_create(const char *path, struct error *error)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0) {
        error_set(error, ERROR_USAGE, "--trace: cannot write %s: %s", path,
                  strerror(errno));
        return NULL;
    }
    struct recorder *recorder = MEMORY_NEW(struct recorder);
    recorder->file = file;
    recorder->path = memory_copy_string(path, strlen(path));
    struct stat status;
    bool is_file = fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    recorder->test_begins = is_file ? 0 : NOT_SEEKABLE;
    return recorder;
}

void recorder_destroy(struct recorder *recorder)
{
    if (recorder == NULL)
        return;
    close(recorder->file);
    free(recorder->path);
    free(recorder);
}

/* What is whole stays a trace: half a line after it goes. */
static void give_up(struct recorder *recorder)
{
    recorder->failed = true;
    recorder->reason = errno;
    if (recorder->test_begins != NOT_SEEKABLE &&
        ftruncate(recorder->file, recorder->whole) != 0)
        log_debug("%s: %s", recorder->path, strerror(errno));
}

static void put(struct recorder *recorder, const struct buf *text)
{
    if (file_write_all(recorder->file, buf_str(text)))
        recorder->whole += (off_t)text->length;
    else
        give_up(recorder);
}

struct trace_header recorder_header(const struct recorder_subject *subject,
                                    size_t property)
{
    const struct run_info *info = subject->info;
    const struct lang_property *checked =
        &subject->program->properties[property];
    struct trace_header header = {
        .spec = (char *)info->spec,
        .property = (char *)checked->global->name->text,
        .property_number = checked->number,
        .origin = (char *)info->origin,
        .time_mode = (char *)info->time_mode,
        .options = (struct value *)subject->options,
    };
    lang_deps_for(subject->program, checked, subject->extent, &header.deps);
    return header;
}

/* Of one of the runs of the test. */
static void add_header(struct buf *out, const struct trace_header *header,
                       const char *run, const struct test_info *info)
{
    struct trace_header own = *header; /* borrows its parts */
    own.run = (char *)run;
    own.seed = info->seed;
    trace_add_header(out, &own);
}

static void add_step(struct buf *out, bool is_deterministic,
                     const struct step *step)
{
    struct step own = *step; /* borrows its parts */
    if (is_deterministic)
        own.call_us = own.return_us = -1;
    trace_add_step(out, &own);
}

/* With --deterministic, by the page's clock. */
static int64_t duration_ms(bool is_deterministic,
                           const struct test_result *result)
{
    if (!is_deterministic)
        return result->duration_ms;
    size_t count = result->step_count;
    return count == 0 ? 0 : result->steps[count - 1].time_us / 1000;
}

static void add_ending(struct buf *out, bool is_deterministic,
                       const struct test_result *result)
{
    struct trace_ending ending = {
        .verdict = result->verdict,
        .error = (char *)result->error,
        .actions = result->actions,
        .stale = result->stale,
        .duration_ms = duration_ms(is_deterministic, result),
    };
    trace_add_ending(out, &ending);
}

static void add_run(struct buf *out, bool is_deterministic,
                    const struct test_result *result)
{
    for (size_t i = 0; i < result->step_count; i++)
        add_step(out, is_deterministic, &result->steps[i]);
    add_ending(out, is_deterministic, result);
}

/* ---- the test that goes on ---------------------------------------------- */

struct follower {
    struct reporter base;
    struct recorder *recorder;              /* borrowed */
    const struct recorder_subject *subject; /* borrowed */
    struct test_info test;                  /* that goes on */
};

/* What is in the file stays there. */
static void move_on(struct recorder *recorder)
{
    recorder->steps_so_far = 0;
    recorder->goes_on = false;
    if (recorder->test_begins != NOT_SEEKABLE)
        recorder->test_begins = recorder->whole;
}

static void follow_test(struct reporter *reporter, const struct test_info *info)
{
    struct follower *follower = (struct follower *)reporter;
    follower->test = *info;
    move_on(follower->recorder);
    follower->recorder->goes_on = true;
}

static void follow_step(struct reporter *reporter, const struct step *step)
{
    struct follower *follower = (struct follower *)reporter;
    struct recorder *recorder = follower->recorder;
    const struct recorder_subject *subject = follower->subject;
    /* Those of a saved counterexample are told before it counts as a test. */
    if (!recorder->goes_on || recorder->failed ||
        recorder->test_begins == NOT_SEEKABLE)
        return;
    struct buf out;
    buf_init(&out);
    if (recorder->steps_so_far == 0) {
        struct trace_header header =
            recorder_header(subject, follower->test.property_index);
        add_header(&out, &header, NULL, &follower->test);
        deps_finish(&header.deps);
    }
    recorder->steps_so_far++;
    add_step(&out, subject->info->deterministic, step);
    put(recorder, &out);
    buf_finish(&out);
}

/* The steps so far are not those that are to stay. */
static void take_back(struct recorder *recorder)
{
    if (recorder->steps_so_far == 0 || recorder->failed)
        return;
    recorder->whole = recorder->test_begins;
    if (lseek(recorder->file, recorder->whole, SEEK_SET) < 0 ||
        ftruncate(recorder->file, recorder->whole) != 0)
        give_up(recorder);
    recorder->steps_so_far = 0;
}

static void follower_destroy(struct reporter *reporter)
{
    free(reporter);
}

static void follow_anew(struct reporter *reporter)
{
    take_back(((struct follower *)reporter)->recorder);
}

struct reporter *recorder_follow(struct recorder *recorder,
                                 const struct recorder_subject *subject)
{
    static const struct reporter_ops ops = {
        .test_begin = follow_test,
        .step = follow_step,
        .anew = follow_anew,
        .destroy = follower_destroy,
    };
    struct follower *follower = MEMORY_NEW(struct follower);
    follower->base.ops = &ops;
    follower->recorder = recorder;
    follower->subject = subject;
    return &follower->base;
}

/* ---- a test that has ended ---------------------------------------------- */

/* Of a run that was made again it is known when its last state came. */
static struct test_result with_own_duration(const struct test_result *again)
{
    struct test_result own = *again;
    if (again->step_count > 0)
        own.duration_ms = again->steps[again->step_count - 1].return_us / 1000;
    return own;
}

static void add_whole(struct buf *out, const struct trace_header *header,
                      bool is_deterministic, const struct test_result *result)
{
    const struct reduction_info *reduction = result->reduction;
    const struct test_result *other =
        reduction == NULL ? NULL : reduction->other;
    bool is_shrunk = other != NULL && reduction->kind == REDUCTION_SHORTER;
    add_header(out, header, other == NULL ? NULL : "original", result->info);
    add_run(out, is_deterministic, is_shrunk ? other : result);
    if (other != NULL) {
        add_header(out, header, is_shrunk ? "shrunk" : "repeated",
                   result->info);
        struct test_result again =
            with_own_duration(is_shrunk ? result : other);
        add_run(out, is_deterministic, &again);
    }
}

static bool is_in_the_file(const struct recorder *recorder,
                           const struct test_result *result)
{
    return recorder->steps_so_far != 0 && !result->info->is_shared &&
           recorder->steps_so_far == result->step_count &&
           (result->reduction == NULL || result->reduction->other == NULL);
}

bool recorder_add(struct recorder *recorder, const struct trace_header *header,
                  bool is_deterministic, const struct test_result *result,
                  struct error *error)
{
    struct buf out;
    buf_init(&out);
    if (is_in_the_file(recorder, result)) {
        add_ending(&out, is_deterministic, result);
    } else {
        take_back(recorder);
        add_whole(&out, header, is_deterministic, result);
    }
    if (!recorder->failed) /* after half a line nobody could read it */
        put(recorder, &out);
    buf_finish(&out);
    move_on(recorder);
    if (!recorder->failed || recorder->told)
        return true;
    recorder->told = true;
    return error_set(error, ERROR_IO, "--trace: cannot write %s: %s",
                     recorder->path, strerror(recorder->reason));
}
