#include "run/model/bindings.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "run/model/bound_text.h"
#include "trace/operation.h"
#include "trace/reference.h"

static struct str name_of(const int64_t name[2])
{
    return str_from((const char *)name, 2 * sizeof *name);
}

void bindings_forget(struct bindings *bindings, size_t count)
{
    while (bindings->items.count > count) {
        const struct binding *last =
            &bindings->items.items[--bindings->items.count];
        const int64_t name[2] = {last->number, last->slot};
        map_set(&bindings->places, name_of(name), NULL);
        value_unref(last->value);
    }
}

void bindings_finish(struct bindings *bindings)
{
    bindings_forget(bindings, 0);
    vec_finish(&bindings->items);
    map_finish(&bindings->places);
}

const struct value *bindings_find(const struct bindings *bindings,
                                  int64_t number, int64_t slot)
{
    const int64_t name[] = {number, slot};
    size_t place =
        (size_t)(uintptr_t)map_find(&bindings->places, name_of(name));
    return place == 0 ? NULL : bindings->items.items[place - 1].value;
}

void bindings_add(struct bindings *bindings, const struct binding *binding)
{
    const int64_t name[] = {binding->number, binding->slot};
    vec_push(&bindings->items, *binding);
    map_set(&bindings->places, name_of(name),
            (void *)(uintptr_t)bindings->items.count);
}

/* An error, or nothing, is what a command answers that created nothing: in
 * another order of its fork it might have. */
static bool may_be_bound(const struct value *got)
{
    return got->kind != VALUE_NULL &&
           (got->kind != VALUE_OBJECT ||
            value_field(got, str_text("error")) == NULL);
}

void bindings_learn(struct bindings *bindings, int64_t number,
                    const struct value *expected, const struct value *got)
{
    int64_t own, slot;
    if (value_is_reference(expected, &own, &slot)) {
        struct binding binding = {own, slot, NULL};
        if ((number != BINDINGS_ANY && own != number) || !may_be_bound(got) ||
            bindings_find(bindings, own, slot) != NULL)
            return;
        binding.value = value_ref(got);
        bindings_add(bindings, &binding);
    } else if (expected->kind == VALUE_STRING && got->kind == VALUE_STRING) {
        struct binding binding = {number, 0, NULL};
        binding.value =
            bound_text_learn(bindings, &binding.number, value_text(expected),
                             value_text(got), &binding.slot);
        if (binding.value != NULL)
            bindings_add(bindings, &binding);
    } else if (expected->kind == VALUE_LIST && got->kind == VALUE_LIST) {
        for (size_t i = 0; i < expected->count && i < got->count; i++)
            bindings_learn(bindings, number, expected->items[i], got->items[i]);
    } else if (expected->kind == VALUE_OBJECT && got->kind == VALUE_OBJECT) {
        for (size_t i = 0; i < expected->count; i++) {
            const struct value *part =
                value_field(got, value_text(expected->fields[i].key));
            if (part != NULL)
                bindings_learn(bindings, number, expected->fields[i].value,
                               part);
        }
    }
}

static bool is_identifier(const struct value *value)
{
    return value->kind == VALUE_INT || value->kind == VALUE_STRING ||
           value->kind == VALUE_OBJECT;
}

static const char *type_of(const struct bindings *bindings, int64_t number,
                           int64_t slot)
{
    return bindings->type_of == NULL
               ? NULL
               : bindings->type_of(bindings->context, number, slot);
}

/* `type` NULL: any. */
static bool has_type(const struct bindings *bindings,
                     const struct binding *binding, const char *type)
{
    const char *own = type_of(bindings, binding->number, binding->slot);
    return type == NULL || own == NULL || strcmp(own, type) == 0;
}

const struct binding *bindings_alias(const struct bindings *bindings,
                                     int64_t number)
{
    for (size_t i = 0; i < bindings->items.count; i++) {
        const struct binding *own = &bindings->items.items[i];
        if (own->number != number || !is_identifier(own->value))
            continue;
        const char *type = type_of(bindings, own->number, own->slot);
        for (size_t j = 0; j < i; j++)
            if (value_equal(bindings->items.items[j].value, own->value) &&
                has_type(bindings, &bindings->items.items[j], type))
                return &bindings->items.items[j];
    }
    return NULL;
}

/* ---- exchanging --------------------------------------------------------- */

static struct value *real_text(const struct bindings *bindings,
                               const struct value *text)
{
    struct reference_mark mark;
    struct buf filled = {0};
    struct value *real = NULL;
    if (!reference_mark_find(value_text(text), 0, &mark))
        return value_ref(text);
    if (bound_text_fill(&filled, bindings, value_text(text), BOUND_TEXT_PLAIN))
        real = value_string(buf_str(&filled));
    buf_finish(&filled);
    return real;
}

static struct value *real_list(const struct bindings *bindings,
                               const struct value *value)
{
    struct value **items = memory_zeroed(value->count, sizeof *items);
    size_t count = 0;
    while (count < value->count) {
        items[count] = bindings_real(bindings, value->items[count]);
        if (items[count] == NULL)
            break;
        count++;
    }
    struct value *list = NULL;
    if (count == value->count)
        list = value_list(items, count);
    else
        for (size_t i = 0; i < count; i++)
            value_unref(items[i]);
    free(items);
    return list;
}

static struct value *real_object(const struct bindings *bindings,
                                 const struct value *value)
{
    struct value_field *fields = memory_zeroed(value->count, sizeof *fields);
    size_t count = 0;
    while (count < value->count) {
        fields[count].value =
            bindings_real(bindings, value->fields[count].value);
        fields[count].key = real_text(bindings, value->fields[count].key);
        if (fields[count].value == NULL || fields[count].key == NULL) {
            value_unref(fields[count].value);
            value_unref(fields[count].key);
            break;
        }
        count++;
    }
    struct value *object = NULL;
    if (count == value->count) {
        object = value_object(fields, count);
    } else {
        for (size_t i = 0; i < count; i++) {
            value_unref(fields[i].key);
            value_unref(fields[i].value);
        }
    }
    free(fields);
    return object;
}

struct value *bindings_real(const struct bindings *bindings,
                            const struct value *value)
{
    int64_t number, slot;
    if (value_is_reference(value, &number, &slot)) {
        const struct value *found = bindings_find(bindings, number, slot);
        return found == NULL ? NULL : value_ref(found);
    }
    if (value->kind == VALUE_STRING)
        return real_text(bindings, value);
    if (value->kind == VALUE_LIST)
        return real_list(bindings, value);
    if (value->kind == VALUE_OBJECT)
        return real_object(bindings, value);
    return value_ref(value);
}

static bool is_number(const struct value *value)
{
    return value->kind == VALUE_INT || value->kind == VALUE_FLOAT;
}

/* The oldest reference for the value, of the type of the one that is `meant`
 * (NULL: none is); NULL: none. A number may be a count, or what something is
 * known by: it is that only where one is meant. */
static struct value *symbol_of(const struct bindings *bindings,
                               const struct value *value,
                               const struct value *meant)
{
    const char *type = NULL;
    int64_t number, slot;
    if (value->kind != VALUE_STRING && value->kind != VALUE_OBJECT &&
        !(meant != NULL && is_number(value)))
        return NULL;
    if (meant != NULL && value_is_reference(meant, &number, &slot))
        type = type_of(bindings, number, slot);
    for (size_t i = 0; i < bindings->items.count; i++)
        if (value_equal(bindings->items.items[i].value, value) &&
            has_type(bindings, &bindings->items.items[i], type))
            return value_reference(bindings->items.items[i].number,
                                   bindings->items.items[i].slot);
    return NULL;
}

static void add_mark_of(struct buf *out, const struct value *reference)
{
    int64_t number = 0, slot = 0;
    value_is_reference(reference, &number, &slot);
    reference_add_mark(out, number, slot);
}

/* With the reference for what stands where `expected` has one; NULL: all else
 * is not alike. */
static struct value *symbolic_text(const struct bindings *bindings,
                                   const struct value *value,
                                   const struct value *expected)
{
    static const struct bindings none = {.items = VEC_EMPTY};
    struct reference_mark mark;
    struct str text = value_text(expected);
    int64_t slot = 0;
    if (!reference_mark_find(text, 0, &mark))
        return NULL;
    struct value *name =
        bound_text_learn(&none, &mark.number, text, value_text(value), &slot);
    struct value *meant = value_reference(mark.number, slot);
    struct value *reference =
        name == NULL ? NULL : symbol_of(bindings, name, meant);
    value_unref(meant);
    value_unref(name);
    if (reference == NULL)
        return NULL;
    struct buf words = {0};
    buf_add(&words, text.data, mark.begin);
    add_mark_of(&words, reference);
    buf_add(&words, text.data + mark.end, text.length - mark.end);
    struct value *symbolic = value_string(buf_str(&words));
    buf_finish(&words);
    value_unref(reference);
    return symbolic;
}

/* The name of a field may be what something created is known by. */
static struct value *symbolic_key(const struct bindings *bindings,
                                  const struct value *key, bool anywhere)
{
    struct value *reference = anywhere ? symbol_of(bindings, key, NULL) : NULL;
    if (reference == NULL)
        return value_ref(key);
    struct buf words = {0};
    add_mark_of(&words, reference);
    struct value *symbolic = value_string(buf_str(&words));
    buf_finish(&words);
    value_unref(reference);
    return symbolic;
}

/* `anywhere`: a text or an object that something created is known by is a
 * symbol, whatever is expected there. */
static struct value *symbolic(const struct bindings *bindings,
                              const struct value *value,
                              const struct value *expected, bool anywhere);

/* What is expected in this place of a list; of one that is longer than expected
 * each further item is like the last one. */
static const struct value *expected_at(const struct value *expected,
                                       size_t place)
{
    if (expected == NULL || expected->kind != VALUE_LIST ||
        expected->count == 0)
        return NULL;
    return expected
        ->items[place < expected->count ? place : expected->count - 1];
}

static struct value *symbolic_list(const struct bindings *bindings,
                                   const struct value *value,
                                   const struct value *expected, bool anywhere)
{
    struct value **items = memory_zeroed(value->count, sizeof *items);
    for (size_t i = 0; i < value->count; i++)
        items[i] = symbolic(bindings, value->items[i], expected_at(expected, i),
                            anywhere);
    struct value *list = value_list(items, value->count);
    free(items);
    return list;
}

static struct value *symbolic_object(const struct bindings *bindings,
                                     const struct value *value,
                                     const struct value *expected,
                                     bool anywhere)
{
    struct value_field *fields = memory_zeroed(value->count, sizeof *fields);
    for (size_t i = 0; i < value->count; i++) {
        fields[i].key = symbolic_key(bindings, value->fields[i].key, anywhere);
        fields[i].value = symbolic(
            bindings, value->fields[i].value,
            expected == NULL ? NULL
                             : value_field(expected, value_text(fields[i].key)),
            anywhere);
    }
    struct value *object = value_object(fields, value->count);
    free(fields);
    return object;
}

static struct value *symbolic(const struct bindings *bindings,
                              const struct value *value,
                              const struct value *expected, bool anywhere)
{
    int64_t number, slot;
    if (expected != NULL && value_is_reference(expected, &number, &slot)) {
        const struct value *bound = bindings_find(bindings, number, slot);
        if (bound != NULL && value_equal(bound, value))
            return value_ref(expected);
    }
    bool is_one = expected != NULL && value_is_reference(expected, NULL, NULL);
    struct value *symbol =
        anywhere || is_one
            ? symbol_of(bindings, value, is_one ? expected : NULL)
            : NULL;
    if (symbol == NULL && expected != NULL)
        symbol = symbolic_text(bindings, value, expected);
    if (symbol != NULL)
        return symbol;
    if (value->kind == VALUE_LIST)
        return symbolic_list(bindings, value, expected, anywhere);
    if (value->kind == VALUE_OBJECT)
        return symbolic_object(bindings, value, expected, anywhere);
    return value_ref(value);
}

struct value *bindings_symbolic(const struct bindings *bindings,
                                const struct value *value,
                                const struct value *expected)
{
    return symbolic(bindings, value, expected, true);
}

struct value *bindings_symbolic_view(const struct bindings *bindings,
                                     const struct value *value,
                                     const struct value *expected)
{
    return symbolic(bindings, value, expected, false);
}
