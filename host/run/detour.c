#include "run/detour.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/vec.h"
#include "gen/choices.h"

/* What is avoided may be the only way to something: one turn of so many has it.
 */
enum { TURNS_WITH_ALL = 8 };

struct detour {
    struct strategy base;
    struct strategy *inner; /* owned */
    struct actor *actor;
    struct choices choices;
    struct map avoided;         /* by key */
    struct value *state;        /* of the last step, or NULL */
    struct situation situation; /* as of the last `inform` */
    VEC(struct proposal_hint) hints;
    VEC(size_t) places; /* of those that are left, among all */
};

/* Where it leads is a matter of what it is done to, and not of the state. */
static bool is_avoided(const struct detour *detour, const struct action *action,
                       size_t index)
{
    struct actor *actor = detour->actor;
    struct value *names =
        actor->ops->names == NULL ? NULL : actor->ops->names(actor, index);
    struct value *choice =
        choice_make(action, names, detour->state, CHOICE_AT_ONCE);
    struct buf key;
    buf_init(&key);
    choice_add_key(&key, choice);
    bool found = map_find(&detour->avoided, buf_str(&key)) != NULL;
    buf_finish(&key);
    value_unref(choice);
    value_unref(names);
    return found;
}

static void observe(struct strategy *strategy, const struct step *step)
{
    struct detour *detour = (struct detour *)strategy;
    value_unref(detour->state);
    detour->state = value_ref(step->state);
    if (detour->inner->ops->observe != NULL)
        detour->inner->ops->observe(detour->inner, step);
}

static void reach(struct strategy *strategy, const struct reach *reach)
{
    struct strategy *inner = ((struct detour *)strategy)->inner;
    inner->ops->reach(inner, reach);
}

/* The other is told when it is known what is left. */
static void inform(struct strategy *strategy, const struct situation *situation)
{
    ((struct detour *)strategy)->situation = *situation;
}

static void refused(struct strategy *strategy)
{
    struct strategy *inner = ((struct detour *)strategy)->inner;
    inner->ops->refused(inner);
}

/* Borrows the actions. */
static struct action_list leave_out(struct detour *detour,
                                    const struct action_list *proposed,
                                    bool has_all)
{
    VEC(struct action) left = VEC_EMPTY;
    const struct proposal_hint *hints = detour->situation.hints;
    vec_clear(&detour->hints);
    vec_clear(&detour->places);
    for (size_t i = 0; i < proposed->count; i++) {
        if (!has_all && is_avoided(detour, &proposed->items[i], i))
            continue;
        vec_push(&left, proposed->items[i]);
        vec_push(&detour->places, i);
        if (hints != NULL)
            vec_push(&detour->hints, hints[i]);
    }
    return (struct action_list){left.items, left.count, left.capacity};
}

static enum strategy_answer pick(struct strategy *strategy,
                                 const struct action_list *proposed,
                                 size_t *index, struct error *error)
{
    struct detour *detour = (struct detour *)strategy;
    struct strategy *inner = detour->inner;
    bool has_all = choices_below(&detour->choices, TURNS_WITH_ALL) == 0;
    struct action_list left = leave_out(detour, proposed, has_all);
    if (left.count == 0) {
        free(left.items);
        left = leave_out(detour, proposed, true);
    }
    struct situation situation = detour->situation;
    situation.hints = situation.hints == NULL ? NULL : detour->hints.items;
    if (inner->ops->inform != NULL)
        inner->ops->inform(inner, &situation);
    enum strategy_answer answer = inner->ops->pick(inner, &left, index, error);
    if (answer == STRATEGY_PICKED)
        *index = detour->places.items[*index];
    free(left.items);
    return answer;
}

static void destroy(struct strategy *strategy)
{
    struct detour *detour = (struct detour *)strategy;
    detour->inner->ops->destroy(detour->inner);
    map_finish(&detour->avoided);
    value_unref(detour->state);
    vec_finish(&detour->hints);
    vec_finish(&detour->places);
    free(detour);
}

/* What the other has not, this one has not, either. */
static const struct strategy_ops *table_for(const struct strategy_ops *inner)
{
    static const struct strategy_ops tables[2][2] = {
        {{.observe = observe,
          .inform = inform,
          .pick = pick,
          .destroy = destroy},
         {.observe = observe,
          .inform = inform,
          .pick = pick,
          .refused = refused,
          .destroy = destroy}},
        {{.observe = observe,
          .reach = reach,
          .inform = inform,
          .pick = pick,
          .destroy = destroy},
         {.observe = observe,
          .reach = reach,
          .inform = inform,
          .pick = pick,
          .refused = refused,
          .destroy = destroy}},
    };
    return &tables[inner->reach != NULL][inner->refused != NULL];
}

struct strategy *detour_create(const struct strategy_kind *kind, uint64_t seed,
                               const struct choice_list *avoided,
                               struct actor *actor)
{
    struct detour *detour = MEMORY_NEW(struct detour);
    detour->inner = (kind == NULL ? strategies_default() : kind)->create(seed);
    detour->base.ops = table_for(detour->inner->ops);
    detour->actor = actor;
    choices_init(&detour->choices, ~seed);
    map_init(&detour->avoided);
    for (size_t i = 0; i < avoided->count; i++) {
        struct buf key;
        buf_init(&key);
        choice_add_key(&key, avoided->items[i]);
        map_set(&detour->avoided, buf_str(&key), detour);
        buf_finish(&key);
    }
    return &detour->base;
}
