/* In this file: parts, taking turns, the result. */
#include "check/linear/linear.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/vec.h"
#include "check/linear/prefix.h"
#include "check/linear/search.h"
#include "check/linear/steps.h"

enum {
    /* Tries of one part before the next one has its turn. */
    TURN = 1024,
    /* Tries after which a part begins again, with wishes. */
    HARD = 20 * 1000,
    /* Questions that are asked together, by and large. */
    TOGETHER = 1024,
};

struct part {
    struct value *key; /* owned; NULL: the whole */
    VEC(size_t) members;
    struct search search;
    bool is_started;
    struct wishes wishes; /* once it is found to be hard */
    bool is_hard;
};

struct checking {
    struct model *model;
    const struct linear_operation *operations;
    size_t count;
    const struct linear_options *options;
    struct steps steps;
    VEC(struct part *) parts;
    struct map by_key;
    struct error *error;
};

/* ---- parts -------------------------------------------------------------- */

static struct part *add_part(struct checking *c, struct value *key)
{
    struct part *part = MEMORY_NEW(struct part);
    part->key = key;
    vec_push(&c->parts, part);
    return part;
}

/* Takes the key. */
static struct part *part_of(struct checking *c, struct value *key)
{
    struct buf text = {0};
    value_add_json(&text, key);
    struct part *part = map_find(&c->by_key, buf_str(&text));
    if (part == NULL) {
        part = add_part(c, key);
        map_set(&c->by_key, buf_str(&text), part);
    } else {
        value_unref(key);
    }
    buf_finish(&text);
    return part;
}

static bool make_whole(struct checking *c)
{
    struct part *part = add_part(c, NULL);
    for (size_t i = 0; i < c->count; i++)
        vec_push(&part->members, i);
    return true;
}

static void parts_finish(struct checking *c)
{
    for (size_t i = 0; i < c->parts.count; i++) {
        struct part *part = c->parts.items[i];
        if (part->is_started)
            search_finish(&part->search);
        wishes_finish(&part->wishes);
        vec_finish(&part->members);
        value_unref(part->key);
        free(part);
    }
    vec_finish(&c->parts);
    map_finish(&c->by_key);
    map_init(&c->by_key);
}

static bool ask_keys(struct checking *c, struct value **keys)
{
    const struct model_call **calls = memory_zeroed(c->count, sizeof *calls);
    for (size_t i = 0; i < c->count; i++)
        calls[i] = &c->operations[i].call;
    bool is_fine =
        c->model->ops->partition(c->model, calls, c->count, keys, c->error);
    free(calls);
    return is_fine;
}

static bool is_about_all(struct value *const *keys, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (keys[i]->kind == VALUE_NULL)
            return true;
    return false;
}

/* By the model's partition. A call about all objects makes it one part. */
static bool make_parts(struct checking *c)
{
    const struct model_info *info = c->model->ops->info(c->model);
    if (!info->has_partition || c->options->order == LINEAR_PROCESSES ||
        c->count == 0)
        return make_whole(c);
    struct value **keys = memory_zeroed(c->count, sizeof(struct value *));
    if (!ask_keys(c, keys)) {
        free(keys);
        return false;
    }
    bool is_whole = is_about_all(keys, c->count);
    for (size_t i = 0; i < c->count; i++) {
        if (is_whole) {
            value_unref(keys[i]);
            continue;
        }
        struct part *part = part_of(c, keys[i]); /* once: vec_push is a macro */
        vec_push(&part->members, i);
    }
    free(keys);
    return !is_whole || make_whole(c);
}

struct by_time {
    int64_t time;
    size_t place;
};

static int compare_times(const void *a, const void *b)
{
    const struct by_time *x = a, *y = b;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

static void sort_members(const struct checking *c, struct part *part)
{
    struct by_time *times = memory_zeroed(part->members.count, sizeof *times);
    for (size_t i = 0; i < part->members.count; i++) {
        size_t place = part->members.items[i];
        times[i] = (struct by_time){c->operations[place].call_time, place};
    }
    qsort(times, part->members.count, sizeof *times, compare_times);
    for (size_t i = 0; i < part->members.count; i++)
        part->members.items[i] = times[i].place;
    free(times);
}

static bool start_parts(struct checking *c)
{
    int32_t first;
    if (!steps_first(&c->steps, &first, c->error))
        return false;
    for (size_t i = 0; i < c->parts.count; i++) {
        struct part *part = c->parts.items[i];
        sort_members(c, part);
        search_init(&part->search, &c->steps, part->members.items,
                    part->members.count, first, c->options->order, NULL);
        part->is_started = true;
    }
    return true;
}

/* ---- taking turns ------------------------------------------------------- */

static bool is_over_limit(const struct checking *c)
{
    uint64_t steps = 0;
    size_t memory = c->options->memory_limit == 0 ? 0 : steps_memory(&c->steps);
    for (size_t i = 0; i < c->parts.count; i++) {
        steps += c->parts.items[i]->search.taken;
        memory += search_memory(&c->parts.items[i]->search);
    }
    return (c->options->deadline_ms > 0 &&
            clock_now_ms() >= c->options->deadline_ms) ||
           (c->options->step_limit > 0 && steps >= c->options->step_limit) ||
           (c->options->memory_limit > 0 && memory >= c->options->memory_limit);
}

/* What the parts from `begin` on wait for is asked in one question. */
static bool ask(struct checking *c, size_t begin, size_t end)
{
    if (!steps_ask(&c->steps, c->error))
        return false;
    for (size_t i = begin; i < end; i++)
        search_heed(&c->parts.items[i]->search);
    return true;
}

/* What is not decided soon begins again, knowing which orders are likely. */
static bool begin_again(struct checking *c, struct part *part)
{
    const size_t *members = part->members.items;
    size_t count = part->members.count;
    int32_t first;
    uint64_t hard = c->options->hard_after > 0 ? c->options->hard_after : HARD;
    if (part->is_hard || part->search.taken < hard ||
        c->options->order != LINEAR_REAL_TIME)
        return true;
    part->is_hard = true;
    if (!steps_first(&c->steps, &first, c->error) ||
        !wishes_find(&part->wishes, &c->steps, members, count, first, c->error))
        return false;
    search_finish(&part->search);
    search_init(&part->search, &c->steps, members, count, first,
                c->options->order, &part->wishes);
    return true;
}

/* One turn of each part that is not decided. *open: how many there were;
 * *wrong: the first that is not linearisable. */
static bool take_turns(struct checking *c, size_t *open, struct part **wrong)
{
    size_t asked = 0; /* parts before this one wait for nothing */
    *open = 0;
    for (size_t i = 0; *wrong == NULL && i < c->parts.count; i++) {
        struct part *part = c->parts.items[i];
        if (part->search.verdict == LINEAR_YES)
            continue;
        (*open)++;
        if (!begin_again(c, part))
            return false;
        search_advance(&part->search, TURN);
        if (part->search.verdict == LINEAR_NO)
            *wrong = part;
        if (c->steps.wanted.count < TOGETHER)
            continue;
        if (!ask(c, asked, i + 1))
            return false;
        asked = i + 1;
    }
    return *wrong != NULL || ask(c, asked, c->parts.count);
}

static bool search_all(struct checking *c, enum linear_verdict *verdict,
                       struct part **wrong)
{
    size_t open;
    *verdict = LINEAR_UNKNOWN;
    do {
        if (c->options->cancelled != NULL &&
            c->options->cancelled(c->options->context))
            return error_set(c->error, ERROR_CANCELLED, "interrupted");
        if (!take_turns(c, &open, wrong))
            return false;
    } while (*wrong == NULL && open > 0 && !is_over_limit(c));
    if (*wrong != NULL)
        *verdict = LINEAR_NO;
    else if (open == 0)
        *verdict = LINEAR_YES;
    return true;
}

/* ---- the result --------------------------------------------------------- */

/* Gives the set of states after it. Of the part that is not linearisable
 * nothing is there that need not be. */
static bool add_order(struct checking *c, struct linear_result *result,
                      struct part *part, int32_t *set)
{
    size_t *places = &result->order[result->order_count];
    size_t count = search_order(&part->search, places, set);
    if (part->search.verdict == LINEAR_NO && part->search.culprit != SIZE_MAX &&
        !prefix_shorten(&part->search, places, &count, set, c->error))
        return false;
    for (size_t i = 0; i < count; i++)
        places[i] = part->members.items[places[i]];
    result->order_count += count;
    return true;
}

static bool fill_states(struct checking *c, struct linear_result *result,
                        const struct steps_set *set)
{
    bool is_fine = true;
    result->states = memory_zeroed(set->count, sizeof *result->states);
    result->state_count = set->count;
    for (size_t i = 0; is_fine && i < set->count; i++)
        is_fine = steps_state(&c->steps, set->states[i], &result->states[i],
                              c->error);
    return is_fine;
}

static bool fill(struct checking *c, struct linear_result *result,
                 struct part *wrong)
{
    int32_t behind = 0;
    result->order = memory_zeroed(c->count, sizeof *result->order);
    result->parts = c->parts.count;
    for (size_t i = 0; i < c->parts.count; i++) {
        result->steps += c->parts.items[i]->search.taken;
        if ((wrong == NULL || wrong == c->parts.items[i]) &&
            !add_order(c, result, c->parts.items[i], &behind))
            return false;
    }
    if (wrong == NULL && c->parts.count != 1)
        return true;
    if (!fill_states(c, result, &c->steps.sets.items[behind]))
        return false;
    if (wrong == NULL)
        return true;
    result->part_count = wrong->members.count;
    if (wrong->search.culprit != SIZE_MAX)
        result->culprit = wrong->members.items[wrong->search.culprit];
    if (wrong->key != NULL)
        result->key = value_ref(wrong->key);
    return true;
}

void linear_result_finish(struct linear_result *result)
{
    free(result->order);
    free(result->states);
    value_unref(result->key);
    *result = (struct linear_result){.culprit = SIZE_MAX};
}

bool linear_check(struct model *model,
                  const struct linear_operation *operations, size_t count,
                  const struct linear_options *options,
                  struct linear_result *result, struct error *error)
{
    struct checking c = {
        .model = model,
        .operations = operations,
        .count = count,
        .options = options,
        .error = error,
    };
    struct part *wrong = NULL;
    *result = (struct linear_result){.culprit = SIZE_MAX};
    steps_init(&c.steps, model, operations, count);
    map_init(&c.by_key);
    bool is_fine = make_parts(&c) && start_parts(&c) &&
                   search_all(&c, &result->verdict, &wrong) &&
                   fill(&c, result, wrong);
    parts_finish(&c);
    map_finish(&c.by_key);
    steps_finish(&c.steps);
    return is_fine;
}
