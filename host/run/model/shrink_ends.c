/* The last commands with what they refer to, and what else is done to that:
 * most of a long program has nothing to do with its fault, and few commands are
 * a quick run. */
#include "run/model/shrink_internal.h"

#include <stdlib.h>

#include "base/memory.h"

/* Whether the command refers to something that `made` creates. */
static bool refers_to(const struct shrinking *s,
                      const struct program_command *command,
                      const struct program_command *made)
{
    const struct model_info *info = s->model->ops->info(s->model);
    size_t slots = info->commands[made->kind].create_count;
    for (size_t slot = 0; slot < slots; slot++)
        if (value_mentions(command->arguments, made->number, (int64_t)slot))
            return true;
    return false;
}

/* Whether something that is kept refers to what is created in [begin, end). */
static bool is_referred_to(const struct shrinking *s, const bool *is_kept,
                           size_t begin, size_t end)
{
    const struct program *program = s->program;
    for (size_t i = end; i < program->items.count; i++)
        for (size_t k = begin; is_kept[i] && k < end; k++)
            if (refers_to(s, &program->items.items[i],
                          &program->items.items[k]))
                return true;
    return false;
}

static bool any(const bool *is_kept, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        if (is_kept[i])
            return true;
    return false;
}

/* Forks are kept whole, and those that what is kept refers to are kept. */
static void keep_whole(const struct shrinking *s, bool *is_kept)
{
    for (size_t begin = s->program->items.count, end; begin > 0;) {
        end = begin;
        size_t fork = s->program->items.items[end - 1].fork;
        while (begin > 0 && s->program->items.items[begin - 1].fork == fork)
            begin--;
        bool keeps =
            any(is_kept, begin, end) || is_referred_to(s, is_kept, begin, end);
        for (size_t i = begin; i < end; i++)
            is_kept[i] = keeps;
    }
}

static struct program kept_part(const struct shrinking *s, const bool *is_kept)
{
    struct program part = program_copy(s->program);
    for (size_t i = part.items.count; i > 0; i--)
        if (!is_kept[i - 1])
            program_remove(&part, i - 1);
    return part;
}

/* Without the command that fails there is nothing to be seen. Takes the
 * candidate. */
static bool try_with_last(struct shrinking *s, struct program *candidate,
                          bool *fails)
{
    int64_t last = vec_last(&s->program->items).number;
    *fails = false;
    if (!program_prune(s->model, candidate, s->error)) {
        program_finish(candidate);
        return false;
    }
    if (candidate->items.count > 0 &&
        vec_last(&candidate->items).number == last)
        return shrink_try(s, candidate, fails);
    program_finish(candidate);
    return true;
}

/* What is marked, with what that refers to. Takes the marks. */
static bool try_kept(struct shrinking *s, bool *is_kept, bool *fails)
{
    keep_whole(s, is_kept);
    struct program candidate = kept_part(s, is_kept);
    free(is_kept);
    if (candidate.items.count < s->program->items.count)
        return try_with_last(s, &candidate, fails);
    program_finish(&candidate);
    *fails = false;
    return true;
}

static bool *no_marks(const struct shrinking *s)
{
    return memory_zeroed(s->program->items.count, sizeof(bool));
}

/* The last forks, so many. */
static bool try_end(struct shrinking *s, size_t forks, bool *fails)
{
    size_t first = program_fork_count(s->program) - forks;
    bool *is_kept = no_marks(s);
    for (size_t i = 0; i < s->program->items.count; i++)
        is_kept[i] = s->program->items.items[i].fork >= first;
    return try_kept(s, is_kept, fails);
}

/* The last command and all that refer to one of the things that it refers to.
 */
static bool try_same_things(struct shrinking *s, bool *fails)
{
    const struct program_command *items = s->program->items.items;
    const struct program_command *last = &vec_last(&s->program->items);
    bool *is_kept = no_marks(s);
    is_kept[s->program->items.count - 1] = true;
    for (const struct program_command *made = items; made < last; made++)
        for (size_t i = 0; refers_to(s, last, made) && &items[i] < last; i++)
            is_kept[i] |= refers_to(s, &items[i], made);
    return try_kept(s, is_kept, fails);
}

bool shrink_to_end(struct shrinking *s)
{
    size_t most = program_fork_count(s->program);
    bool fails = false;
    if (most < 2)
        return true;
    if (!try_end(s, 1, &fails) || (!fails && !try_same_things(s, &fails)))
        return false;
    for (size_t forks = 2; !fails && !s->is_out && forks < most; forks *= 2)
        if (!try_end(s, forks, &fails))
            return false;
    return true;
}
