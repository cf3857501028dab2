/* In this file: claims, telling the engine, keys. (What explains them:
 * explain.c.)
 */
#include "fake/claims.h"

#include <assert.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/memory.h"
#include "fake/claims_internal.h"

enum {
    /* Calls whose keys are asked for in one line. */
    PARTITION_CALLS = 2000,
};

/* Whole numbers up to it are themselves in JavaScript. */
#define SAFE_INTEGER INT64_C(9007199254740991)

void claims_init(struct claims *claims, struct conversation *conversation,
                 const struct model_info *info, const char *name)
{
    *claims = (struct claims){.conversation = conversation,
                              .info = info,
                              .name = name,
                              .items = VEC_EMPTY};
    footprints_init(&claims->prints);
}

void claims_finish(struct claims *claims)
{
    for (size_t i = 0; i < claims->items.count; i++)
        value_unref(claims->items.items[i].arguments);
    vec_finish(&claims->items);
    buf_finish(&claims->unsent);
    footprints_finish(&claims->prints);
    vec_finish(&claims->trees);
}

/* ---- claims ------------------------------------------------------------- */

static bool is_safe(const struct value *value)
{
    switch (value->kind) {
    case VALUE_INT:
        return value->integer <= SAFE_INTEGER &&
               value->integer >= -SAFE_INTEGER;
    case VALUE_FLOAT:
        return value->number != (double)(int64_t)value->number;
    case VALUE_LIST:
        for (size_t i = 0; i < value->count; i++)
            if (!is_safe(value->items[i]))
                return false;
        return true;
    case VALUE_OBJECT:
        for (size_t i = 0; i < value->count; i++)
            if (!is_safe(value->fields[i].value))
                return false;
        return true;
    default:
        return true;
    }
}

static const char *name_of(const struct claims *claims, size_t command)
{
    return claims->info->commands[command].name;
}

static void add_fresh(struct buf *line, int64_t number, size_t count)
{
    buf_add_text(line, ",\"fresh\":[");
    for (size_t i = 0; i < count; i++)
        buf_addf(line, "%s{\"$ref\":[%lld,%zu]}", i > 0 ? "," : "",
                 (long long)number, i);
    buf_add_char(line, ']');
}

/* The next one in the list of the line that is to be sent. */
static struct buf *next_item(struct claims *claims)
{
    struct buf *line = &claims->unsent;
    buf_add_text(line,
                 line->length == 0 ? "{\"ask\":\"claims\",\"claims\":[" : ",");
    return line;
}

bool claims_add(struct claims *claims, const struct model_claim *claim,
                uint32_t *number)
{
    const struct model_call *call = &claim->call;
    if ((claim->answer != NULL && !is_safe(claim->answer)) ||
        !is_safe(call->arguments))
        return false;
    struct buf *line = next_item(claims);
    buf_add_text(line, "{\"arguments\":");
    value_add_json(line, call->arguments);
    json_add_text_field(line, "command", name_of(claims, call->command));
    add_fresh(line, call->number,
              claims->info->commands[call->command].create_count);
    if (claim->answer != NULL) {
        buf_add_text(line, ",\"answer\":");
        value_add_json(line, claim->answer);
    }
    buf_add_char(line, '}');
    struct claims_item item = {call->command, call->number,
                               value_ref(call->arguments), 0, 0};
    vec_push(&claims->items, item);
    *number = (uint32_t)claims->items.count - 1;
    return true;
}

void claims_call(const struct claims *claims, uint32_t number,
                 struct model_call *call, struct value **arguments)
{
    const struct claims_item *item = &claims->items.items[number];
    *arguments = value_ref(item->arguments);
    *call = (struct model_call){item->command, item->number, *arguments};
}

/* ---- telling the engine
 * ---------------------------------------------------------- */

struct value *claims_ask(struct claims *claims, struct buf *line,
                         const char *doing, struct error *error)
{
    struct value *answer = conversation_ask(claims->conversation, buf_str(line),
                                            doing, NULL, error);
    buf_clear(line);
    if (answer == NULL)
        return NULL;
    struct value *ok = value_ref(value_field_named(answer, "ok"));
    value_unref(answer);
    return ok;
}

/* The tree of a call, for all claims that only their own answer explains. */
static uint32_t tree_of_call(struct claims *claims, uint32_t call)
{
    while (claims->trees.count <= call) {
        uint32_t tree = footprints_tree(&claims->prints);
        vec_push(&claims->trees, tree);
    }
    return claims->trees.items[call];
}

/* Of those that are new to it, what the engine says. */
static void read_claims(struct claims *claims, struct claims_numbers *numbers)
{
    for (; claims->known < claims->items.count && !numbers->is_short;
         claims->known++) {
        struct claims_item *item = &claims->items.items[claims->known];
        uint32_t call = (uint32_t)claims_next(numbers);
        long answer = claims_next(numbers);
        if (numbers->is_short || call >= claims->items.count)
            break;
        item->answer = answer < 0 ? 0 : (uint32_t)answer;
        item->tree = answer < 0 ? footprints_tree(&claims->prints)
                                : tree_of_call(claims, call);
    }
    numbers->is_short |= claims->known < claims->items.count;
}

bool claims_send(struct claims *claims, struct error *error)
{
    if (claims->unsent.length == 0)
        return true;
    buf_add_text(&claims->unsent, "]}");
    struct value *ok =
        claims_ask(claims, &claims->unsent, "the history", error);
    struct claims_numbers numbers = claims_numbers_of(ok);
    if (ok != NULL)
        read_claims(claims, &numbers);
    value_unref(ok);
    return ok != NULL && claims_understood(claims, &numbers, error);
}

/* ---- keys --------------------------------------------------------------- */

static bool partition_some(struct claims *claims,
                           const struct model_call *const *calls, size_t count,
                           struct value **keys, struct error *error)
{
    struct buf line = {0};
    buf_add_text(&line, "{\"ask\":\"partitions\",\"calls\":[");
    for (size_t i = 0; i < count; i++) {
        buf_add_text(&line, i > 0 ? ",[" : "[");
        json_add_string(&line, str_text(name_of(claims, calls[i]->command)));
        buf_add_char(&line, ',');
        value_add_json(&line, calls[i]->arguments);
        buf_add_char(&line, ']');
    }
    buf_add_text(&line, "]}");
    struct value *ok = claims_ask(claims, &line, "\"partition\"", error);
    buf_finish(&line);
    if (ok == NULL)
        return false;
    struct value *const *both = ok->items;
    const struct value *places = both[0], *list = both[1];
    assert(places->count == count && "the harness answers each");
    for (size_t i = 0; i < count; i++)
        keys[i] = value_ref(list->items[places->items[i]->integer]);
    value_unref(ok);
    return true;
}

bool claims_partition(struct claims *claims,
                      const struct model_call *const *calls, size_t count,
                      struct value **keys, struct error *error)
{
    for (size_t at = 0; at < count;) {
        size_t some =
            count - at < PARTITION_CALLS ? count - at : PARTITION_CALLS;
        if (!partition_some(claims, &calls[at], some, &keys[at], error)) {
            while (at > 0)
                value_unref(keys[--at]);
            return false;
        }
        at += some;
    }
    return true;
}
