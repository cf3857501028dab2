#include "cdp/page/push.h"

#include <stdlib.h>

#include "base/memory.h"

struct page_push page_push_make(struct json *root, int64_t heard)
{
    const struct json *state = json_read_field(root, "state");
    return (struct page_push){
        .root = root,
        .state = state == NULL ? NULL : value_from_json(state),
        .heard = heard,
    };
}

void page_push_finish(struct page_push *push)
{
    json_destroy(push->root);
    value_unref(push->state);
    *push = (struct page_push){.root = NULL};
}

/* The known state with what has changed; what has not are the same values. */
static struct value *with_changes(const struct value *known,
                                  const struct json *changes)
{
    struct value_field *fields = memory_zeroed(known->count, sizeof *fields);
    for (size_t i = 0; i < known->count; i++) {
        const struct value_field *field = &known->fields[i];
        const struct json *changed =
            json_read_field(changes, value_text(field->key).data);
        fields[i] = (struct value_field){
            .key = value_ref(field->key),
            .value = changed != NULL
                         ? value_from_json_sharing(changed, field->value)
                         : value_ref(field->value),
        };
    }
    struct value *state = value_object(fields, known->count);
    free(fields);
    return state;
}

void push_known_hear(struct push_known *known, struct page_push *push)
{
    const struct json *changes = json_read_field(push->root, "changes");
    const struct value *before = known->state;
    if (json_kind(changes) == JSON_KIND_OBJECT && push->state == NULL &&
        before != NULL && before->kind == VALUE_OBJECT)
        push->state = json_read_count(changes) == 0
                          ? value_ref(before)
                          : with_changes(before, changes);
    if (push->state == NULL)
        return;
    value_unref(known->state);
    known->state = value_ref(push->state);
}

void push_known_forget(struct push_known *known)
{
    value_unref(known->state);
    known->state = NULL;
}
