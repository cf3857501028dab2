/* Order of this file: making one, elements, the state, actions. */
#include "run/abstraction_internal.h"

#include "base/hash.h"
#include "base/memory.h"
#include "trace/element.h"

static void finish_view(struct view *view)
{
    vec_finish(&view->parts);
    vec_finish(&view->spots);
    vec_finish(&view->features);
}

static void clear_view(struct view *view)
{
    vec_clear(&view->parts);
    vec_clear(&view->spots);
    vec_clear(&view->features);
}

struct abstraction *abstraction_create(enum abstraction_kind kind)
{
    struct abstraction *abstraction = MEMORY_NEW(struct abstraction);
    abstraction->kind = kind;
    return abstraction;
}

void abstraction_destroy(struct abstraction *abstraction)
{
    if (abstraction == NULL)
        return;
    counts_finish(&abstraction->texts);
    counts_finish(&abstraction->variety);
    counts_finish(&abstraction->named);
    value_unref(abstraction->state);
    finish_view(&abstraction->now);
    finish_view(&abstraction->before);
    vec_finish(&abstraction->sorts);
    free(abstraction);
}

size_t abstraction_features(const struct abstraction *at,
                            const uint64_t **features)
{
    *features = at->now.features.items;
    return at->now.features.count;
}

int64_t abstraction_richness(const struct abstraction *at)
{
    return at->richness;
}

/* ---- elements ----------------------------------------------------------- */

enum place { PLACE_ONLY, PLACE_FIRST, PLACE_LAST, PLACE_BETWEEN };

static enum place place_of(size_t index, size_t count)
{
    if (count == 1)
        return PLACE_ONLY;
    return index == 0           ? PLACE_FIRST
           : index + 1 == count ? PLACE_LAST
                                : PLACE_BETWEEN;
}

static void add_spot(struct abstraction *at, const struct spot *spot)
{
    vec_push(&at->now.spots, *spot);
    if (counts_of(&at->named, spot->name) == 0)
        counts_put(&at->named, spot->name, (uint32_t)at->now.spots.count);
}

static void note_spot(struct abstraction *at, uint64_t selector,
                      const struct value *element, uint64_t sort,
                      enum place place)
{
    const struct value *ref = value_field(element, STR("ref"));
    if (ref == NULL || ref->kind != VALUE_STRING)
        return;
    struct str text = value_text(ref);
    add_spot(at, &(struct spot){text, str_hash(text), sort,
                                hash_mix(selector, place)});
}

/* How many elements above are of this sort; counted up to two. */
static uint64_t times_before(const struct abstraction *at, uint64_t sort)
{
    uint64_t times = 0;
    for (size_t i = 0; i < at->sorts.count && times < 2; i++)
        times += at->sorts.items[i] == sort;
    return times;
}

static uint64_t sort_of_elements(struct abstraction *at, uint64_t selector,
                                 const struct value *list)
{
    size_t count =
        list->count < ABSTRACTION_ELEMENTS ? list->count : ABSTRACTION_ELEMENTS;
    uint64_t sum = count < 2 ? count : 2;
    vec_push(&at->now.features, hash_mix(selector, count < 5 ? count : 5));
    vec_clear(&at->sorts);
    for (size_t i = 0; i < count; i++) {
        const struct value *element = list->items[i];
        uint64_t sort = abstraction_sort(at, selector, element, count == 1, 1);
        uint64_t times = times_before(at, sort);
        if (times < 2)
            sum += hash_mix(sort, times);
        if (times < 2 && count > 1)
            vec_push(&at->now.features,
                     hash_mix(hash_mix(selector, sort), times));
        vec_push(&at->sorts, sort);
        note_spot(at, selector, element, sort, place_of(i, count));
    }
    return sum;
}

/* ---- the state ---------------------------------------------------------- */

/* A field that is the very same value as in the state before gives the same:
 * what is learned of texts does not change for one that was looked at. */
static const struct part *known_part(const struct abstraction *at, size_t place,
                                     uint64_t name, const struct value *value)
{
    if (place >= at->before.parts.count)
        return NULL;
    const struct part *part = &at->before.parts.items[place];
    return part->value == value && part->name == name ? part : NULL;
}

/* Where its own begin in the state before. */
struct origin {
    size_t spot, feature;
};

static void add_again(struct abstraction *at, const struct part *part,
                      struct origin from)
{
    for (size_t i = 0; i < part->spot_count; i++)
        add_spot(at, &at->before.spots.items[from.spot + i]);
    for (size_t i = 0; i < part->feature_count; i++)
        vec_push(&at->now.features,
                 at->before.features.items[from.feature + i]);
    vec_push(&at->now.parts, *part);
}

static void add_part(struct abstraction *at, uint64_t name, struct str key,
                     const struct value *value)
{
    size_t spots = at->now.spots.count;
    size_t features = at->now.features.count;
    struct part part = {.value = value, .name = name};
    part.sort = value->kind == VALUE_LIST
                    ? sort_of_elements(at, name, value)
                    : abstraction_sort(at, name, value, true, 0);
    part.richness =
        element_is_place(key) ? 0 : abstraction_richness_of(value, 1);
    part.spot_count = at->now.spots.count - spots;
    part.feature_count = at->now.features.count - features;
    vec_push(&at->now.parts, part);
}

static void look_at_fields(struct abstraction *at, const struct value *state)
{
    struct origin from = {0, 0};
    for (size_t i = 0; i < state->count; i++) {
        struct str key = value_text(state->fields[i].key);
        const struct value *value = state->fields[i].value;
        uint64_t name = str_hash(key);
        const struct part *known = known_part(at, i, name, value);
        if (known != NULL)
            add_again(at, known, from);
        else
            add_part(at, name, key, value);
        if (i < at->before.parts.count) {
            from.spot += at->before.parts.items[i].spot_count;
            from.feature += at->before.parts.items[i].feature_count;
        }
    }
}

static void turn_page(struct abstraction *at)
{
    struct view before = at->before;
    at->before = at->now;
    at->now = before;
    clear_view(&at->now);
    counts_clear(&at->named);
}

uint64_t abstraction_enter(struct abstraction *at, const struct value *state)
{
    uint64_t sum = 0;
    struct value *old = at->state;
    turn_page(at);
    at->state = value_ref(state);
    at->richness = 0;
    if (state->kind == VALUE_OBJECT)
        look_at_fields(at, state);
    else
        at->richness = abstraction_richness_of(state, 0);
    for (size_t i = 0; i < at->now.parts.count; i++) {
        const struct part *part = &at->now.parts.items[i];
        sum += hash_mix(part->name, part->sort);
        at->richness += part->richness;
    }
    value_unref(old);
    return sum;
}

/* ---- actions ------------------------------------------------------------ */

static const struct spot *find_spot(const struct abstraction *at,
                                    struct str ref)
{
    uint32_t found = counts_of(&at->named, str_hash(ref));
    if (found == 0)
        return NULL;
    const struct spot *spot = &at->now.spots.items[found - 1];
    return str_equal(spot->ref, ref) ? spot : NULL;
}

static struct action_hash mixed(struct action_hash a, struct action_hash b)
{
    return (struct action_hash){hash_mix(a.here, b.here),
                                hash_mix(a.kind, b.kind)};
}

static struct action_hash same(uint64_t hash)
{
    return (struct action_hash){hash, hash};
}

static struct action_hash hash_leaf(const struct abstraction *at,
                                    const struct value *argument)
{
    if (argument->kind != VALUE_STRING)
        return same(value_hash(argument));
    const struct spot *spot = find_spot(at, value_text(argument));
    if (spot == NULL)
        return same(str_hash(value_text(argument)));
    return (struct action_hash){hash_mix(spot->place, spot->sort),
                                (uint64_t)argument->kind + 1};
}

static struct action_hash hash_argument(const struct abstraction *at,
                                        const struct value *argument, int depth)
{
    struct action_hash hash = same((uint64_t)argument->kind + 1);
    if (depth > ABSTRACTION_DEPTH)
        return hash;
    if (argument->kind != VALUE_LIST && argument->kind != VALUE_OBJECT)
        return hash_leaf(at, argument);
    for (size_t i = 0; i < argument->count; i++) {
        const struct value *part;
        if (argument->kind == VALUE_LIST) {
            part = argument->items[i];
        } else {
            part = argument->fields[i].value;
            hash = mixed(hash,
                         same(str_hash(value_text(argument->fields[i].key))));
        }
        hash = mixed(hash, hash_argument(at, part, depth + 1));
    }
    return hash;
}

struct action_hash abstraction_action(const struct abstraction *at,
                                      const struct action *action,
                                      const char *name)
{
    struct action_hash hash = same(str_hash(value_text(action->id)));
    if (name != NULL)
        hash = mixed(hash, same(str_hash(str_text(name))));
    for (size_t i = 0; i < action->args->count; i++)
        hash = mixed(hash, hash_argument(at, action->args->items[i], 0));
    return hash;
}
