/* Values from JSON, and as JSON. */
#include <math.h>
#include <stdlib.h>

#include "trace/trace_internal.h"
#include "trace/value.h"

static struct value_field no_field(void)
{
    return (struct value_field){value_null(), value_null()};
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
    struct value *list = value_make(VALUE_LIST, count * sizeof(struct value *));
    list->count = count;
    bool same = before->kind == VALUE_LIST && known == count;
    for (size_t i = 0; i < count; i++) {
        const struct value *other = i < known ? before->items[i] : value_null();
        list->items[i] = value_from_json_sharing(json_read_at(json, i), other);
        same = same && list->items[i] == other;
    }
    return value_unless_same(list, same, before);
}

static struct value *from_object(const struct json *json,
                                 const struct value *before)
{
    size_t count = json_read_count(json);
    size_t known = before->kind == VALUE_OBJECT ? before->count : 0;
    struct value *object =
        value_make(VALUE_OBJECT, count * sizeof(struct value_field));
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
    return value_unless_same(object, same, before);
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

struct value *value_list_from_field(const struct json *object, const char *name)
{
    const struct json *field = json_read_field(object, name);
    return json_kind(field) == JSON_KIND_LIST ? value_from_json(field) : NULL;
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
        buf_add_int(buf, value->integer);
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

void value_add_json_field(struct buf *buf, const char *name,
                          const struct value *value)
{
    if (value == NULL)
        return;
    buf_addf(buf, ",\"%s\":", name);
    value_add_json(buf, value);
}

void value_add_json_or_null(struct buf *buf, const char *name,
                            const struct value *value)
{
    if (value == NULL)
        buf_addf(buf, ",\"%s\":null", name);
    else
        value_add_json_field(buf, name, value);
}
