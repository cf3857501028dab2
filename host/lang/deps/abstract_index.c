/* value["name"]. Most objects of a page are read as a whole, so that any name
 * can be looked up in them, a computed one too. Some can be read only name by
 * name: an element, its `css` and its `attributes`, and all that is below a
 * special such as `::page`. There an index that is written out reads what a
 * field of that name reads.
 *
 * What is read whole is so only as long as no field of it is named with a dot:
 * dataset.k reads that one. So such an index is noted as an entry, for the case
 * that the whole is not there. */
#include "lang/deps/abstract.h"

#include <string.h>

bool abstract_is_special(const struct abstract *place)
{
    while (place->kind == ABSTRACT_FIELD)
        place = (const struct abstract *)place->words[0];
    return strncmp(((intern_t)place->words[0])->text, "::", 2) == 0;
}

static bool is_read_by_name(const struct abstract *place)
{
    const struct abstract *of = (const struct abstract *)place->words[0];
    if (abstract_is_special(place))
        return true;
    if (place->kind != ABSTRACT_FIELD || of->kind != ABSTRACT_SELECTOR)
        return false;
    const char *field = ((intern_t)place->words[1])->text;
    return strcmp(field, "css") == 0 || strcmp(field, "attributes") == 0;
}

/* The text, or the symbol without arguments, that can be an index into an
 * object; NULL for anything else. */
static intern_t name_of(const struct abstract *head)
{
    if (head->kind == ABSTRACT_TEXT ||
        (head->kind == ABSTRACT_SYMBOL && head->count == 1))
        return (intern_t)head->words[0];
    return NULL;
}

/* All fields of the place that the index can name, as heads or only as entries
 * that are read; a constant when it names none. */
static const struct abstract *fields_of(struct abstract_store *store,
                                        const struct abstract *place,
                                        const struct abstract *index,
                                        enum abstract_kind kind)
{
    const struct abstract *fields = store->constant;
    for (size_t i = 0; i < abstract_head_count(index); i++) {
        intern_t name = name_of(abstract_head(index, i));
        if (name == NULL)
            continue;
        uintptr_t words[] = {(uintptr_t)place, (uintptr_t)name};
        const struct abstract *field =
            kind == ABSTRACT_FIELD
                ? abstract_of(store, kind, words, 2)
                : abstract_indirect(
                      store, store->constant,
                      abstract_node(store, kind, words, 2)->reads);
        fields = abstract_either(store, fields, field);
    }
    return fields;
}

static bool is_named(const struct abstract *index, intern_t field)
{
    for (size_t i = 0; i < abstract_head_count(index); i++) {
        intern_t name = name_of(abstract_head(index, i));
        if (name != NULL && strcmp(name->text, field->text) == 0)
            return true;
    }
    return false;
}

/* The fields of a record that the index names; a constant: it names none. */
static const struct abstract *fields_named(struct abstract_store *store,
                                           const struct abstract *record,
                                           const struct abstract *index)
{
    const struct abstract *fields = store->constant;
    for (uint32_t i = 0; i + 1 < record->count; i += 2)
        if (is_named(index, (intern_t)record->words[i]))
            fields = abstract_either(
                store, fields, (const struct abstract *)record->words[i + 1]);
    return fields;
}

/* The index into one head, as a value. */
static const struct abstract *index_head(struct abstract_store *store,
                                         const struct abstract *head,
                                         const struct abstract *index)
{
    uintptr_t pair[] = {(uintptr_t)store->nothing, (uintptr_t)head};
    const struct abstract *whole =
        abstract_node(store, ABSTRACT_VALUE, pair, 2);
    if (head->kind == ABSTRACT_OBJECT) {
        const struct abstract *named = fields_named(store, head, index);
        return named == store->constant ? whole : named;
    }
    if (head->kind != ABSTRACT_SELECTOR && head->kind != ABSTRACT_FIELD)
        return whole;
    bool by_name = is_read_by_name(head);
    bool is_object = head->kind == ABSTRACT_FIELD && !by_name;
    const struct abstract *fields = fields_of(
        store, head, index, is_object ? ABSTRACT_ENTRY : ABSTRACT_FIELD);
    if (by_name && fields != store->constant)
        return fields;
    return abstract_either(store, whole, fields);
}

const struct abstract *abstract_index(struct abstract_store *store,
                                      const struct abstract *value,
                                      const struct abstract *index)
{
    const struct abstract *element = abstract_element(store, value);
    const struct abstract *result =
        abstract_indirect(store, store->constant, abstract_own_reads(element));
    for (size_t i = 0; i < abstract_head_count(element); i++)
        result = abstract_either(
            store, result, index_head(store, abstract_head(element, i), index));
    return result;
}
