#include "base/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/json_mistake.h"
#include "base/json_string.h"
#include "base/json_tree.h"
#include "base/memory.h"
#include "base/utf8.h"

struct json *json_parse(struct str text, struct error *error)
{
    struct json *root = json_tree_read(text);
    if (root == NULL && error != NULL)
        json_mistake(text, error);
    return root;
}

void json_destroy(struct json *json)
{
    json_tree_release(json);
}

enum json_kind json_kind(const struct json *json)
{
    return json == NULL ? JSON_KIND_NULL : json->kind;
}

static bool is_kind(const struct json *json, enum json_kind kind)
{
    return json != NULL && json->kind == kind;
}

bool json_read_bool(const struct json *json)
{
    return is_kind(json, JSON_KIND_BOOL) && json->boolean;
}

int64_t json_read_int(const struct json *json)
{
    if (is_kind(json, JSON_KIND_INT))
        return json->integer;
    if (!is_kind(json, JSON_KIND_FLOAT) ||
        !(json->number > -9.2e18 && json->number < 9.2e18))
        return 0;
    return (int64_t)json->number;
}

double json_read_float(const struct json *json)
{
    if (is_kind(json, JSON_KIND_INT))
        return (double)json->integer;
    return is_kind(json, JSON_KIND_FLOAT) ? json->number : 0;
}

struct str json_read_string(const struct json *json)
{
    return is_kind(json, JSON_KIND_STRING) ? json_tree_text(json) : STR("");
}

size_t json_read_count(const struct json *json)
{
    return is_kind(json, JSON_KIND_LIST) || is_kind(json, JSON_KIND_OBJECT)
               ? json->count
               : 0;
}

const struct json *json_read_at(const struct json *list, size_t index)
{
    return is_kind(list, JSON_KIND_LIST) && index < list->count
               ? &list->items[index]
               : NULL;
}

const struct json *json_read_field(const struct json *object, const char *name)
{
    if (!is_kind(object, JSON_KIND_OBJECT))
        return NULL;
    const struct json *key = json_tree_find(object, str_text(name));
    return key == NULL ? NULL : key + 1;
}

int64_t json_read_field_int(const struct json *object, const char *name)
{
    return json_read_int(json_read_field(object, name));
}

char *json_copy_text(const struct json *object, const char *name)
{
    const struct json *field = json_read_field(object, name);
    if (json_kind(field) != JSON_KIND_STRING)
        return NULL;
    struct str text = json_read_string(field);
    return memory_copy_string(text.data, text.length);
}

void *json_first(const struct json *object)
{
    return is_kind(object, JSON_KIND_OBJECT) && object->count > 0
               ? object->items
               : NULL;
}

void *json_next(const struct json *object, void *at)
{
    struct json *next = (struct json *)at + 2;
    return next < object->items + 2 * object->count ? next : NULL;
}

const struct json *json_entry(void *at, struct str *key)
{
    const struct json *node = at;
    *key = json_tree_text(node);
    return node + 1;
}

static void add_escaped(struct buf *buf, unsigned char byte)
{
    switch (byte) {
    case '"':
        buf_add_text(buf, "\\\"");
        break;
    case '\\':
        buf_add_text(buf, "\\\\");
        break;
    case '\n':
        buf_add_text(buf, "\\n");
        break;
    case '\r':
        buf_add_text(buf, "\\r");
        break;
    case '\t':
        buf_add_text(buf, "\\t");
        break;
    default:
        buf_addf(buf, "\\u%04x", byte);
        break;
    }
}

static bool is_plain(unsigned char byte)
{
    return byte >= 0x20 && byte < 0x7f && byte != '"' && byte != '\\';
}

/* How much of the text, from there on, stands in a string as it is. */
static size_t plain_length(struct str text, size_t from)
{
    size_t at = from;
    size_t count = JSON_WORD_BYTES;
    while (count == JSON_WORD_BYTES && text.length - at >= JSON_WORD_BYTES) {
        uint64_t word;
        memcpy(&word, text.data + at, JSON_WORD_BYTES);
        count = json_count_plain(word);
        at += count;
    }
    while (at < text.length && is_plain((unsigned char)text.data[at]))
        at++;
    return at - from;
}

void json_add_string(struct buf *buf, struct str text)
{
    buf_reserve(buf, text.length + strlen("\"\""));
    buf_add_char(buf, '"');
    size_t at = 0;
    for (;;) {
        size_t plain = plain_length(text, at);
        buf_add(buf, text.data + at, plain);
        at += plain;
        if (at == text.length)
            break;
        unsigned char byte = (unsigned char)text.data[at];
        if (byte < 0x80) {
            add_escaped(buf, byte);
            at++;
            continue;
        }
        size_t used;
        uint32_t code =
            utf8_decode(str_from(text.data + at, text.length - at), &used);
        utf8_encode(buf, code);
        at += used;
    }
    buf_add_char(buf, '"');
}

/* Most numbers are millionths, as places on a page and times are. If one is the
 * double nearest to so many of them, their decimal form reads back as it.
 * False: it is none of these, or has another form. */
static bool add_millionths(struct buf *buf, double number)
{
    enum { ONE = 1000 * 1000, DIGITS = 6 };
    double size = fabs(number);
    if (!(size >= 1e-4 && size < 4e9))
        return false;
    int64_t millionths = llround(size * ONE);
    if ((double)millionths / ONE != size)
        return false;
    if (number < 0)
        buf_add_char(buf, '-');
    buf_add_int(buf, millionths / ONE);
    char decimals[DIGITS];
    int64_t left = millionths % ONE;
    for (size_t i = DIGITS; i-- > 0; left /= 10)
        decimals[i] = (char)('0' + left % 10);
    size_t count = DIGITS;
    while (count > 1 && decimals[count - 1] == '0')
        count--;
    buf_add_char(buf, '.');
    buf_add(buf, decimals, count);
    return true;
}

void json_add_text_field(struct buf *buf, const char *name, const char *text)
{
    if (text == NULL)
        return;
    buf_addf(buf, ",\"%s\":", name);
    json_add_string(buf, str_text(text));
}

void json_add_float(struct buf *buf, double number)
{
    if (!isfinite(number)) {
        buf_add_text(buf, "null");
        return;
    }
    if (add_millionths(buf, number))
        return;
    char text[40];
    for (int precision = 15; precision <= 17; precision++) {
        snprintf(text, sizeof text, "%.*g", precision, number);
        if (strtod(text, NULL) == number)
            break;
    }
    /* A fraction always: so it is a number of the language, too. */
    size_t digits = strcspn(text, ".e");
    buf_add(buf, text, digits);
    if (text[digits] != '.')
        buf_add_text(buf, ".0");
    buf_add_text(buf, text + digits);
}

static void add_items(struct buf *buf, const struct json *list)
{
    buf_add_char(buf, '[');
    for (size_t i = 0; i < json_read_count(list); i++) {
        if (i > 0)
            buf_add_char(buf, ',');
        json_add(buf, json_read_at(list, i));
    }
    buf_add_char(buf, ']');
}

static void add_fields(struct buf *buf, const struct json *object)
{
    buf_add_char(buf, '{');
    bool first = true;
    for (void *at = json_first(object); at != NULL;
         at = json_next(object, at)) {
        struct str key;
        const struct json *value = json_entry(at, &key);
        if (!first)
            buf_add_char(buf, ',');
        first = false;
        json_add_string(buf, key);
        buf_add_char(buf, ':');
        json_add(buf, value);
    }
    buf_add_char(buf, '}');
}

void json_add(struct buf *buf, const struct json *json)
{
    switch (json_kind(json)) {
    case JSON_KIND_NULL:
        buf_add_text(buf, "null");
        break;
    case JSON_KIND_BOOL:
        buf_add_text(buf, json_read_bool(json) ? "true" : "false");
        break;
    case JSON_KIND_INT:
        buf_add_int(buf, json_read_int(json));
        break;
    case JSON_KIND_FLOAT:
        json_add_float(buf, json_read_float(json));
        break;
    case JSON_KIND_STRING:
        json_add_string(buf, json_read_string(json));
        break;
    case JSON_KIND_LIST:
        add_items(buf, json);
        break;
    case JSON_KIND_OBJECT:
        add_fields(buf, json);
        break;
    }
}
