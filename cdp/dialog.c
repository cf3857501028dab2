#include "cdp/dialog.h"

#include <stdlib.h>

#include "base/memory.h"

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

/* The object with another value (taken) in a field that it has. */
static struct value *replaced(const struct value *object, struct str key,
                              struct value *value)
{
    struct value_field *fields =
        memory_zeroed(object->count + 1, sizeof *fields);
    for (size_t i = 0; i < object->count; i++) {
        const struct value_field *field = &object->fields[i];
        bool is_it = str_equal(value_text(field->key), key);
        fields[i] = (struct value_field){
            .key = value_ref(field->key),
            .value = is_it ? value_ref(value) : value_ref(field->value),
        };
    }
    struct value *result = value_object(fields, object->count);
    free(fields);
    value_unref(value);
    return result;
}

struct value *dialog_state(const struct value *state,
                           const struct value *dialog)
{
    const struct value *list = value_field(state, STR("::page"));
    if (list == NULL || list->kind != VALUE_LIST || list->count != 1 ||
        value_field(list->items[0], STR("dialog")) == NULL)
        return value_ref(state);
    struct value *page =
        replaced(list->items[0], STR("dialog"), value_ref(dialog));
    return replaced(state, STR("::page"), value_list(&page, 1));
}
