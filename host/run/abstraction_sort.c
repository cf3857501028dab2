/* What a value counts as. In this file: texts, values, richness. */
#include "run/abstraction_internal.h"

#include "base/hash.h"
#include "trace/element.h"

enum {
    /* So many different texts of a field are told apart... */
    KNOWN_TEXTS = 6,
    /* ...when they are no longer than this. */
    KNOWN_BYTES = 24,
};

/* ---- texts -------------------------------------------------------------- */

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

enum text_class {
    TEXT_EMPTY,
    TEXT_BLANK,
    TEXT_PADDED, /* white space at an end */
    TEXT_ZERO,   /* begins with the number */
    TEXT_ONE,
    TEXT_NUMBER,
    TEXT_WORD,
    TEXT_WORDS,
};

static enum text_class class_of_number(struct str text)
{
    size_t digits = 0;
    while (digits < text.length && str_is_digit(text.data[digits]))
        digits++;
    if (digits > 1)
        return TEXT_NUMBER;
    return text.data[0] == '0'   ? TEXT_ZERO
           : text.data[0] == '1' ? TEXT_ONE
                                 : TEXT_NUMBER;
}

static enum text_class class_of(struct str text)
{
    size_t spaces = 0;
    for (size_t i = 0; i < text.length; i++)
        spaces += is_space(text.data[i]);
    if (text.length == 0)
        return TEXT_EMPTY;
    if (spaces == text.length)
        return TEXT_BLANK;
    if (is_space(text.data[0]) || is_space(text.data[text.length - 1]))
        return TEXT_PADDED;
    if (str_is_digit(text.data[0]))
        return class_of_number(text);
    return spaces == 0 ? TEXT_WORD : TEXT_WORDS;
}

/* Whether the text is one of the few of this field that are told apart. */
static bool is_known(struct abstraction *at, uint64_t field, struct str text,
                     uint64_t hash)
{
    uint64_t key = hash_mix(field, hash);
    if (at->kind == ABSTRACTION_PLAIN || text.length > KNOWN_BYTES)
        return false;
    if (counts_of(&at->texts, key) > 0)
        return true;
    if (counts_of(&at->variety, field) >= KNOWN_TEXTS)
        return false;
    counts_add(&at->variety, field);
    counts_add(&at->texts, key);
    return true;
}

/* ---- values ------------------------------------------------------------- */

static uint64_t sort_of_number(double number)
{
    return number < 0 ? 3 : number == 0 ? 0 : number == 1 ? 1 : 2;
}

static uint64_t sort_of_text(struct abstraction *at, uint64_t field,
                             struct str text, bool alone)
{
    uint64_t hash = str_hash(text);
    if (alone && is_known(at, field, text, hash))
        return hash;
    return class_of(text);
}

/* Which members, in any order. */
static uint64_t sort_of_members(struct abstraction *at, uint64_t field,
                                const struct value *list, int depth)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < list->count && i < ABSTRACTION_ELEMENTS; i++) {
        const struct value *item = list->items[i];
        uint64_t sort =
            item->kind == VALUE_STRING && item->count <= KNOWN_BYTES
                ? str_hash(value_text(item))
                : abstraction_sort(at, field, item, false, depth + 1);
        sum += hash_mix(sort, 1);
    }
    return sum;
}

static uint64_t sort_of_fields(struct abstraction *at, uint64_t field,
                               const struct value *object, bool alone,
                               int depth)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < object->count && i < ABSTRACTION_ELEMENTS; i++) {
        struct str key = value_text(object->fields[i].key);
        uint64_t name = hash_mix(field, str_hash(key));
        if (element_is_place(key))
            continue;
        uint64_t sort = abstraction_sort(at, name, object->fields[i].value,
                                         alone, depth + 1);
        sum += hash_mix(name, sort);
        if (alone)
            vec_push(&at->now.features, hash_mix(name, sort));
    }
    return sum;
}

uint64_t abstraction_sort(struct abstraction *at, uint64_t field,
                          const struct value *value, bool alone, int depth)
{
    uint64_t sort = 0;
    if (depth > ABSTRACTION_DEPTH)
        return 0;
    switch (value->kind) {
    case VALUE_NULL:
        break;
    case VALUE_BOOL:
        sort = value->boolean;
        break;
    case VALUE_INT:
        sort = sort_of_number((double)value->integer);
        break;
    case VALUE_FLOAT:
        sort = sort_of_number(value->number);
        break;
    case VALUE_STRING:
        sort = sort_of_text(at, field, value_text(value), alone);
        break;
    case VALUE_LIST:
        sort = sort_of_members(at, field, value, depth);
        break;
    case VALUE_OBJECT:
        sort = sort_of_fields(at, field, value, alone, depth);
        break;
    }
    return hash_mix(sort, (uint64_t)value->kind + 1);
}

/* ---- richness ------------------------------------------------------------ */

int64_t abstraction_richness_of(const struct value *value, int depth)
{
    int64_t sum = 0;
    if (depth > ABSTRACTION_DEPTH)
        return 0;
    switch (value->kind) {
    case VALUE_BOOL:
        return value->boolean;
    case VALUE_STRING:
        return value->count > 0;
    case VALUE_LIST:
        for (size_t i = 0; i < value->count; i++)
            sum += 1 + abstraction_richness_of(value->items[i], depth + 1);
        return sum;
    case VALUE_OBJECT:
        for (size_t i = 0; i < value->count; i++)
            if (!element_is_place(value_text(value->fields[i].key)))
                sum +=
                    abstraction_richness_of(value->fields[i].value, depth + 1);
        return sum;
    default:
        return 0;
    }
}
