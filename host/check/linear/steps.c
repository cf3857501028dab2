/* In this file: classes, sets, what is remembered, one question, many
 * questions. */
#include "check/linear/steps.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/hash.h"
#include "base/memory.h"

enum { NOT_ASKED = -2 };

/* ---- classes ------------------------------------------------------------ */

static bool creates(const struct steps *steps, size_t command)
{
    const struct model_info *info = steps->model->ops->info(steps->model);
    return command < info->command_count &&
           info->commands[command].create_count > 0;
}

/* The number of the text under `key` in the map: a new one is `next`. */
static uint32_t number_of(struct map *map, struct str key, size_t next)
{
    size_t known = (size_t)(uintptr_t)map_find(map, key);
    if (known > 0)
        return (uint32_t)known - 1;
    map_set(map, key, (void *)(uintptr_t)(next + 1));
    return (uint32_t)next;
}

static void add_answer(struct buf *text, const struct linear_operation *item)
{
    buf_addf(text, "%zu ", item->call.command);
    if (item->answer == NULL)
        buf_add_char(text, '?');
    else
        value_add_json(text, item->answer);
}

static uint32_t group_of(struct steps *steps, struct map *groups,
                         const struct linear_operation *item)
{
    struct buf text = {0};
    add_answer(&text, item);
    uint32_t group = number_of(groups, buf_str(&text), steps->changes.count);
    buf_finish(&text);
    if (group == steps->changes.count) {
        bool may_change = item->answer == NULL;
        vec_push(&steps->changes, may_change);
        steps->change_count += may_change;
    }
    return group;
}

static void add_class(struct steps *steps, struct map *groups, size_t place)
{
    const struct linear_operation *item = &steps->operations[place];
    const struct model_claim claim = {item->call, item->answer};
    struct steps_class class = {.operation = place,
                                .group = group_of(steps, groups, item)};
    class.is_claimed =
        steps->model->ops->claim != NULL &&
        steps->model->ops->claim(steps->model, &claim, &class.claim);
    vec_push(&steps->all_classes, class);
}

static void make_classes(struct steps *steps)
{
    struct map classes, groups;
    struct buf text = {0};
    map_init(&classes);
    map_init(&groups);
    steps->classes = memory_zeroed(steps->count, sizeof *steps->classes);
    for (size_t i = 0; i < steps->count; i++) {
        const struct linear_operation *item = &steps->operations[i];
        buf_clear(&text);
        add_answer(&text, item);
        buf_addf(&text, " %lld ",
                 creates(steps, item->call.command)
                     ? (long long)item->call.number
                     : 0LL);
        value_add_json(&text, item->call.arguments);
        steps->classes[i] =
            number_of(&classes, buf_str(&text), steps->all_classes.count);
        if (steps->classes[i] == steps->all_classes.count)
            add_class(steps, &groups, i);
    }
    buf_finish(&text);
    map_finish(&classes);
    map_finish(&groups);
}

static size_t memory_of(struct model *model)
{
    return model->ops->memory == NULL ? 0 : model->ops->memory(model);
}

void steps_init(struct steps *steps, struct model *model,
                const struct linear_operation *operations, size_t count)
{
    *steps = (struct steps){
        .model = model, .operations = operations, .count = count};
    steps->capacity = 1024;
    steps->entries = memory_zeroed(steps->capacity, sizeof *steps->entries);
    steps->memory_before = memory_of(model);
    map_init(&steps->set_numbers);
    make_classes(steps);
}

void steps_finish(struct steps *steps)
{
    for (size_t i = 0; i < steps->sets.count; i++)
        free(steps->sets.items[i].states);
    vec_finish(&steps->sets);
    map_finish(&steps->set_numbers);
    free(steps->entries);
    free(steps->classes);
    vec_finish(&steps->all_classes);
    vec_finish(&steps->changes);
    vec_finish(&steps->wanted);
}

static const struct steps_class *class_of(const struct steps *steps,
                                          size_t operation)
{
    return &steps->all_classes.items[steps->classes[operation]];
}

bool steps_changes(const struct steps *steps, size_t operation)
{
    return steps->changes.items[class_of(steps, operation)->group];
}

size_t steps_memory(const struct steps *steps)
{
    /* A set of one state with its name in the map takes about this. */
    enum { SET_BYTES = 160 };
    size_t now = memory_of(steps->model), before = steps->memory_before;
    return steps->capacity * sizeof *steps->entries +
           steps->sets.count * SET_BYTES + (now > before ? now - before : 0);
}

/* ---- sets --------------------------------------------------------------- */

static int compare_states(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* The states, which are sorted here, need not be different. */
static int32_t set_of(struct steps *steps, uint32_t *states, size_t count)
{
    size_t kept = 0;
    if (count > 1)
        qsort(states, count, sizeof *states, compare_states);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || states[i] != states[i - 1])
            states[kept++] = states[i];
    struct str key = str_from((const char *)states, kept * sizeof *states);
    size_t known = (size_t)(uintptr_t)map_find(&steps->set_numbers, key);
    if (known > 0)
        return (int32_t)known - 1;
    struct steps_set set = {memory_zeroed(kept, sizeof *states), kept};
    memcpy(set.states, states, kept * sizeof *states);
    vec_push(&steps->sets, set);
    map_set(&steps->set_numbers, key, (void *)(uintptr_t)steps->sets.count);
    return (int32_t)steps->sets.count - 1;
}

static bool to_point(const struct steps *steps, uint32_t state, uint32_t *point,
                     struct error *error)
{
    *point = state;
    return steps->model->ops->point_of == NULL ||
           steps->model->ops->point_of(steps->model, state, point, error);
}

bool steps_state(const struct steps *steps, uint32_t point, uint32_t *state,
                 struct error *error)
{
    *state = point;
    return steps->model->ops->state_of == NULL ||
           steps->model->ops->state_of(steps->model, point, state, error);
}

bool steps_first(struct steps *steps, int32_t *set, struct error *error)
{
    uint32_t first;
    if (!steps->model->ops->initial(steps->model, &first, error) ||
        !to_point(steps, first, &first, error))
        return false;
    *set = set_of(steps, &first, 1);
    return true;
}

/* ---- what is remembered ------------------------------------------------- */

static struct steps_entry *slot_of(struct steps_entry *entries, size_t capacity,
                                   uint64_t key)
{
    size_t at = (size_t)hash_mix(key, 7) & (capacity - 1);
    while (entries[at].key != 0 && entries[at].key != key)
        at = (at + 1) & (capacity - 1);
    return &entries[at];
}

static void grow(struct steps *steps)
{
    size_t capacity = steps->capacity * 2;
    struct steps_entry *entries = memory_zeroed(capacity, sizeof *entries);
    for (size_t i = 0; i < steps->capacity; i++)
        if (steps->entries[i].key != 0)
            *slot_of(entries, capacity, steps->entries[i].key) =
                steps->entries[i];
    free(steps->entries);
    steps->entries = entries;
    steps->capacity = capacity;
}

static struct steps_entry *entry_of(const struct steps *steps, int32_t from,
                                    uint32_t class)
{
    uint64_t key = ((uint64_t)(uint32_t)from << 32 | class) + 1;
    return slot_of(steps->entries, steps->capacity, key);
}

bool steps_find(const struct steps *steps, int32_t from, size_t operation,
                int32_t *set)
{
    const struct steps_entry *entry =
        entry_of(steps, from, steps->classes[operation]);
    *set = entry->set;
    return entry->key != 0 && entry->set != NOT_ASKED;
}

void steps_want(struct steps *steps, int32_t from, size_t operation)
{
    uint32_t class = steps->classes[operation];
    struct steps_entry *entry = entry_of(steps, from, class);
    if (entry->key != 0)
        return;
    *entry = (struct steps_entry){((uint64_t)(uint32_t)from << 32 | class) + 1,
                                  NOT_ASKED};
    if (++steps->entry_count * 2 > steps->capacity)
        grow(steps);
    struct steps_wanted wanted = {from, class};
    vec_push(&steps->wanted, wanted);
}

/* The states need not be sorted. */
static void note(struct steps *steps, const struct steps_wanted *wanted,
                 uint32_t *states, size_t count)
{
    int32_t after = count == 0 ? STEPS_NONE : set_of(steps, states, count);
    uint32_t group = steps->all_classes.items[wanted->class].group;
    entry_of(steps, wanted->set, wanted->class)->set = after;
    if (after != STEPS_NONE && after != wanted->set &&
        !steps->changes.items[group]) {
        steps->changes.items[group] = true;
        steps->change_count++;
    }
}

/* ---- one question ------------------------------------------------------- */

struct found {
    VEC(uint32_t) states;
};

static bool agree(struct steps *steps, const struct linear_operation *operation,
                  const struct model_outcomes *outcomes, struct found *found,
                  struct error *error)
{
    for (size_t i = 0; i < outcomes->items.count; i++) {
        const struct model_outcome *outcome = &outcomes->items.items[i];
        bool is_same = true;
        if (operation->answer != NULL &&
            !steps->model->ops->same(steps->model, &operation->call,
                                     outcome->answer, operation->answer,
                                     &is_same, error))
            return false;
        if (!is_same)
            continue;
        uint32_t point;
        if (!to_point(steps, outcome->state, &point, error))
            return false;
        vec_push(&found->states, point);
    }
    return true;
}

/* A call that may not be made in a state explains nothing there. */
static bool ask_one(struct steps *steps, const struct steps_wanted *wanted,
                    struct error *error)
{
    const struct linear_operation *operation =
        &steps->operations[steps->all_classes.items[wanted->class].operation];
    const struct steps_set *set = &steps->sets.items[wanted->set];
    struct found found = {VEC_EMPTY};
    bool is_fine = true;
    for (size_t i = 0; is_fine && i < set->count; i++) {
        struct model_outcomes outcomes = {.items = VEC_EMPTY};
        uint32_t state;
        is_fine = steps_state(steps, set->states[i], &state, error) &&
                  steps->model->ops->step(steps->model, state, &operation->call,
                                          &outcomes, error) != MODEL_FAILED &&
                  agree(steps, operation, &outcomes, &found, error);
        model_outcomes_finish(&outcomes);
    }
    if (is_fine)
        note(steps, wanted, found.states.items, found.states.count);
    vec_finish(&found.states);
    return is_fine;
}

/* ---- many questions ----------------------------------------------------- */

struct questions {
    VEC(struct model_question) items;
};

static void add_questions(const struct steps *steps,
                          const struct steps_wanted *wanted,
                          struct questions *questions)
{
    const struct steps_set *set = &steps->sets.items[wanted->set];
    for (size_t i = 0; i < set->count; i++) {
        struct model_question question = {
            set->states[i], steps->all_classes.items[wanted->class].claim};
        vec_push(&questions->items, question);
    }
}

static bool is_claimed(const struct steps *steps,
                       const struct steps_wanted *wanted)
{
    return steps->all_classes.items[wanted->class].is_claimed;
}

/* What the answers say, which are in the order of what is wanted. */
static void read_explained(struct steps *steps,
                           const struct model_explained *explained)
{
    size_t at = 0;
    for (size_t i = 0; i < steps->wanted.count; i++) {
        const struct steps_wanted *wanted = &steps->wanted.items[i];
        if (!is_claimed(steps, wanted))
            continue;
        struct found found = {VEC_EMPTY};
        size_t states = steps->sets.items[wanted->set].count;
        for (size_t k = 0; k < states; k++)
            for (uint32_t left = explained->items.items[at++]; left > 0; left--)
                vec_push(&found.states, explained->items.items[at++]);
        note(steps, wanted, found.states.items, found.states.count);
        vec_finish(&found.states);
    }
}

bool steps_ask(struct steps *steps, struct error *error)
{
    struct questions questions = {VEC_EMPTY};
    struct model_explained explained = {VEC_EMPTY};
    bool is_fine = true;
    for (size_t i = 0; is_fine && i < steps->wanted.count; i++) {
        const struct steps_wanted *wanted = &steps->wanted.items[i];
        if (is_claimed(steps, wanted))
            add_questions(steps, wanted, &questions);
        else
            is_fine = ask_one(steps, wanted, error);
    }
    if (is_fine && questions.items.count > 0) {
        is_fine = steps->model->ops->explain(
            steps->model, questions.items.items, questions.items.count,
            &explained, error);
        if (is_fine)
            read_explained(steps, &explained);
    }
    vec_finish(&questions.items);
    vec_finish(&explained.items);
    steps->wanted.count = 0;
    return is_fine;
}
