/* In this file: commands in order, squares, forks, the whole. */
#include "run/model/generate.h"

#include <stdlib.h>

#include "base/memory.h"
#include "run/model/generate_internal.h"

enum {
    FORKS = 6,        /* of several processes, at most, in one program */
    PREFIX = 12,      /* commands in front of the first fork, at most */
    USERS_PREFIX = 4, /* the same of a page that has several users */
    LOOKS = 2,        /* commands after a fork, at most */
    USERS_FORKS = 2,
    USERS_LOOKS = 1,
};

static bool add_sequence(struct generator *g, size_t length)
{
    bool added = true;
    for (size_t i = 0; added && i < length; i++) {
        generate_go_on(g);
        if (!generate_add_single(g, &added))
            return false;
    }
    return true;
}

/* What may follow the first command of a square: all but that one. */
static void forbid(struct generator *g, size_t command)
{
    uint64_t sum = 0;
    g->weights[command] = 0;
    for (size_t i = 0; i < g->info->command_count; i++)
        sum += g->weights[i];
    for (size_t i = 0; sum == 0 && i < g->info->command_count; i++)
        g->weights[i] = i == command ? 0 : g->info->commands[i].weight;
}

static bool add_only(struct generator *g, size_t command, bool *added)
{
    uint64_t *weights = g->weights;
    g->weights = memory_zeroed(g->info->command_count, sizeof *g->weights);
    g->weights[command] = 1;
    bool is_fine = generate_add_single(g, added);
    free(g->weights);
    g->weights = weights;
    return is_fine;
}

/* A refinement square: whatever state the system is in, one step of it leads
 * where one step of the fake leads. */
static bool add_square(struct generator *g)
{
    const struct model_square *square = &g->options->square;
    bool added = false;
    generate_keep_out(g);
    if (!add_only(g, square->first, &added))
        return false;
    forbid(g, square->first);
    if (added && !generate_add_single(g, &added))
        return false;
    return !added || !square->looks || add_only(g, square->look, &added);
}

static bool add_parallel(struct generator *g)
{
    bool has_users = g->options->users > 1;
    size_t prefix =
        tape_below(g->tape, (has_users ? USERS_PREFIX : PREFIX) + 1, "prefix");
    size_t forks =
        1 + tape_below(g->tape, has_users ? USERS_FORKS : FORKS, "forks");
    size_t looks = has_users ? USERS_LOOKS : LOOKS;
    if (prefix + 1 > g->options->most)
        prefix = g->options->most - 1;
    if (!add_sequence(g, prefix))
        return false;
    for (size_t fork = 0; fork < forks; fork++) {
        size_t begin = g->program->items.count;
        if (!generate_add_fork(g))
            return false;
        size_t end = g->program->items.count;
        for (size_t i = tape_below(g->tape, looks + 1, "looks"); i > 0; i--)
            if (!generate_add_look(g, begin, end))
                return false;
    }
    return add_sequence(g, 1);
}

bool generate_program(struct model *model,
                      const struct generate_options *options, struct tape *tape,
                      struct program *program,
                      struct generate_statistics *statistics,
                      struct error *error)
{
    struct error trouble = ERROR_NONE;
    const struct model_info *info = model->ops->info(model);
    struct generator g = {
        .model = model,
        .info = info,
        .options = options,
        .tape = tape,
        .program = program,
        .statistics = statistics,
        .error = &trouble,
        .weights = memory_zeroed(info->command_count, sizeof(uint64_t)),
        .left_out = memory_zeroed(info->command_count, sizeof(bool)),
        .states = {.items = VEC_EMPTY},
        .refs = {.items = VEC_EMPTY},
    };
    uint32_t first;
    bool is_fine = model->ops->initial(model, &first, &trouble);
    if (is_fine) {
        state_set_add(&g.states, first);
        generate_begin_course(&g);
        if (options->processes > 1)
            is_fine = add_parallel(&g);
        else if (options->square.is_wanted)
            is_fine = add_square(&g);
        else
            is_fine = add_sequence(&g, generate_length(&g));
    }
    program_tidy(program);
    program_number(program);
    state_set_finish(&g.states);
    state_set_finish(&g.seen);
    vec_finish(&g.refs.items);
    free(g.weights);
    free(g.left_out);
    if (!is_fine && error != NULL)
        *error = trouble;
    return is_fine;
}
