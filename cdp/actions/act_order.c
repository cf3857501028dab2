/* Several actions as one (specs/library/weir/order.strom). */
#include "cdp/actions/act_internal.h"

#include <stdlib.h>

#include "base/memory.h"
#include "cdp/time/page_clock.h"

/* A later part is tried again so often when the page has changed by itself
 * between two parts: they belong together, whatever ticks beside them. */
enum { ATTEMPTS = 20 };

/* The parts of one action. */
struct order {
    struct acting *acting;
    const struct value *parts;
    struct patience patience; /* of parts that have none of their own */
    struct value *before;     /* the state in which the whole was chosen */
    bool told; /* a state between two parts has been read: from then on every
                  such state is */
};

/* ---- elements that were made anew ---------------------------------------- */

static const struct value *ref_of(const struct value *element)
{
    return element->kind == VALUE_OBJECT ? value_field(element, STR("ref"))
                                         : NULL;
}

/* The place of the element among those of one selector; their count: none. */
static size_t place_of(const struct value *elements, const struct value *ref)
{
    for (size_t i = 0; i < elements->count; i++) {
        const struct value *other = ref_of(elements->items[i]);
        if (other != NULL && value_equal(other, ref))
            return i;
    }
    return elements->count;
}

static bool is_shown(const struct value *state, const struct value *ref)
{
    for (size_t i = 0; i < state->count; i++) {
        const struct value *elements = state->fields[i].value;
        if (elements->kind == VALUE_LIST &&
            place_of(elements, ref) < elements->count)
            return true;
    }
    return false;
}

/* The element that has the place of one that has gone: under the same selector,
 * if that has as many elements as before. NULL: there is none; borrowed. */
static const struct value *successor(const struct value *before,
                                     const struct value *now,
                                     const struct value *ref)
{
    for (size_t i = 0; i < before->count; i++) {
        const struct value *old = before->fields[i].value;
        const struct value *new =
            value_field(now, value_text(before->fields[i].key));
        if (old->kind != VALUE_LIST || new == NULL || new->kind != VALUE_LIST ||
            new->count != old->count)
            continue;
        size_t place = place_of(old, ref);
        const struct value *found =
            place < old->count ? ref_of(new->items[place]) : NULL;
        if (found != NULL)
            return found;
    }
    return NULL;
}

/* Many applications make their elements anew when anything has changed: then a
 * part is meant for the one in the old one's place. The caller's. */
static struct value *renew(const struct order *order, struct value *argument)
{
    const struct value *now = order->acting->browser->shown;
    if (order->before == NULL || now == NULL ||
        argument->kind != VALUE_STRING || is_shown(now, argument))
        return value_ref(argument);
    const struct value *found = successor(order->before, now, argument);
    return value_ref(found == NULL ? argument : found);
}

static struct value *renew_all(const struct order *order,
                               const struct value *args)
{
    struct value **items = memory_zeroed(args->count + 1, sizeof *items);
    for (size_t i = 0; i < args->count; i++)
        items[i] = renew(order, args->items[i]);
    struct value *list = value_list(items, args->count);
    free(items);
    return list;
}

/* ---- one part ------------------------------------------------------------ */

/* Reads {"id": "click", "args": [...]}, and perhaps "settle". */
static bool read_part(const struct order *order, const struct value *part,
                      struct action *action)
{
    struct acting *acting = order->acting;
    const struct value *id = value_field(part, STR("id"));
    const struct value *args = value_field(part, STR("args"));
    if (id == NULL || id->kind != VALUE_STRING || args == NULL ||
        args->kind != VALUE_LIST) {
        act_wrong_argument(acting, 0, "a list of actions (id and args)");
        return false;
    }
    if (str_is(value_text(id), ACTION_IN_ORDER)) {
        act_wrong_argument(acting, 0, "a list of actions that are not inOrder");
        return false;
    }
    *action = action_make(value_ref(id), false, renew_all(order, args),
                          ACTION_NO_TIMEOUT);
    return true;
}

static enum act_outcome perform_part(const struct order *order,
                                     const struct value *part)
{
    struct acting *acting = order->acting;
    struct action action;
    struct value *target = NULL;
    if (!read_part(order, part, &action))
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
static bool settle_part(struct order *order, bool *blocked)
{
    struct acting *acting = order->acting;
    struct browser *browser = acting->browser;
    struct value *state = NULL;
    if (!act_settle(browser, &state, blocked, acting->error))
        return false;
    order->told = order->told || state != NULL;
    value_unref(state);
    browser_absorb(browser);
    page_clock_stop_behind(&browser->page_clock, &browser->page);
    return true;
}

/* The rule for the state after a part: its own, or that of the whole. */
static bool set_patience(const struct order *order, const struct value *part)
{
    struct browser *browser = order->acting->browser;
    const struct value *rule = value_field(part, STR("settle"));
    browser->patience = order->patience;
    if (rule == NULL)
        return true;
    struct action action = {
        .id = value_string(STR(ACTION_IN_ORDER)),
        .settle = value_ref(rule),
    };
    bool fine =
        patience_of(&browser->patience, &action,
                    browser_activity_before(browser), order->acting->error);
    action_finish(&action);
    return fine;
}

/* The whole's rule has been told when it began; a part's own has not. */
static void begin_first(struct browser *browser, const struct value *part)
{
    if (value_field(part, STR("settle")) != NULL)
        page_post(&browser->page, browser->patience.call);
}

/* A newer state, which the page tells as every other. */
static bool look_again(struct order *order)
{
    struct browser *browser = order->acting->browser;
    bool blocked;
    *order->acting->error = ERROR_NONE;
    patience_end(&browser->patience);
    browser->settling = false;
    browser->between = false;
    return settle_part(order, &blocked);
}

/* The page has changed by itself between a state and a part that is done by a
 * script; or nobody has looked since the part before, and what came under the
 * pointer then has not heard of it (inject/settle/parts_unread.js). */
static bool is_worth_a_look(const struct order *order, size_t number)
{
    return number > 0 && (order->acting->browser->stale || !order->told);
}

/* Performs one part and settles it. The last part is settled by the caller:
 * except in real time after other parts, where the guard may still turn it
 * away, so that it has to be tried again here. */
static enum act_outcome do_part(struct order *order, size_t number)
{
    struct acting *acting = order->acting;
    const struct value *part = order->parts->items[number];
    bool is_first = number == 0;
    bool is_left = number + 1 == order->parts->count &&
                   (is_first || acting->browser->page_clock.virtual_time);
    for (int i = 0; i < ATTEMPTS; i++) {
        bool blocked = false;
        acting->browser->between =
            !order->told && number + 1 < order->parts->count;
        acting->browser->stale = false;
        if (!set_patience(order, part))
            return ACT_FAILED;
        if (!is_first || i > 0) /* for the state that the page is in now */
            browser_begin_input(acting->browser);
        else
            begin_first(acting->browser, part);
        enum act_outcome outcome = perform_part(order, part);
        if (outcome == ACT_REFUSED && is_worth_a_look(order, number)) {
            if (!look_again(order))
                return ACT_FAILED;
            continue;
        }
        if (outcome != ACT_DONE || is_left)
            return outcome;
        if (!settle_part(order, &blocked))
            return ACT_FAILED;
        if (!blocked)
            return ACT_DONE;
        if (is_first || acting->browser->astray)
            return act_refused(acting, "the page has changed");
    }
    if (acting->browser->stale)
        return act_refused(acting, "the page has changed");
    error_set(acting->error, ERROR_RUN,
              "action \"inOrder\": the page never stood still between two of "
              "its actions");
    return ACT_FAILED;
}

/* For people: so many parts were done, and the page did not let it go on. */
static void tell_done(struct acting *acting, size_t done)
{
    const struct value *old = *acting->target;
    size_t count = old == NULL ? 0 : old->count;
    struct value_field *fields = memory_zeroed(count + 1, sizeof *fields);
    for (size_t i = 0; i < count; i++) {
        fields[i].key = value_ref(old->fields[i].key);
        fields[i].value = value_ref(old->fields[i].value);
    }
    fields[count] = value_named("done", value_int((int64_t)done));
    *acting->target = value_object(fields, count + 1);
    free(fields);
    value_unref(old);
}

static enum act_outcome do_parts(struct order *order)
{
    struct acting *acting = order->acting;
    for (size_t i = 0; i < order->parts->count; i++) {
        enum act_outcome outcome = do_part(order, i);
        acting->browser->between = false;
        if (outcome == ACT_REFUSED && i > 0) {
            *acting->error = ERROR_NONE; /* as far as it went */
            tell_done(acting, i);
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
    browser_note_choice(browser);
    browser->then_wait_ms = 0;
    struct order order = {
        .acting = acting,
        .parts = parts,
        .patience = browser->patience,
        .before = browser->shown == NULL ? NULL : value_ref(browser->shown),
    };
    enum act_outcome outcome = do_parts(&order);
    value_unref(order.before);
    browser->then_wait_ms = then_wait_ms;
    return outcome;
}

const struct performer act_order_performers[] = {
    {ACTION_IN_ORDER, do_order},
    {NULL, NULL},
};
