/* Writing; reading is in saved_program_read.c. */
#include "run/model/saved_program.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "trace/value.h"

void saved_program_finish(struct saved_program *saved)
{
    free(saved->model);
    program_finish(&saved->program);
    schedule_finish(&saved->schedule);
    *saved = (struct saved_program){0};
}

/* Files are moved: the last part of the path says which model it is. */
static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

bool saved_program_is_of(const struct saved_program *saved, const char *model)
{
    return strcmp(last_part(saved->model), last_part(model)) == 0;
}

static void add_string(struct buf *out, const char *text)
{
    struct value *value = value_string(str_text(text));
    value_add_json(out, value);
    value_unref(value);
}

static void add_command(struct buf *out, const struct program_command *command,
                        const struct model_info *info)
{
    buf_addf(out, "%s ", info->commands[command->kind].name);
    value_add_json(out, command->arguments);
    buf_add_char(out, '\n');
}

static void add_fork(struct buf *out, const struct program *program,
                     size_t begin, size_t end, const struct model_info *info)
{
    bool is_parallel = program_processes(program, begin, end) > 1;
    bool has_users = model_users(info) > 1;
    if (is_parallel)
        buf_add_text(out, "together\n");
    for (size_t i = begin; i < end; i++) {
        const struct program_command *command = &program->items.items[i];
        if (is_parallel)
            buf_addf(out, "  %zu ",
                     (has_users ? command->user : command->process) + 1);
        else if (has_users && command->user > 0)
            buf_addf(out, "%zu ", command->user + 1);
        add_command(out, command, info);
    }
    if (is_parallel)
        buf_add_text(out, "end\n");
}

static void add_schedule(struct buf *out, const struct schedule *schedule)
{
    if (schedule->items.count == 0)
        return;
    buf_add_text(out, "schedule [");
    for (size_t i = 0; i < schedule->items.count; i++)
        buf_addf(out, "%s%u", i == 0 ? "" : ", ",
                 schedule->items.items[i].chosen);
    buf_add_text(out, "]\n");
}

static void add_comment(struct buf *out, const char *why)
{
    buf_add_text(out, "# ");
    for (; *why != '\0'; why++) {
        buf_add_char(out, *why);
        if (*why == '\n')
            buf_add_text(out, "# ");
    }
    buf_add_char(out, '\n');
}

void saved_program_add(struct buf *out, const struct saved_program *saved,
                       const struct model_info *info, const char *why)
{
    if (why != NULL)
        add_comment(out, why);
    buf_addf(out, "program %d\nmodel ", SAVED_PROGRAM_FORM);
    add_string(out, last_part(saved->model));
    buf_addf(out, "\nproperty \"%s\"\nseed %" PRIu64 "\n",
             model_property_name(saved->property), saved->seed);
    if (saved->environment != NULL) {
        buf_add_text(out, "environment ");
        value_add_json(out, saved->environment);
        buf_add_char(out, '\n');
    }
    buf_add_char(out, '\n');
    const struct program *program = &saved->program;
    for (size_t begin = 0; begin < program->items.count;) {
        size_t end = program_fork_end(program, begin);
        add_fork(out, program, begin, end, info);
        begin = end;
    }
    add_schedule(out, &saved->schedule);
}
