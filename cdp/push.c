#include "cdp/push.h"

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

/* The known state with what has changed; fields that have not are the same
 * values. */
static struct value *with_changes(const struct value *known,
                                  const struct value *changes)
{
    if (changes->count == 0)
        return value_ref(known);
    struct value_field *fields = memory_zeroed(known->count, sizeof *fields);
    for (size_t i = 0; i < known->count; i++) {
        const struct value_field *field = &known->fields[i];
        const struct value *changed =
            value_field(changes, value_text(field->key));
        fields[i] = (struct value_field){
            .key = value_ref(field->key),
            .value = value_ref(changed != NULL ? changed : field->value),
        };
    }
    struct value *state = value_object(fields, known->count);
    free(fields);
    return state;
}

void push_known_hear(struct push_known *known, struct page_push *push)
{
    const struct json *told = json_read_field(push->root, "changes");
    if (told != NULL && push->state == NULL && known->state != NULL) {
        struct value *changes = value_from_json(told);
        if (changes->kind == VALUE_OBJECT && known->state->kind == VALUE_OBJECT)
            push->state = with_changes(known->state, changes);
        value_unref(changes);
    }
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
