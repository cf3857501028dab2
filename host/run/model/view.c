/* In this file: parts of a description, what is shown of a value, leaves,
 * whether two agree, whether one fits, the order of fields, the first
 * difference, selectors. */
#include "run/model/view.h"

#include <stdlib.h>

#include "base/vec.h"
#include "run/model/excerpt.h"
#include "trace/operation.h"

static const struct value *fields_of(const struct value *view)
{
    return value_field_named(view, "fields");
}

/* The description of each item of a list; NULL: it is none. */
static const struct value *items_of(const struct value *view)
{
    return value_field_named(view, "of");
}

static bool is_text(const struct value *view)
{
    return value_field_named(view, "text") != NULL;
}

static void cut(struct buf *path, size_t length)
{
    path->length = length;
    if (path->data != NULL)
        path->data[length] = '\0';
}

/* ---- what is shown of a value ------------------------------------------- */

static void add_shown(struct buf *out, const struct value *value)
{
    struct buf text = {0};
    operation_add_value(&text, value);
    excerpt_add(out, buf_str(&text), 0);
    buf_finish(&text);
}

/* ---- leaves ------------------------------------------------------------- */

static bool is_white(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* In one line, as it is laid out. A no-break space is laid out, too. */
static void add_line(struct buf *out, struct str text)
{
    bool any = false, owed = false;
    for (size_t i = 0; i < text.length; i++) {
        bool is_hard = i + 1 < text.length && text.data[i] == '\xc2' &&
                       text.data[i + 1] == '\xa0';
        if (is_hard || is_white(text.data[i])) {
            owed = any;
            i += is_hard;
            continue;
        }
        if (owed)
            buf_add_char(out, ' ');
        buf_add_char(out, text.data[i]);
        owed = false;
        any = true;
    }
}

static void add_as_text(struct buf *out, const struct value *value)
{
    if (value->kind == VALUE_STRING)
        add_line(out, value_text(value));
    else
        value_add_json(out, value);
}

static bool reads_alike(const struct value *expected, const struct value *got)
{
    if (got->kind != VALUE_STRING ||
        (expected->kind != VALUE_STRING && expected->kind != VALUE_INT &&
         expected->kind != VALUE_FLOAT))
        return false;
    struct buf a = {0}, b = {0};
    add_as_text(&a, expected);
    add_as_text(&b, got);
    bool is_same = str_equal(buf_str(&a), buf_str(&b));
    buf_finish(&a);
    buf_finish(&b);
    return is_same;
}

static bool leaves_agree(const struct value *view, const struct value *expected,
                         const struct value *got)
{
    return value_equal(expected, got) ||
           (is_text(view) && reads_alike(expected, got));
}

/* ---- whether they agree ------------------------------------------------- */

static bool fields_agree(const struct value *fields,
                         const struct value *expected, const struct value *got)
{
    if (expected->kind != VALUE_OBJECT || got->kind != VALUE_OBJECT)
        return value_equal(expected, got);
    for (size_t i = 0; i < expected->count; i++) {
        struct str name = value_text(expected->fields[i].key);
        const struct value *view = value_field(fields, name);
        const struct value *part = value_field(got, name);
        if (view == NULL || part == NULL ||
            !view_agrees(view, expected->fields[i].value, part))
            return false;
    }
    return true;
}

static bool lists_agree(const struct value *view, const struct value *expected,
                        const struct value *got)
{
    if (expected->kind != VALUE_LIST || got->kind != VALUE_LIST ||
        expected->count != got->count)
        return false;
    for (size_t i = 0; i < expected->count; i++)
        if (!view_agrees(view, expected->items[i], got->items[i]))
            return false;
    return true;
}

bool view_agrees(const struct value *view, const struct value *expected,
                 const struct value *got)
{
    if (fields_of(view) != NULL)
        return fields_agree(fields_of(view), expected, got);
    if (items_of(view) != NULL)
        return lists_agree(items_of(view), expected, got);
    return leaves_agree(view, expected, got);
}

/* ---- whether one fits --------------------------------------------------- */

static bool fits_at(const struct value *view, const struct value *expected,
                    struct buf *path, struct error *error);

static bool misfit(const struct buf *path, const char *wanted,
                   const struct value *expected, struct error *error)
{
    struct buf given = {0};
    add_shown(&given, expected);
    bool is_top = path->length == 0;
    error_set(error, ERROR_SPEC, "%s%s must be %s, as \"view\" says, not %s",
              is_top ? "what it gives" : "", is_top ? "" : buf_text(path),
              wanted, buf_text(&given));
    buf_finish(&given);
    return false;
}

static bool fields_fit(const struct value *fields, const struct value *expected,
                       struct buf *path, struct error *error)
{
    if (expected->kind != VALUE_OBJECT)
        return misfit(path, "an object", expected, error);
    for (size_t i = 0; i < expected->count; i++) {
        struct str name = value_text(expected->fields[i].key);
        const struct value *view = value_field(fields, name);
        size_t length = path->length;
        if (view == NULL)
            return error_set(error, ERROR_SPEC,
                             "it has %.*s%s%.*s, which \"view\" does not have",
                             (int)path->length, buf_text(path),
                             path->length > 0 ? "." : "", STR_ARGS(name));
        buf_addf(path, "%s%.*s", length > 0 ? "." : "", STR_ARGS(name));
        if (!fits_at(view, expected->fields[i].value, path, error))
            return false;
        cut(path, length);
    }
    return true;
}

static bool items_fit(const struct value *view, const struct value *expected,
                      struct buf *path, struct error *error)
{
    if (expected->kind != VALUE_LIST)
        return misfit(path, "a list", expected, error);
    for (size_t i = 0; i < expected->count; i++) {
        size_t length = path->length;
        buf_addf(path, "[%zu]", i);
        if (!fits_at(view, expected->items[i], path, error))
            return false;
        cut(path, length);
    }
    return true;
}

/* A property of an element may be anything. */
static bool fits_at(const struct value *view, const struct value *expected,
                    struct buf *path, struct error *error)
{
    enum value_kind kind = expected->kind;
    bool is_whole = kind == VALUE_LIST || kind == VALUE_OBJECT;
    if (fields_of(view) != NULL)
        return fields_fit(fields_of(view), expected, path, error);
    if (items_of(view) != NULL)
        return items_fit(items_of(view), expected, path, error);
    if (value_field_named(view, "count") != NULL)
        return kind == VALUE_INT || misfit(path, "a number", expected, error);
    if (value_field_named(view, "shown") != NULL)
        return kind == VALUE_BOOL ||
               misfit(path, "true or false", expected, error);
    int64_t number, slot;
    if (is_text(view) && is_whole &&
        !value_is_reference(expected, &number, &slot))
        return misfit(path, "a text, a number or null", expected, error);
    return true;
}

bool view_fits(const struct value *view, const struct value *expected,
               struct error *error)
{
    struct buf path = {0};
    bool fits = fits_at(view, expected, &path, error);
    buf_finish(&path);
    return fits;
}

/* ---- the order of fields ------------------------------------------------ */

static struct value *fields_ordered(const struct value *fields,
                                    const struct value *expected)
{
    VEC(struct value_field) found = VEC_EMPTY;
    for (size_t i = 0; i < fields->count; i++) {
        const struct value *key = fields->fields[i].key;
        const struct value *part = value_field(expected, value_text(key));
        if (part == NULL)
            continue;
        struct value_field field = {
            value_ref(key), view_ordered(fields->fields[i].value, part)};
        vec_push(&found, field);
    }
    struct value *object = value_object(found.items, found.count);
    vec_finish(&found);
    return object;
}

static struct value *items_ordered(const struct value *view,
                                   const struct value *expected)
{
    VEC(struct value *) items = VEC_EMPTY;
    for (size_t i = 0; i < expected->count; i++)
        vec_push(&items, view_ordered(view, expected->items[i]));
    struct value *list = value_list(items.items, items.count);
    vec_finish(&items);
    return list;
}

struct value *view_ordered(const struct value *view,
                           const struct value *expected)
{
    if (fields_of(view) != NULL && expected->kind == VALUE_OBJECT)
        return fields_ordered(fields_of(view), expected);
    if (items_of(view) != NULL && expected->kind == VALUE_LIST)
        return items_ordered(items_of(view), expected);
    return value_ref(expected);
}

/* ---- the first difference ----------------------------------------------- */

static bool add_at(struct buf *out, const struct value *view,
                   const struct value *expected, const struct value *got,
                   struct buf *path);

static void add_leaf(struct buf *out, const struct value *expected,
                     const struct value *got, const struct buf *path)
{
    if (path->length > 0)
        buf_addf(out, "%.*s: ", (int)path->length, path->data);
    struct buf wanted = {0}, found = {0};
    operation_add_value(&wanted, expected);
    operation_add_value(&found, got);
    size_t from = excerpt_begin(buf_str(&wanted), buf_str(&found));
    buf_add_text(out, "expected ");
    excerpt_add(out, buf_str(&wanted), from);
    buf_add_text(out, ", got ");
    excerpt_add(out, buf_str(&found), from);
    buf_finish(&wanted);
    buf_finish(&found);
}

static bool add_in_fields(struct buf *out, const struct value *fields,
                          const struct value *expected, const struct value *got,
                          struct buf *path)
{
    for (size_t i = 0; i < expected->count; i++) {
        struct str name = value_text(expected->fields[i].key);
        const struct value *view = value_field(fields, name);
        const struct value *part = value_field(got, name);
        size_t length = path->length;
        buf_addf(path, "%s%.*s", length > 0 ? "." : "", STR_ARGS(name));
        bool differs = view != NULL && part != NULL &&
                       add_at(out, view, expected->fields[i].value, part, path);
        cut(path, length);
        if (differs)
            return true;
    }
    return false;
}

/* Of lists that are not equally long the lengths come first. */
static bool add_in_list(struct buf *out, const struct value *view,
                        const struct value *expected, const struct value *got,
                        struct buf *path)
{
    size_t length = path->length, i = 0;
    while (i < expected->count && i < got->count &&
           view_agrees(view, expected->items[i], got->items[i]))
        i++;
    if (expected->count == got->count && i == got->count)
        return false;
    bool is_longer = expected->count != got->count;
    if (is_longer)
        buf_addf(out, "%.*s.length: expected %zu, got %zu; ", (int)path->length,
                 path->length > 0 ? path->data : "", expected->count,
                 got->count);
    buf_addf(path, "[%zu]", i);
    if (i >= got->count) {
        buf_addf(out, "%.*s: expected ", (int)path->length, path->data);
        add_shown(out, expected->items[i]);
        buf_add_text(out, ", and there is none");
    } else if (i >= expected->count) {
        buf_addf(out, "%.*s: expected none, got ", (int)path->length,
                 path->data);
        add_shown(out, got->items[i]);
    } else {
        add_at(out, view, expected->items[i], got->items[i], path);
    }
    cut(path, length);
    return true;
}

/* Where a selector finds nothing, it is named: it may be wrong itself. */
static void add_selector(struct buf *out, const struct value *view,
                         const char *kind)
{
    struct str selector = value_text(value_field_named(view, kind));
    if (selector.length > 0)
        buf_addf(out, " (nothing is displayed that `%.*s` finds)",
                 STR_ARGS(selector));
}

/* False: they agree, and nothing was added. */
static bool add_at(struct buf *out, const struct value *view,
                   const struct value *expected, const struct value *got,
                   struct buf *path)
{
    if (view_agrees(view, expected, got))
        return false;
    if (fields_of(view) != NULL && expected->kind == VALUE_OBJECT &&
        got->kind == VALUE_OBJECT &&
        add_in_fields(out, fields_of(view), expected, got, path))
        return true;
    if (items_of(view) != NULL && expected->kind == VALUE_LIST &&
        got->kind == VALUE_LIST &&
        add_in_list(out, items_of(view), expected, got, path)) {
        if (got->count == 0)
            add_selector(out, view, "all");
        return true;
    }
    add_leaf(out, expected, got, path);
    if (is_text(view) && got->kind == VALUE_NULL)
        add_selector(out, view, "one");
    return true;
}

void view_add_difference(struct buf *out, const struct value *view,
                         const struct value *expected, const struct value *got)
{
    struct buf path = {0};
    add_at(out, view, expected, got, &path);
    buf_finish(&path);
}

/* ---- selectors ---------------------------------------------------------- */

struct telling {
    void (*told)(void *context, struct str selector, bool found);
    void *context;
};

static void tell_at(const struct telling *telling, const struct value *view,
                    const struct value *got);

static void tell_fields(const struct telling *telling,
                        const struct value *fields, const struct value *got)
{
    for (size_t i = 0; i < fields->count; i++) {
        const struct value *part =
            value_field(got, value_text(fields->fields[i].key));
        if (part != NULL)
            tell_at(telling, fields->fields[i].value, part);
    }
}

/* A list without items says nothing of what is looked up in them. */
static void tell_items(const struct telling *telling, const struct value *view,
                       const struct value *got)
{
    struct str selector = value_text(value_field_named(view, "all"));
    telling->told(telling->context, selector, got->count > 0);
    for (size_t i = 0; i < got->count; i++)
        tell_at(telling, items_of(view), got->items[i]);
}

static void tell_at(const struct telling *telling, const struct value *view,
                    const struct value *got)
{
    static const char *const kinds[] = {"one", "count", "shown"};
    if (fields_of(view) != NULL)
        tell_fields(telling, fields_of(view), got);
    else if (items_of(view) != NULL && got->kind == VALUE_LIST)
        tell_items(telling, view, got);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct str selector = value_text(value_field_named(view, kinds[i]));
        bool is_nothing =
            got->kind == VALUE_NULL ||
            (got->kind == VALUE_BOOL && i == 2 && !got->boolean) ||
            (got->kind == VALUE_INT && i == 1 && got->integer == 0);
        if (selector.length > 0)
            telling->told(telling->context, selector, !is_nothing);
    }
}

void view_each_selector(const struct value *view, const struct value *got,
                        void (*told)(void *context, struct str selector,
                                     bool found),
                        void *context)
{
    struct telling telling = {told, context};
    tell_at(&telling, view, got);
}
