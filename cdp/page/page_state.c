#include "cdp/page/page_state.h"

static const char special[] = "::page";

struct value *page_state_with(const struct value *state, struct str field,
                              struct value *value)
{
    const struct value *list = value_field(state, str_text(special));
    if (list == NULL || list->kind != VALUE_LIST || list->count != 1 ||
        value_field(list->items[0], field) == NULL) {
        value_unref(value);
        return value_ref(state);
    }
    struct value *page = value_with_field(list->items[0], field, value);
    return value_with_field(state, str_text(special), value_list(&page, 1));
}

bool page_state_reads(const struct deps *deps, const char *field)
{
    const struct deps_node *page = deps_find(&deps->root, str_text(special));
    return page != NULL && deps_find(page, str_text(field)) != NULL;
}
