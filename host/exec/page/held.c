#include "exec/page/held.h"

#include <stddef.h>

#include "base/memory.h"

void held_want(struct deps *deps)
{
    deps_child(&deps->root, STR("::held"));
    deps_child(deps_child(&deps->root, STR("::holding")), STR("patterns"));
}

/* Which; -1: the action releases none by its place. */
static int64_t place_of(const struct value *action)
{
    const struct value *args = value_field_named(action, "args");
    bool is_release =
        str_is(value_text(value_field_named(action, "id")), "release") &&
        args != NULL && args->kind == VALUE_LIST && args->count == 1 &&
        args->items[0]->kind == VALUE_INT;
    return is_release ? args->items[0]->integer : -1;
}

bool held_is_release(const struct value *action)
{
    return place_of(action) >= 0;
}

/* NULL: nothing is known of it. */
static const struct value *held_in(const struct value *state)
{
    const struct value *held =
        state == NULL ? NULL : value_field_named(state, "::held");
    return held != NULL && held->kind == VALUE_LIST ? held : NULL;
}

struct value *held_arguments(const struct value *state,
                             const struct value *action)
{
    const struct value *held = held_in(state);
    int64_t place = place_of(action);
    if (held == NULL || place < 0 || (uint64_t)place >= held->count)
        return NULL;
    const struct value *ref = value_field_named(held->items[place], "ref");
    struct value *argument = ref == NULL ? value_null() : value_ref(ref);
    return value_list(&argument, 1);
}

char *held_lacking(const struct value *state, const struct value *action)
{
    const struct value *held = held_in(state);
    size_t count = held == NULL ? 0 : held->count;
    const char *problem = "action \"release\" cannot be performed";
    if (count == 0)
        return memory_format("%s: no answer is held", problem);
    return memory_format("%s: there is no place %lld, counted from 0, where "
                         "%zu %s held",
                         problem, (long long)place_of(action), count,
                         count == 1 ? "answer is" : "answers are");
}

bool held_is_end(const struct value *action)
{
    return str_is(value_text(value_field_named(action, "id")), "stopHolding");
}
