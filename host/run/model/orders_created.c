/* What the commands of a fork create, and which commands know all that they are
 * about. */
#include "run/model/orders.h"
#include "trace/reference.h"

/* Whether every outcome of the command in this state has the reference. */
static bool creates_in(struct model *model, uint32_t state,
                       const struct program_command *command, int64_t slot,
                       bool *creates, struct error *error)
{
    struct model_call call = program_call(command);
    struct model_outcomes outcomes = {.items = VEC_EMPTY};
    enum model_answer answer =
        model->ops->step(model, state, &call, &outcomes, error);
    for (size_t i = 0; i < outcomes.items.count; i++) {
        const struct model_outcome *outcome = &outcomes.items.items[i];
        *creates &= value_mentions(outcome->answer, command->number, slot);
    }
    model_outcomes_finish(&outcomes);
    return answer != MODEL_FAILED;
}

bool orders_created(struct model *model, const struct state_set *before,
                    const struct program *program, size_t begin, size_t end,
                    struct model_refs *refs, struct error *error)
{
    const struct model_info *info = model->ops->info(model);
    for (size_t i = begin; i < end; i++) {
        const struct program_command *command = &program->items.items[i];
        const struct model_command *declared = &info->commands[command->kind];
        for (size_t slot = 0; slot < declared->create_count; slot++) {
            bool creates = true;
            for (size_t j = 0; creates && j < before->items.count; j++)
                if (!creates_in(model, before->items.items[j], command,
                                (int64_t)slot, &creates, error))
                    return false;
            struct model_ref ref = {command->number, (int64_t)slot,
                                    declared->creates[slot]};
            if (creates)
                vec_push(&refs->items, ref);
        }
    }
    return true;
}

static bool is_known(void *context, int64_t number, int64_t slot)
{
    const struct model_refs *refs = context;
    for (size_t i = 0; i < refs->items.count; i++)
        if (refs->items.items[i].number == number &&
            refs->items.items[i].slot == slot)
            return true;
    return false;
}

bool orders_know(const struct model_refs *refs, const struct program *program,
                 size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        if (!reference_visit_all(program->items.items[i].arguments, is_known,
                                 (void *)refs))
            return false;
    return true;
}
