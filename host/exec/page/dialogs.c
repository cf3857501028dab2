#include "exec/page/dialogs.h"

#include <stddef.h>

void dialogs_want(struct deps *deps)
{
    deps_child(deps_child(&deps->root, STR("::dialogs")), STR("answered"));
    deps_child(deps_child(&deps->root, STR("::page")), STR("dialog"));
}

const struct value *dialogs_open(const struct value *state)
{
    const struct value *list =
        state == NULL ? NULL : value_field_named(state, "::page");
    if (list == NULL || list->kind != VALUE_LIST || list->count == 0)
        return NULL;
    const struct value *dialog = value_field_named(list->items[0], "dialog");
    return dialog != NULL && dialog->kind == VALUE_OBJECT ? dialog : NULL;
}

bool dialogs_is_answer(const struct value *action)
{
    static const char *const ids[] = {"acceptDialog", "dismissDialog",
                                      "answerDialog"};
    struct str id = value_text(value_field_named(action, "id"));
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        if (str_is(id, ids[i]))
            return true;
    return false;
}

struct value *dialogs_usual_answer(const struct value *dialog)
{
    struct str type = value_text(value_field_named(dialog, "type"));
    bool accepts = str_is(type, "alert") || str_is(type, "beforeunload");
    struct value_field fields[] = {
        value_named("id", value_string(accepts ? STR("acceptDialog")
                                               : STR("dismissDialog"))),
        value_named("args", value_list(NULL, 0)),
    };
    return value_object(fields, 2);
}
