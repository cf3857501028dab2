/* In this file: what is being read, fields, calls, ends, whole operations, the
 * whole. */
#include "run/model/history.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "base/memory.h"

static void operation_drop(struct history_operation *operation)
{
    value_unref(operation->arguments);
    value_unref(operation->answer);
    value_unref(operation->created);
}

void history_finish(struct history *history)
{
    for (size_t i = 0; i < history->items.count; i++)
        operation_drop(&history->items.items[i]);
    vec_finish(&history->items);
    vec_finish(&history->ends);
}

/* ---- what is being read ------------------------------------------------- */

/* An operation that has been called and has not ended. */
struct open_call {
    int64_t process;
    size_t place; /* in the history */
};

struct reader {
    struct history *history;
    const struct model_info *info;
    const char *path;
    struct error *error;
    size_t line;
    const struct value *object; /* of the line */
    VEC(struct open_call) open; /* few: one for each process */
    bool has_times, has_lines;  /* there were lines with a time, and without */
};

static bool complain(struct reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool complain(struct reader *reader, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    error_set_at(reader->error, ERROR_USAGE, reader->path, reader->line, format,
                 arguments);
    va_end(arguments);
    return false;
}

/* ---- fields ------------------------------------------------------------- */

static const struct value *field(const struct reader *reader, const char *name)
{
    return value_field(reader->object, str_text(name));
}

static bool whole_number(struct reader *reader, const char *name,
                         int64_t *number)
{
    const struct value *value = field(reader, name);
    if (value == NULL)
        return complain(reader, "`%s` is missing", name);
    if (value->kind != VALUE_INT)
        return complain(reader, "`%s` is to be a whole number", name);
    *number = value->integer;
    return true;
}

/* The time of the line: its number, where it has none. */
static bool time_of(struct reader *reader, int64_t *time)
{
    *time = (int64_t)reader->line;
    if (field(reader, "time") == NULL) {
        reader->has_lines = true;
        return true;
    }
    reader->has_times = true;
    return whole_number(reader, "time", time);
}

static bool command_of(struct reader *reader, size_t *command)
{
    const struct value *op = field(reader, "op");
    if (op->kind != VALUE_STRING)
        return complain(reader, "`op` is to be the name of a command");
    for (*command = 0; *command < reader->info->command_count; (*command)++)
        if (str_is(value_text(op), reader->info->commands[*command].name))
            return true;
    struct str name = value_text(op);
    return complain(reader, "the model has no command `%.*s`", STR_ARGS(name));
}

static bool arguments_of(struct reader *reader, struct value **arguments)
{
    const struct value *args = field(reader, "args");
    if (args != NULL && args->kind != VALUE_LIST)
        return complain(reader, "`args` is to be a list");
    *arguments = args == NULL ? value_list(NULL, 0) : value_ref(args);
    return true;
}

/* ---- calls -------------------------------------------------------------- */

static struct open_call *open_of(struct reader *reader, int64_t process)
{
    for (size_t i = 0; i < reader->open.count; i++)
        if (reader->open.items[i].process == process)
            return &reader->open.items[i];
    return NULL;
}

static bool add_operation(struct reader *reader,
                          struct history_operation *operation)
{
    operation->line = reader->line;
    operation->end = OPERATION_PENDING;
    operation->number = operation->fork = -1;
    if ((field(reader, "id") != NULL &&
         !whole_number(reader, "id", &operation->number)) ||
        (field(reader, "fork") != NULL &&
         !whole_number(reader, "fork", &operation->fork)))
        return false;
    if (!whole_number(reader, "process", &operation->process) ||
        !command_of(reader, &operation->command) ||
        !arguments_of(reader, &operation->arguments))
        return false;
    vec_push(&reader->history->items, *operation);
    return true;
}

static bool read_call(struct reader *reader)
{
    struct history_operation operation = {0};
    if (!time_of(reader, &operation.call) || !add_operation(reader, &operation))
        return false;
    const struct open_call *before = open_of(reader, operation.process);
    if (before != NULL)
        return complain(reader,
                        "process %" PRId64 " calls while its call of line %zu "
                        "has not ended",
                        operation.process,
                        reader->history->items.items[before->place].line);
    struct open_call open = {operation.process,
                             reader->history->items.count - 1};
    vec_push(&reader->open, open);
    return true;
}

/* ---- ends --------------------------------------------------------------- */

static const struct {
    const char *name;
    enum operation_end end;
} ends[] = {
    {"ok", OPERATION_OK}, {"fail", OPERATION_FAIL}, {"info", OPERATION_INFO}};

/* Which of them the line has; -1: none, or several, which is complained of. */
static int end_of(struct reader *reader)
{
    int found = -1;
    for (int i = 0; i < 3; i++) {
        if (field(reader, ends[i].name) == NULL)
            continue;
        if (found >= 0) {
            complain(reader, "the line has both `%s` and `%s`",
                     ends[found].name, ends[i].name);
            return -1;
        }
        found = i;
    }
    if (found < 0)
        complain(reader, "the line has none of `op`, `ok`, `fail` and `info`");
    return found;
}

static void end_operation(struct reader *reader,
                          struct history_operation *operation, int end,
                          int64_t time)
{
    operation->end = ends[end].end;
    operation->ret = time;
    if (operation->end == OPERATION_OK)
        operation->answer = value_ref(field(reader, "ok"));
    if (field(reader, "creates") != NULL)
        operation->created = value_ref(field(reader, "creates"));
}

static bool has_list(struct reader *reader, const char *name)
{
    const struct value *value = field(reader, name);
    return value == NULL || value->kind == VALUE_LIST ||
           complain(reader, "`%s` is to be a list", name);
}

static bool read_end(struct reader *reader)
{
    int64_t process, time;
    int end = end_of(reader);
    if (end < 0 || !has_list(reader, "creates") ||
        !whole_number(reader, "process", &process) || !time_of(reader, &time))
        return false;
    struct open_call *open = open_of(reader, process);
    if (open == NULL)
        return complain(reader, "process %" PRId64 " has called nothing",
                        process);
    struct history_operation *operation =
        &reader->history->items.items[open->place];
    if (time < operation->call)
        return complain(reader, "it ends before its call of line %zu",
                        operation->line);
    end_operation(reader, operation, end, time);
    *open = vec_last(&reader->open);
    reader->open.count--;
    return true;
}

/* ---- whole operations --------------------------------------------------- */

static bool read_whole(struct reader *reader)
{
    struct history_operation operation = {0};
    int64_t end_time;
    int end = end_of(reader);
    if (end < 0 || !has_list(reader, "creates") ||
        !whole_number(reader, "start", &operation.call) ||
        !whole_number(reader, "end", &end_time))
        return false;
    if (end_time < operation.call)
        return complain(reader, "it ends before it starts");
    if (!add_operation(reader, &operation))
        return false;
    end_operation(reader, &vec_last(&reader->history->items), end, end_time);
    reader->has_times = true;
    return true;
}

/* ---- the whole ---------------------------------------------------------- */

/* What has not ended when its history does never will. */
static void end_history(struct reader *reader)
{
    size_t count = reader->history->items.count;
    size_t before =
        reader->history->ends.count == 0 ? 0 : vec_last(&reader->history->ends);
    reader->open.count = 0;
    if (count > before)
        vec_push(&reader->history->ends, count);
}

static bool read_object(struct reader *reader)
{
    if (reader->object->kind != VALUE_OBJECT)
        return complain(reader, "the line is no JSON object");
    if (field(reader, "test") != NULL) {
        end_history(reader);
        return true;
    }
    if (field(reader, "op") == NULL)
        return read_end(reader);
    return field(reader, "start") != NULL ? read_whole(reader)
                                          : read_call(reader);
}

static bool read_line(struct reader *reader, struct str line)
{
    struct error error = ERROR_NONE;
    struct value *object = value_parse(line, &error);
    if (object == NULL)
        return complain(reader, "the line is no JSON: %s", error.message);
    reader->object = object;
    bool is_fine = read_object(reader);
    value_unref(object);
    return is_fine;
}

static bool is_empty(struct str line)
{
    for (size_t i = 0; i < line.length; i++)
        if (strchr(" \t\r", line.data[i]) == NULL)
            return false;
    return true;
}

static bool read_lines(struct reader *reader, struct str text)
{
    while (text.length > 0) {
        const char *newline = memchr(text.data, '\n', text.length);
        size_t length =
            newline == NULL ? text.length : (size_t)(newline - text.data);
        struct str line = str_from(text.data, length);
        reader->line++;
        text.data += length + (newline != NULL);
        text.length -= length + (newline != NULL);
        if (!is_empty(line) && !read_line(reader, line))
            return false;
    }
    if (reader->has_times && reader->has_lines)
        return complain(reader, "some lines have a time and some have none");
    end_history(reader);
    return reader->history->ends.count > 0 ||
           complain(reader, "there is no operation in the history");
}

bool history_read(struct history *history, const char *path, struct str text,
                  const struct model_info *info, struct error *error)
{
    struct reader reader = {
        .history = history,
        .info = info,
        .path = path,
        .error = error,
    };
    *history = (struct history){VEC_EMPTY, VEC_EMPTY};
    bool is_fine = read_lines(&reader, text);
    vec_finish(&reader.open);
    if (!is_fine)
        history_finish(history);
    return is_fine;
}
