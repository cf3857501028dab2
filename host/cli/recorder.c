#include "cli/recorder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/memory.h"
#include "lang/deps.h"
#include "trace/trace_file.h"

struct recorder {
    FILE *file;
    char *path;
};

struct recorder *recorder_create(const char *path, struct error *error)
{
    FILE *file = fopen(path, "we");
    if (file == NULL) {
        error_set(error, ERROR_USAGE, "--trace: cannot write %s: %s", path,
                  strerror(errno));
        return NULL;
    }
    struct recorder *recorder = MEMORY_NEW(struct recorder);
    recorder->file = file;
    recorder->path = memory_copy_string(path, strlen(path));
    return recorder;
}

void recorder_destroy(struct recorder *recorder)
{
    if (recorder == NULL)
        return;
    fclose(recorder->file);
    free(recorder->path);
    free(recorder);
}

/* Borrowed texts: the header is written and thrown away. */
static void add_header(struct buf *out, const struct run_info *info,
                       const struct value *options, const char *run,
                       const struct lang_program *program,
                       const struct lang_property *property,
                       const struct test_result *result)
{
    struct trace_header header = {
        .spec = (char *)info->spec,
        .property = (char *)result->info->property,
        .property_number = property - program->properties + 1,
        .origin = (char *)info->origin,
        .time_mode = (char *)info->time_mode,
        .run = (char *)run,
        .options = (struct value *)options,
        .seed = result->info->seed,
    };
    lang_deps(program, property, &header.deps);
    trace_add_header(out, &header);
    deps_finish(&header.deps);
}

/* In a file the steps are numbered from 1, also when states came before the
 * initial event. */
static void add_steps(struct buf *out, const struct run_info *info,
                      const struct test_result *result)
{
    for (size_t i = 0; i < result->step_count; i++) {
        struct step step = result->steps[i]; /* borrows its parts */
        step.version = (int64_t)i + 1;
        if (info->deterministic)
            step.call_us = step.return_us = -1;
        trace_add_step(out, &step);
    }
}

/* With --deterministic, by the page's clock. */
static int64_t duration_ms(const struct run_info *info,
                           const struct test_result *result)
{
    if (!info->deterministic)
        return result->duration_ms;
    size_t count = result->step_count;
    return count == 0 ? 0 : result->steps[count - 1].time_us / 1000;
}

static void add_run(struct buf *out, const struct run_info *info,
                    const struct test_result *result)
{
    struct trace_ending ending = {
        .verdict = result->verdict,
        .error = (char *)result->error,
        .actions = result->actions,
        .stale = result->stale,
        .duration_ms = duration_ms(info, result),
    };
    add_steps(out, info, result);
    trace_add_ending(out, &ending);
}

bool recorder_add(struct recorder *recorder, const struct run_info *info,
                  const struct value *options,
                  const struct lang_program *program,
                  const struct lang_property *property,
                  const struct test_result *result, struct error *error)
{
    const struct reduction_info *reduction = result->reduction;
    const struct test_result *other =
        reduction == NULL ? NULL : reduction->other;
    bool is_shrunk = other != NULL && reduction->kind == REDUCTION_SHORTER;
    struct buf out;
    buf_init(&out);
    add_header(&out, info, options, other == NULL ? NULL : "original", program,
               property, result);
    add_run(&out, info, is_shrunk ? other : result);
    if (other != NULL) {
        add_header(&out, info, options, is_shrunk ? "shrunk" : "repeated",
                   program, property, result);
        add_run(&out, info, is_shrunk ? result : other);
    }
    bool fine =
        fwrite(buf_text(&out), 1, out.length, recorder->file) == out.length &&
        fflush(recorder->file) == 0;
    buf_finish(&out);
    if (fine)
        return true;
    return error_set(error, ERROR_IO, "--trace: cannot write %s: %s",
                     recorder->path, strerror(errno));
}
