/* Order of this file: places in what was asked for, the search for an object,
 * what is noted. */
#include "lang/eval/unread.h"

#include <stddef.h>

#include "trace/element.h"

/* Names are looked for so deep; what is deeper is left alone. */
enum { PLACE_LIMIT = 16 };

void unread_init(struct unread *unread)
{
    *unread = (struct unread){.asked = NULL};
    deps_init(&unread->found);
}

void unread_finish(struct unread *unread)
{
    deps_finish(&unread->found);
}

/* ---- places ------------------------------------------------------------- */

/* Where an object stands: a selector and fields. */
struct place {
    const struct deps_node *nodes[PLACE_LIMIT];
    size_t count;
};

static struct str name_of(const struct deps_node *node)
{
    return str_from(node->name, node->name_length);
}

/* Whether the executor tells only the fields that are named: of elements, their
 * css and attributes, and of specials (lang/deps/abstract_index.c). */
static bool is_read_by_name(const struct place *place)
{
    struct str selector = name_of(place->nodes[0]);
    struct str last = name_of(place->nodes[place->count - 1]);
    if (place->count == 1 || str_starts_with(selector, "::"))
        return true;
    return place->count == 2 &&
           (str_is(last, "css") || str_is(last, "attributes"));
}

static void add(struct unread *unread, const struct place *place,
                struct str field)
{
    const struct deps_node *last = place->nodes[place->count - 1];
    struct deps_node *node = &unread->found.root;
    if (deps_find(last, field) != NULL ||
        (last->count == 0 && !is_read_by_name(place)))
        return;
    for (size_t i = 0; i < place->count; i++)
        node = deps_child(node, name_of(place->nodes[i]));
    deps_child(node, field);
    unread->any = true;
}

/* ---- the object --------------------------------------------------------- */

/* Whether the object stands at the place, whose value is `value`, or below; the
 * place is then where it does. Recurses through lists and what was asked for,
 * both of which are bounded. */
static bool find_below(struct place *place, const struct value *value,
                       const struct value *object)
{
    const struct deps_node *node = place->nodes[place->count - 1];
    if (value == object)
        return true;
    if (value->kind == VALUE_LIST) {
        for (size_t i = 0; i < value->count; i++)
            if (find_below(place, value->items[i], object))
                return true;
        return false;
    }
    for (size_t i = 0; i < node->count && place->count < PLACE_LIMIT; i++) {
        const struct deps_node *child = &node->children[i];
        const struct value *field = value_field(value, name_of(child));
        place->nodes[place->count++] = child;
        if (field != NULL && find_below(place, field, object))
            return true;
        place->count--;
    }
    return false;
}

static bool find(struct place *place, const struct deps *asked,
                 const struct value *state, const struct value *object)
{
    for (size_t i = 0; i < asked->root.count; i++) {
        const struct deps_node *selector = &asked->root.children[i];
        const struct value *value =
            state == NULL ? NULL : value_field(state, name_of(selector));
        *place = (struct place){.nodes = {selector}, .count = 1};
        if (value != NULL && find_below(place, value, object))
            return true;
    }
    return false;
}

/* Whether the object has the fields that were asked for there and no others but
 * those that an executor adds. */
static bool looks_like(const struct value *object, const struct deps_node *node)
{
    for (size_t i = 0; i < node->count; i++)
        if (value_field(object, name_of(&node->children[i])) == NULL)
            return false;
    for (size_t i = 0; i < object->count; i++) {
        struct str name = value_text(object->fields[i].key);
        if (deps_find(node, name) == NULL && !element_is_place(name))
            return false;
    }
    return true;
}

/* Everywhere where such an object may stand. */
static void add_where_alike(struct unread *unread, struct place *place,
                            const struct value *object, struct str field)
{
    const struct deps_node *node = place->nodes[place->count - 1];
    if (looks_like(object, node))
        add(unread, place, field);
    for (size_t i = 0; i < node->count && place->count < PLACE_LIMIT; i++) {
        place->nodes[place->count++] = &node->children[i];
        add_where_alike(unread, place, object, field);
        place->count--;
    }
}

/* ---- what is noted ------------------------------------------------------ */

void unread_note_selector(struct unread *unread, struct str selector)
{
    if (unread->asked == NULL ||
        deps_find(&unread->asked->root, selector) != NULL)
        return;
    deps_child(&unread->found.root, selector);
    unread->any = true;
}

void unread_note_field(struct unread *unread, const struct value *state,
                       const struct value *object, struct str field)
{
    struct place place;
    if (unread->asked == NULL)
        return;
    if (find(&place, unread->asked, state, object)) {
        add(unread, &place, field);
        return;
    }
    for (size_t i = 0; i < unread->asked->root.count; i++) {
        place = (struct place){.nodes = {&unread->asked->root.children[i]},
                               .count = 1};
        add_where_alike(unread, &place, object, field);
    }
}
