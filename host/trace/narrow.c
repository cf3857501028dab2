#include "trace/narrow.h"

#include "base/vec.h"

static const struct deps_node *child_of(const struct deps_node *node,
                                        const struct value *key)
{
    return node == NULL ? NULL : deps_find(node, value_text(key));
}

static bool has_less(const struct deps_node *own, const struct deps_node *all)
{
    if (own->count != all->count)
        return true;
    for (size_t i = 0; i < own->count; i++)
        if (has_less(&own->children[i], &all->children[i]))
            return true;
    return false;
}

static struct value *narrow(const struct value *value,
                            const struct deps_node *own,
                            const struct deps_node *all);

static struct value *narrow_object(const struct value *object,
                                   const struct deps_node *own,
                                   const struct deps_node *all)
{
    VEC(struct value_field) fields = VEC_EMPTY;
    for (size_t i = 0; i < object->count; i++) {
        const struct value_field *field = &object->fields[i];
        const struct deps_node *of_all = child_of(all, field->key);
        const struct deps_node *of_own = child_of(own, field->key);
        if (of_all != NULL && of_own == NULL)
            continue;
        struct value_field kept = {value_ref(field->key),
                                   narrow(field->value, of_own, of_all)};
        vec_push(&fields, kept);
    }
    struct value *copy = value_object(fields.items, fields.count);
    vec_finish(&fields);
    return copy;
}

static struct value *narrow_list(const struct value *list,
                                 const struct deps_node *own,
                                 const struct deps_node *all)
{
    VEC(struct value *) items = VEC_EMPTY;
    for (size_t i = 0; i < list->count; i++)
        vec_push(&items, narrow(list->items[i], own, all));
    struct value *copy = value_list(items.items, items.count);
    vec_finish(&items);
    return copy;
}

/* Values nest no deeper than their parsers allow. */
static struct value *narrow(const struct value *value,
                            const struct deps_node *own,
                            const struct deps_node *all)
{
    if (all == NULL || own == NULL || !has_less(own, all))
        return value_ref(value);
    if (value->kind == VALUE_LIST)
        return narrow_list(value, own, all);
    return value->kind == VALUE_OBJECT ? narrow_object(value, own, all)
                                       : value_ref(value);
}

struct value *narrow_state(const struct value *state, const struct deps *own,
                           const struct deps *all)
{
    return narrow(state, &own->root, &all->root);
}
