/* Fewer commands, and commands in order: removals, order in the place of a
 * fork, references. */
#include "run/model/shrink_internal.h"

enum {
    PAIRS_MOST = 24, /* commands of a program whose pairs are tried */
};

/* ---- removals ----------------------------------------------------------- */

static bool try_without(struct shrinking *s, size_t begin, size_t end,
                        bool *fails)
{
    struct program candidate = program_copy(s->program);
    for (size_t i = end; i > begin; i--)
        program_remove(&candidate, i - 1);
    return shrink_try(s, &candidate, fails);
}

/* Where removals begin. In order nothing failed before the last command, so it
 * stays. */
static size_t removable(const struct shrinking *s)
{
    bool is_last_known = s->run->culprit + 1 == s->program->items.count &&
                         !program_is_parallel(s->program);
    return s->program->items.count - is_last_known;
}

/* Rows of commands, long ones first, from the end. */
bool shrink_remove_rows(struct shrinking *s, bool *changed)
{
    for (size_t length = s->program->items.count / 2; length > 0; length /= 2) {
        for (size_t end = removable(s); end >= length;) {
            bool fails;
            if (!try_without(s, end - length, end, &fails))
                return false;
            *changed |= fails;
            size_t most = removable(s);
            end = fails && end > most ? most : end - !fails;
            if (s->is_out)
                return true;
        }
    }
    return true;
}

bool shrink_remove_pairs(struct shrinking *s, bool *changed)
{
    for (size_t i = 0; i < s->program->items.count; i++) {
        for (size_t j = i + 1; j < s->program->items.count; j++) {
            bool fails;
            if (s->program->items.count > PAIRS_MOST || s->is_out)
                return true;
            struct program candidate = program_copy(s->program);
            program_remove(&candidate, j);
            program_remove(&candidate, i);
            if (!shrink_try(s, &candidate, &fails))
                return false;
            if (!fails)
                continue;
            *changed = true;
            j = i;
        }
    }
    return true;
}

/* ---- order in the place of a fork --------------------------------------- */

/* The fork's commands one after another, process by process from `first` on. */
static bool try_in_order(struct shrinking *s, size_t begin, size_t end,
                         size_t first, bool *fails)
{
    size_t processes = program_processes(s->program, begin, end);
    struct program candidate = {.items = VEC_EMPTY};
    struct program copy = program_copy(s->program);
    size_t fork = 0;
    for (size_t i = 0; i < begin; i++)
        program_push(&candidate, copy.items.items[i]);
    fork = begin == 0 ? 0 : copy.items.items[begin - 1].fork + 1;
    for (size_t k = 0; k < processes; k++) {
        for (size_t i = begin; i < end; i++) {
            struct program_command command = copy.items.items[i];
            if (command.process != (first + k) % processes)
                continue;
            command.process = 0;
            command.fork = fork++;
            program_push(&candidate, command);
        }
    }
    for (size_t i = end; i < copy.items.count; i++) {
        struct program_command command = copy.items.items[i];
        command.fork += end - begin + 1;
        program_push(&candidate, command);
    }
    vec_finish(&copy.items);
    return shrink_try(s, &candidate, fails);
}

/* The first command of the fork alone, in front of the rest. */
static bool try_in_front(struct shrinking *s, size_t begin, size_t place,
                         bool *fails)
{
    struct program candidate = program_copy(s->program);
    struct program_command *items = candidate.items.items;
    struct program_command moved = items[place];
    memmove(items + begin + 1, items + begin, (place - begin) * sizeof *items);
    moved.process = 0;
    items[begin] = moved;
    for (size_t i = begin + 1; i < candidate.items.count; i++)
        items[i].fork++;
    return shrink_try(s, &candidate, fails);
}

/* The last command of a process alone, after the rest. */
static bool try_behind(struct shrinking *s, size_t end, size_t place,
                       bool *fails)
{
    struct program candidate = program_copy(s->program);
    struct program_command *items = candidate.items.items;
    struct program_command moved = items[place];
    memmove(items + place, items + place + 1,
            (end - 1 - place) * sizeof *items);
    moved.process = 0;
    items[end - 1] = moved;
    for (size_t i = end - 1; i < candidate.items.count; i++)
        items[i].fork++;
    return shrink_try(s, &candidate, fails);
}

static bool order_fork(struct shrinking *s, size_t begin, size_t end,
                       bool *changed)
{
    size_t processes = program_processes(s->program, begin, end);
    bool fails = false;
    for (size_t i = 0; !fails && i < processes; i++)
        if (!try_in_order(s, begin, end, i, &fails))
            return false;
    for (size_t i = begin; !fails && i < end && end - begin > 2; i++) {
        bool is_first =
            i == begin || s->program->items.items[i].process !=
                              s->program->items.items[i - 1].process;
        if (is_first && !try_in_front(s, begin, i, &fails))
            return false;
    }
    for (size_t i = begin; !fails && i < end && end - begin > 2; i++) {
        bool is_last =
            i + 1 == end || s->program->items.items[i].process !=
                                s->program->items.items[i + 1].process;
        if (is_last && !try_behind(s, end, i, &fails))
            return false;
    }
    *changed |= fails;
    return true;
}

bool shrink_order_forks(struct shrinking *s, bool *changed)
{
    for (size_t begin = 0, end; begin < s->program->items.count; begin = end) {
        end = program_fork_end(s->program, begin);
        bool fails = false;
        if (program_processes(s->program, begin, end) == 1)
            continue;
        if (!order_fork(s, begin, end, &fails))
            return false;
        *changed |= fails;
        if (fails)
            end = 0;
        if (s->is_out)
            return true;
    }
    return true;
}

/* ---- references --------------------------------------------------------- */

static bool creates(const struct model_info *info,
                    const struct program_command *command, const char *type,
                    size_t *slot)
{
    const struct model_command *declared = &info->commands[command->kind];
    for (size_t i = 0; i < declared->create_count; i++) {
        if (strcmp(declared->creates[i], type) == 0) {
            *slot = i;
            return true;
        }
    }
    return false;
}

/* Another thing of the same type that was created before. */
static bool try_older(struct shrinking *s, size_t place, int64_t number,
                      int64_t slot, const char *type, bool *fails)
{
    const struct model_info *info = s->model->ops->info(s->model);
    *fails = false;
    for (size_t i = 0; !*fails && i < place; i++) {
        const struct program_command *older = &s->program->items.items[i];
        size_t other;
        if (older->number == number)
            break;
        if (!creates(info, older, type, &other))
            continue;
        struct program candidate = program_copy(s->program);
        struct program_command *command = &candidate.items.items[place];
        struct value *arguments = value_with_reference(
            command->arguments, number, slot, older->number, (int64_t)other);
        value_unref(command->arguments);
        command->arguments = arguments;
        if (!shrink_try(s, &candidate, fails))
            return false;
    }
    return true;
}

bool shrink_use_older(struct shrinking *s, bool *changed)
{
    const struct model_info *info = s->model->ops->info(s->model);
    for (size_t i = 0; i < s->program->items.count; i++) {
        for (size_t j = 0; j < i && i < s->program->items.count; j++) {
            const struct program_command *made = &s->program->items.items[j];
            const struct model_command *declared = &info->commands[made->kind];
            for (size_t k = 0; k < declared->create_count; k++) {
                const struct value *arguments =
                    s->program->items.items[i].arguments;
                bool fails = false;
                if (!value_mentions(arguments, made->number, (int64_t)k))
                    continue;
                if (!try_older(s, i, made->number, (int64_t)k,
                               declared->creates[k], &fails))
                    return false;
                *changed |= fails;
                if (fails || s->is_out)
                    return true;
            }
        }
    }
    return true;
}
