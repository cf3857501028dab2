#include "run/model/trial_lines.h"

#include <inttypes.h>

#include "base/json.h"

static const char *boolean(bool is)
{
    return is ? "true" : "false";
}

/* ---- a program ---------------------------------------------------------- */

static void add_program(struct buf *out, const struct program *program)
{
    buf_add_text(out, ",\"program\":[");
    for (size_t i = 0; i < program->items.count; i++) {
        const struct program_command *command = &program->items.items[i];
        buf_addf(out,
                 "%s{\"number\":%" PRId64 ",\"kind\":%zu,\"fork\":%zu"
                 ",\"process\":%zu",
                 i > 0 ? "," : "", command->number, command->kind,
                 command->fork, command->process);
        if (command->user > 0)
            buf_addf(out, ",\"user\":%zu", command->user);
        value_add_json_field(out, "args", command->arguments);
        buf_add_char(out, '}');
    }
    buf_add_char(out, ']');
}

static void add_schedule(struct buf *out, const struct schedule *schedule)
{
    buf_add_text(out, ",\"schedule\":[");
    for (size_t i = 0; i < schedule->items.count; i++)
        buf_addf(out, "%s[%" PRIu32 ",%" PRIu32 "]", i > 0 ? "," : "",
                 schedule->items.items[i].chosen, schedule->items.items[i].of);
    buf_add_char(out, ']');
}

/* ---- a run of it -------------------------------------------------------- */

static void add_operation(struct buf *out, const struct operation *operation)
{
    buf_addf(out,
             "{\"number\":%" PRId64 ",\"process\":%" PRId64
             ",\"fork\":%zu,\"end\":%d,\"callUs\":%" PRId64
             ",\"returnUs\":%" PRId64 ",\"place\":%zu",
             operation->number, operation->process, operation->fork,
             (int)operation->end, operation->call_us, operation->return_us,
             operation->place);
    json_add_text_field(out, "name", operation->name);
    json_add_text_field(out, "words", operation->words);
    value_add_json_field(out, "args", operation->arguments);
    value_add_json_field(out, "got", operation->got);
    value_add_json_field(out, "raw", operation->raw);
    value_add_json_field(out, "created", operation->created);
    value_add_json_field(out, "detail", operation->detail);
    value_add_json_field(out, "expected", operation->expected);
    value_add_json_field(out, "before", operation->before);
    buf_add_char(out, '}');
}

static void add_run(struct buf *out, const char *name,
                    const struct program_run *run)
{
    int64_t culprit = run->culprit == SIZE_MAX ? -1 : (int64_t)run->culprit;
    buf_addf(out,
             ",\"%s\":{\"fault\":%d,\"culprit\":%" PRId64
             ",\"isParallel\":%s,\"isScheduled\":%s,\"isPage\":%s,\"attempts\":"
             "%" PRId64 ",\"failures\":%" PRId64,
             name, (int)run->fault, culprit, boolean(run->is_parallel),
             boolean(run->is_scheduled), boolean(run->is_page), run->attempts,
             run->failures);
    if (run->users > 1)
        buf_addf(out, ",\"users\":%zu", run->users);
    json_add_text_field(out, "words", run->words);
    value_add_json_field(out, "possible", run->possible);
    value_add_json_field(out, "answers", run->answers);
    value_add_json_field(out, "schedule", run->schedule);
    buf_add_text(out, ",\"operations\":[");
    for (size_t i = 0; i < run->operations.count; i++) {
        if (i > 0)
            buf_add_char(out, ',');
        add_operation(out, &run->operations.items[i]);
    }
    buf_add_text(out, "]}");
}

/* ---- what was counted --------------------------------------------------- */

static void add_counts(struct buf *out, const char *name,
                       const uint64_t *counts, size_t count)
{
    buf_addf(out, ",\"%s\":[", name);
    for (size_t i = 0; i < count; i++)
        buf_addf(out, "%s%" PRIu64, i > 0 ? "," : "", counts[i]);
    buf_add_char(out, ']');
}

static void add_draws(struct buf *out, const struct statistics *counted)
{
    const struct generate_statistics *generated = &counted->generated;
    buf_addf(out,
             ",\"forks\":%" PRIu64 ",\"commuting\":%" PRIu64
             ",\"unsafe\":%" PRIu64 ",\"draws\":[",
             generated->forks, generated->commuting, generated->unsafe);
    for (size_t i = 0; i < counted->info->command_count; i++)
        buf_addf(out, "%s[%" PRIu64 ",%" PRIu64 "]", i > 0 ? "," : "",
                 generated->commands[i].drawn,
                 generated->commands[i].discarded);
    buf_add_char(out, ']');
}

static void add_counted(struct buf *out, const struct statistics *counted)
{
    size_t commands = counted->info->command_count;
    buf_addf(out,
             ",\"counted\":{\"programs\":%" PRIu64 ",\"commands\":%" PRIu64
             ",\"overlapping\":%" PRIu64 ",\"failed\":%" PRIu64
             ",\"unknown\":%" PRIu64,
             counted->programs, counted->commands, counted->overlapping,
             counted->failed, counted->unknown);
    add_counts(out, "ofCommand", counted->of_command, commands);
    add_counts(out, "inPrograms", counted->in_programs, commands);
    add_counts(out, "lengths", counted->lengths, STATISTICS_LENGTHS);
    add_draws(out, counted);
    buf_add_text(out, ",\"labels\":{");
    for (size_t i = 0; i < counted->labels.count; i++) {
        const struct map_entry *entry = &counted->labels.entries[i];
        if (i > 0)
            buf_add_char(out, ',');
        json_add_string(out, str_from(entry->key, entry->key_length));
        buf_addf(out, ":%" PRIu64, *(const uint64_t *)entry->value);
    }
    buf_add_text(out, "}}");
}

/* ---- the whole ---------------------------------------------------------- */

static void add_reduction(struct buf *out, const struct reduction_info *of)
{
    buf_addf(out,
             ",\"reduction\":{\"kind\":%d,\"end\":%d,\"runs\":%" PRId64
             ",\"durationMs\":%" PRId64 ",\"confirmRuns\":%" PRId64
             ",\"confirmFailures\":%" PRId64,
             (int)of->kind, (int)of->end, of->runs, of->duration_ms,
             of->confirm_runs, of->confirm_failures);
    json_add_text_field(out, "trouble", of->trouble);
    buf_add_char(out, '}');
}

static void add_notices(struct buf *out, const struct notice_list *notices)
{
    buf_add_text(out, ",\"notices\":{");
    for (size_t i = 0; i < notices->count; i++) {
        if (i > 0)
            buf_add_char(out, ',');
        json_add_string(out, str_text(notices->items[i].kind));
        buf_add_char(out, ':');
        json_add_string(out, str_text(notices->items[i].text));
    }
    buf_add_char(out, '}');
}

static void add_trial(struct buf *out, const char *name,
                      const struct trial *trial, bool is_as_found)
{
    bool is_shrunk = trial->is_shrunk && !is_as_found;
    buf_addf(out, "{\"%s\":{\"durationMs\":%" PRId64, name, trial->duration_ms);
    if (trial->error.code != ERROR_OK) {
        buf_addf(out, ",\"code\":%d", (int)trial->error.code);
        json_add_text_field(out, "error", trial->error.message);
    }
    add_program(out, &trial->program);
    add_schedule(out, &trial->schedule);
    add_run(out, "run", is_as_found ? &trial->found : &trial->run);
    if (is_shrunk) {
        add_run(out, "found", &trial->found);
        add_reduction(out, &trial->reduction);
    }
    if (trial->is_counted)
        add_counted(out, &trial->counted);
    add_notices(out, &trial->notices);
    buf_add_text(out, "}}\n");
}

void trial_add(struct buf *out, const struct trial *trial)
{
    add_trial(out, "trial", trial, false);
}

void trial_add_failing(struct buf *out, const struct trial *trial)
{
    add_trial(out, "failing", trial, true);
}

void trial_add_begun(struct buf *out, int64_t number)
{
    buf_addf(out, "{\"begun\":%" PRId64 "}\n", number);
}

void trial_add_doing(struct buf *out, const char *what)
{
    buf_add_text(out, "{\"doing\":");
    json_add_string(out, str_text(what));
    buf_add_text(out, "}\n");
}
