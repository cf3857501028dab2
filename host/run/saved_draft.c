#include "run/saved_draft.h"

#include <stdlib.h>

static void drop_element(struct draft *draft)
{
    value_unref(draft->element.text);
    for (size_t i = 0; i < draft->element.found.count; i++)
        value_unref(draft->element.found.items[i]);
    vec_finish(&draft->element.found);
    draft->element.text = NULL;
    draft->has_element = false;
}

void draft_drop(struct draft *draft)
{
    drop_element(draft);
    for (size_t i = 0; i < draft->args.count; i++)
        value_unref(draft->args.items[i]);
    vec_finish(&draft->args);
    value_unref(draft->names);
    value_unref(draft->id);
    value_unref(draft->timeout);
    value_unref(draft->settle);
    value_unref(draft->pause);
    value_unref(draft->after);
    *draft = (struct draft){.line = 0};
}

struct fields {
    struct value_field items[6];
    size_t count;
};

/* Takes the value; NULL adds nothing. */
static void add_field(struct fields *fields, const char *key,
                      struct value *value)
{
    if (value != NULL)
        fields->items[fields->count++] =
            (struct value_field){value_string(str_text(key)), value};
}

static struct value *object_of(const struct fields *fields)
{
    return value_object(fields->items, fields->count);
}

void draft_add_place(struct draft *draft, struct value *by, int64_t at,
                     int64_t of)
{
    struct fields fields = {.count = 0};
    add_field(&fields, "by", by);
    add_field(&fields, "at", value_int(at));
    add_field(&fields, "of", of == 0 ? NULL : value_int(of));
    vec_push(&draft->element.found, object_of(&fields));
}

void draft_end_element(struct draft *draft)
{
    if (!draft->has_element)
        return;
    struct fields inner = {.count = 0}, outer = {.count = 0};
    add_field(&inner, "text", draft->element.text);
    add_field(
        &inner, "found",
        value_list(draft->element.found.items, draft->element.found.count));
    vec_finish(&draft->element.found);
    add_field(&outer, "element", object_of(&inner));
    vec_push(&draft->args, object_of(&outer));
    draft->element.text = NULL;
    draft->has_element = false;
}

struct value *draft_end(struct draft *draft)
{
    struct fields fields = {.count = 0};
    draft_end_element(draft);
    add_field(&fields, "names", draft->names);
    add_field(&fields, "id", draft->id);
    add_field(&fields, "args",
              value_list(draft->args.items, draft->args.count));
    add_field(&fields, "timeout", draft->timeout);
    add_field(&fields, "settle", draft->settle);
    add_field(&fields, "pause", draft->pause);
    add_field(&fields, "after", draft->after);
    vec_finish(&draft->args);
    *draft = (struct draft){.line = 0};
    return object_of(&fields);
}
