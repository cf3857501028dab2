/* Reading; writing is in saved_program.c.
 *
 * In this file: what is being read, the head, commands, the whole. */
#include "run/model/saved_program.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text_lines.h"
#include "trace/value.h"

enum { MOST_COMMANDS = 10 * 1000 };

/* ---- what is being read ------------------------------------------------- */

struct reader {
    struct saved_program *saved;
    const struct model_info *info;
    const char *path;
    struct error *error;
    struct text_lines lines;
    int together; /* the line of the `together` that is open; 0: none */
    size_t fork;  /* of the next command */
};

static bool complain(struct reader *reader, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool complain(struct reader *reader, int line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    error_set_at(reader->error, ERROR_USAGE, reader->path, (size_t)line, format,
                 arguments);
    va_end(arguments);
    return false;
}

/* What is left of the line. NULL: complained. */
static struct value *read_value(struct reader *reader, enum value_kind kind,
                                const char *what)
{
    struct value *value = value_parse(reader->lines.line, NULL);
    if (value != NULL && value->kind == kind)
        return value;
    value_unref(value);
    complain(reader, reader->lines.number, "%s is missing here", what);
    return NULL;
}

/* ---- the head ----------------------------------------------------------- */

static bool expect(struct reader *reader, const char *word)
{
    if (!text_lines_next(&reader->lines))
        return complain(reader, reader->lines.number,
                        "the file ends where `%s` is to stand", word);
    struct str found = text_lines_word(&reader->lines.line);
    return str_is(found, word) || complain(reader, reader->lines.number,
                                           "`%s` is to stand here", word);
}

static bool read_text(struct reader *reader, char **text)
{
    struct value *value =
        read_value(reader, VALUE_STRING, "a text in double quotes");
    if (value == NULL)
        return false;
    struct str given = value_text(value);
    bool is_fine = memchr(given.data, '\0', given.length) == NULL;
    if (is_fine)
        *text = memory_copy_string(given.data, given.length);
    else
        complain(reader, reader->lines.number, "the text has a NUL character");
    value_unref(value);
    return is_fine;
}

static bool read_form(struct reader *reader)
{
    uint64_t form;
    if (!expect(reader, "program"))
        return false;
    return (text_lines_number(&reader->lines.line, &form) &&
            form == SAVED_PROGRAM_FORM) ||
           complain(reader, reader->lines.number,
                    "this weir reads programs of form %d only",
                    SAVED_PROGRAM_FORM);
}

static bool read_property(struct reader *reader)
{
    char *name = NULL;
    if (!expect(reader, "property") || !read_text(reader, &name))
        return false;
    bool is_found = false;
    for (int i = 0; i < MODEL_PROPERTIES; i++) {
        if (strcmp(name, model_property_name((enum model_property)i)) != 0)
            continue;
        reader->saved->property = (enum model_property)i;
        is_found = true;
    }
    free(name);
    return is_found ||
           complain(reader, reader->lines.number,
                    "the property of a model is sequential or parallel");
}

static bool are_options(const struct value *list)
{
    if (list == NULL || list->kind != VALUE_LIST || list->count == 0 ||
        !str_starts_with(value_text(list->items[0]), "--"))
        return false;
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i]->kind != VALUE_STRING)
            return false;
    return true;
}

/* A new reference; NULL: the next line is another one, and is not taken. A
 * model may have a command of this name, too. */
static struct value *take_environment(struct reader *reader)
{
    struct text_lines before = reader->lines;
    struct value *list = NULL;
    if (text_lines_next(&reader->lines) &&
        str_is(text_lines_word(&reader->lines.line), "environment"))
        list = value_parse(reader->lines.line, NULL);
    if (are_options(list))
        return list;
    value_unref(list);
    reader->lines = before;
    return NULL;
}

static bool read_head(struct reader *reader)
{
    if (!read_form(reader) || !expect(reader, "model") ||
        !read_text(reader, &reader->saved->model) || !read_property(reader) ||
        !expect(reader, "seed"))
        return false;
    if (!text_lines_number(&reader->lines.line, &reader->saved->seed))
        return complain(reader, reader->lines.number,
                        "`seed` wants a whole number");
    value_unref(take_environment(reader));
    return true;
}

/* ---- commands ----------------------------------------------------------- */

static bool find_kind(const struct reader *reader, struct str name,
                      size_t *kind)
{
    for (*kind = 0; *kind < reader->info->command_count; (*kind)++)
        if (str_is(name, reader->info->commands[*kind].name))
            return true;
    return false;
}

static bool take_process(struct reader *reader, uint64_t *process)
{
    if (!text_lines_number(&reader->lines.line, process) || *process < 1 ||
        *process > PROGRAM_PROCESSES)
        return complain(reader, reader->lines.number,
                        "between `together` and `end` a line begins with the "
                        "number of a process, from 1 to %d",
                        PROGRAM_PROCESSES);
    (*process)--;
    const struct program *program = &reader->saved->program;
    if (program->items.count > 0 &&
        vec_last(&program->items).fork == reader->fork &&
        vec_last(&program->items).process > *process)
        return complain(reader, reader->lines.number,
                        "the commands of a process stand together, in the "
                        "order of the processes");
    return true;
}

/* A command that one of several users does alone may begin with that one's
 * number; without it is the first. */
static bool take_user(struct reader *reader, uint64_t *user)
{
    struct str rest = reader->lines.line;
    size_t users = model_users(reader->info);
    if (rest.length == 0 || rest.data[0] < '0' || rest.data[0] > '9')
        return true;
    if (!text_lines_number(&reader->lines.line, user) || *user < 1 ||
        *user > users)
        return complain(reader, reader->lines.number,
                        "a line begins with the number of a user, from 1 to "
                        "%zu, or with a command",
                        users);
    (*user)--;
    return true;
}

static bool is_a_user(struct reader *reader, uint64_t user)
{
    size_t users = model_users(reader->info);
    return user < users ||
           complain(reader, reader->lines.number,
                    "there are %zu users (--processes), and this is number "
                    "%llu",
                    users, (unsigned long long)user + 1);
}

static bool read_command(struct reader *reader)
{
    struct program *program = &reader->saved->program;
    struct program_command command = {
        .number = (int64_t)program->items.count,
        .fork = reader->fork,
    };
    uint64_t process = 0, user = 0;
    bool has_users = model_users(reader->info) > 1;
    if (program->items.count >= MOST_COMMANDS)
        return complain(reader, reader->lines.number,
                        "there are too many commands");
    if (reader->together > 0 && (!take_process(reader, &process) ||
                                 (has_users && !is_a_user(reader, process))))
        return false;
    if (reader->together == 0 && has_users && !take_user(reader, &user))
        return false;
    struct str name = text_lines_word(&reader->lines.line);
    if (!find_kind(reader, name, &command.kind))
        return complain(reader, reader->lines.number,
                        "the model has no command `%.*s`", STR_ARGS(name));
    command.process = (size_t)process;
    command.user =
        reader->together > 0 && has_users ? (size_t)process : (size_t)user;
    command.arguments = read_value(reader, VALUE_LIST, "a list of arguments");
    if (command.arguments == NULL)
        return false;
    program_push(program, command);
    return true;
}

static bool read_schedule(struct reader *reader)
{
    struct value *list =
        read_value(reader, VALUE_LIST, "a list of choices, whole numbers,");
    bool is_fine = list != NULL;
    for (size_t i = 0; is_fine && i < list->count; i++) {
        const struct value *item = list->items[i];
        is_fine = item->kind == VALUE_INT && item->integer >= 0 &&
                  item->integer < PROGRAM_PROCESSES;
        struct schedule_choice choice = {is_fine ? (uint32_t)item->integer : 0,
                                         PROGRAM_PROCESSES, 0};
        vec_push(&reader->saved->schedule.items, choice);
    }
    if (list != NULL && !is_fine)
        complain(reader, reader->lines.number,
                 "a choice of `schedule` is a number from 0 to %d",
                 PROGRAM_PROCESSES - 1);
    value_unref(list);
    return is_fine;
}

static bool begin_together(struct reader *reader)
{
    if (reader->together > 0)
        return complain(reader, reader->lines.number,
                        "the `together` of line %d has no `end`",
                        reader->together);
    reader->together = reader->lines.number;
    reader->fork += reader->saved->program.items.count > 0;
    return true;
}

static bool end_together(struct reader *reader)
{
    if (reader->together == 0)
        return complain(reader, reader->lines.number,
                        "there is no `together` here");
    reader->together = 0;
    reader->fork++;
    return true;
}

static bool read_line(struct reader *reader)
{
    struct str whole = reader->lines.line;
    struct str word = text_lines_word(&reader->lines.line);
    if (str_is(word, "together"))
        return begin_together(reader);
    if (str_is(word, "end"))
        return end_together(reader);
    if (str_is(word, "schedule"))
        return read_schedule(reader);
    reader->lines.line = whole;
    return read_command(reader);
}

/* ---- the whole ---------------------------------------------------------- */

static bool read_all(struct reader *reader, const char *model, bool *is_other)
{
    if (!read_head(reader))
        return false;
    *is_other = !saved_program_is_of(reader->saved, model);
    if (*is_other)
        return true;
    while (text_lines_next(&reader->lines))
        if (!read_line(reader))
            return false;
    if (reader->together > 0)
        return complain(reader, reader->together, "`together` has no `end`");
    program_tidy(&reader->saved->program);
    return true;
}

bool saved_program_read(struct saved_program *saved, const char *path,
                        struct str text, const char *model,
                        const struct model_info *info, bool *is_other,
                        struct error *error)
{
    struct reader reader = {
        .saved = saved,
        .info = info,
        .path = path,
        .error = error,
        .lines = {.rest = text},
    };
    *saved = (struct saved_program){0};
    *is_other = false;
    if (read_all(&reader, model, is_other))
        return true;
    saved_program_finish(saved);
    return false;
}

struct str saved_program_model(struct str text)
{
    struct text_lines lines = {.rest = text};
    if (!text_lines_next(&lines) ||
        !str_is(text_lines_word(&lines.line), "program") ||
        !text_lines_next(&lines) ||
        !str_is(text_lines_word(&lines.line), "model"))
        return STR("");
    return lines.line;
}

struct value *saved_program_environment(struct str text)
{
    static const char *const head[] = {"program", "model", "property", "seed"};
    struct reader reader = {.lines = {.rest = text}};
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        if (!text_lines_next(&reader.lines) ||
            !str_is(text_lines_word(&reader.lines.line), head[i]))
            return NULL;
    return take_environment(&reader);
}
