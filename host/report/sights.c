#include "report/sights.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/memory.h"
#include "trace/element.h"

static uint64_t mixed(uint64_t hash, uint64_t with)
{
    return (hash ^ with) * UINT64_C(0x9E3779B97F4A7C15) + (hash >> 29);
}

/* "e12.3", as the page script names elements: another one in each document. */
static bool is_ref(struct str text)
{
    static const char digits[] = "0123456789";
    if (text.length < 4 || text.data[0] != 'e')
        return false;
    size_t first = strspn(text.data + 1, digits);
    return first > 0 && text.data[1 + first] == '.' &&
           strspn(text.data + 2 + first, digits) == text.length - 2 - first;
}

static uint64_t sight_hash(const struct value *value)
{
    uint64_t hash = value->count;
    switch (value->kind) {
    case VALUE_LIST:
        for (size_t i = 0; i < value->count; i++)
            hash = mixed(hash, sight_hash(value->items[i]));
        return hash;
    case VALUE_OBJECT:
        for (size_t i = 0; i < value->count; i++)
            if (!element_is_place(value_text(value->fields[i].key)))
                hash = mixed(hash, sight_hash(value->fields[i].value));
        return hash;
    case VALUE_STRING:
        return is_ref(value_text(value)) ? 0 : value_hash(value);
    default:
        return value_hash(value);
    }
}

static void add_selectors(struct tour *tour, const struct value *state)
{
    for (size_t i = 0; i < state->count; i++) {
        struct str name = value_text(state->fields[i].key);
        if (sights_is_selector(name))
            vec_push(&tour->selectors,
                     memory_copy_string(name.data, name.length));
    }
}

void sights_add(struct tour *tour, struct str where, const struct value *state)
{
    if (tour->sights.count == 0)
        add_selectors(tour, state);
    struct value *address = value_string(where);
    struct sight sight = {
        .address = value_hash(address),
        .lists = memory_zeroed(tour->selectors.count + 1, sizeof *sight.lists),
    };
    value_unref(address);
    for (size_t i = 0; i < tour->selectors.count; i++) {
        const struct value *list =
            value_field(state, str_text(tour->selectors.items[i]));
        sight.lists[i] = list == NULL ? 0 : sight_hash(list);
    }
    vec_push(&tour->sights, sight);
}

static size_t place_of(const struct tour *tour, const char *selector)
{
    size_t i = 0;
    while (i < tour->selectors.count &&
           strcmp(tour->selectors.items[i], selector) != 0)
        i++;
    return i;
}

static bool all_read(const struct tours *tours, const char *selector)
{
    for (size_t i = 0; i < tours->count; i++) {
        const struct tour *tour = &tours->items[i];
        if (place_of(tour, selector) == tour->selectors.count)
            return false;
    }
    return true;
}

static void add_states(const struct tours *tours, const struct tour *tour,
                       struct map *states)
{
    const struct tour *first = &tours->items[0];
    for (size_t i = 0; i < tour->sights.count; i++) {
        uint64_t hash = tour->sights.items[i].address;
        for (size_t j = 0; j < first->selectors.count; j++) {
            const char *selector = first->selectors.items[j];
            if (all_read(tours, selector))
                hash = mixed(
                    hash,
                    tour->sights.items[i].lists[place_of(tour, selector)]);
        }
        map_set(states, str_from((const char *)&hash, sizeof hash), NULL);
    }
}

size_t sights_distinct(const struct tours *tours)
{
    struct map states;
    map_init(&states);
    for (size_t i = 0; i < tours->count; i++)
        add_states(tours, &tours->items[i], &states);
    size_t distinct = states.count;
    map_finish(&states);
    return distinct;
}

void sights_finish(struct tour *tour)
{
    for (size_t i = 0; i < tour->selectors.count; i++)
        free(tour->selectors.items[i]);
    for (size_t i = 0; i < tour->sights.count; i++)
        free(tour->sights.items[i].lists);
    vec_finish(&tour->selectors);
    vec_finish(&tour->sights);
}
