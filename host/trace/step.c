#include "trace/step.h"

#include <stddef.h>

void step_init(struct step *step)
{
    *step = (struct step){.call_us = -1, .return_us = -1};
}

void step_finish(struct step *step)
{
    action_list_finish(&step->what);
    value_unref(step->ticked);
    value_unref(step->names);
    value_unref(step->target);
    value_unref(step->evidence);
    value_unref(step->broken);
    value_unref(step->state);
    step_init(step);
}

struct step step_copy(const struct step *step)
{
    struct step copy = *step;
    copy.what = (struct action_list){0};
    for (size_t i = 0; i < step->what.count; i++)
        action_list_push(&copy.what, action_copy(&step->what.items[i]));
    if (step->ticked != NULL)
        value_ref(step->ticked);
    if (step->names != NULL)
        value_ref(step->names);
    if (step->target != NULL)
        value_ref(step->target);
    if (step->evidence != NULL)
        value_ref(step->evidence);
    if (step->broken != NULL)
        value_ref(step->broken);
    if (step->state != NULL)
        value_ref(step->state);
    return copy;
}

const char *step_kind_text(enum step_kind kind)
{
    switch (kind) {
    case STEP_EVENT:
        return "event";
    case STEP_ACTED:
        return "acted";
    case STEP_TIMEOUT:
        return "timeout";
    }
    return "?";
}
