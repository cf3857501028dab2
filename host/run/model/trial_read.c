/* In this file: parts, a program, a run of it, what was counted, the whole. */
#include "run/model/trial_lines.h"

#include <stdlib.h>

#include "base/json.h"
#include "base/memory.h"

/* ---- parts -------------------------------------------------------------- */

static bool wrong(struct error *error, const char *what)
{
    return error_set(error, ERROR_IO, "%s of a test is wrong", what);
}

/* A number in [least, most]. */
static bool read_int(const struct json *json, const char *name, int64_t least,
                     int64_t most, int64_t *number, struct error *error)
{
    const struct json *field = json_read_field(json, name);
    *number = json_read_int(field);
    return (json_kind(field) == JSON_KIND_INT && *number >= least &&
            *number <= most) ||
           wrong(error, name);
}

static bool read_size(const struct json *json, const char *name, size_t *size,
                      struct error *error)
{
    int64_t number;
    if (!read_int(json, name, 0, INT32_MAX, &number, error))
        return false;
    *size = (size_t)number;
    return true;
}

/* A new reference; NULL: there is no such field. */
static struct value *read_value(const struct json *json, const char *name)
{
    const struct json *field = json_read_field(json, name);
    return field == NULL ? NULL : value_from_json(field);
}

/* ---- a program ---------------------------------------------------------- */

/* Left out where it is the first. */
static bool read_user(const struct json *json, size_t *user,
                      struct error *error)
{
    if (json_read_field(json, "user") == NULL)
        return true;
    return read_size(json, "user", user, error) &&
           (*user < PROGRAM_PROCESSES || wrong(error, "user"));
}

static bool read_command(struct program *program, const struct json *json,
                         const struct model_info *info, struct error *error)
{
    struct program_command command = {.arguments =
                                          value_list_from_field(json, "args")};
    bool is_fine = command.arguments != NULL || wrong(error, "args");
    is_fine = is_fine &&
              read_int(json, "number", 0, INT32_MAX, &command.number, error) &&
              read_size(json, "kind", &command.kind, error) &&
              read_size(json, "fork", &command.fork, error) &&
              read_size(json, "process", &command.process, error) &&
              read_user(json, &command.user, error) &&
              (command.kind < info->command_count || wrong(error, "kind")) &&
              (command.process < PROGRAM_PROCESSES || wrong(error, "process"));
    if (is_fine)
        program_push(program, command);
    else
        value_unref(command.arguments);
    return is_fine;
}

static bool read_program(struct program *program, const struct json *list,
                         const struct model_info *info, struct error *error)
{
    for (size_t i = 0; i < json_read_count(list); i++)
        if (!read_command(program, json_read_at(list, i), info, error))
            return false;
    return true;
}

static bool read_schedule(struct schedule *schedule, const struct json *list,
                          struct error *error)
{
    for (size_t i = 0; i < json_read_count(list); i++) {
        const struct json *pair = json_read_at(list, i);
        int64_t chosen = json_read_int(json_read_at(pair, 0));
        int64_t of = json_read_int(json_read_at(pair, 1));
        if (chosen < 0 || of <= chosen || of > UINT32_MAX)
            return wrong(error, "schedule");
        struct schedule_choice choice = {(uint32_t)chosen, (uint32_t)of, 0};
        vec_push(&schedule->items, choice);
    }
    return true;
}

/* ---- a run of it -------------------------------------------------------- */

static bool read_operation(struct operation *operation, const struct json *json,
                           struct error *error)
{
    int64_t end;
    operation->name = json_copy_text(json, "name");
    operation->words = json_copy_text(json, "words");
    operation->arguments = value_list_from_field(json, "args");
    operation->got = read_value(json, "got");
    operation->raw = read_value(json, "raw");
    operation->detail = read_value(json, "detail");
    operation->created = value_list_from_field(json, "created");
    operation->expected = value_list_from_field(json, "expected");
    operation->before = value_list_from_field(json, "before");
    if (operation->name == NULL || operation->arguments == NULL)
        return wrong(error, "a command");
    if (!read_int(json, "end", 0, OPERATION_INFO, &end, error))
        return false;
    operation->end = (enum operation_end)end;
    return read_int(json, "number", 0, INT64_MAX, &operation->number, error) &&
           read_int(json, "process", 0, INT32_MAX, &operation->process,
                    error) &&
           read_size(json, "fork", &operation->fork, error) &&
           read_size(json, "place", &operation->place, error) &&
           read_int(json, "callUs", -1, INT64_MAX, &operation->call_us,
                    error) &&
           read_int(json, "returnUs", -1, INT64_MAX, &operation->return_us,
                    error);
}

static bool read_operations(struct operation_list *operations,
                            const struct json *list, struct error *error)
{
    for (size_t i = 0; i < json_read_count(list); i++) {
        struct operation operation = {.number = 0};
        bool is_fine = read_operation(&operation, json_read_at(list, i), error);
        operation_list_push(operations, operation);
        if (!is_fine)
            return false;
    }
    return true;
}

/* A list of {"process", "at"}; NULL is fine. */
static bool is_schedule(const struct value *list)
{
    for (size_t i = 0; list != NULL && i < list->count; i++) {
        const struct value *process =
            value_field_named(list->items[i], "process");
        if (process == NULL || process->kind != VALUE_INT ||
            process->integer < 0 || process->integer > INT32_MAX)
            return false;
    }
    return true;
}

/* An answer for each possible state, or none at all. */
static bool has_answers(const struct program_run *run)
{
    return run->answers == NULL ||
           (run->possible != NULL &&
            run->possible->count == run->answers->count);
}

static bool read_run(struct program_run *run, const struct json *json,
                     struct error *error)
{
    int64_t fault, culprit;
    if (!read_operations(&run->operations, json_read_field(json, "operations"),
                         error) ||
        !read_int(json, "fault", 0, PROGRAM_FAULTS - 1, &fault, error) ||
        !read_int(json, "culprit", -1, (int64_t)run->operations.count - 1,
                  &culprit, error))
        return false;
    run->fault = (enum program_fault)fault;
    run->culprit = culprit < 0 ? SIZE_MAX : (size_t)culprit;
    run->words = json_copy_text(json, "words");
    run->is_parallel = json_read_bool(json_read_field(json, "isParallel"));
    run->is_scheduled = json_read_bool(json_read_field(json, "isScheduled"));
    run->is_page = json_read_bool(json_read_field(json, "isPage"));
    run->users = (size_t)json_read_field_int(json, "users");
    run->possible = value_list_from_field(json, "possible");
    run->answers = value_list_from_field(json, "answers");
    run->schedule = value_list_from_field(json, "schedule");
    run->attempts = json_read_field_int(json, "attempts");
    run->failures = json_read_field_int(json, "failures");
    return (has_answers(run) || wrong(error, "answers")) &&
           (is_schedule(run->schedule) || wrong(error, "schedule"));
}

/* ---- what was counted --------------------------------------------------- */

static bool read_count(const struct json *json, uint64_t *count,
                       struct error *error)
{
    int64_t number = json_read_int(json);
    *count = (uint64_t)number;
    return number >= 0 || wrong(error, "a count");
}

static bool read_named(const struct json *json, const char *name,
                       uint64_t *count, struct error *error)
{
    return read_count(json_read_field(json, name), count, error);
}

static bool read_counts(const struct json *json, const char *name,
                        uint64_t *counts, size_t count, struct error *error)
{
    const struct json *list = json_read_field(json, name);
    if (json_read_count(list) != count)
        return wrong(error, name);
    for (size_t i = 0; i < count; i++)
        if (!read_count(json_read_at(list, i), &counts[i], error))
            return false;
    return true;
}

static bool read_draws(struct generate_statistics *generated,
                       const struct json *json, size_t commands,
                       struct error *error)
{
    const struct json *draws = json_read_field(json, "draws");
    if (json_read_count(draws) != commands)
        return wrong(error, "draws");
    for (size_t i = 0; i < commands; i++) {
        const struct json *pair = json_read_at(draws, i);
        struct generate_counts *counts = &generated->commands[i];
        if (!read_count(json_read_at(pair, 0), &counts->drawn, error) ||
            !read_count(json_read_at(pair, 1), &counts->discarded, error))
            return false;
    }
    return read_named(json, "forks", &generated->forks, error) &&
           read_named(json, "commuting", &generated->commuting, error) &&
           read_named(json, "unsafe", &generated->unsafe, error);
}

static bool read_labels(struct statistics *counted, const struct json *labels,
                        struct error *error)
{
    for (void *at = json_first(labels); at; at = json_next(labels, at)) {
        struct str label;
        uint64_t count;
        const struct json *number = json_entry(at, &label);
        if (!read_count(number, &count, error))
            return false;
        statistics_add_label(counted, label, count);
    }
    return true;
}

static bool read_counted(struct trial *trial, const struct json *json,
                         const struct model_info *info, struct error *error)
{
    struct statistics *counted = &trial->counted;
    size_t commands = info->command_count;
    statistics_init(counted, info);
    trial->is_counted = true;
    return read_named(json, "programs", &counted->programs, error) &&
           read_named(json, "commands", &counted->commands, error) &&
           read_named(json, "overlapping", &counted->overlapping, error) &&
           read_named(json, "failed", &counted->failed, error) &&
           read_named(json, "unknown", &counted->unknown, error) &&
           read_counts(json, "ofCommand", counted->of_command, commands,
                       error) &&
           read_counts(json, "inPrograms", counted->in_programs, commands,
                       error) &&
           read_counts(json, "lengths", counted->lengths, STATISTICS_LENGTHS,
                       error) &&
           read_draws(&counted->generated, json, commands, error) &&
           read_labels(counted, json_read_field(json, "labels"), error);
}

/* ---- the whole ---------------------------------------------------------- */

static bool read_reduction(struct trial *trial, const struct json *json,
                           struct error *error)
{
    struct reduction_info *reduction = &trial->reduction;
    int64_t kind, end;
    if (!read_int(json, "kind", 0, REDUCTION_TROUBLE, &kind, error) ||
        !read_int(json, "end", 0, REDUCTION_UNSTEADY, &end, error))
        return false;
    reduction->kind = (enum reduction_kind)kind;
    reduction->end = (enum reduction_end)end;
    reduction->runs = json_read_field_int(json, "runs");
    reduction->duration_ms = json_read_field_int(json, "durationMs");
    reduction->confirm_runs = json_read_field_int(json, "confirmRuns");
    reduction->confirm_failures = json_read_field_int(json, "confirmFailures");
    trial->trouble = json_copy_text(json, "trouble");
    reduction->trouble = trial->trouble;
    trial->is_shrunk = true;
    return true;
}

static bool read_trouble(struct error *trouble, const struct json *json,
                         struct error *error)
{
    int64_t code;
    if (json_read_field(json, "code") == NULL)
        return true;
    if (!read_int(json, "code", ERROR_OK + 1, ERROR_UNJUDGED_LATER, &code,
                  error))
        return false;
    struct str words = json_read_string(json_read_field(json, "error"));
    error_set(trouble, (enum error_code)code, "%.*s", STR_ARGS(words));
    return true;
}

static void read_notices(struct notice_list *list, const struct json *notices)
{
    for (void *at = json_first(notices); at; at = json_next(notices, at)) {
        struct str kind;
        const struct json *text = json_entry(at, &kind);
        notice_list_add(list, kind.data, json_read_string(text).data);
    }
}

static bool read_trial(struct trial *trial, const struct json *json,
                       const struct model_info *info, struct error *error)
{
    const struct json *found = json_read_field(json, "found");
    const struct json *counted = json_read_field(json, "counted");
    trial->duration_ms = json_read_field_int(json, "durationMs");
    read_notices(&trial->notices, json_read_field(json, "notices"));
    return read_trouble(&trial->error, json, error) &&
           read_program(&trial->program, json_read_field(json, "program"), info,
                        error) &&
           read_schedule(&trial->schedule, json_read_field(json, "schedule"),
                         error) &&
           read_run(&trial->run, json_read_field(json, "run"), error) &&
           (found == NULL ||
            (read_run(&trial->found, found, error) &&
             read_reduction(trial, json_read_field(json, "reduction"),
                            error))) &&
           (counted == NULL || read_counted(trial, counted, info, error));
}

static bool read_said(struct trial_said *said, const struct json *json,
                      const struct model_info *info, struct error *error)
{
    const struct json *trial = json_read_field(json, "trial");
    const struct json *failing = json_read_field(json, "failing");
    said->doing = json_copy_text(json, "doing");
    if (said->doing != NULL) {
        said->kind = TRIAL_DOING;
        return true;
    }
    if (trial == NULL && failing == NULL) {
        said->kind = TRIAL_BEGUN;
        return read_int(json, "begun", 1, INT64_MAX, &said->number, error);
    }
    said->kind = trial != NULL ? TRIAL_WHOLE : TRIAL_FAILING;
    return read_trial(&said->trial, trial != NULL ? trial : failing, info,
                      error);
}

bool trial_read(struct trial_said *said, struct str line,
                const struct model_info *info, struct error *error)
{
    struct json *json = json_parse(line, error);
    *said = (struct trial_said){.number = 0};
    trial_init(&said->trial);
    if (json == NULL)
        return false;
    bool is_fine = read_said(said, json, info, error);
    json_destroy(json);
    if (!is_fine)
        trial_said_finish(said);
    return is_fine;
}

void trial_said_finish(struct trial_said *said)
{
    free(said->doing);
    said->doing = NULL;
    trial_finish(&said->trial);
}
