#include "trace/value.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/vec.h"
#include "trace/trace_internal.h"

/* null and the booleans are these and no others: they are neither counted nor
 * freed. */
static struct value shared_null = {.kind = VALUE_NULL, .references = 1};
static struct value shared_true = {
    .kind = VALUE_BOOL, .references = 1, .boolean = true};
static struct value shared_false = {
    .kind = VALUE_BOOL, .references = 1, .boolean = false};

static bool is_shared(const struct value *value)
{
    return value->kind == VALUE_NULL || value->kind == VALUE_BOOL;
}

/* A state is hundreds of small values, and one goes for each that comes: those
 * that have gone are used again, by size. */
enum {
    SIZE_STEP = 16,
    SPARE_SIZES = 16, /* up to 256 bytes */
    SPARE_LIMIT = MEMORY_IS_WATCHED ? 0 : 256,
};

struct spares {
    struct value *first; /* the next is its items[0] */
    size_t count;
};

static _Thread_local struct spares spares[SPARE_SIZES];

/* NULL: it is too large to be kept. */
static struct spares *spares_of(size_t bytes)
{
    size_t size = (bytes - 1) / SIZE_STEP;
    return size < SPARE_SIZES ? &spares[size] : NULL;
}

static size_t bytes_for(size_t payload)
{
    size_t bytes = offsetof(struct value, text) + payload;
    if (bytes < sizeof(struct value))
        bytes = sizeof(struct value);
    return (bytes + SIZE_STEP - 1) / SIZE_STEP * SIZE_STEP;
}

static size_t payload_of(const struct value *value)
{
    switch (value->kind) {
    case VALUE_STRING:
        return value->count + 1;
    case VALUE_LIST:
        return value->count * sizeof *value->items;
    case VALUE_OBJECT:
        return value->count * sizeof *value->fields;
    default:
        return 0;
    }
}

static void *take(size_t bytes)
{
    struct spares *kept = spares_of(bytes);
    if (kept == NULL || kept->first == NULL)
        return memory_resized(NULL, bytes, 1);
    struct value *value = kept->first;
    kept->first = value->items[0];
    kept->count--;
    return value;
}

/* The payload has been let go. */
static void give(struct value *value)
{
    struct spares *kept = spares_of(bytes_for(payload_of(value)));
    if (kept == NULL || kept->count == SPARE_LIMIT) {
        free(value);
        return;
    }
    value->items[0] = kept->first;
    kept->first = value;
    kept->count++;
}

struct value *value_make(enum value_kind kind, size_t payload_bytes)
{
    struct value *value = take(bytes_for(payload_bytes));
    value->kind = kind;
    value->references = 1;
    value->count = 0;
    return value;
}

struct value *value_null(void)
{
    return &shared_null;
}

struct value *value_bool(bool boolean)
{
    return boolean ? &shared_true : &shared_false;
}

struct value *value_int(int64_t integer)
{
    struct value *value = value_make(VALUE_INT, 0);
    value->integer = integer;
    return value;
}

struct value *value_float(double number)
{
    struct value *value = value_make(VALUE_FLOAT, 0);
    value->number = number;
    return value;
}

struct value *value_string(struct str text)
{
    struct value *value = value_make(VALUE_STRING, text.length + 1);
    value->count = text.length;
    if (text.length != 0)
        memcpy(value->text, text.data, text.length);
    value->text[text.length] = '\0';
    return value;
}

struct value *value_list(struct value *const *items, size_t count)
{
    struct value *value = value_make(VALUE_LIST, count * sizeof *items);
    value->count = count;
    if (count != 0)
        memcpy(value->items, items, count * sizeof *items);
    return value;
}

struct value *value_object(const struct value_field *fields, size_t count)
{
    struct value *value = value_make(VALUE_OBJECT, count * sizeof *fields);
    value->count = count;
    if (count != 0)
        memcpy(value->fields, fields, count * sizeof *fields);
    return value;
}

struct value_field value_named(const char *key, struct value *value)
{
    return (struct value_field){value_string(str_text(key)), value};
}

struct value *value_with_field(const struct value *object, struct str key,
                               struct value *value)
{
    struct value *changed =
        value_make(VALUE_OBJECT, object->count * sizeof *object->fields);
    changed->count = object->count;
    for (size_t i = 0; i < object->count; i++) {
        const struct value_field *field = &object->fields[i];
        bool is_it = str_equal(value_text(field->key), key);
        changed->fields[i] = (struct value_field){
            .key = value_ref(field->key),
            .value = value_ref(is_it ? value : field->value),
        };
    }
    value_unref(value);
    return changed;
}

struct value *value_ref(const struct value *value)
{
    struct value *counted = (struct value *)value;
    if (!is_shared(value))
        counted->references++;
    return counted;
}

void value_unref(const struct value *value)
{
    if (value == NULL || is_shared(value))
        return;
    struct value *counted = (struct value *)value;
    if (--counted->references > 0)
        return;
    for (size_t i = 0; counted->kind == VALUE_LIST && i < counted->count; i++)
        value_unref(counted->items[i]);
    for (size_t i = 0; counted->kind == VALUE_OBJECT && i < counted->count;
         i++) {
        value_unref(counted->fields[i].key);
        value_unref(counted->fields[i].value);
    }
    give(counted);
}

struct str value_text(const struct value *value)
{
    if (value == NULL || value->kind != VALUE_STRING)
        return STR("");
    return str_from(value->text, value->count);
}

const struct value *value_field(const struct value *object, struct str key)
{
    if (object == NULL || object->kind != VALUE_OBJECT)
        return NULL;
    for (size_t i = 0; i < object->count; i++)
        if (str_equal(value_text(object->fields[i].key), key))
            return object->fields[i].value;
    return NULL;
}

const struct value *value_field_named(const struct value *object,
                                      const char *key)
{
    return value_field(object, str_text(key));
}

bool value_nests_within(const struct value *value, int levels)
{
    bool is_object = value->kind == VALUE_OBJECT;
    if (!is_object && value->kind != VALUE_LIST)
        return true;
    bool is_within = levels > 0;
    for (size_t i = 0; is_within && i < value->count; i++)
        is_within = value_nests_within(
            is_object ? value->fields[i].value : value->items[i], levels - 1);
    return is_within;
}

static bool equal_items(const struct value *a, const struct value *b)
{
    for (size_t i = 0; i < a->count; i++)
        if (!value_equal(a->items[i], b->items[i]))
            return false;
    return true;
}

static bool equal_fields(const struct value *a, const struct value *b)
{
    for (size_t i = 0; i < a->count; i++) {
        const struct value *other =
            value_field(b, value_text(a->fields[i].key));
        if (other == NULL || !value_equal(a->fields[i].value, other))
            return false;
    }
    return true;
}

bool value_equal(const struct value *a, const struct value *b)
{
    if (a == b)
        return true;
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case VALUE_NULL:
        return true;
    case VALUE_BOOL:
        return a->boolean == b->boolean;
    case VALUE_INT:
        return a->integer == b->integer;
    case VALUE_FLOAT:
        return a->number == b->number;
    case VALUE_STRING:
        return str_equal(value_text(a), value_text(b));
    case VALUE_LIST:
        return a->count == b->count && equal_items(a, b);
    case VALUE_OBJECT:
        return a->count == b->count && equal_fields(a, b);
    }
    return false;
}

struct value *value_unless_same(struct value *value, bool same,
                                const struct value *before)
{
    if (!same)
        return value;
    value_unref(value);
    return value_ref(before);
}

static struct value_field no_field(void)
{
    return (struct value_field){value_null(), value_null()};
}

/* A copy up to the item or field `count`, with room for all. */
static struct value *begin_copy(const struct value *value, size_t count)
{
    bool is_list = value->kind == VALUE_LIST;
    size_t size = is_list ? sizeof *value->items : sizeof *value->fields;
    struct value *copy = value_make(value->kind, value->count * size);
    copy->count = value->count;
    for (size_t i = 0; i < count; i++) {
        if (is_list)
            copy->items[i] = value_ref(value->items[i]);
        else
            copy->fields[i] =
                (struct value_field){value_ref(value->fields[i].key),
                                     value_ref(value->fields[i].value)};
    }
    return copy;
}

/* Nothing is made where no part of the value is replaced. */
static struct value *sharing_items(const struct value *value,
                                   const struct value *before)
{
    struct value *list = NULL;
    bool same = before->count == value->count;
    for (size_t i = 0; i < value->count; i++) {
        const struct value *other =
            i < before->count ? before->items[i] : value_null();
        struct value *item = value_sharing(value->items[i], other);
        same = same && item == other;
        if (list == NULL && item != value->items[i])
            list = begin_copy(value, i);
        if (list != NULL)
            list->items[i] = item;
        else
            value_unref(item);
    }
    return value_unless_same(list != NULL ? list : value_ref(value), same,
                             before);
}

/* Fields of the two that stand at the same place. */
static struct value *sharing_fields(const struct value *value,
                                    const struct value *before)
{
    struct value *object = NULL;
    bool same = before->count == value->count;
    for (size_t i = 0; i < value->count; i++) {
        const struct value_field *field = &value->fields[i];
        const struct value_field other =
            i < before->count ? before->fields[i] : no_field();
        struct value_field shared = {value_sharing(field->key, other.key),
                                     value_sharing(field->value, other.value)};
        same = same && shared.key == other.key && shared.value == other.value;
        if (object == NULL &&
            (shared.key != field->key || shared.value != field->value))
            object = begin_copy(value, i);
        if (object != NULL) {
            object->fields[i] = shared;
        } else {
            value_unref(shared.key);
            value_unref(shared.value);
        }
    }
    return value_unless_same(object != NULL ? object : value_ref(value), same,
                             before);
}

struct value *value_sharing(const struct value *value,
                            const struct value *before)
{
    if (value == before)
        return value_ref(before);
    if (value->kind == before->kind && value->kind == VALUE_LIST)
        return sharing_items(value, before);
    if (value->kind == before->kind && value->kind == VALUE_OBJECT)
        return sharing_fields(value, before);
    return value_ref(value_equal(value, before) ? before : value);
}

static uint64_t mix(uint64_t hash)
{
    hash ^= hash >> 33;
    hash *= 0xff51afd7ed558ccdu;
    hash ^= hash >> 33;
    return hash;
}

uint64_t value_hash(const struct value *value)
{
    uint64_t hash = mix((uint64_t)value->kind + 1);
    switch (value->kind) {
    case VALUE_NULL:
        break;
    case VALUE_BOOL:
        hash += value->boolean;
        break;
    case VALUE_INT:
        hash += (uint64_t)value->integer;
        break;
    case VALUE_FLOAT: {
        double number = value->number == 0 ? 0 : value->number;
        uint64_t bits;
        memcpy(&bits, &number, sizeof bits);
        hash += bits;
        break;
    }
    case VALUE_STRING:
        hash += str_fingerprint(value_text(value));
        break;
    case VALUE_LIST:
        for (size_t i = 0; i < value->count; i++)
            hash = mix(hash) + value_hash(value->items[i]);
        break;
    case VALUE_OBJECT: /* a sum, because the order of fields is ignored */
        for (size_t i = 0; i < value->count; i++)
            hash += mix(str_fingerprint(value_text(value->fields[i].key)) * 31 +
                        value_hash(value->fields[i].value));
        break;
    }
    return mix(hash);
}
