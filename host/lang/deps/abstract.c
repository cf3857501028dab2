/* Making abstract values. Small things first: nodes, sets, values; then what
 * can be taken out of a value. */
#include "lang/deps/abstract.h"

#include <string.h>

static const struct abstract *make_set(struct abstract_store *store,
                                       const uintptr_t *places, size_t count);

void abstract_store_init(struct abstract_store *store)
{
    *store = (struct abstract_store){0};
    arena_init(&store->arena);
    intern_init(&store->texts);
    map_init(&store->nodes);
    buf_init(&store->key);
    store->nothing = make_set(store, NULL, 0);
    uintptr_t words[] = {(uintptr_t)store->nothing};
    store->constant = abstract_node(store, ABSTRACT_VALUE, words, 1);
}

void abstract_store_finish(struct abstract_store *store)
{
    buf_finish(&store->key);
    map_finish(&store->nodes);
    intern_finish(&store->texts);
    arena_finish(&store->arena);
}

/* Which words of a node are other nodes whose reads count. */
static bool is_part(enum abstract_kind kind, size_t index)
{
    switch (kind) {
    case ABSTRACT_VALUE:
    case ABSTRACT_LIST:
    case ABSTRACT_TUPLE:
        return true;
    case ABSTRACT_OBJECT:
        return index % 2 == 1;
    case ABSTRACT_SYMBOL:
    case ABSTRACT_ACTED:
        return index >= 1;
    default:
        return false;
    }
}

/* An element has its place on the page beside the fields that are asked for
 * (reference, 8.3). */
static const struct abstract *position_of(struct abstract_store *store,
                                          const struct abstract *selector)
{
    if (abstract_is_special(selector))
        return store->nothing;
    uintptr_t words[] = {(uintptr_t)selector,
                         (uintptr_t)intern_str(&store->texts, STR("position"))};
    return abstract_node(store, ABSTRACT_FIELD, words, 2)->reads;
}

/* Fills in what follows from the words. Here and not on demand, so that no
 * question about a node has to go down into it. */
static void sum_up(struct abstract_store *store, struct abstract *node)
{
    if (node->kind == ABSTRACT_SET) {
        node->reads = node;
        node->wholes = node; /* of a set nothing is asked */
        return;
    }
    node->reads = store->nothing;
    node->wholes = store->nothing;
    bool is_field =
        node->kind == ABSTRACT_FIELD || node->kind == ABSTRACT_ENTRY;
    if (node->kind == ABSTRACT_SELECTOR || is_field) {
        uintptr_t place = (uintptr_t)node;
        node->reads = make_set(store, &place, 1);
    }
    if (node->kind == ABSTRACT_SELECTOR)
        node->wholes = position_of(store, node);
    if (is_field)
        node->depth = ((const struct abstract *)node->words[0])->depth + 1;
    for (size_t i = 0; i < node->count; i++) {
        if (!is_part(node->kind, i))
            continue;
        const struct abstract *part = (const struct abstract *)node->words[i];
        node->reads = abstract_union(store, node->reads, part->reads);
        if (part->kind != ABSTRACT_SET)
            node->wholes = abstract_union(store, node->wholes, part->wholes);
        if (part->depth >= node->depth)
            node->depth = part->depth + (node->kind != ABSTRACT_VALUE);
    }
}

const struct abstract *abstract_node(struct abstract_store *store,
                                     enum abstract_kind kind,
                                     const uintptr_t *words, size_t count)
{
    uintptr_t first = (uintptr_t)kind;
    buf_clear(&store->key);
    buf_add(&store->key, (const char *)&first, sizeof first);
    if (count > 0)
        buf_add(&store->key, (const char *)words, count * sizeof *words);
    struct abstract *node = map_find(&store->nodes, buf_str(&store->key));
    if (node != NULL)
        return node;
    node = arena_alloc(&store->arena, 1, sizeof *node + count * sizeof *words);
    node->kind = kind;
    node->number = store->next_number++;
    node->count = (uint32_t)count;
    if (count > 0)
        memcpy(node->words, words, count * sizeof *words);
    map_set(&store->nodes, buf_str(&store->key), node);
    sum_up(store, node); /* uses the key */
    return node;
}

static const struct abstract *make_set(struct abstract_store *store,
                                       const uintptr_t *places, size_t count)
{
    return abstract_node(store, ABSTRACT_SET, places, count);
}

static uint32_t number_of(uintptr_t word)
{
    return ((const struct abstract *)word)->number;
}

/* Merges two runs of nodes, each ascending and without duplicates; returns how
 * many there are. */
static size_t merge(uintptr_t *to, const uintptr_t *a, size_t a_count,
                    const uintptr_t *b, size_t b_count)
{
    size_t i = 0, j = 0, count = 0;
    while (i < a_count || j < b_count) {
        if (j == b_count || (i < a_count && number_of(a[i]) < number_of(b[j])))
            to[count++] = a[i++];
        else if (i == a_count || number_of(b[j]) < number_of(a[i]))
            to[count++] = b[j++];
        else {
            to[count++] = a[i++];
            j++;
        }
    }
    return count;
}

const struct abstract *abstract_union(struct abstract_store *store,
                                      const struct abstract *a,
                                      const struct abstract *b)
{
    if (a == b || b->count == 0)
        return a;
    if (a->count == 0)
        return b;
    uintptr_t *places =
        memory_resized(NULL, (size_t)a->count + b->count, sizeof *places);
    size_t count = merge(places, a->words, a->count, b->words, b->count);
    const struct abstract *set = make_set(store, places, count);
    free(places);
    return set;
}

const struct abstract *abstract_own_reads(const struct abstract *value)
{
    return (const struct abstract *)value->words[0];
}

const struct abstract *abstract_of(struct abstract_store *store,
                                   enum abstract_kind kind,
                                   const uintptr_t *words, size_t count)
{
    const struct abstract *head = abstract_node(store, kind, words, count);
    if (head->depth > ABSTRACT_DEPTH_LIMIT)
        return abstract_indirect(store, store->constant, head->reads);
    uintptr_t pair[] = {(uintptr_t)store->nothing, (uintptr_t)head};
    return abstract_node(store, ABSTRACT_VALUE, pair, 2);
}

const struct abstract *abstract_selector(struct abstract_store *store,
                                         struct str text)
{
    uintptr_t word = (uintptr_t)intern_str(&store->texts, text);
    return abstract_of(store, ABSTRACT_SELECTOR, &word, 1);
}

const struct abstract *abstract_text(struct abstract_store *store,
                                     struct str text)
{
    uintptr_t word = (uintptr_t)intern_str(&store->texts, text);
    return abstract_of(store, ABSTRACT_TEXT, &word, 1);
}

const struct abstract *abstract_list(struct abstract_store *store,
                                     const struct abstract *element)
{
    uintptr_t word = (uintptr_t)element;
    return abstract_of(store, ABSTRACT_LIST, &word, 1);
}

const struct abstract *abstract_tuple(struct abstract_store *store,
                                      const struct abstract *const *elements,
                                      size_t count)
{
    uintptr_t words[ABSTRACT_TUPLE_LIMIT];
    const struct abstract *any = store->constant;
    for (size_t i = 0; i < count; i++)
        any = abstract_either(store, any, elements[i]);
    if (count < 2 || count > ABSTRACT_TUPLE_LIMIT)
        return abstract_list(store, any);
    for (size_t i = 0; i < count; i++)
        words[i] = (uintptr_t)elements[i];
    return abstract_of(store, ABSTRACT_TUPLE, words, count);
}

static const struct abstract *any_of(struct abstract_store *store,
                                     const struct abstract *list)
{
    const struct abstract *any = (const struct abstract *)list->words[0];
    for (uint32_t i = 1; i < list->count; i++)
        any = abstract_either(store, any,
                              (const struct abstract *)list->words[i]);
    return any;
}

static size_t without_texts(uintptr_t *heads, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (((const struct abstract *)heads[i])->kind != ABSTRACT_TEXT)
            heads[kept++] = heads[i];
    return kept;
}

const struct abstract *abstract_either(struct abstract_store *store,
                                       const struct abstract *a,
                                       const struct abstract *b)
{
    if (a == b || b == store->constant)
        return a;
    if (a == store->constant)
        return b;
    uintptr_t *words =
        memory_resized(NULL, (size_t)a->count + b->count, sizeof *words);
    words[0] = (uintptr_t)abstract_union(store, abstract_own_reads(a),
                                         abstract_own_reads(b));
    size_t heads = merge(words + 1, a->words + 1, a->count - 1, b->words + 1,
                         b->count - 1);
    if (heads > ABSTRACT_HEAD_LIMIT)
        heads = without_texts(words + 1, heads);
    const struct abstract *value =
        abstract_node(store, ABSTRACT_VALUE, words, 1 + heads);
    free(words);
    return value;
}

const struct abstract *abstract_indirect(struct abstract_store *store,
                                         const struct abstract *value,
                                         const struct abstract *reads)
{
    uintptr_t word = (uintptr_t)reads;
    return abstract_either(store, value,
                           abstract_node(store, ABSTRACT_VALUE, &word, 1));
}

/* The object's field, or a constant. */
static const struct abstract *pick(struct abstract_store *store,
                                   const struct abstract *object, intern_t name)
{
    for (size_t i = 0; i + 1 < object->count; i += 2)
        if (object->words[i] == (uintptr_t)name)
            return (const struct abstract *)object->words[i + 1];
    return store->constant;
}

/* Recurses through lists, at most ABSTRACT_DEPTH_LIMIT deep. */
static const struct abstract *project_head(struct abstract_store *store,
                                           const struct abstract *head,
                                           intern_t name)
{
    uintptr_t words[] = {(uintptr_t)head, (uintptr_t)name};
    switch (head->kind) {
    case ABSTRACT_SELECTOR:
    case ABSTRACT_FIELD:
        return abstract_of(store, ABSTRACT_FIELD, words, 2);
    case ABSTRACT_OBJECT:
        return pick(store, head, name);
    case ABSTRACT_LIST:
    case ABSTRACT_TUPLE:
        return abstract_project(store, any_of(store, head), name);
    default:
        return store->constant;
    }
}

const struct abstract *abstract_project(struct abstract_store *store,
                                        const struct abstract *value,
                                        intern_t name)
{
    const struct abstract *result =
        abstract_indirect(store, store->constant, abstract_own_reads(value));
    for (size_t i = 0; i < abstract_head_count(value); i++)
        result = abstract_either(
            store, result, project_head(store, abstract_head(value, i), name));
    return result;
}

/* The value that is this head. */
static const struct abstract *value_of(struct abstract_store *store,
                                       const struct abstract *head)
{
    uintptr_t pair[] = {(uintptr_t)store->nothing, (uintptr_t)head};
    return abstract_node(store, ABSTRACT_VALUE, pair, 2);
}

const struct abstract *abstract_element_at(struct abstract_store *store,
                                           const struct abstract *value,
                                           size_t index, size_t count)
{
    const struct abstract *result =
        abstract_indirect(store, store->constant, abstract_own_reads(value));
    for (size_t i = 0; i < abstract_head_count(value); i++) {
        const struct abstract *head = abstract_head(value, i);
        const struct abstract *element;
        if (head->kind == ABSTRACT_TUPLE)
            element = head->count == count
                          ? (const struct abstract *)head->words[index]
                          : store->constant;
        else
            element = abstract_is_list(head) ? any_of(store, head)
                                             : value_of(store, head);
        result = abstract_either(store, result, element);
    }
    return result;
}

const struct abstract *abstract_element(struct abstract_store *store,
                                        const struct abstract *value)
{
    const struct abstract *result =
        abstract_indirect(store, store->constant, abstract_own_reads(value));
    for (size_t i = 0; i < abstract_head_count(value); i++) {
        const struct abstract *head = abstract_head(value, i);
        result =
            abstract_either(store, result,
                            abstract_is_list(head) ? any_of(store, head)
                                                   : value_of(store, head));
    }
    return result;
}

/* Recurses through lists, at most ABSTRACT_DEPTH_LIMIT deep. */
const struct abstract *abstract_flat(struct abstract_store *store,
                                     const struct abstract *value)
{
    const struct abstract *result =
        abstract_indirect(store, store->constant, abstract_own_reads(value));
    for (size_t i = 0; i < abstract_head_count(value); i++) {
        const struct abstract *head = abstract_head(value, i);
        const struct abstract *part =
            abstract_is_list(head) ? abstract_flat(store, any_of(store, head))
                                   : value_of(store, head);
        result = abstract_either(store, result, part);
    }
    return result;
}
