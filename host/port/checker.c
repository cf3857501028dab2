#include "port/checker.h"

#include <stdlib.h>

#include "base/vec.h"

void reason_list_push(struct reason_list *list, struct reason reason)
{
    vec_push(list, reason);
}

bool reasons_name_break(const struct reason *reasons, size_t count,
                        const struct value *broken)
{
    return broken != NULL && count > 1 &&
           str_is(value_text(broken), reasons[0].text);
}

void reason_list_finish(struct reason_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->items[i].text);
        free(list->items[i].file);
        free(list->items[i].source);
        free(list->items[i].values);
        free(list->items[i].within);
        value_unref(list->items[i].reads);
    }
    vec_finish(list);
}

struct value *checker_signals(struct checker *checker)
{
    return checker->ops->signals == NULL ? NULL
                                         : checker->ops->signals(checker);
}
