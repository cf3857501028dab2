#include "bench/micro/replay.h"

static bool alike(const struct value *a, const struct value *b);

/* Elements have other names once they have been made anew. */
static bool is_name(const struct value_field *field)
{
    return str_is(value_text(field->key), "ref");
}

static bool fields_alike(const struct value *a, const struct value *b)
{
    for (size_t i = 0; i < a->count; i++) {
        const struct value *other =
            value_field(b, value_text(a->fields[i].key));
        if (other == NULL)
            return false;
        if (!is_name(&a->fields[i]) && !alike(a->fields[i].value, other))
            return false;
    }
    return true;
}

static bool items_alike(const struct value *a, const struct value *b)
{
    for (size_t i = 0; i < a->count; i++)
        if (!alike(a->items[i], b->items[i]))
            return false;
    return true;
}

static bool alike(const struct value *a, const struct value *b)
{
    if (a->kind == VALUE_OBJECT && b->kind == VALUE_OBJECT)
        return a->count == b->count && fields_alike(a, b);
    if (a->kind == VALUE_LIST && b->kind == VALUE_LIST)
        return a->count == b->count && items_alike(a, b);
    return value_equal(a, b);
}

static bool find_stretch(struct replay *replay)
{
    const struct trace *trace = &replay->trace;
    for (size_t length = trace->count - 1; length > 0; length--)
        for (size_t i = 0; i + length < trace->count; i++)
            if (alike(trace->items[i].state, trace->items[i + length].state)) {
                replay->first = i;
                replay->last = i + length;
                return true;
            }
    return false;
}

bool replay_open(struct replay *replay, const char *path, struct error *error)
{
    if (!trace_read_file(&replay->trace, path, error))
        return false;
    if (replay->trace.count > 0 && find_stretch(replay))
        return true;
    trace_finish(&replay->trace);
    return error_set(error, ERROR_SETUP, "%s: no two states are alike", path);
}

void replay_close(struct replay *replay)
{
    trace_finish(&replay->trace);
}

size_t replay_next(const struct replay *replay, size_t index, bool *joined)
{
    *joined = index == replay->last;
    return *joined ? replay->first : index + 1;
}
