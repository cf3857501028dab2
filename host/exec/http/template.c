/* In this file: the way into a value, places in a text, functions, values. */
#include "exec/http/template.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/vec.h"

/* One place: what stands between "${" and "}". */
struct place {
    struct str text; /* all of it, for messages */
    size_t at;
    const struct value *value; /* NULL: nothing is there */
};

/* ---- the way into a value ----------------------------------------------- */

static bool refuse(const struct place *place, struct error *error,
                   const char *words)
{
    return error_set(error, ERROR_SPEC, "${%.*s}: %s", STR_ARGS(place->text),
                     words);
}

static bool is_letter(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           byte == '_' || byte == '$' || str_is_digit(byte);
}

static struct str take_name(struct place *place)
{
    size_t begin = place->at;
    while (place->at < place->text.length &&
           is_letter(place->text.data[place->at]))
        place->at++;
    return str_from(place->text.data + begin, place->at - begin);
}

static bool take(struct place *place, char byte)
{
    if (place->at == place->text.length || place->text.data[place->at] != byte)
        return false;
    place->at++;
    return true;
}

static void enter_item(struct place *place, struct str digits)
{
    size_t index = 0;
    for (size_t i = 0; i < digits.length; i++)
        index = index * 10 + (size_t)(digits.data[i] - '0');
    const struct value *list = place->value;
    place->value =
        list != NULL && list->kind == VALUE_LIST && index < list->count
            ? list->items[index]
            : NULL;
}

static bool enter_quoted(struct place *place, struct error *error)
{
    size_t begin = place->at;
    while (place->at < place->text.length && place->text.data[place->at] != '"')
        place->at++;
    struct str name = str_from(place->text.data + begin, place->at - begin);
    if (!take(place, '"') || !take(place, ']'))
        return refuse(place, error, "\"] is missing after a name");
    place->value = value_field(place->value, name);
    return true;
}

static bool enter_bracket(struct place *place, struct error *error)
{
    if (take(place, '"'))
        return enter_quoted(place, error);
    size_t begin = place->at;
    while (place->at < place->text.length &&
           str_is_digit(place->text.data[place->at]))
        place->at++;
    struct str digits = str_from(place->text.data + begin, place->at - begin);
    if (digits.length == 0 || digits.length > 9 || !take(place, ']'))
        return refuse(place, error,
                      "between [ and ] stands a whole number or a \"name\"");
    enter_item(place, digits);
    return true;
}

static bool enter(struct place *place, struct error *error)
{
    if (take(place, '[')) {
        return enter_bracket(place, error);
    }
    if (!take(place, '.'))
        return refuse(place, error,
                      "only .name, [2] and [\"name\"] lead into a value");
    struct str name = take_name(place);
    if (name.length == 0)
        return refuse(place, error, "a name is missing after the dot");
    place->value = value_field(place->value, name);
    return true;
}

static bool find_root(struct place *place, const struct template_roots *roots,
                      struct error *error)
{
    struct str name = take_name(place);
    struct buf words = {0};
    for (size_t i = 0; i < roots->count; i++) {
        if (str_is(name, roots->items[i].name)) {
            buf_finish(&words);
            place->value = roots->items[i].value;
            return true;
        }
        buf_addf(&words, "%s%s", i == 0 ? "" : ", ", roots->items[i].name);
    }
    error_set(error, ERROR_SPEC, "${%.*s}: it begins with one of: %s",
              STR_ARGS(place->text), buf_text(&words));
    buf_finish(&words);
    return false;
}

/* *value is borrowed; never NULL. */
static bool look_up(struct str text, const struct template_roots *roots,
                    const struct value **value, struct error *error)
{
    struct place place = {.text = text};
    if (!find_root(&place, roots, error))
        return false;
    while (place.at < text.length)
        if (!enter(&place, error))
            return false;
    *value = place.value == NULL ? value_null() : place.value;
    return true;
}

/* ---- places in a text --------------------------------------------------- */

/* The text of the place that begins at `at`, where "${" stands; *end is after
 * its "}". A "}" in a quoted name ends it, too. */
static bool find_place(struct str text, size_t at, struct str *place,
                       size_t *end, struct error *error)
{
    const char *begin = text.data + at + 2;
    size_t rest = text.length - at - 2;
    const char *close = rest == 0 ? NULL : memchr(begin, '}', rest);
    if (close == NULL)
        return error_set(error, ERROR_SPEC, "a } is missing: %.*s",
                         STR_ARGS(text));
    *place = str_from(begin, (size_t)(close - begin));
    *end = (size_t)(close - text.data) + 1;
    return true;
}

static bool is_unreserved(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           str_is_digit(byte) || byte == '-' || byte == '.' || byte == '_' ||
           byte == '~';
}

static void add_escaped(struct buf *buf, struct str text,
                        enum template_escape escape)
{
    for (size_t i = 0; i < text.length; i++)
        if (escape == TEMPLATE_PLAIN || is_unreserved(text.data[i]))
            buf_add_char(buf, text.data[i]);
        else
            buf_addf(buf, "%%%02X", (unsigned)(unsigned char)text.data[i]);
}

static void add_value(struct buf *buf, const struct value *value,
                      enum template_escape escape)
{
    struct buf json = {0};
    if (value->kind == VALUE_STRING) {
        add_escaped(buf, value_text(value), escape);
        return;
    }
    value_add_json(&json, value);
    add_escaped(buf, buf_str(&json), escape);
    buf_finish(&json);
}

static bool stands_at(struct str text, size_t at, const char *word)
{
    return str_starts_with(str_from(text.data + at, text.length - at), word);
}

bool template_text(struct str text, const struct template_roots *roots,
                   enum template_escape escape, struct buf *buf,
                   struct error *error)
{
    for (size_t at = 0; at < text.length;) {
        struct str place = {NULL, 0};
        const struct value *value;
        if (stands_at(text, at, "$${")) {
            buf_add_text(buf, "${");
            at += 3;
        } else if (!stands_at(text, at, "${")) {
            buf_add_char(buf, text.data[at++]);
        } else {
            if (!find_place(text, at, &place, &at, error) ||
                !look_up(place, roots, &value, error))
                return false;
            add_value(buf, value, escape);
        }
    }
    return true;
}

/* ---- functions ---------------------------------------------------------- */

int64_t template_function(const struct value *value)
{
    const struct value *number = value_field_named(value, "$function");
    return number != NULL && number->kind == VALUE_INT ? number->integer : -1;
}

bool template_has_function(const struct value *value)
{
    if (value == NULL)
        return false;
    bool has = template_function(value) >= 0;
    for (size_t i = 0; !has && i < value->count; i++)
        has = (value->kind == VALUE_LIST &&
               template_has_function(value->items[i])) ||
              (value->kind == VALUE_OBJECT &&
               template_has_function(value->fields[i].value));
    return has;
}

static struct value *call(int64_t function, const struct template_roots *roots,
                          struct error *error)
{
    VEC(struct value_field) fields = VEC_EMPTY;
    struct value *made = NULL;
    if (roots->functions == NULL)
        return value_null();
    for (size_t i = 0; i < roots->count; i++)
        vec_push(&fields, value_named(roots->items[i].name,
                                      value_ref(roots->items[i].value)));
    struct value *given = value_object(fields.items, fields.count);
    vec_finish(&fields);
    bool is_fine = roots->functions->call(roots->functions->context, function,
                                          given, &made, error);
    value_unref(given);
    return is_fine ? made : NULL;
}

bool template_text_or_function(const struct value *value,
                               const struct template_roots *roots,
                               enum template_escape escape, struct buf *buf,
                               struct error *error)
{
    int64_t function = template_function(value);
    if (function < 0)
        return template_text(value_text(value), roots, escape, buf, error);
    struct value *made = call(function, roots, error);
    if (made == NULL)
        return false;
    bool is_fine = made->kind == VALUE_STRING || made->kind == VALUE_INT;
    if (is_fine)
        add_value(buf, made, TEMPLATE_PLAIN);
    else
        error_set(error, ERROR_SPEC, "its function has to give a text");
    value_unref(made);
    return is_fine;
}

/* ---- values ------------------------------------------------------------- */

static struct value *fill_text(struct str text,
                               const struct template_roots *roots,
                               struct error *error)
{
    struct str place = {NULL, 0};
    const struct value *value;
    size_t end = 0;
    if (str_starts_with(text, "${")) {
        if (!find_place(text, 0, &place, &end, error))
            return NULL;
        if (end == text.length)
            return look_up(place, roots, &value, error) ? value_ref(value)
                                                        : NULL;
    }
    struct buf buf = {0};
    struct value *filled = NULL;
    if (template_text(text, roots, TEMPLATE_PLAIN, &buf, error))
        filled = value_string(buf_str(&buf));
    buf_finish(&buf);
    return filled;
}

static struct value *fill_list(const struct value *list,
                               const struct template_roots *roots,
                               struct error *error)
{
    VEC(struct value *) items = VEC_EMPTY;
    struct value *filled = NULL;
    for (size_t i = 0; i < list->count; i++) {
        struct value *item = template_value(list->items[i], roots, error);
        if (item == NULL)
            goto drop;
        vec_push(&items, item);
    }
    filled = value_list(items.items, items.count);
    items.count = 0;
drop:
    for (size_t i = 0; i < items.count; i++)
        value_unref(items.items[i]);
    vec_finish(&items);
    return filled;
}

static struct value *fill_object(const struct value *object,
                                 const struct template_roots *roots,
                                 struct error *error)
{
    struct value *filled = value_ref(object);
    for (size_t i = 0; i < object->count; i++) {
        const struct value_field *field = &object->fields[i];
        struct value *part = template_value(field->value, roots, error);
        if (part == NULL) {
            value_unref(filled);
            return NULL;
        }
        struct value *next =
            value_with_field(filled, value_text(field->key), part);
        value_unref(filled);
        filled = next;
    }
    return filled;
}

/* Values from JSON nest only so deep. */
struct value *template_value(const struct value *value,
                             const struct template_roots *roots,
                             struct error *error)
{
    switch (value->kind) {
    case VALUE_STRING:
        return fill_text(value_text(value), roots, error);
    case VALUE_LIST:
        return fill_list(value, roots, error);
    case VALUE_OBJECT:
        return template_function(value) >= 0
                   ? call(template_function(value), roots, error)
                   : fill_object(value, roots, error);
    default:
        return value_ref(value);
    }
}
