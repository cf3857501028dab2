/* In this file: what is read, what comes next, what is done. */
#include "exec/page/stops.h"

#include <stdlib.h>

#include "base/memory.h"

enum {
    LOOKS = 10, /* at what is on its way, a moment each */
};

void stops_finish(struct stops *stops)
{
    free(stops->answer);
    free(stops->label);
    *stops = (struct stops){0};
}

/* ---- what is read ------------------------------------------------------- */

void stops_add_deps(struct deps *deps)
{
    struct deps_node *held = deps_child(&deps->root, STR("::held"));
    deps_child(held, STR("isComplete"));
    deps_child(deps_child(&deps->root, STR("::holding")), STR("patterns"));
}

static const struct value *list_in(const struct value *state, const char *name)
{
    const struct value *list =
        state == NULL ? NULL : value_field_named(state, name);
    return list != NULL && list->kind == VALUE_LIST ? list : NULL;
}

static bool is_complete(const struct value *answer)
{
    const struct value *field = value_field_named(answer, "isComplete");
    return field != NULL && field->kind == VALUE_BOOL && field->boolean;
}

/* The first that has come; NULL: none. *coming: there are others. */
static const struct value *first_complete(const struct value *state,
                                          bool *coming)
{
    const struct value *held = list_in(state, "::held");
    *coming = held != NULL && held->count > 0;
    for (size_t i = 0; held != NULL && i < held->count; i++)
        if (is_complete(held->items[i]))
            return held->items[i];
    return NULL;
}

static bool is_holding(const struct value *state)
{
    const struct value *holding = list_in(state, "::holding");
    if (holding == NULL || holding->count == 0)
        return false;
    const struct value *patterns =
        value_field_named(holding->items[0], "patterns");
    return patterns != NULL && patterns->kind == VALUE_LIST &&
           patterns->count > 0;
}

/* ---- what comes next ---------------------------------------------------- */

static char *copied(struct str text)
{
    return memory_copy_string(text.data, text.length);
}

/* Takes the label. */
static enum stops_step stop_at(struct stops *stops, char *label)
{
    free(stops->label);
    stops->label = label;
    return STOPS_YIELD;
}

/* Before an action, with no answer to wait for. A new document holds nothing
 * until it is asked to. */
static enum stops_step before_action(struct stops *stops,
                                     const struct value *state, size_t at)
{
    if (at > stops->passed) {
        stops->passed = at;
        return stop_at(stops, memory_format("action %zu", at + 1));
    }
    return is_holding(state) ? STOPS_ACT : STOPS_HOLD;
}

enum stops_step stops_next(struct stops *stops, const struct value *state,
                           size_t at, size_t count)
{
    bool coming = false;
    if (!stops->is_wanted)
        return at < count ? STOPS_ACT : STOPS_DONE;
    if (stops->answer != NULL)
        return STOPS_RELEASE;
    const struct value *answer = first_complete(state, &coming);
    if (answer != NULL) {
        stops->answer = copied(value_text(value_field_named(answer, "ref")));
        return stop_at(stops,
                       copied(value_text(value_field_named(answer, "text"))));
    }
    if (coming && stops->looks < LOOKS) {
        stops->looks++;
        return STOPS_LOOK;
    }
    if (at < count)
        return before_action(stops, state, at);
    return is_holding(state) ? STOPS_END : STOPS_DONE;
}

/* ---- what is done ------------------------------------------------------- */

void stops_did(struct stops *stops, enum stops_step step)
{
    if (step == STOPS_RELEASE) {
        free(stops->answer);
        stops->answer = NULL;
    }
    if (step == STOPS_ACT || step == STOPS_RELEASE)
        stops->looks = 0;
}

const char *stops_action(const struct stops *stops, enum stops_step step,
                         struct value **argument)
{
    *argument = NULL;
    if (step == STOPS_HOLD) {
        *argument = value_string(STR("*"));
        return "holdAnswers";
    }
    if (step == STOPS_RELEASE) {
        *argument = value_string(str_text(stops->answer));
        return "release";
    }
    return "stopHolding";
}
