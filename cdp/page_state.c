#include "cdp/page_state.h"

#include <stdlib.h>

#include "base/memory.h"

static const char special[] = "::page";

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

struct value *page_state_with(const struct value *state, struct str field,
                              struct value *value)
{
    const struct value *list = value_field(state, str_text(special));
    if (list == NULL || list->kind != VALUE_LIST || list->count != 1 ||
        value_field(list->items[0], field) == NULL) {
        value_unref(value);
        return value_ref(state);
    }
    struct value *page = replaced(list->items[0], field, value);
    return replaced(state, str_text(special), value_list(&page, 1));
}

bool page_state_reads(const struct deps *deps, const char *field)
{
    const struct deps_node *page = deps_find(&deps->root, str_text(special));
    return page != NULL && deps_find(page, str_text(field)) != NULL;
}
