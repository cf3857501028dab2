/* One command of a program: which, and its arguments. */
#include "run/model/generate_internal.h"

enum {
    TRIES = 20, /* at a command that may be called */
};

/* The part of the tape from `begin` on. */
static struct tape_record drawn_since(struct tape *tape, size_t begin)
{
    const struct tape_record *whole = tape_record(tape);
    struct tape_record part = {.choices = whole->choices + begin,
                               .count = whole->count - begin};
    return tape_record_copy(&part);
}

bool generate_foresee(struct generator *g, const struct state_set *states,
                      const struct model_call *call)
{
    VEC(struct model_step) steps = VEC_EMPTY;
    for (size_t i = 0; i < states->items.count; i++) {
        struct model_step step = {states->items.items[i], *call};
        vec_push(&steps, step);
    }
    bool is_fine = model_foresee(g->model, steps.items, steps.count, g->error);
    vec_finish(&steps);
    return is_fine;
}

static bool is_allowed(struct generator *g, const struct model_call *call,
                       bool *allowed)
{
    *allowed = true;
    if (g->info->commands[call->command].has_precondition &&
        !generate_foresee(g, &g->states, call))
        return false;
    for (size_t i = 0; *allowed && i < g->states.items.count; i++) {
        enum model_answer answer = g->model->ops->allowed(
            g->model, g->states.items.items[i], call, NULL, g->error);
        if (answer == MODEL_FAILED)
            return false;
        *allowed = answer == MODEL_DONE;
    }
    return true;
}

bool generate_arguments(struct generator *g, size_t kind, struct tape *tape,
                        struct value **arguments)
{
    uint32_t state = g->states.items.items[0];
    bool allowed = false;
    *arguments = NULL;
    if (!g->model->ops->arguments(g->model, state, kind, &g->refs, tape,
                                  arguments, g->error))
        return false;
    if (*arguments == NULL)
        return true;
    struct model_call call = {kind, g->next, *arguments};
    if (!is_allowed(g, &call, &allowed)) {
        value_unref(*arguments);
        *arguments = NULL;
        return false;
    }
    if (!allowed) {
        value_unref(*arguments);
        *arguments = NULL;
    }
    return true;
}

bool generate_command(struct generator *g, struct program_command *command,
                      bool *found)
{
    *found = false;
    tape_begin(g->tape, "command");
    bool is_fine = true;
    for (size_t try = 0; is_fine && !*found && try < TRIES; try++) {
        size_t kind = tape_weighted(g->tape, g->weights, g->info->command_count,
                                    "command");
        size_t begin = tape_position(g->tape);
        struct value *arguments;
        g->statistics->commands[kind].drawn++;
        is_fine = generate_arguments(g, kind, g->tape, &arguments);
        *found = is_fine && arguments != NULL;
        generate_note_draw(g, *found);
        if (*found)
            *command = (struct program_command){
                .number = g->next++,
                .kind = kind,
                .arguments = arguments,
                .choices = drawn_since(g->tape, begin),
            };
        else
            g->statistics->commands[kind].discarded++;
    }
    tape_end(g->tape);
    return is_fine;
}
