#include "trace/value.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/vec.h"

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

/* A value whose payload needs `payload` bytes. */
static struct value *make(enum value_kind kind, size_t payload)
{
    size_t bytes = offsetof(struct value, text) + payload;
    if (bytes < sizeof(struct value))
        bytes = sizeof(struct value);
    struct value *value = memory_resized(NULL, bytes, 1);
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
    struct value *value = make(VALUE_INT, 0);
    value->integer = integer;
    return value;
}

struct value *value_float(double number)
{
    struct value *value = make(VALUE_FLOAT, 0);
    value->number = number;
    return value;
}

struct value *value_string(struct str text)
{
    struct value *value = make(VALUE_STRING, text.length + 1);
    value->count = text.length;
    if (text.length != 0)
        memcpy(value->text, text.data, text.length);
    value->text[text.length] = '\0';
    return value;
}

struct value *value_list(struct value *const *items, size_t count)
{
    struct value *value = make(VALUE_LIST, count * sizeof *items);
    value->count = count;
    if (count != 0)
        memcpy(value->items, items, count * sizeof *items);
    return value;
}

struct value *value_object(const struct value_field *fields, size_t count)
{
    struct value *value = make(VALUE_OBJECT, count * sizeof *fields);
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
        make(VALUE_OBJECT, object->count * sizeof *object->fields);
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
    free(counted);
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

/* The list or object itself, or, if `same`, what it is the same as. */
static struct value *unless_same(struct value *value, bool same,
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

static struct value *sharing_items(const struct value *value,
                                   const struct value *before)
{
    struct value *list = make(VALUE_LIST, value->count * sizeof *value->items);
    list->count = value->count;
    bool same = before->count == value->count;
    for (size_t i = 0; i < value->count; i++) {
        const struct value *other =
            i < before->count ? before->items[i] : value_null();
        list->items[i] = value_sharing(value->items[i], other);
        same = same && list->items[i] == other;
    }
    return unless_same(list, same, before);
}

/* Fields of the two that stand at the same place. */
static struct value *sharing_fields(const struct value *value,
                                    const struct value *before)
{
    struct value *object =
        make(VALUE_OBJECT, value->count * sizeof *value->fields);
    object->count = value->count;
    bool same = before->count == value->count;
    for (size_t i = 0; i < value->count; i++) {
        const struct value_field *field = &value->fields[i];
        const struct value_field other =
            i < before->count ? before->fields[i] : no_field();
        object->fields[i] = (struct value_field){
            .key = value_sharing(field->key, other.key),
            .value = value_sharing(field->value, other.value),
        };
        same = same && object->fields[i].key == other.key &&
               object->fields[i].value == other.value;
    }
    return unless_same(object, same, before);
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

static struct value *from_int(int64_t integer, const struct value *before)
{
    return before->kind == VALUE_INT && before->integer == integer
               ? value_ref(before)
               : value_int(integer);
}

static struct value *from_number(double number, const struct value *before)
{
    if (number == floor(number) && fabs(number) < 9.2e18)
        return from_int((int64_t)number, before);
    return before->kind == VALUE_FLOAT && before->number == number
               ? value_ref(before)
               : value_float(number);
}

static struct value *from_string(struct str text, const struct value *before)
{
    return before->kind == VALUE_STRING && str_equal(value_text(before), text)
               ? value_ref(before)
               : value_string(text);
}

static struct value *from_list(const struct json *json,
                               const struct value *before)
{
    size_t count = json_read_count(json);
    size_t known = before->kind == VALUE_LIST ? before->count : 0;
    struct value *list = make(VALUE_LIST, count * sizeof(struct value *));
    list->count = count;
    bool same = before->kind == VALUE_LIST && known == count;
    for (size_t i = 0; i < count; i++) {
        const struct value *other = i < known ? before->items[i] : value_null();
        list->items[i] = value_from_json_sharing(json_read_at(json, i), other);
        same = same && list->items[i] == other;
    }
    return unless_same(list, same, before);
}

static struct value *from_object(const struct json *json,
                                 const struct value *before)
{
    size_t count = json_read_count(json);
    size_t known = before->kind == VALUE_OBJECT ? before->count : 0;
    struct value *object =
        make(VALUE_OBJECT, count * sizeof(struct value_field));
    bool same = before->kind == VALUE_OBJECT && known == count;
    for (void *at = json_first(json); at != NULL; at = json_next(json, at)) {
        size_t i = object->count++;
        struct value_field other = i < known ? before->fields[i] : no_field();
        struct str key;
        const struct json *field = json_entry(at, &key);
        object->fields[i] = (struct value_field){
            .key = from_string(key, other.key),
            .value = value_from_json_sharing(field, other.value),
        };
        same = same && object->fields[i].key == other.key &&
               object->fields[i].value == other.value;
    }
    return unless_same(object, same, before);
}

struct value *value_from_json_sharing(const struct json *json,
                                      const struct value *before)
{
    switch (json_kind(json)) {
    case JSON_KIND_NULL:
        return value_null();
    case JSON_KIND_BOOL:
        return value_bool(json_read_bool(json));
    case JSON_KIND_INT:
        return from_int(json_read_int(json), before);
    case JSON_KIND_FLOAT:
        return from_number(json_read_float(json), before);
    case JSON_KIND_STRING:
        return from_string(json_read_string(json), before);
    case JSON_KIND_LIST:
        return from_list(json, before);
    case JSON_KIND_OBJECT:
        return from_object(json, before);
    }
    return value_null();
}

struct value *value_from_json(const struct json *json)
{
    return value_from_json_sharing(json, value_null());
}

struct value *value_parse(struct str text, struct error *error)
{
    struct json *json = json_parse(text, error);
    if (json == NULL)
        return NULL;
    struct value *value = value_from_json(json);
    json_destroy(json);
    return value;
}

static void add_list(struct buf *buf, const struct value *list)
{
    buf_add_char(buf, '[');
    for (size_t i = 0; i < list->count; i++) {
        if (i > 0)
            buf_add_char(buf, ',');
        value_add_json(buf, list->items[i]);
    }
    buf_add_char(buf, ']');
}

static void add_object(struct buf *buf, const struct value *object)
{
    buf_add_char(buf, '{');
    for (size_t i = 0; i < object->count; i++) {
        if (i > 0)
            buf_add_char(buf, ',');
        json_add_string(buf, value_text(object->fields[i].key));
        buf_add_char(buf, ':');
        value_add_json(buf, object->fields[i].value);
    }
    buf_add_char(buf, '}');
}

void value_add_json(struct buf *buf, const struct value *value)
{
    switch (value->kind) {
    case VALUE_NULL:
        buf_add_text(buf, "null");
        break;
    case VALUE_BOOL:
        buf_add_text(buf, value->boolean ? "true" : "false");
        break;
    case VALUE_INT:
        buf_addf(buf, "%lld", (long long)value->integer);
        break;
    case VALUE_FLOAT:
        json_add_float(buf, value->number);
        break;
    case VALUE_STRING:
        json_add_string(buf, value_text(value));
        break;
    case VALUE_LIST:
        add_list(buf, value);
        break;
    case VALUE_OBJECT:
        add_object(buf, value);
        break;
    }
}
