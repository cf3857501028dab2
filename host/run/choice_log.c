#include "run/choice_log.h"

#include <stdint.h>

static void keep_pace(struct choice_log_pace *pace, const struct step *step)
{
    if (!pace->has_begun || step->kind == STEP_ACTED) {
        pace->has_begun = true;
        pace->acted_us = step->time_us;
        pace->after_ms = CHOICE_AT_ONCE;
    } else if (step->kind == STEP_EVENT) {
        int64_t after_us = step->time_us - pace->acted_us;
        pace->after_ms = after_us <= 0 ? 0 : (after_us - 1) / 1000 + 1;
    }
}

void choice_log_init(struct choice_log *choice_log)
{
    *choice_log = (struct choice_log){.linger_ms = CHOICE_AT_ONCE,
                                      .limit = CHOICE_LOG_LIMIT};
}

void choice_log_finish(struct choice_log *choice_log)
{
    choice_list_finish(&choice_log->choices);
    counts_finish(&choice_log->known);
    value_unref(choice_log->state);
    value_unref(choice_log->names);
    value_unref(choice_log->choice);
    choice_log_init(choice_log);
}

void choice_log_choose(struct choice_log *choice_log, struct actor *actor,
                       size_t index, const struct action *action)
{
    value_unref(choice_log->names);
    value_unref(choice_log->choice);
    choice_log->names =
        actor->ops->names == NULL ? NULL : actor->ops->names(actor, index);
    choice_log->choice =
        choice_log->is_cut
            ? NULL
            : choice_make(action, choice_log->names, choice_log->state,
                          choice_log->pace.after_ms);
}

/* The choice, or one just like it that is in the notes: a long run does the
 * same again and again. */
static const struct value *shared(struct choice_log *choice_log,
                                  const struct value *choice)
{
    uint64_t hash = value_hash(choice);
    const struct choice_list *choices = &choice_log->choices;
    uint32_t place = counts_of(&choice_log->known, hash);
    if (place == 0)
        counts_put(&choice_log->known, hash, (uint32_t)choices->count + 1);
    else if (value_equal(choices->items[place - 1], choice))
        return choices->items[place - 1];
    return choice;
}

static void note(struct choice_log *choice_log)
{
    if (choice_log->choices.count == choice_log->limit)
        choice_log->is_cut = true;
    else
        choice_list_push(&choice_log->choices,
                         value_ref(shared(choice_log, choice_log->choice)));
}

void choice_log_step(struct choice_log *choice_log, struct step *step)
{
    keep_pace(&choice_log->pace, step);
    choice_log->linger_ms = choice_log->pace.after_ms;
    value_unref(choice_log->state);
    choice_log->state = value_ref(step->state);
    if (step->kind != STEP_ACTED)
        return;
    if (choice_log->choice != NULL)
        note(choice_log);
    value_unref(choice_log->choice);
    step->names = choice_log->names;
    choice_log->choice = choice_log->names = NULL;
}

/* The step as the action under way, chosen in the state of the step before. */
static void choose_again(struct choice_log *choice_log, const struct step *step)
{
    if (step->names != NULL)
        choice_log->names = value_ref(step->names);
    if (choice_log->state != NULL && step->what.count > 0)
        choice_log->choice =
            choice_make(&step->what.items[0], step->names, choice_log->state,
                        choice_log->pace.after_ms);
}

void choice_log_of_steps(struct choice_log *choice_log,
                         const struct step *steps, size_t count)
{
    choice_log_init(choice_log);
    choice_log->limit = SIZE_MAX;
    for (size_t i = 0; i < count; i++) {
        struct step step = step_copy(&steps[i]);
        if (step.kind == STEP_ACTED) {
            choose_again(choice_log, &step);
            value_unref(step.names);
            step.names = NULL;
        }
        choice_log_step(choice_log, &step);
        step_finish(&step);
    }
}
