#include "base/json.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/json_quick.h"
#include "base/json_store.h"
#include "base/memory.h"
#include "base/utf8.h"

static json_t *lib(const struct json *json)
{
    return (json_t *)json;
}

static const struct json *ours(json_t *json)
{
    return (const struct json *)json;
}

/* jansson limits nesting to 2048 by itself; ours is stricter because our own
 * walks over values are recursive. */
static bool nests_too_deep(struct str text)
{
    size_t depth = 0;
    bool in_string = false;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.data[i];
        if (in_string) {
            if (c == '\\')
                i++;
            else if (c == '"')
                in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '[' || c == '{') {
            if (++depth > JSON_DEPTH_LIMIT)
                return true;
        } else if ((c == ']' || c == '}') && depth > 0) {
            depth--;
        }
    }
    return false;
}

/* ---- integers that are too large ------------------------------------------
 * JavaScript writes 1e20 as an integer of 21 digits. jansson refuses those, or
 * takes all integers of a text for floats; so only those are given an exponent.
 */

/* So many digits from there on. */
static size_t digits_at(struct str text, size_t at)
{
    size_t end = at;
    while (end < text.length && str_is_digit(text.data[end]))
        end++;
    return end - at;
}

static bool is_one_of(struct str text, size_t at, const char *signs)
{
    return at < text.length && text.data[at] != '\0' &&
           strchr(signs, text.data[at]) != NULL;
}

/* The digits are all of a number that int64_t does not hold. */
static bool is_too_large(struct str text, size_t at, size_t count)
{
    static const char limits[][20] = {"9223372036854775807",
                                      "9223372036854775808"};
    size_t most = strlen(limits[0]);
    bool is_negative = at > 0 && text.data[at - 1] == '-';
    size_t before = is_negative ? at - 1 : at;
    if (is_one_of(text, at + count, ".eE") ||
        (before > 0 && is_one_of(text, before - 1, ".eE+")))
        return false;
    if (count != most)
        return count > most;
    return memcmp(text.data + at, limits[is_negative], most) > 0;
}

/* The same text, in which those are floats. */
static void add_marked(struct buf *out, struct str text)
{
    bool in_string = false;
    for (size_t i = 0; i < text.length; i++) {
        size_t count = in_string ? 0 : digits_at(text, i);
        if (text.data[i] == '"')
            in_string = !in_string;
        else if (in_string && text.data[i] == '\\' && i + 1 < text.length)
            buf_add_char(out, text.data[i++]);
        if (count == 0) {
            buf_add_char(out, text.data[i]);
            continue;
        }
        buf_add_str(out, str_from(text.data + i, count));
        if (is_too_large(text, i, count))
            buf_add_text(out, "e0");
        i += count - 1;
    }
}

static json_t *load_marked(struct str text, size_t flags, json_error_t *trouble)
{
    struct buf marked;
    buf_init(&marked);
    add_marked(&marked, text);
    json_t *root = json_loadb(buf_text(&marked), marked.length, flags, trouble);
    buf_finish(&marked);
    return root;
}

/* ---- reading --------------------------------------------------------------
 */

static json_t *load(struct str text, struct error *error)
{
    if (nests_too_deep(text)) {
        error_set(error, ERROR_IO, "JSON nests deeper than %d levels",
                  JSON_DEPTH_LIMIT);
        return NULL;
    }
    json_error_t trouble;
    const char *bytes = text.data == NULL ? "" : text.data;
    size_t flags = JSON_DECODE_ANY | JSON_ALLOW_NUL;
    json_t *root = json_loadb(bytes, text.length, flags, &trouble);
    if (root == NULL &&
        json_error_code(&trouble) == json_error_numeric_overflow)
        root = load_marked(text, flags, &trouble);
    if (root == NULL)
        error_set(error, ERROR_IO, "not JSON: line %d, column %d: %s",
                  trouble.line, trouble.column, trouble.text);
    return root;
}

/* jansson has each of these three values once, for all trees. */
static bool is_shared(const json_t *root)
{
    return json_is_null(root) || json_is_true(root) || json_is_false(root);
}

struct json *json_parse(struct str text, struct error *error)
{
    json_set_alloc_funcs(json_store_take, json_store_give);
    json_store_open();
    json_t *root = json_quick_load(text);
    if (root == NULL)
        root = load(text, error);
    json_store_close(root != NULL && !is_shared(root));
    return (struct json *)root;
}

void json_destroy(struct json *json)
{
    if (!is_shared(lib(json)))
        json_store_release(json);
}

enum json_kind json_kind(const struct json *json)
{
    if (json == NULL)
        return JSON_KIND_NULL;
    switch (json_typeof(lib(json))) {
    case JSON_OBJECT:
        return JSON_KIND_OBJECT;
    case JSON_ARRAY:
        return JSON_KIND_LIST;
    case JSON_STRING:
        return JSON_KIND_STRING;
    case JSON_INTEGER:
        return JSON_KIND_INT;
    case JSON_REAL:
        return JSON_KIND_FLOAT;
    case JSON_TRUE:
    case JSON_FALSE:
        return JSON_KIND_BOOL;
    case JSON_NULL:
        break;
    }
    return JSON_KIND_NULL;
}

bool json_read_bool(const struct json *json)
{
    return json_is_true(lib(json));
}

int64_t json_read_int(const struct json *json)
{
    if (json_is_real(lib(json))) {
        double number = json_real_value(lib(json));
        if (!(number > -9.2e18 && number < 9.2e18))
            return 0;
        return (int64_t)number;
    }
    return json_integer_value(lib(json));
}

double json_read_float(const struct json *json)
{
    return json_number_value(lib(json));
}

struct str json_read_string(const struct json *json)
{
    if (!json_is_string(lib(json)))
        return STR("");
    return str_from(json_string_value(lib(json)),
                    json_string_length(lib(json)));
}

size_t json_read_count(const struct json *json)
{
    if (json_is_array(lib(json)))
        return json_array_size(lib(json));
    if (json_is_object(lib(json)))
        return json_object_size(lib(json));
    return 0;
}

const struct json *json_read_at(const struct json *list, size_t index)
{
    return ours(json_array_get(lib(list), index));
}

const struct json *json_read_field(const struct json *object, const char *name)
{
    return ours(json_object_get(lib(object), name));
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
    return json_object_iter(lib(object));
}

void *json_next(const struct json *object, void *at)
{
    return json_object_iter_next(lib(object), at);
}

const struct json *json_entry(void *at, struct str *key)
{
    *key = str_text(json_object_iter_key(at));
    return ours(json_object_iter_value(at));
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

void json_add_string(struct buf *buf, struct str text)
{
    buf_add_char(buf, '"');
    size_t at = 0;
    while (at < text.length) {
        size_t end = at;
        while (end < text.length && is_plain((unsigned char)text.data[end]))
            end++;
        buf_add(buf, text.data + at, end - at);
        at = end;
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
        buf_addf(buf, "%lld", (long long)json_read_int(json));
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
