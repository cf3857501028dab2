#include "trace/action.h"

#include <assert.h>

#include "base/vec.h"

static_assert(ACTION_DEPTH_LIMIT + 12 <= JSON_DEPTH_LIMIT,
              "room for what stands around the arguments");

struct action action_make(struct value *id, bool is_event, struct value *args,
                          int64_t timeout_ms)
{
    return (struct action){
        .id = id, .is_event = is_event, .args = args, .timeout_ms = timeout_ms};
}

struct action action_copy(const struct action *action)
{
    struct action copy =
        action_make(value_ref(action->id), action->is_event,
                    value_ref(action->args), action->timeout_ms);
    if (action->settle != NULL)
        copy.settle = value_ref(action->settle);
    copy.pause_ms = action->pause_ms;
    copy.is_part = action->is_part;
    if (action->following != NULL)
        copy.following = value_ref(action->following);
    return copy;
}

void action_finish(struct action *action)
{
    value_unref(action->id);
    value_unref(action->args);
    value_unref(action->settle);
    value_unref(action->following);
    *action = (struct action){.id = NULL, .args = NULL};
}

bool action_matches(const struct action *a, const struct action *b)
{
    return a->is_event == b->is_event && value_equal(a->id, b->id) &&
           value_equal(a->args, b->args);
}

const struct value *action_parts(const struct action *action)
{
    const struct value *args = action->args;
    bool is_several = str_is(value_text(action->id), ACTION_IN_ORDER) &&
                      args->count == 1 && args->items[0]->kind == VALUE_LIST &&
                      args->items[0]->count > 0;
    return is_several ? args->items[0] : NULL;
}

size_t action_part_count(const struct action *action)
{
    const struct value *parts = action_parts(action);
    return parts == NULL ? 1 : parts->count;
}

void action_add_json(struct buf *buf, const struct action *action)
{
    buf_add_text(buf, "{\"id\":");
    value_add_json(buf, action->id);
    buf_addf(buf,
             ",\"isEvent\":%s,\"args\":", action->is_event ? "true" : "false");
    value_add_json(buf, action->args);
    if (action->timeout_ms == ACTION_NO_TIMEOUT)
        buf_add_text(buf, ",\"timeout\":null");
    else
        buf_addf(buf, ",\"timeout\":%lld", (long long)action->timeout_ms);
    if (action->settle != NULL) {
        buf_add_text(buf, ",\"settle\":");
        value_add_json(buf, action->settle);
    }
    if (action->pause_ms > 0)
        buf_addf(buf, ",\"pause\":%lld", (long long)action->pause_ms);
    buf_add_char(buf, '}');
}

bool action_from_json(struct action *action, const struct json *json,
                      struct error *error)
{
    const struct json *id = json_read_field(json, "id");
    const struct json *args = json_read_field(json, "args");
    const struct json *timeout = json_read_field(json, "timeout");
    if (json_kind(id) != JSON_KIND_STRING)
        return error_set(error, ERROR_RUN,
                         "an action needs an \"id\" that is a string");
    if (json_kind(args) != JSON_KIND_LIST)
        return error_set(error, ERROR_RUN,
                         "action \"%s\" needs \"args\" that are a list",
                         json_read_string(id).data);
    *action = action_make(
        value_from_json(id), json_read_bool(json_read_field(json, "isEvent")),
        value_from_json(args),
        json_kind(timeout) == JSON_KIND_INT ? json_read_int(timeout)
                                            : ACTION_NO_TIMEOUT);
    const struct json *settle = json_read_field(json, "settle");
    if (json_kind(settle) == JSON_KIND_OBJECT)
        action->settle = value_from_json(settle);
    const struct json *pause = json_read_field(json, "pause");
    if (json_kind(pause) == JSON_KIND_INT && json_read_int(pause) > 0)
        action->pause_ms = json_read_int(pause);
    return true;
}

void action_list_push(struct action_list *list, struct action action)
{
    vec_push(list, action);
}

void action_list_clear(struct action_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        action_finish(&list->items[i]);
    list->count = 0;
}

void action_list_finish(struct action_list *list)
{
    action_list_clear(list);
    vec_finish(list);
}
