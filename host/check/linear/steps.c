#include "check/linear/steps.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

void steps_init(struct steps *steps, struct model *model,
                const struct linear_operation *operations)
{
    *steps = (struct steps){.model = model, .operations = operations};
    steps->capacity = 1024;
    steps->entries = memory_zeroed(steps->capacity, sizeof *steps->entries);
    map_init(&steps->set_numbers);
}

void steps_finish(struct steps *steps)
{
    for (size_t i = 0; i < steps->sets.count; i++)
        free(steps->sets.items[i].states);
    vec_finish(&steps->sets);
    map_finish(&steps->set_numbers);
    free(steps->entries);
}

/* ---- sets --------------------------------------------------------------- */

static int compare_states(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Takes the states, which need not be sorted or different. */
static int32_t set_of(struct steps *steps, uint32_t *states, size_t count)
{
    size_t kept = 0;
    qsort(states, count, sizeof *states, compare_states);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || states[i] != states[i - 1])
            states[kept++] = states[i];
    struct str key = str_from((const char *)states, kept * sizeof *states);
    size_t known = (size_t)(uintptr_t)map_find(&steps->set_numbers, key);
    if (known > 0) {
        free(states);
        return (int32_t)known - 1;
    }
    struct steps_set set = {states, kept};
    vec_push(&steps->sets, set);
    map_set(&steps->set_numbers, key, (void *)(uintptr_t)steps->sets.count);
    return (int32_t)steps->sets.count - 1;
}

bool steps_first(struct steps *steps, int32_t *set, struct error *error)
{
    uint32_t first;
    if (!steps->model->ops->initial(steps->model, &first, error))
        return false;
    uint32_t *states = memory_zeroed(1, sizeof *states);
    states[0] = first;
    *set = set_of(steps, states, 1);
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

/* ---- asking the model --------------------------------------------------- */

struct found {
    VEC(uint32_t) states;
    bool is_idle;
};

static bool agree(struct steps *steps, uint32_t state,
                  const struct linear_operation *operation,
                  const struct model_outcomes *outcomes, struct found *found,
                  struct error *error)
{
    bool any = false;
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
        any = true;
        vec_push(&found->states, outcome->state);
        found->is_idle &= outcome->state == state;
    }
    found->is_idle &= any;
    return true;
}

/* A call that may not be made in a state explains nothing there. */
static bool ask(struct steps *steps, int32_t from, size_t place,
                struct found *found, struct error *error)
{
    const struct linear_operation *operation = &steps->operations[place];
    for (size_t i = 0; i < steps->sets.items[from].count; i++) {
        uint32_t state = steps->sets.items[from].states[i];
        struct model_outcomes outcomes = {.items = VEC_EMPTY};
        enum model_answer answer = steps->model->ops->step(
            steps->model, state, &operation->call, &outcomes, error);
        bool is_fine = answer != MODEL_FAILED &&
                       agree(steps, state, operation, &outcomes, found, error);
        model_outcomes_finish(&outcomes);
        if (!is_fine)
            return false;
    }
    return true;
}

bool steps_take(struct steps *steps, int32_t from, size_t operation,
                int32_t *set, bool *is_idle, struct error *error)
{
    uint64_t key = ((uint64_t)(uint32_t)from << 32 | operation) + 1;
    struct steps_entry *entry = slot_of(steps->entries, steps->capacity, key);
    if (entry->key == 0) {
        struct found found = {VEC_EMPTY, true};
        if (!ask(steps, from, operation, &found, error)) {
            vec_finish(&found.states);
            return false;
        }
        bool any = found.states.count > 0;
        int32_t after = STEPS_NONE;
        if (any)
            after = set_of(steps, found.states.items, found.states.count);
        else
            vec_finish(&found.states);
        *entry = (struct steps_entry){key, after, any && found.is_idle};
        if (++steps->entry_count * 2 > steps->capacity) {
            grow(steps);
            entry = slot_of(steps->entries, steps->capacity, key);
        }
    }
    *set = entry->set;
    *is_idle = entry->is_idle;
    return true;
}
