/* Bottom up: one value, the properties of an object, a format. */
#include "cdp/wire/remote.h"

#include <stdio.h>
#include <string.h>

static struct str text_of(const struct json *object, const char *field)
{
    return json_read_string(json_read_field(object, field));
}

/* An error's description is its whole stack. */
static struct str without_stack(struct str description)
{
    static const char start[] = "\n    at ";
    for (size_t i = 0; i + sizeof start - 1 <= description.length; i++)
        if (memcmp(description.data + i, start, sizeof start - 1) == 0)
            return str_from(description.data, i);
    return description;
}

static void add_quoted(struct buf *buf, const struct json *property)
{
    bool is_text = str_is(text_of(property, "type"), "string");
    buf_add_text(buf, is_text ? "\"" : "");
    buf_add_str(buf, text_of(property, "value"));
    buf_add_text(buf, is_text ? "\"" : "");
}

/* {a: 1, b: "x", …} or [1, 2, …]: as much as the browser shows by itself. */
static void add_preview(struct buf *buf, const struct json *preview)
{
    bool is_list = str_is(text_of(preview, "subtype"), "array");
    const struct json *properties = json_read_field(preview, "properties");
    buf_add_text(buf, is_list ? "[" : "{");
    for (size_t i = 0; i < json_read_count(properties); i++) {
        const struct json *property = json_read_at(properties, i);
        buf_add_text(buf, i > 0 ? ", " : "");
        if (!is_list) {
            buf_add_str(buf, text_of(property, "name"));
            buf_add_text(buf, ": ");
        }
        add_quoted(buf, property);
    }
    if (json_read_bool(json_read_field(preview, "overflow")))
        buf_add_text(buf, json_read_count(properties) > 0 ? ", …" : "…");
    buf_add_text(buf, is_list ? "]" : "}");
}

static bool is_plain(const struct json *object)
{
    struct str subtype = text_of(object, "subtype");
    return str_is(text_of(object, "type"), "object") &&
           (subtype.length == 0 || str_is(subtype, "array")) &&
           json_read_field(object, "preview") != NULL;
}

void remote_add(struct buf *buf, const struct json *object)
{
    const struct json *value = json_read_field(object, "value");
    struct str exact = text_of(object, "unserializableValue");
    if (json_kind(value) == JSON_KIND_STRING && value != NULL)
        buf_add_str(buf, json_read_string(value));
    else if (value != NULL)
        json_add(buf, value);
    else if (exact.length > 0)
        buf_add_str(buf, exact);
    else if (is_plain(object))
        add_preview(buf, json_read_field(object, "preview"));
    else if (json_read_field(object, "description") != NULL)
        buf_add_str(buf, without_stack(text_of(object, "description")));
    else
        buf_add_str(buf, text_of(object, "type")); /* undefined */
}

/* Writes the format with arguments in it; returns how many were used. */
static size_t add_format(struct buf *buf, struct str format,
                         const struct json *arguments)
{
    size_t used = 1;
    for (size_t i = 0; i < format.length; i++) {
        char next = i + 1 < format.length ? format.data[i + 1] : '\0';
        bool fills = next != '\0' && strchr("sdifoOc", next) != NULL &&
                     used < json_read_count(arguments);
        if (format.data[i] != '%' || (!fills && next != '%')) {
            buf_add_char(buf, format.data[i]);
            continue;
        }
        i++;
        if (next == '%')
            buf_add_char(buf, '%');
        else if (next == 'c') /* a style */
            used++;
        else
            remote_add(buf, json_read_at(arguments, used++));
    }
    return used;
}

void remote_add_arguments(struct buf *buf, const struct json *arguments)
{
    const struct json *first =
        json_read_field(json_read_at(arguments, 0), "value");
    size_t next = 0;
    if (first != NULL && json_kind(first) == JSON_KIND_STRING)
        next = add_format(buf, json_read_string(first), arguments);
    for (size_t i = next; i < json_read_count(arguments); i++) {
        buf_add_text(buf, i > 0 ? " " : "");
        remote_add(buf, json_read_at(arguments, i));
    }
}
