/* Order of this file: one field, the fields of an element. */
#include "report/show_internal.h"

#include "base/utf8.h"
#include "report/diff.h"
#include "trace/element.h"

/* Of an element with more, only those are shown that change in the run. */
enum { MOST_FIELDS = 5 };

/* The "name: value" pieces of one element on the current line. A piece waits
 * until it is known whether a comma follows, which must not stand alone. */
struct fields {
    const struct show *show;
    enum ink_style style;
    struct buf waiting;
    struct str selector;
    bool is_short; /* only what changes in the run */
    size_t shown, left_out;
};

static void flush_field(struct fields *fields, const char *end)
{
    if (fields->waiting.length == 0)
        return;
    buf_add_text(&fields->waiting, end);
    ink_piece(fields->show->ink, fields->style, buf_text(&fields->waiting));
    buf_clear(&fields->waiting);
}

static void add_field(struct fields *fields, struct str path,
                      const struct value *value)
{
    const struct show *show = fields->show;
    struct buf *piece = &fields->waiting;
    flush_field(fields, ",");
    fields->shown++;
    buf_add_char(piece, ' ');
    text_add(piece, path, show_style(show, SHOW_LONGEST_VALUE));
    buf_add_text(piece, ": ");
    size_t used = utf8_width(buf_str(piece)); /* its space is the comma's */
    size_t room = ink_room(show->ink);
    size_t most = room > used + 10 ? room - used : 10;
    struct value *short_value = show_squeezed(show, value);
    text_add_value(piece, short_value,
                   show_style(show, show_smaller(most, SHOW_LONGEST_VALUE)));
    value_unref(short_value);
}

static bool is_left_out(const struct fields *fields, struct str path)
{
    return fields->is_short &&
           !focus_field_moves(fields->show->focus, fields->selector, path);
}

/* Goes into objects ("css.display"), as the differences do. Values nest no
 * deeper than JSON_DEPTH_LIMIT. */
static void add_object_fields(struct fields *fields, struct str path,
                              const struct value *object)
{
    struct buf name;
    buf_init(&name);
    for (size_t i = 0; i < object->count; i++) {
        struct str key = value_text(object->fields[i].key);
        const struct value *value = object->fields[i].value;
        if (path.length == 0 && element_is_place(key))
            continue;
        buf_clear(&name);
        buf_add_str(&name, path);
        if (path.length > 0)
            buf_add_char(&name, '.');
        buf_add_str(&name, key);
        if (value->kind == VALUE_OBJECT && value->count > 0)
            add_object_fields(fields, buf_str(&name), value);
        else if (is_left_out(fields, buf_str(&name)))
            fields->left_out++;
        else
            add_field(fields, buf_str(&name), value);
    }
    buf_finish(&name);
}

/* Those that add_object_fields shows of it. */
static size_t count_fields(const struct value *object, bool is_below)
{
    size_t count = 0;
    for (size_t i = 0; i < object->count; i++) {
        const struct value *value = object->fields[i].value;
        if (!is_below && element_is_place(value_text(object->fields[i].key)))
            continue;
        bool is_nested = value->kind == VALUE_OBJECT && value->count > 0;
        count += is_nested ? count_fields(value, true) : 1;
    }
    return count;
}

bool show_is_for_guards(struct str field)
{
    static const char *const names[] = {"enabled", "visible", "interactable",
                                        "inViewport", "reachable"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (str_is(field, names[i]))
            return true;
    return false;
}

bool show_is_short(const struct show *show, const struct value *element)
{
    return show->focus != NULL && count_fields(element, false) > MOST_FIELDS;
}

static void add_left_out(const struct fields *fields)
{
    struct buf text;
    buf_init(&text);
    buf_addf(&text, " and %zu more field%s", fields->left_out,
             fields->left_out == 1 ? "" : "s");
    ink_piece(fields->show->ink, INK_DIM, buf_text(&text));
    buf_finish(&text);
}

void show_fields(const struct show *show, enum ink_style style,
                 struct str selector, const struct value *element)
{
    struct fields fields = {
        .show = show,
        .style = style,
        .selector = selector,
        .is_short = show_is_short(show, element),
    };
    buf_init(&fields.waiting);
    add_object_fields(&fields, STR(""), element);
    flush_field(&fields, "");
    buf_finish(&fields.waiting);
    if (fields.left_out > 0)
        add_left_out(&fields);
    else if (fields.shown == 0)
        ink_piece(show->ink, style, " an element");
}
