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
    bool failed; /* and it has been said */
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

struct trace_header recorder_header(const struct run_info *info,
                                    const struct value *options,
                                    const struct lang_program *program,
                                    size_t property,
                                    enum lang_deps_extent extent)
{
    const struct lang_property *checked = &program->properties[property];
    struct trace_header header = {
        .spec = (char *)info->spec,
        .property = (char *)checked->global->name->text,
        .property_number = (int64_t)property + 1,
        .origin = (char *)info->origin,
        .time_mode = (char *)info->time_mode,
        .options = (struct value *)options,
    };
    lang_deps_for(program, checked, extent, &header.deps);
    return header;
}

/* Of one of the runs of the test. */
static void add_header(struct buf *out, const struct trace_header *header,
                       const char *run, const struct test_result *result)
{
    struct trace_header own = *header; /* borrows its parts */
    own.run = (char *)run;
    own.seed = result->info->seed;
    trace_add_header(out, &own);
}

/* In a file the steps are numbered from 1, also when states came before the
 * initial event. */
static void add_steps(struct buf *out, bool is_deterministic,
                      const struct test_result *result)
{
    for (size_t i = 0; i < result->step_count; i++) {
        struct step step = result->steps[i]; /* borrows its parts */
        step.version = (int64_t)i + 1;
        if (is_deterministic)
            step.call_us = step.return_us = -1;
        trace_add_step(out, &step);
    }
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

static void add_run(struct buf *out, bool is_deterministic,
                    const struct test_result *result)
{
    struct trace_ending ending = {
        .verdict = result->verdict,
        .error = (char *)result->error,
        .actions = result->actions,
        .stale = result->stale,
        .duration_ms = duration_ms(is_deterministic, result),
    };
    add_steps(out, is_deterministic, result);
    trace_add_ending(out, &ending);
}

bool recorder_add(struct recorder *recorder, const struct trace_header *header,
                  bool is_deterministic, const struct test_result *result,
                  struct error *error)
{
    if (recorder->failed)
        return true; /* behind half a line nobody could read it */
    const struct reduction_info *reduction = result->reduction;
    const struct test_result *other =
        reduction == NULL ? NULL : reduction->other;
    bool is_shrunk = other != NULL && reduction->kind == REDUCTION_SHORTER;
    struct buf out;
    buf_init(&out);
    add_header(&out, header, other == NULL ? NULL : "original", result);
    add_run(&out, is_deterministic, is_shrunk ? other : result);
    if (other != NULL) {
        add_header(&out, header, is_shrunk ? "shrunk" : "repeated", result);
        add_run(&out, is_deterministic, is_shrunk ? result : other);
    }
    bool fine =
        fwrite(buf_text(&out), 1, out.length, recorder->file) == out.length &&
        fflush(recorder->file) == 0;
    buf_finish(&out);
    if (fine)
        return true;
    recorder->failed = true;
    return error_set(error, ERROR_IO, "--trace: cannot write %s: %s",
                     recorder->path, strerror(errno));
}
