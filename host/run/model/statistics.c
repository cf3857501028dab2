/* In this file: counting a program, labels, tables, demands. */
#include "run/model/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/memory.h"

void statistics_init(struct statistics *statistics,
                     const struct model_info *info)
{
    *statistics = (struct statistics){
        .info = info,
        .of_command = memory_zeroed(info->command_count, sizeof(uint64_t)),
        .in_programs = memory_zeroed(info->command_count, sizeof(uint64_t)),
        .generated.commands =
            memory_zeroed(info->command_count, sizeof(struct generate_counts)),
    };
    map_init(&statistics->labels);
}

void statistics_finish(struct statistics *statistics)
{
    for (size_t i = 0; i < statistics->labels.count; i++)
        free(statistics->labels.entries[i].value);
    map_finish(&statistics->labels);
    free(statistics->of_command);
    free(statistics->in_programs);
    free(statistics->generated.commands);
}

/* ---- a program ---------------------------------------------------------- */

static bool overlaps(const struct operation_list *list, size_t place)
{
    const struct operation *own = &list->items[place];
    for (size_t i = 0; i < list->count; i++) {
        const struct operation *other = &list->items[i];
        if (i == place || other->fork != own->fork ||
            other->process == own->process || own->call_us < 0 ||
            other->call_us < 0)
            continue;
        bool is_before =
            other->return_us >= 0 && other->return_us < own->call_us;
        bool is_behind = own->return_us >= 0 && own->return_us < other->call_us;
        if (!is_before && !is_behind)
            return true;
    }
    return false;
}

static void count_commands(struct statistics *statistics,
                           const struct program *program,
                           const struct program_run *run)
{
    bool *seen = memory_zeroed(statistics->info->command_count, sizeof *seen);
    size_t length = 0;
    for (size_t i = 0; i < program->items.count; i++) {
        size_t kind = program->items.items[i].kind;
        enum operation_end end = run->operations.items[i].end;
        if (end == OPERATION_NOT_RUN)
            continue;
        length++;
        statistics->of_command[kind]++;
        statistics->in_programs[kind] += !seen[kind];
        seen[kind] = true;
        statistics->failed += end == OPERATION_FAIL;
        statistics->unknown += end == OPERATION_INFO;
        statistics->overlapping += overlaps(&run->operations, i);
    }
    statistics->commands += length;
    statistics->lengths[length <= 5    ? 0
                        : length <= 20 ? 1
                        : length <= 50 ? 2
                                       : 3]++;
    free(seen);
}

/* ---- labels ------------------------------------------------------------- */

void statistics_add_label(struct statistics *statistics, struct str label,
                          uint64_t times)
{
    uint64_t *count = map_find(&statistics->labels, label);
    if (count == NULL) {
        count = MEMORY_NEW(uint64_t);
        map_set(&statistics->labels, label, count);
    }
    *count += times;
}

static void count_label(struct statistics *statistics, struct map *seen,
                        struct str label)
{
    if (map_has(seen, label))
        return;
    map_set(seen, label, seen);
    statistics_add_label(statistics, label, 1);
}

/* Along the fake's own way through the program: the first outcome of each
 * command. */
static bool label_command(struct statistics *statistics, struct model *model,
                          const struct model_call *call, uint32_t *state,
                          struct map *seen, struct error *error)
{
    struct model_outcomes outcomes = {.items = VEC_EMPTY};
    enum model_answer answer =
        model->ops->step(model, *state, call, &outcomes, error);
    bool is_fine = answer != MODEL_FAILED;
    if (answer == MODEL_DONE) {
        struct value *labels = NULL;
        const struct model_outcome *outcome = &outcomes.items.items[0];
        is_fine = model->ops->labels(model, *state, call, outcome->answer,
                                     outcome->state, &labels, error);
        for (size_t i = 0; is_fine && i < labels->count; i++)
            count_label(statistics, seen, value_text(labels->items[i]));
        value_unref(labels);
        *state = outcome->state;
    }
    model_outcomes_finish(&outcomes);
    return is_fine;
}

static bool count_labels(struct statistics *statistics, struct model *model,
                         const struct program *program, struct error *error)
{
    struct map seen;
    uint32_t state;
    if (!statistics->info->has_labels)
        return true;
    map_init(&seen);
    bool is_fine = model->ops->initial(model, &state, error);
    for (size_t i = 0; is_fine && i < program->items.count; i++) {
        struct model_call call = program_call(&program->items.items[i]);
        is_fine = label_command(statistics, model, &call, &state, &seen, error);
    }
    map_finish(&seen);
    return is_fine;
}

bool statistics_add(struct statistics *statistics, struct model *model,
                    const struct program *program,
                    const struct program_run *run, struct error *error)
{
    statistics->programs++;
    count_commands(statistics, program, run);
    return count_labels(statistics, model, program, error);
}

/* ---- joining ------------------------------------------------------------ */

static void join_generated(struct statistics *statistics,
                           const struct statistics *more)
{
    struct generate_statistics *into = &statistics->generated;
    const struct generate_statistics *from = &more->generated;
    for (size_t i = 0; i < statistics->info->command_count; i++) {
        into->commands[i].drawn += from->commands[i].drawn;
        into->commands[i].discarded += from->commands[i].discarded;
    }
    into->forks += from->forks;
    into->commuting += from->commuting;
    into->unsafe += from->unsafe;
}

void statistics_join(struct statistics *statistics,
                     const struct statistics *more)
{
    statistics->programs += more->programs;
    statistics->commands += more->commands;
    for (size_t i = 0; i < statistics->info->command_count; i++) {
        statistics->of_command[i] += more->of_command[i];
        statistics->in_programs[i] += more->in_programs[i];
    }
    for (size_t i = 0; i < STATISTICS_LENGTHS; i++)
        statistics->lengths[i] += more->lengths[i];
    statistics->overlapping += more->overlapping;
    statistics->failed += more->failed;
    statistics->unknown += more->unknown;
    for (size_t i = 0; i < more->labels.count; i++)
        statistics_add_label(statistics, str_text(more->labels.entries[i].key),
                             *(uint64_t *)more->labels.entries[i].value);
    join_generated(statistics, more);
}

/* ---- tables ------------------------------------------------------------- */

static void add_discarded(const struct statistics *statistics,
                          struct table_list *tables)
{
    const struct model_info *info = statistics->info;
    struct table *table = NULL;
    for (size_t i = 0; i < info->command_count; i++) {
        const struct generate_counts *counts =
            &statistics->generated.commands[i];
        if (counts->discarded == 0)
            continue;
        if (table == NULL)
            table = table_list_add(tables, "draws discarded");
        table_add(table, info->commands[i].name, counts->discarded,
                  counts->drawn);
    }
}

static void add_forks(const struct statistics *statistics,
                      struct table_list *tables)
{
    const struct generate_statistics *generated = &statistics->generated;
    if (generated->forks == 0)
        return;
    struct table *table = table_list_add(tables, "forks drawn");
    table_add(table, "an order is not allowed", generated->unsafe,
              generated->forks);
    table_add(table, "the order makes no difference", generated->commuting,
              generated->forks);
    table = table_list_add(tables, "commands at the same time");
    table_add(table, "overlapped with another one", statistics->overlapping,
              statistics->commands);
}

/* Of each command that there is at this entrance. */
static void add_commands(struct table *table, const struct model_info *info,
                         const uint64_t *counts, uint64_t of)
{
    for (size_t i = 0; i < info->command_count; i++)
        if (!info->commands[i].is_left_out)
            table_add(table, info->commands[i].name, counts[i], of);
}

void statistics_tables(const struct statistics *statistics,
                       struct table_list *tables)
{
    static const char *const lengths[] = {"up to 5 commands", "6 to 20",
                                          "21 to 50", "more than 50"};
    const struct model_info *info = statistics->info;
    struct table *table = table_list_add(tables, "commands");
    add_commands(table, info, statistics->of_command, statistics->commands);
    table = table_list_add(tables, "programs with");
    add_commands(table, info, statistics->in_programs, statistics->programs);
    table = table_list_add(tables, "lengths of programs");
    for (size_t i = 0; i < STATISTICS_LENGTHS; i++)
        if (statistics->lengths[i] > 0)
            table_add(table, lengths[i], statistics->lengths[i],
                      statistics->programs);
    if (statistics->labels.count > 0) {
        table = table_list_add(tables, "labels, in programs");
        for (size_t i = 0; i < statistics->labels.count; i++)
            table_add(table, statistics->labels.entries[i].key,
                      *(uint64_t *)statistics->labels.entries[i].value,
                      statistics->programs);
    }
    add_discarded(statistics, tables);
    add_forks(statistics, tables);
}

/* ---- demands ------------------------------------------------------------ */

/* The upper end of the Wilson interval of `count` in `of`, for 95 %. */
static double upper(uint64_t count, uint64_t of)
{
    const double z = 1.96, n = (double)of;
    if (of == 0)
        return 1;
    double share = (double)count / n;
    double middle = share + z * z / (2 * n);
    double spread = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n));
    return (middle + spread) / (1 + z * z / n);
}

/* A demand names a label, or a command. */
static uint64_t count_of(const struct statistics *statistics, const char *label)
{
    const uint64_t *count = map_find(&statistics->labels, str_text(label));
    if (count != NULL)
        return *count;
    for (size_t i = 0; i < statistics->info->command_count; i++)
        if (strcmp(statistics->info->commands[i].name, label) == 0)
            return statistics->in_programs[i];
    return 0;
}

char *statistics_missed(const struct statistics *statistics)
{
    struct buf words = {0};
    for (size_t i = 0; i < statistics->info->cover_count; i++) {
        const struct model_cover *cover = &statistics->info->cover[i];
        uint64_t count = count_of(statistics, cover->label);
        if (upper(count, statistics->programs) * 100 >= cover->percent)
            continue;
        buf_addf(&words,
                 "%s\"%s\" is in %llu of %llu programs, and the model demands "
                 "%g %%",
                 words.length > 0 ? "; " : "", cover->label,
                 (unsigned long long)count,
                 (unsigned long long)statistics->programs, cover->percent);
    }
    return words.length > 0 ? buf_take(&words) : NULL;
}

/* Of a page that creates something it may be that nobody says what shows it. */
static bool shows_references(const struct model_info *info)
{
    bool creates = false;
    for (size_t i = 0; i < info->command_count; i++)
        creates |= info->commands[i].create_count > 0;
    return !info->answers_views || !creates;
}

/* One with the weight 0 is for squares. */
static bool is_idle(const struct statistics *statistics, size_t command,
                    bool was_drawn)
{
    return statistics->of_command[command] == 0 &&
           statistics->info->commands[command].weight > 0 &&
           (statistics->generated.commands[command].drawn > 0) == was_drawn;
}

/* ...those that were drawn and could not be called, or those that were not. */
static void add_idle(struct buf *words, const struct statistics *statistics,
                     bool was_drawn)
{
    struct buf names = {0};
    uint64_t count = 0, drawn = 0;
    for (size_t i = 0; i < statistics->info->command_count; i++) {
        if (!is_idle(statistics, i, was_drawn))
            continue;
        buf_addf(&names, "%s%s", count++ > 0 ? ", " : "",
                 statistics->info->commands[i].name);
        drawn += statistics->generated.commands[i].drawn;
    }
    if (count > 0)
        buf_addf(words, "%sthe command%s %s %s never run",
                 words->length > 0 ? "; " : "", count > 1 ? "s" : "",
                 buf_text(&names), count > 1 ? "were" : "was");
    if (count > 0 && was_drawn)
        buf_addf(words, " (drawn %llu time%s: %s%s)", (unsigned long long)drawn,
                 drawn > 1 ? "s" : "",
                 count > 1 ? "their preconditions did not hold, or what they "
                             "need did not exist"
                           : "its precondition did not hold, or what it needs "
                             "did not exist",
                 shows_references(statistics->info)
                     ? ""
                     : "; what a command creates is there once the page is to "
                       "show it: `project` has to say so");
    buf_finish(&names);
}

char *statistics_idle(const struct statistics *statistics)
{
    struct buf words = {0};
    add_idle(&words, statistics, true);
    add_idle(&words, statistics, false);
    return words.length > 0 ? buf_take(&words) : NULL;
}
