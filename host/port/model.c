#include "port/model.h"

void model_outcomes_finish(struct model_outcomes *outcomes)
{
    for (size_t i = 0; i < outcomes->items.count; i++)
        value_unref(outcomes->items.items[i].answer);
    vec_finish(&outcomes->items);
}
