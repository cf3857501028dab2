/* Fewer users, and those with the lowest numbers: what one user does alone is
 * done by the first, and the processes of a fork are the first users. */
#include "run/model/shrink_internal.h"

/* The users that a fork of several processes needs. *changes: it has others. */
static void take_first(struct program *program, size_t begin, size_t end,
                       bool *changes)
{
    for (size_t i = begin; i < end; i++) {
        struct program_command *command = &program->items.items[i];
        *changes |= command->user != command->process;
        command->user = command->process;
    }
}

static bool try_first(struct shrinking *s, size_t begin, size_t end,
                      bool *changed)
{
    struct program candidate = program_copy(s->program);
    bool changes = false, fails = false;
    take_first(&candidate, begin, end, &changes);
    if (!changes) {
        program_finish(&candidate);
        return true;
    }
    if (!shrink_try(s, &candidate, &fails))
        return false;
    *changed |= fails;
    return true;
}

/* All of the program, then each fork. */
bool shrink_users(struct shrinking *s, bool *changed)
{
    if (!try_first(s, 0, s->program->items.count, changed))
        return false;
    for (size_t begin = 0, end; !s->is_out && begin < s->program->items.count;
         begin = end) {
        end = program_fork_end(s->program, begin);
        if (!try_first(s, begin, end, changed))
            return false;
    }
    return true;
}
