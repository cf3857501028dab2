/* In this file: putting a part into a value, places, texts, values. */
#include "exec/http/unfill.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/memory.h"

enum { ITEMS_LIMIT = 1000 };

void unfill_finish(struct unfill_roots *roots)
{
    for (size_t i = 0; i < roots->count; i++) {
        value_unref(roots->items[i].value);
        roots->items[i].value = NULL;
    }
}

/* ---- putting a part into a value ---------------------------------------- */

/* One step of the way into a value: a name, or an index. */
struct way {
    struct str rest;
};

struct way_step {
    struct str name;
    size_t index;
    bool is_index;
};

/* The way has passed template.c: it is ".name", "[2]" or "["a name"]". */
static bool next_step(struct way *way, struct way_step *step)
{
    struct str rest = way->rest;
    size_t at = 1;
    if (rest.length < 2)
        return false;
    if (rest.data[0] == '.') {
        while (at < rest.length && rest.data[at] != '.' && rest.data[at] != '[')
            at++;
        *step = (struct way_step){.name = str_from(rest.data + 1, at - 1)};
    } else if (rest.data[1] == '"') {
        at = 2;
        while (at < rest.length && rest.data[at] != '"')
            at++;
        *step = (struct way_step){.name = str_from(rest.data + 2, at - 2)};
        at += 2;
    } else {
        *step = (struct way_step){.is_index = true};
        for (; at < rest.length && str_is_digit(rest.data[at]); at++)
            if (step->index < ITEMS_LIMIT)
                step->index = step->index * 10 + (size_t)(rest.data[at] - '0');
        at++;
    }
    if (at > rest.length)
        at = rest.length;
    way->rest = str_from(rest.data + at, rest.length - at);
    return true;
}

static struct value *put(const struct value *base, struct way way,
                         const struct value *part);

static struct value *put_item(const struct value *base, size_t index,
                              struct way way, const struct value *part)
{
    bool is_list = base != NULL && base->kind == VALUE_LIST;
    size_t had = is_list ? base->count : 0;
    size_t count = index < had ? had : index + 1;
    struct value **items = memory_zeroed(count, sizeof *items);
    for (size_t i = 0; i < count; i++)
        items[i] = i == index ? put(i < had ? base->items[i] : NULL, way, part)
                   : i < had  ? value_ref(base->items[i])
                              : value_null();
    struct value *list = value_list(items, count);
    free(items);
    return list;
}

static struct value *put_field(const struct value *base, struct str name,
                               struct way way, const struct value *part)
{
    bool is_object = base != NULL && base->kind == VALUE_OBJECT;
    const struct value *old = is_object ? value_field(base, name) : NULL;
    struct value *new = put(old, way, part);
    if (old != NULL)
        return value_with_field(base, name, new);
    size_t had = is_object ? base->count : 0;
    struct value_field *fields = memory_zeroed(had + 1, sizeof *fields);
    for (size_t i = 0; i < had; i++) {
        fields[i].key = value_ref(base->fields[i].key);
        fields[i].value = value_ref(base->fields[i].value);
    }
    fields[had] = (struct value_field){value_string(name), new};
    struct value *object = value_object(fields, had + 1);
    free(fields);
    return object;
}

/* A new value like `base` (or NULL), with the part at the end of the way. */
static struct value *put(const struct value *base, struct way way,
                         const struct value *part)
{
    struct way_step step;
    if (!next_step(&way, &step))
        return value_ref(part);
    if (!step.is_index)
        return put_field(base, step.name, way, part);
    if (step.index >= ITEMS_LIMIT)
        return base == NULL ? value_null() : value_ref(base);
    return put_item(base, step.index, way, part);
}

/* ---- places ------------------------------------------------------------- */

static void found(struct str place, const struct value *part,
                  const struct unfill_roots *roots)
{
    for (size_t i = 0; i < roots->count; i++) {
        struct unfill_root *root = &roots->items[i];
        size_t length = strlen(root->name);
        if (place.length < length ||
            memcmp(place.data, root->name, length) != 0 ||
            (place.length > length && place.data[length] != '.' &&
             place.data[length] != '['))
            continue;
        struct way way = {str_from(place.data + length, place.length - length)};
        struct value *new = put(root->value, way, part);
        value_unref(root->value);
        root->value = new;
    }
}

/* A place begins at `at`: its text, and where it ends. */
static bool is_place(struct str template, size_t at, struct str *place,
                     size_t *end)
{
    if (at + 2 > template.length || template.data[at] != '$' ||
        template.data[at + 1] != '{')
        return false;
    const char *begin = template.data + at + 2;
    size_t rest = template.length - at - 2;
    const char *close = rest == 0 ? NULL : memchr(begin, '}', rest);
    if (close == NULL)
        return false;
    *place = str_from(begin, (size_t)(close - begin));
    *end = (size_t)(close - template.data) + 1;
    return true;
}

/* ---- texts -------------------------------------------------------------- */

static int hex_of(char byte)
{
    return byte >= '0' && byte <= '9'   ? byte - '0'
           : byte >= 'a' && byte <= 'f' ? byte - 'a' + 10
           : byte >= 'A' && byte <= 'F' ? byte - 'A' + 10
                                        : -1;
}

static void add_unescaped(struct buf *buf, struct str text,
                          enum template_escape escape)
{
    for (size_t i = 0; i < text.length; i++) {
        int high = i + 2 < text.length ? hex_of(text.data[i + 1]) : -1;
        int low = i + 2 < text.length ? hex_of(text.data[i + 2]) : -1;
        if (escape == TEMPLATE_PATH && text.data[i] == '%' && high >= 0 &&
            low >= 0) {
            buf_add_char(buf, (char)(high * 16 + low));
            i += 2;
        } else {
            buf_add_char(buf, text.data[i]);
        }
    }
}

static struct value *value_of(struct str text, enum template_escape escape)
{
    struct buf plain = {0};
    add_unescaped(&plain, text, escape);
    struct value *value = value_parse(buf_str(&plain), NULL);
    if (value != NULL &&
        (value->kind == VALUE_LIST || value->kind == VALUE_OBJECT ||
         value->kind == VALUE_STRING)) {
        value_unref(value);
        value = NULL;
    }
    if (value == NULL) {
        struct buf json = {0};
        json_add_string(&json, buf_str(&plain)); /* replaces what is no UTF-8 */
        value = value_parse(buf_str(&json), NULL);
        buf_finish(&json);
    }
    buf_finish(&plain);
    return value;
}

/* The letters after a place, up to the next one. */
static struct str letters_behind(struct str template, size_t at)
{
    struct str place;
    size_t end = at, ignored;
    while (end < template.length && !is_place(template, end, &place, &ignored))
        end++;
    return str_from(template.data + at, end - at);
}

static bool ends_segment(char byte)
{
    return byte == '/' || byte == '?' || byte == '&' || byte == '#';
}

/* How many bytes of the text the place takes. False: none fit. */
static bool measure(struct str text, size_t at, struct str behind,
                    enum template_escape escape, size_t *length)
{
    for (size_t end = at; end <= text.length; end++) {
        bool fits =
            behind.length == 0
                ? end == text.length
                : end + behind.length <= text.length &&
                      memcmp(text.data + end, behind.data, behind.length) == 0;
        *length = end - at;
        if (fits)
            return true;
        if (end < text.length && escape == TEMPLATE_PATH &&
            ends_segment(text.data[end]))
            return false;
    }
    return false;
}

bool unfill_text(struct str template, struct str text,
                 enum template_escape escape, const struct unfill_roots *roots)
{
    size_t at = 0, i = 0, end, length;
    struct str place;
    while (i < template.length) {
        if (template.length - i >= 3 &&
            memcmp(template.data + i, "$${", 3) == 0)
            i++; /* "${" */
        else if (is_place(template, i, &place, &end)) {
            struct str behind = letters_behind(template, end);
            if (!measure(text, at, behind, escape, &length))
                return false;
            struct value *part =
                value_of(str_from(text.data + at, length), escape);
            found(place, part, roots);
            value_unref(part);
            at += length;
            i = end;
            continue;
        }
        if (at == text.length || text.data[at] != template.data[i])
            return false;
        at++;
        i++;
    }
    return at == text.length;
}

/* ---- values ------------------------------------------------------------- */

static bool unfill_string(const struct value *template,
                          const struct value *value,
                          const struct unfill_roots *roots)
{
    struct str text = value_text(template), place;
    size_t end;
    if (is_place(text, 0, &place, &end) && end == text.length) {
        found(place, value, roots);
        return true;
    }
    return value->kind == VALUE_STRING &&
           unfill_text(text, value_text(value), TEMPLATE_PLAIN, roots);
}

static bool unfill_list(const struct value *template, const struct value *value,
                        const struct unfill_roots *roots)
{
    if (value->kind != VALUE_LIST || value->count != template->count)
        return false;
    for (size_t i = 0; i < template->count; i++)
        if (!unfill_value(template->items[i], value->items[i], roots))
            return false;
    return true;
}

static bool unfill_object(const struct value *template,
                          const struct value *value,
                          const struct unfill_roots *roots)
{
    for (size_t i = 0; i < template->count; i++) {
        const struct value *part =
            value_field(value, value_text(template->fields[i].key));
        if (part == NULL ||
            !unfill_value(template->fields[i].value, part, roots))
            return false;
    }
    return value->kind == VALUE_OBJECT;
}

bool unfill_value(const struct value *template, const struct value *value,
                  const struct unfill_roots *roots)
{
    switch (template->kind) {
    case VALUE_STRING:
        return unfill_string(template, value, roots);
    case VALUE_LIST:
        return unfill_list(template, value, roots);
    case VALUE_OBJECT:
        return unfill_object(template, value, roots);
    default:
        return value_equal(template, value);
    }
}
