/* Order of this file: states, steps, noting a run, ways, what is expected. */
#include "run/seen_states.h"

#include <inttypes.h>

#include "base/buf.h"

void seen_states_init(struct seen_states *seen)
{
    *seen = (struct seen_states){.states = VEC_EMPTY};
    map_init(&seen->places);
    map_init(&seen->ways);
}

void seen_states_finish(struct seen_states *seen)
{
    for (size_t i = 0; i < seen->steps.count; i++)
        value_unref(seen->steps.items[i].choice);
    vec_finish(&seen->steps);
    vec_finish(&seen->states);
    map_finish(&seen->places);
    map_finish(&seen->ways);
}

/* ---- states ------------------------------------------------------------- */

static struct seen_state *state_at(const struct seen_states *seen, size_t place)
{
    return &seen->states.items[place - 1];
}

static size_t place_of(struct seen_states *seen, uint64_t hash)
{
    struct buf key;
    buf_init(&key);
    buf_addf(&key, "%" PRIx64, hash);
    uintptr_t place = (uintptr_t)map_find(&seen->places, buf_str(&key));
    if (place == 0) {
        struct seen_state state = {.first = 0};
        vec_push(&seen->states, state);
        place = seen->states.count;
        map_set(&seen->places, buf_str(&key), (void *)place);
    }
    buf_finish(&key);
    return place;
}

/* ---- steps -------------------------------------------------------------- */

static struct seen_step *step_at(const struct seen_states *seen, size_t place)
{
    return &seen->steps.items[place - 1];
}

static void add_way_key(struct buf *key, size_t from,
                        const struct value *choice)
{
    buf_addf(key, "%zu ", from);
    choice_add_key(key, choice);
}

/* NULL: it was not done there. */
static struct seen_step *find_step(const struct seen_states *seen, size_t from,
                                   const struct value *choice)
{
    struct buf key;
    buf_init(&key);
    add_way_key(&key, from, choice);
    uintptr_t place = (uintptr_t)map_find(&seen->ways, buf_str(&key));
    buf_finish(&key);
    return place == 0 ? NULL : step_at(seen, place);
}

static struct seen_step *add_step(struct seen_states *seen, size_t from,
                                  struct value *choice)
{
    struct seen_state *state = state_at(seen, from);
    struct seen_step step = {
        .choice = value_ref(choice), .from = from, .next = state->first};
    vec_push(&seen->steps, step);
    uintptr_t place = state->first = seen->steps.count;
    struct buf key;
    buf_init(&key);
    add_way_key(&key, from, choice);
    map_set(&seen->ways, buf_str(&key), (void *)place);
    buf_finish(&key);
    return step_at(seen, place);
}

/* ---- noting a run ------------------------------------------------------- */

/* Where a choice leads now here, now there, the last counts. */
void seen_states_note(struct seen_states *seen,
                      const struct choice_course *course, bool fails)
{
    size_t count = course->did.count;
    if (course->states == NULL || course->state_count != count + 1)
        return;
    size_t from = place_of(seen, course->states[0]);
    for (size_t i = 0; i < count; i++) {
        struct value *choice = course->did.items[i];
        size_t to = place_of(seen, course->states[i + 1]);
        struct seen_step *step = find_step(seen, from, choice);
        if (step == NULL)
            step = add_step(seen, from, choice);
        step->to = to;
        step->fails = fails && i + 1 == count;
        from = to;
    }
}

/* ---- ways --------------------------------------------------------------- */

/* From the start on, the nearest states first. */
static void measure(struct seen_states *seen)
{
    VEC(size_t) reached = VEC_EMPTY;
    for (size_t i = 0; i < seen->states.count; i++)
        seen->states.items[i].distance = i == 0 ? 0 : SIZE_MAX;
    vec_push(&reached, 1);
    for (size_t at = 0; at < reached.count; at++) {
        const struct seen_state *from = state_at(seen, reached.items[at]);
        for (size_t place = from->first; place != 0;) {
            const struct seen_step *step = step_at(seen, place);
            struct seen_state *to = state_at(seen, step->to);
            if (!step->fails && to->distance == SIZE_MAX) {
                to->distance = from->distance + 1;
                to->last = place;
                vec_push(&reached, step->to);
            }
            place = step->next;
        }
    }
    vec_finish(&reached);
}

static bool is_same(const struct value *a, const struct value *b)
{
    struct buf ours, theirs;
    buf_init(&ours);
    buf_init(&theirs);
    choice_add_key(&ours, a);
    choice_add_key(&theirs, b);
    bool same = str_equal(buf_str(&ours), buf_str(&theirs));
    buf_finish(&ours);
    buf_finish(&theirs);
    return same;
}

/* Of the steps with this choice that failed the one nearest to the start; NULL:
 * there is none. */
static const struct seen_step *nearest_failure(const struct seen_states *seen,
                                               const struct value *choice)
{
    const struct seen_step *nearest = NULL;
    size_t distance = SIZE_MAX;
    for (size_t i = 0; i < seen->steps.count; i++) {
        const struct seen_step *step = &seen->steps.items[i];
        if (step->fails && state_at(seen, step->from)->distance < distance &&
            is_same(step->choice, choice)) {
            nearest = step;
            distance = state_at(seen, step->from)->distance;
        }
    }
    return nearest;
}

bool seen_states_add_way(struct seen_states *seen, struct choice_list *list,
                         const struct value *choice)
{
    if (seen->states.count == 0)
        return false;
    measure(seen);
    const struct seen_step *step = nearest_failure(seen, choice);
    if (step == NULL)
        return false;
    size_t begin = list->count;
    size_t before = state_at(seen, step->from)->distance;
    for (size_t i = 0; i <= before; i++)
        choice_list_push(list, NULL);
    list->items[begin + before] = value_ref(step->choice);
    for (size_t i = before; i-- > 0;) {
        step = step_at(seen, state_at(seen, step->from)->last);
        list->items[begin + i] = value_ref(step->choice);
    }
    return true;
}

/* ---- what is expected --------------------------------------------------- */

enum seen_outcome seen_states_expect(const struct seen_states *seen,
                                     const struct choice_list *choices)
{
    size_t at = 1;
    if (seen->states.count == 0)
        return SEEN_UNKNOWN;
    for (size_t i = 0; i < choices->count; i++) {
        const struct seen_step *step = find_step(seen, at, choices->items[i]);
        if (step == NULL)
            return SEEN_UNKNOWN;
        if (step->fails)
            return SEEN_FAILS;
        at = step->to;
    }
    return SEEN_HOLDS;
}
