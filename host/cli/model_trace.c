#include "cli/model_trace.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "trace/operation.h"

struct model_trace {
    int file;
    char *path;
    bool failed;
};

struct model_trace *model_trace_create(const char *path, struct error *error)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0) {
        error_set(error, ERROR_USAGE, "--trace: cannot write %s: %s", path,
                  strerror(errno));
        return NULL;
    }
    struct model_trace *trace = MEMORY_NEW(struct model_trace);
    trace->file = file;
    trace->path = memory_format("%s", path);
    return trace;
}

bool model_trace_destroy(struct model_trace *trace)
{
    if (trace == NULL)
        return true;
    bool is_whole = close(trace->file) == 0 && !trace->failed;
    free(trace->path);
    free(trace);
    return is_whole;
}

static void add_text(struct buf *out, const char *name, const char *text)
{
    struct value *value =
        text == NULL ? value_null() : value_string(str_text(text));
    value_add_json_or_null(out, name, value);
    value_unref(value);
}

static bool is_of_several(const struct operation_list *list, size_t place)
{
    const struct operation *one = &list->items[place];
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].fork == one->fork &&
            list->items[i].process != one->process)
            return true;
    return false;
}

static void add_operation(struct buf *out, const struct operation *operation,
                          bool is_of_several)
{
    int64_t end_us = operation->return_us < operation->call_us
                         ? operation->call_us
                         : operation->return_us;
    buf_addf(out, "{\"process\":%" PRId64 ",\"id\":%" PRId64,
             operation->process, operation->number);
    add_text(out, "op", operation->name);
    value_add_json_or_null(out, "args", operation->arguments);
    if (operation->end == OPERATION_OK)
        value_add_json_or_null(out, "ok", operation->raw);
    else
        add_text(out, operation->end == OPERATION_FAIL ? "fail" : "info",
                 operation->words);
    if (operation->created != NULL)
        value_add_json_or_null(out, "creates", operation->created);
    if (is_of_several)
        buf_addf(out, ",\"fork\":%zu", operation->fork);
    buf_addf(out, ",\"start\":%" PRId64 ",\"end\":%" PRId64 "}\n",
             operation->call_us, end_us);
}

void model_trace_add(struct model_trace *trace,
                     const struct test_result *result)
{
    struct buf text = {0};
    if (trace == NULL || trace->failed || result->program == NULL)
        return;
    const struct operation_list *list = &result->program->operations;
    buf_addf(&text, "{\"test\":%" PRId64, result->info->number);
    add_text(&text, "property", result->info->property);
    add_text(&text, "verdict", verdict_text(result->verdict));
    buf_addf(&text, ",\"seed\":%" PRIu64 "}\n", result->info->seed);
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].call_us >= 0)
            add_operation(&text, &list->items[i], is_of_several(list, i));
    trace->failed = !file_write_all(trace->file, buf_str(&text));
    if (trace->failed)
        log_warn("--trace: cannot write %s: %s", trace->path, strerror(errno));
    buf_finish(&text);
}
