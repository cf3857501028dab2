/* Several actions as one (specs/library/weir/order.strom). */
#include "cdp/act_internal.h"

#include "cdp/clockwork.h"

/* A later part is tried again so often when the page has changed by itself
 * between two parts: they belong together, whatever ticks beside them. */
enum { ATTEMPTS = 20 };

/* Reads {"id": "click", "args": [...]}. */
static bool read_part(struct acting *acting, const struct value *part,
                      struct action *action)
{
    const struct value *id = value_field(part, STR("id"));
    const struct value *args = value_field(part, STR("args"));
    if (id == NULL || id->kind != VALUE_STRING || args == NULL ||
        args->kind != VALUE_LIST) {
        act_wrong_argument(acting, 0, "a list of actions (id and args)");
        return false;
    }
    if (str_is(value_text(id), "inOrder")) {
        act_wrong_argument(acting, 0, "a list of actions that are not inOrder");
        return false;
    }
    *action =
        action_make(value_ref(id), false, value_ref(args), ACTION_NO_TIMEOUT);
    return true;
}

static enum act_outcome perform_part(struct acting *acting,
                                     const struct value *part)
{
    struct action action;
    struct value *target = NULL;
    if (!read_part(acting, part, &action))
        return ACT_FAILED;
    enum act_outcome outcome =
        browser_act(acting->browser, &action, &target, acting->error);
    if (*acting->target == NULL)
        *acting->target = target;
    else
        value_unref(target);
    action_finish(&action);
    return outcome;
}

/* The page settles as after an action of its own; nobody sees the state.
 * *blocked: nothing of the part has arrived. */
static bool settle_part(struct acting *acting, bool *blocked)
{
    struct browser *browser = acting->browser;
    struct value *state = NULL;
    if (!browser_settle(browser, &state, blocked, acting->error))
        return false;
    value_unref(state);
    browser_absorb(browser);
    clockwork_stop_behind(&browser->clockwork, &browser->page);
    return true;
}

/* The guard is armed anew, for the state that the page is in now. */
static void begin_part(struct browser *browser)
{
    page_drop_pushes(&browser->page);
    if (browser->patience.call[0] != '\0')
        page_post(&browser->page, browser->patience.call);
    browser->turn++;
    browser->settling = false;
    browser->page.input_ended = false;
}

/* A part and what it causes. What the last one causes is left to the caller,
 * but for one that others came before while the clock goes: that may be
 * blocked. */
static enum act_outcome do_part(struct acting *acting, const struct value *part,
                                bool is_first, bool is_last)
{
    bool is_left =
        is_last && (is_first || acting->browser->clockwork.virtual_time);
    for (int i = 0; i < ATTEMPTS; i++) {
        bool blocked = false;
        if (!is_first || i > 0)
            begin_part(acting->browser);
        enum act_outcome outcome = perform_part(acting, part);
        if (outcome != ACT_DONE || is_left)
            return outcome;
        if (!settle_part(acting, &blocked))
            return ACT_FAILED;
        if (!blocked)
            return ACT_DONE;
        if (is_first)
            return act_refused(acting, "the page has changed");
    }
    error_set(acting->error, ERROR_RUN,
              "action \"inOrder\": the page never stood still between two of "
              "its actions");
    return ACT_FAILED;
}

static enum act_outcome do_parts(struct acting *acting,
                                 const struct value *parts)
{
    for (size_t i = 0; i < parts->count; i++) {
        enum act_outcome outcome =
            do_part(acting, parts->items[i], i == 0, i + 1 == parts->count);
        if (outcome == ACT_REFUSED && i > 0) {
            *acting->error = ERROR_NONE; /* as far as it went */
            return ACT_DONE;
        }
        if (outcome != ACT_DONE)
            return outcome;
    }
    return ACT_DONE;
}

static enum act_outcome do_order(struct acting *acting)
{
    const struct value *parts = act_argument(acting, 0);
    if (parts->kind != VALUE_LIST || parts->count == 0)
        return act_wrong_argument(acting, 0, "a list of actions");
    struct browser *browser = acting->browser;
    int64_t then_wait_ms = browser->then_wait_ms;
    action_list_clear(&browser->told);
    browser->in_order = parts->count > 1;
    browser->then_wait_ms = 0;
    enum act_outcome outcome = do_parts(acting, parts);
    browser->then_wait_ms = then_wait_ms;
    return outcome;
}

const struct performer act_order_performers[] = {
    {"inOrder", do_order},
    {NULL, NULL},
};
