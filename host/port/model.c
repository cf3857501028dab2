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
