#include "port/model.h"

void model_outcomes_finish(struct model_outcomes *outcomes)
{
    for (size_t i = 0; i < outcomes->items.count; i++)
        value_unref(outcomes->items.items[i].answer);
    vec_finish(&outcomes->items);
}

size_t model_users(const struct model_info *info)
{
    return info->answers_views && info->users > 1 ? info->users : 1;
}

bool model_foresee(struct model *model, const struct model_step *steps,
                   size_t count, struct error *error)
{
    return model->ops->foresee == NULL || count == 0 ||
           model->ops->foresee(model, steps, count, error);
}
