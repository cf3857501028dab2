/* From action values to primitives (reference, 7.3), and their names (7.4). */
#include "lang/eval/extract.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/vec.h"
#include "lang/eval/eval.h"
#include "trace/generator.h"

struct extraction {
    struct machine *machine;
    const struct ast_global *declared;
    struct lang_primitive_list *list;
    /* Of the outermost action around: it overrides those further in. */
    struct val name; /* VAL_NULL: none yet */
    /* Of what no action around gives one: a weight alone is none. Borrowed. */
    struct val name_else;
    int64_t timeout_ms;
    struct value *settle; /* borrowed; NULL: none yet */
    int64_t weight;       /* of all those around, multiplied */
    int depth;
};

/* An action may expand to another action, and so on, so many times. The
 * language has no recursion: declarations bound it, this bounds the C stack. */
enum { EXTRACT_DEPTH_LIMIT = 500 };

static bool extract(struct extraction *at, struct val val);

static bool extract_list(struct extraction *at, struct val list)
{
    size_t count = val_list_count(list);
    for (size_t i = 0; i < count; i++)
        if (!extract(at, val_list_at(list, i)))
            return false;
    return true;
}

/* The value without its timeout, as `happened` holds it. */
static struct val entry_of(struct val action)
{
    if (action.block->items[0].kind == VAL_NULL)
        return val_ref(action);
    struct val_block *block = val_block_create(action.block->count);
    block->action = action.block->action;
    for (uint32_t i = 1; i < block->count; i++)
        block->items[i] = val_ref(action.block->items[i]);
    return val_block_seal(VAL_ACTION, block);
}

/* Longer than any run, and far from the end of what is counted in
 * microseconds. */
#define LONGEST_TIMEOUT_MS (INT64_C(1000) * 365 * 24 * 3600)

static int64_t clamp_timeout(int64_t timeout_ms)
{
    if (timeout_ms > LONGEST_TIMEOUT_MS)
        return LONGEST_TIMEOUT_MS;
    return timeout_ms < 0 ? 0 : timeout_ms;
}

static struct val expand(struct machine *machine, struct val action)
{
    /* In a call trace the action stands where its body does. */
    const struct node *site = action.block->action->code->body;
    struct val body = machine_action_body(machine, action.block->action);
    if (body.kind == VAL_THUNK)
        return eval_force(machine, site, body);
    uint32_t count = action.block->count - 1;
    if (body.kind == VAL_FAIL || count == 0)
        return body;
    struct val *arguments = memory_zeroed(count, sizeof *arguments);
    for (uint32_t i = 0; i < count; i++)
        arguments[i] = val_ref(action.block->items[i + 1]);
    struct val result = eval_apply_value(machine, site, body, arguments, count);
    free(arguments);
    return result;
}

/* {weight: n, action: a} */
static bool is_weighted(struct val val, struct val *weight, struct val *action)
{
    return val_is_object(val) && val_field_text(val, STR("weight"), weight) &&
           val_field_text(val, STR("action"), action);
}

/* An action that only weighs another gives it no name: what happened is the
 * other one. */
static bool is_name(struct val body)
{
    struct val weight;
    struct val action;
    return !is_weighted(body, &weight, &action);
}

static bool extract_action(struct extraction *at, struct val action)
{
    struct val body = expand(at->machine, action);
    if (body.kind == VAL_FAIL)
        return false;
    struct extraction inner = *at;
    bool named = at->name.kind == VAL_NULL && is_name(body);
    if (named)
        inner.name = entry_of(action);
    if (at->timeout_ms == ACTION_NO_TIMEOUT &&
        action.block->items[0].kind == VAL_INT)
        inner.timeout_ms = clamp_timeout(action.block->items[0].integer);
    bool done = extract(&inner, body);
    if (named)
        val_unref(inner.name);
    val_unref(body);
    return done;
}

/* The arguments as data, or NULL when some cannot cross to an executor. */
static struct value *primitive_args(struct extraction *at, struct val args)
{
    struct value *data = val_to_data(args, &at->machine->steps);
    if (data == NULL) {
        machine_spend(at->machine, NULL, 0);
    } else if (!value_nests_within(data, ACTION_DEPTH_LIMIT)) {
        value_unref(data);
        machine_fail(at->machine, NULL,
                     "The arguments of an action nest at most %d levels deep",
                     ACTION_DEPTH_LIMIT);
        return NULL;
    }
    return data;
}

/* {settle: {…}, action: a}: an action with its own rule for the state after it.
 * *is_one: the object is that. */
static bool extract_settled(struct extraction *at, struct val object,
                            bool *is_one)
{
    struct val rule;
    struct val action;
    *is_one = val_field_text(object, STR("settle"), &rule) &&
              val_is_object(rule) &&
              val_field_text(object, STR("action"), &action);
    if (!*is_one)
        return true;
    if (at->settle != NULL)
        return extract(at, action);
    struct value *data = primitive_args(at, rule);
    if (data == NULL)
        return !machine_has_failed(at->machine);
    struct extraction inner = *at;
    inner.settle = data;
    bool done = extract(&inner, action);
    value_unref(data);
    return done;
}

/* How much a weight may be, alone and multiplied. */
enum { WEIGHT_LIMIT = 1000000 };

/* An action that is n times as likely as others. */
static bool extract_weighted(struct extraction *at, struct val object,
                             bool *is_one)
{
    struct val weight;
    struct val action;
    *is_one = is_weighted(object, &weight, &action);
    if (!*is_one)
        return true;
    if (weight.kind != VAL_INT || weight.integer < 1 ||
        weight.integer > WEIGHT_LIMIT) {
        machine_fail_got(at->machine, NULL, weight,
                         "The weight of an action is a whole number from 1 to "
                         "%d,",
                         WEIGHT_LIMIT);
        return false;
    }
    struct extraction inner = *at;
    inner.weight = at->weight * weight.integer;
    if (inner.weight > WEIGHT_LIMIT)
        inner.weight = WEIGHT_LIMIT;
    return extract(&inner, action);
}

/* Takes the action. */
static void push_primitive(struct extraction *at, struct action action)
{
    struct lang_primitive primitive = {
        .action = action, .declared = at->declared, .weight = at->weight};
    if (at->settle != NULL)
        primitive.action.settle = value_ref(at->settle);
    struct val name = at->name.kind != VAL_NULL ? at->name : at->name_else;
    if (name.kind != VAL_NULL) {
        primitive.name = val_box(val_ref(name));
        primitive.name->declared = at->declared;
    }
    vec_push(at->list, primitive);
}

/* The generators among the arguments (specs/library/weir/any.strom). */
static bool are_well_formed(struct extraction *at, const struct value *args)
{
    struct error error = ERROR_NONE;
    if (generator_check(args, &error))
        return true;
    machine_fail(at->machine, NULL, "What is to be drawn cannot be: %s",
                 error.message);
    return false;
}

static bool extract_object(struct extraction *at, struct val object)
{
    struct val id;
    struct val event;
    struct val args;
    struct val timeout;
    if (!val_field_text(object, STR("id"), &id) || id.kind != VAL_STRING ||
        !val_field_text(object, STR("event"), &event) ||
        event.kind != VAL_BOOL || !val_field_text(object, STR("args"), &args) ||
        !val_is_list(args))
        return true;
    int64_t timeout_ms = at->timeout_ms;
    if (timeout_ms == ACTION_NO_TIMEOUT &&
        val_field_text(object, STR("timeout"), &timeout) &&
        timeout.kind == VAL_INT)
        timeout_ms = clamp_timeout(timeout.integer);
    struct value *data = primitive_args(at, args);
    if (data == NULL)
        return !machine_has_failed(at->machine);
    if (!are_well_formed(at, data)) {
        value_unref(data);
        return false;
    }
    push_primitive(
        at, action_make(value_ref(id.data), event.boolean, data, timeout_ms));
    return true;
}

/* ---- several actions as one ---------------------------------------------- */

/* Parts that a sequence has at most, and ways to do it. */
enum { PARTS_LIMIT = 20, WAYS_LIMIT = 1000 };

/* One part as its executor sees it, with the rule for the state after it where
 * it has one of its own. */
static struct value *part_of(const struct extraction *at,
                             const struct action *action)
{
    bool settles = action->settle != NULL && at->settle == NULL;
    struct value_field fields[] = {
        {value_string(STR("id")), value_ref(action->id)},
        {value_string(STR("args")), value_ref(action->args)},
        {settles ? value_string(STR("settle")) : NULL,
         settles ? value_ref(action->settle) : NULL},
    };
    return value_object(fields, settles ? 3 : 2);
}

/* The next way, counted like a number with a digit for each part. False: that
 * was the last one. */
static bool next_way(const struct lang_primitive_list *parts, size_t count,
                     size_t *chosen)
{
    for (size_t i = count; i-- > 0; chosen[i] = 0)
        if (++chosen[i] < parts[i].count)
            return true;
    return false;
}

/* Adds a part, or all parts of one that is several itself; how many there are
 * then, more than the limit: they do not fit. */
static size_t add_part(const struct extraction *at, const struct action *part,
                       struct value **items, size_t count)
{
    const struct value *inner = action_parts(part);
    if (inner == NULL) {
        if (count < PARTS_LIMIT)
            items[count] = part_of(at, part);
        return count + 1;
    }
    for (size_t i = 0; i < inner->count; i++, count++)
        if (count < PARTS_LIMIT)
            items[count] = value_ref(inner->items[i]);
    return count;
}

static bool fail_for_length(struct extraction *at)
{
    machine_fail(at->machine, NULL, "At most %d actions can be one",
                 PARTS_LIMIT);
    return false;
}

static bool push_way(struct extraction *at,
                     const struct lang_primitive_list *parts, size_t count,
                     const size_t *chosen)
{
    struct value *items[PARTS_LIMIT];
    size_t total = 0;
    for (size_t i = 0; i < count; i++)
        total = add_part(at, &parts[i].items[chosen[i]].action, items, total);
    struct value *list =
        value_list(items, total < PARTS_LIMIT ? total : PARTS_LIMIT);
    if (total > PARTS_LIMIT) {
        value_unref(list);
        return fail_for_length(at);
    }
    push_primitive(at, action_make(value_string(STR(ACTION_IN_ORDER)), false,
                                   value_list(&list, 1), at->timeout_ms));
    return true;
}

/* Every way of doing the first part, followed by every way of doing the second,
 * and so on: none when a part is not on offer. */
static bool push_ways(struct extraction *at,
                      const struct lang_primitive_list *parts, size_t count)
{
    size_t chosen[PARTS_LIMIT] = {0};
    size_t ways = 1;
    for (size_t i = 0; i < count && ways <= WAYS_LIMIT; i++)
        ways *= parts[i].count;
    if (ways > WAYS_LIMIT) {
        machine_fail(at->machine, NULL,
                     "There are more than %d ways to do these actions in order",
                     WAYS_LIMIT);
        return false;
    }
    if (ways == 0 || count == 0)
        return true;
    bool done;
    do
        done = push_way(at, parts, count, chosen);
    while (done && next_way(parts, count, chosen));
    return done;
}

static bool extract_part(struct extraction *at, struct val part,
                         struct lang_primitive_list *list)
{
    struct extraction inner = *at;
    inner.list = list;
    inner.weight = 1;
    if (!extract(&inner, part))
        return false;
    for (size_t i = 0; i < list->count; i++) {
        const struct action *action = &list->items[i].action;
        if (action->is_event) {
            machine_fail(at->machine, NULL,
                         "Actions in order are actions, not events");
            return false;
        }
        if (action_parts(action) != NULL && action->settle != NULL &&
            at->settle == NULL) {
            machine_fail(
                at->machine, NULL,
                "Of actions in order inside of others, each is settled "
                "by a rule of its own");
            return false;
        }
    }
    return true;
}

/* {inOrder: [a, b, ...]}: one action that is all of these, one after the other
 * (specs/library/weir/order.strom). */
static bool extract_order(struct extraction *at, struct val object,
                          bool *is_one)
{
    struct val order;
    struct lang_primitive_list parts[PARTS_LIMIT] = {{0}};
    *is_one =
        val_field_text(object, STR("inOrder"), &order) && val_is_list(order);
    if (!*is_one)
        return true;
    size_t count = val_list_count(order);
    bool done = count <= PARTS_LIMIT || fail_for_length(at);
    for (size_t i = 0; done && i < count; i++)
        done = extract_part(at, val_list_at(order, i), &parts[i]);
    done = done && push_ways(at, parts, count);
    for (size_t i = 0; i < PARTS_LIMIT; i++)
        lang_primitive_list_finish(&parts[i]);
    return done;
}

static bool extract_any_object(struct extraction *at, struct val object)
{
    bool is_one;
    bool done = extract_settled(at, object, &is_one);
    if (!is_one)
        done = extract_weighted(at, object, &is_one);
    if (!is_one)
        done = extract_order(at, object, &is_one);
    return is_one ? done : extract_object(at, object);
}

static bool extract(struct extraction *at, struct val val)
{
    bool done = true;
    if (!machine_spend(at->machine, NULL, 1))
        return false;
    if (++at->depth > EXTRACT_DEPTH_LIMIT) {
        machine_fail(at->machine, NULL, "Actions nest too deeply");
        return false;
    }
    if (val.kind == VAL_ACTION)
        done = extract_action(at, val);
    else if (val_is_list(val))
        done = extract_list(at, val);
    else if (val_is_object(val))
        done = extract_any_object(at, val);
    at->depth--;
    return done;
}

/* The name for objects that stand outside any action is given, but an action
 * found on the way takes precedence: it starts without a name. */
static bool extract_outermost(struct extraction *at, struct val val,
                              struct val named)
{
    if (val_is_list(val)) {
        size_t count = val_list_count(val);
        for (size_t i = 0; i < count; i++)
            if (!machine_spend(at->machine, NULL, 1) ||
                !extract_outermost(at, val_list_at(val, i), named))
                return false;
        return true;
    }
    at->name = val_is_object(val) ? named : val_null();
    return extract(at, val);
}

bool extract_primitives(struct machine *machine, struct val val,
                        struct val named, const struct ast_global *declared,
                        struct lang_primitive_list *list)
{
    struct extraction at = {
        .machine = machine,
        .declared = declared,
        .list = list,
        .name_else = named,
        .timeout_ms = ACTION_NO_TIMEOUT,
        .weight = 1,
    };
    return extract_outermost(&at, val, named);
}

void lang_primitive_list_finish(struct lang_primitive_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        action_finish(&list->items[i].action);
        lang_value_unref(list->items[i].name);
    }
    vec_finish(list);
}
