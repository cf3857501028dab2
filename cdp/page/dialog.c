#include "cdp/page/dialog.h"

#include "cdp/page/page_state.h"

bool dialog_is_wanted(const struct deps *deps)
{
    const struct deps_node *watch = deps_find(&deps->root, STR("::dialogs"));
    return watch != NULL && deps_find(watch, STR("answered")) != NULL;
}

struct value *dialog_value(const struct json *params)
{
    static const char *const names[] = {"type", "message"};
    struct value_field fields[2];
    for (size_t i = 0; i < 2; i++)
        fields[i] = (struct value_field){
            .key = value_string(str_text(names[i])),
            .value = value_string(
                json_read_string(json_read_field(params, names[i]))),
        };
    return value_object(fields, 2);
}

struct value *dialog_state(const struct value *state,
                           const struct value *dialog)
{
    return page_state_with(state, STR("dialog"), value_ref(dialog));
}
