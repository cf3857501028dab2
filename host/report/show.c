/* From the bottom up: fields, elements, selectors, states. */
#include "report/show.h"

#include "base/utf8.h"
#include "base/vec.h"
#include "report/diff.h"
#include "report/text.h"

enum {
    /* Of one selector in one step, unless all is asked for. */
    MOST_ELEMENTS = 10,
    /* Of a state or a difference on 80 columns, and more on fewer. */
    MOST_LINES = 12,
    USUAL_WIDTH = 80,
    LONGEST_VALUE_COLUMNS = 48,
    NEST = 2,      /* columns */
    CONTINUED = 4, /* further lines stand deeper than what is nested */
};

struct show {
    struct ink *ink;
    size_t indent;
    bool in_full;
};

static struct text_style value_style(const struct show *show, size_t most)
{
    return (struct text_style){show->ink->unicode,
                               show->in_full ? SIZE_MAX : most};
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r';
}

/* The text of markup: a run of blanks with a line end in it says no more than
 * one line end does. A new reference. */
static struct value *squeezed(const struct show *show,
                              const struct value *value)
{
    struct str text = value_text(value);
    if (show->in_full || value->kind != VALUE_STRING || text.length == 0 ||
        memchr(text.data, '\n', text.length) == NULL)
        return value_ref(value);
    struct buf out;
    buf_init(&out);
    for (size_t at = 0, end; at < text.length; at = end) {
        bool has_line_end = false;
        for (end = at; end < text.length && is_blank(text.data[end]); end++)
            has_line_end = has_line_end || text.data[end] == '\n';
        if (has_line_end)
            buf_add_char(&out, '\n');
        else
            buf_add(&out, text.data + at, end - at);
        if (end < text.length)
            buf_add_char(&out, text.data[end++]);
    }
    struct value *result = value_string(buf_str(&out));
    buf_finish(&out);
    return result;
}

/* The "name: value" pieces of one element on the current line. A piece waits
 * until it is known whether a comma follows, which must not stand alone. */
struct fields {
    const struct show *show;
    enum ink_style style;
    struct buf waiting;
    bool any;
};

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

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
    fields->any = true;
    buf_add_char(piece, ' ');
    text_add(piece, path, value_style(show, LONGEST_VALUE_COLUMNS));
    buf_add_text(piece, ": ");
    size_t used = utf8_width(buf_str(piece)); /* its space is the comma's */
    size_t room = ink_room(show->ink);
    size_t most = room > used + 10 ? room - used : 10;
    struct value *short_value = squeezed(show, value);
    text_add_value(piece, short_value,
                   value_style(show, smaller(most, LONGEST_VALUE_COLUMNS)));
    value_unref(short_value);
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
        if (path.length == 0 && diff_is_bookkeeping(key))
            continue;
        buf_clear(&name);
        buf_add_str(&name, path);
        if (path.length > 0)
            buf_add_char(&name, '.');
        buf_add_str(&name, key);
        if (value->kind == VALUE_OBJECT && value->count > 0)
            add_object_fields(fields, buf_str(&name), value);
        else
            add_field(fields, buf_str(&name), value);
    }
    buf_finish(&name);
}

static void add_fields(const struct show *show, enum ink_style style,
                       const struct value *element)
{
    struct fields fields = {.show = show, .style = style, .any = false};
    buf_init(&fields.waiting);
    add_object_fields(&fields, STR(""), element);
    flush_field(&fields, "");
    buf_finish(&fields.waiting);
    if (!fields.any)
        ink_piece(show->ink, style, " an element");
}

/* Begins a line inside a selector's part. */
static void begin_line(const struct show *show, size_t depth)
{
    size_t indent = show->indent + depth * NEST;
    ink_begin(show->ink, indent, indent + CONTINUED);
}

static void add_mark(const struct show *show, enum ink_style style,
                     const char *mark, size_t index, bool numbered)
{
    struct buf text;
    buf_init(&text);
    buf_add_text(&text, mark);
    if (numbered)
        buf_addf(&text, "%s[%zu]", *mark == '\0' ? "" : " ", index + 1);
    ink_piece(show->ink, style, buf_text(&text));
    buf_finish(&text);
}

static void add_selector(const struct show *show, struct str selector)
{
    struct buf name;
    buf_init(&name);
    text_add_selector(&name, selector,
                      value_style(show, show->ink->width - show->indent));
    begin_line(show, 0);
    ink_piece(show->ink, INK_PLAIN, buf_text(&name));
    buf_finish(&name);
}

static void add_value_line(const struct show *show, const struct value *value)
{
    struct buf text;
    buf_init(&text);
    buf_add_text(&text, "  ");
    text_add_value(&text, value, value_style(show, ink_room(show->ink) - 2));
    ink_piece(show->ink, INK_PLAIN, buf_text(&text));
    ink_end(show->ink);
    buf_finish(&text);
}

/* Says how many lines were left out. */
static void show_rest(const struct show *show, size_t count)
{
    if (count == 0)
        return;
    struct buf rest;
    buf_init(&rest);
    buf_addf(&rest, "and %zu more", count);
    ink_line(show->ink, show->indent + NEST, INK_DIM, buf_text(&rest));
    buf_finish(&rest);
}

static void show_elements(const struct show *show, const struct value *list)
{
    if (list->count == 1) {
        ink_piece(show->ink, INK_PLAIN, " ");
        add_fields(show, INK_PLAIN, list->items[0]);
        ink_end(show->ink);
        return;
    }
    ink_end(show->ink);
    size_t shown = list->count;
    if (!show->in_full && shown > MOST_ELEMENTS)
        shown = MOST_ELEMENTS;
    for (size_t i = 0; i < shown; i++) {
        begin_line(show, 1);
        add_mark(show, INK_PLAIN, "", i, true);
        add_fields(show, INK_PLAIN, list->items[i]);
        ink_end(show->ink);
    }
    show_rest(show, list->count - shown);
}

static bool is_empty(const struct value *value)
{
    return value->kind == VALUE_LIST && value->count == 0;
}

static bool is_empty_of_rank(const struct value *state, size_t at,
                             const struct focus *focus, enum fold_rank rank)
{
    return is_empty(state->fields[at].value) &&
           (focus == NULL ||
            focus_rank(focus, value_text(state->fields[at].key)) == rank);
}

/* "nothing matches `a`, `b`": together, because there are often many. Returns
 * how many they are. */
static size_t show_empty(const struct show *show, const struct value *state,
                         const struct focus *focus, enum fold_rank rank)
{
    size_t left = 0;
    for (size_t i = 0; i < state->count; i++)
        left += is_empty_of_rank(state, i, focus, rank);
    size_t count = left;
    if (left == 0)
        return 0;
    struct buf name;
    buf_init(&name);
    begin_line(show, 0);
    ink_piece(show->ink, INK_DIM, "nothing matches");
    for (size_t i = 0; i < state->count; i++) {
        if (!is_empty_of_rank(state, i, focus, rank))
            continue;
        buf_clear(&name);
        buf_add_char(&name, ' ');
        text_add_selector(&name, value_text(state->fields[i].key),
                          value_style(show, ink_room(show->ink) - 1));
        buf_add_text(&name, --left > 0 ? "," : "");
        ink_piece(show->ink, INK_DIM, buf_text(&name));
    }
    ink_end(show->ink);
    buf_finish(&name);
    return count;
}

/* What the specification wants to be told of: nothing of the application. */
static bool is_wish(struct str selector)
{
    return str_is(selector, "::watch") || str_is(selector, "::settle") ||
           str_is(selector, "::dialogs") || str_is(selector, "::delays") ||
           str_is(selector, "::clock");
}

/* A part of a state: on lines of its own, that may be left out. */
static struct ink part_of(const struct ink *ink)
{
    struct ink part;
    ink_init(&part, ink->colour, ink->unicode, ink->width);
    return part;
}

/* Behind the parts: "and 7 more selectors (-v)". */
static void print_parts(const struct show *show, struct fold *fold,
                        const char *verb)
{
    struct buf rest;
    size_t width = show->ink->width, lines = MOST_LINES;
    if (width < USUAL_WIDTH)
        lines = lines * USUAL_WIDTH / width;
    size_t left_out =
        fold_print(fold, show->ink, show->in_full ? SIZE_MAX : lines);
    if (left_out == 0)
        return;
    buf_init(&rest);
    buf_addf(&rest, "and %zu more selector%s%s, -v shows all", left_out,
             left_out == 1 ? "" : "s", verb);
    ink_line(show->ink, show->indent, INK_DIM, buf_text(&rest));
    buf_finish(&rest);
}

void show_state(struct ink *ink, size_t indent, const struct value *state,
                const struct focus *focus, bool in_full)
{
    struct fold fold = VEC_EMPTY;
    struct ink part;
    struct show show = {&part, indent, in_full};
    for (size_t i = 0; i < state->count; i++) {
        const struct value *value = state->fields[i].value;
        struct str selector = value_text(state->fields[i].key);
        if (is_empty(value) || is_wish(selector))
            continue;
        part = part_of(ink);
        add_selector(&show, selector);
        if (diff_is_elements(value))
            show_elements(&show, value);
        else
            add_value_line(&show, value);
        fold_add(&fold, &part, 1, focus_rank(focus, selector));
    }
    int ranks = focus == NULL ? 1 : FOLD_READ + 1;
    for (int rank = ranks - 1; rank >= 0; rank--) {
        part = part_of(ink);
        size_t count = show_empty(&show, state, in_full ? NULL : focus,
                                  (enum fold_rank)rank);
        if (count > 0)
            fold_add(&fold, &part, count, (enum fold_rank)rank);
        else
            ink_finish(&part);
        if (in_full)
            break;
    }
    print_parts(&(struct show){ink, indent, in_full}, &fold, "");
}

static void add_side(struct buf *out, const struct show *show,
                     const struct value *value, const struct value *other,
                     size_t most)
{
    if (value == NULL) {
        buf_add_text(out, "(not there)");
        return;
    }
    struct value *a = squeezed(show, value);
    struct value *b = other == NULL ? value_ref(value) : squeezed(show, other);
    if (other == NULL)
        text_add_value(out, a, value_style(show, most));
    else if (value_equal(a, b)) /* they differ in nothing but blanks */
        text_add_value_beside(out, value, other, value_style(show, most));
    else
        text_add_value_beside(out, a, b, value_style(show, most));
    value_unref(a);
    value_unref(b);
}

/* "label: old -> new" on the current line; what does not fit on the next. */
static void add_change(const struct show *show, const char *label,
                       const struct value *before, const struct value *after)
{
    struct ink *ink = show->ink;
    size_t used = utf8_width(str_text(label)) + 4; /* the arrow on its left */
    size_t room = ink_room(ink);
    size_t most = room > used + 10 ? room - used : 10;
    struct buf piece;
    buf_init(&piece);
    buf_add_text(&piece, label);
    add_side(&piece, show, before, after, most);
    ink_piece(ink, INK_PLAIN, buf_text(&piece));
    buf_clear(&piece);
    buf_addf(&piece, " %s ", text_arrow(ink->unicode));
    add_side(&piece, show, after, before, most);
    ink_piece(ink, INK_CYAN, buf_text(&piece));
    buf_finish(&piece);
}

static void add_field_changes(const struct show *show,
                              const struct diff_field_list *fields)
{
    struct buf label;
    buf_init(&label);
    for (size_t i = 0; i < fields->count; i++) {
        const struct diff_field *field = &fields->items[i];
        if (i > 0)
            ink_piece(show->ink, INK_PLAIN, ",");
        buf_clear(&label);
        buf_add_char(&label, ' ');
        text_add(&label, str_text(field->path),
                 value_style(show, LONGEST_VALUE_COLUMNS));
        buf_add_text(&label, ": ");
        add_change(show, buf_text(&label), field->before, field->after);
    }
    buf_finish(&label);
}

static void add_moved(const struct show *show,
                      const struct diff_element *element)
{
    struct buf text;
    buf_init(&text);
    buf_addf(&text, " (was [%zu])", element->before_index + 1);
    ink_piece(show->ink, INK_CYAN, buf_text(&text));
    buf_finish(&text);
}

static void add_difference(const struct show *show,
                           const struct diff_element *element, bool numbered)
{
    struct diff_field_list fields = {0};
    switch (element->kind) {
    case DIFF_ADDED:
        add_mark(show, INK_GREEN, "+", element->after_index, numbered);
        add_fields(show, INK_GREEN, element->after);
        break;
    case DIFF_REMOVED:
        add_mark(show, INK_RED, "-", element->before_index, numbered);
        add_fields(show, INK_RED, element->before);
        break;
    case DIFF_MODIFIED:
    case DIFF_UNMODIFIED: /* moved */
        if (numbered) /* alone, an element needs no mark: its arrow says it */
            add_mark(show, INK_CYAN, "~", element->after_index, true);
        if (element->moved)
            add_moved(show, element);
        diff_fields(&fields, element->before, element->after);
        add_field_changes(show, &fields);
        diff_field_list_finish(&fields);
        if (element->replaced)
            ink_piece(show->ink, INK_DIM, " (replaced)");
        break;
    }
    ink_end(show->ink);
}

static bool is_shown(const struct diff_element *element)
{
    return element->kind != DIFF_UNMODIFIED || element->moved;
}

static size_t count_shown(const struct diff_element_list *list)
{
    size_t shown = 0;
    for (size_t i = 0; i < list->count; i++)
        shown += is_shown(&list->items[i]);
    return shown;
}

/* Behind the selector when it is the only difference. */
static void show_only_difference(const struct show *show,
                                 const struct diff_element *element,
                                 bool numbered)
{
    bool has_mark = numbered || element->kind != DIFF_MODIFIED;
    ink_piece(show->ink, INK_PLAIN, has_mark ? "  " : " ");
    add_difference(show, element, numbered);
}

static void show_differences(const struct show *show,
                             const struct diff_element_list *list, size_t most,
                             bool numbered)
{
    ink_end(show->ink);
    size_t shown = 0;
    for (size_t i = 0; i < list->count && shown < most; i++) {
        if (!is_shown(&list->items[i]))
            continue;
        begin_line(show, 1);
        add_difference(show, &list->items[i], numbered);
        shown++;
    }
}

static bool show_element_difference(const struct show *show,
                                    struct str selector,
                                    const struct value *before,
                                    const struct value *after)
{
    struct diff_element_list list = {0};
    diff_elements(&list, before, after);
    diff_join_replaced(&list);
    size_t count = count_shown(&list);
    size_t most = show->in_full ? count : smaller(count, MOST_ELEMENTS);
    bool numbered = before->count > 1 || after->count > 1;
    if (count > 0)
        add_selector(show, selector);
    for (size_t i = 0; count == 1 && i < list.count; i++)
        if (is_shown(&list.items[i]))
            show_only_difference(show, &list.items[i], numbered);
    if (count > 1) {
        show_differences(show, &list, most, numbered);
        show_rest(show, count - most);
    }
    diff_element_list_finish(&list);
    return count > 0;
}

/* Either side may be NULL: the selector was not asked for. */
static bool show_selector_difference(const struct show *show,
                                     struct str selector,
                                     const struct value *before,
                                     const struct value *after)
{
    if (before != NULL && after != NULL) {
        if (value_equal(before, after))
            return false;
        if (diff_is_elements(before) && diff_is_elements(after))
            return show_element_difference(show, selector, before, after);
    }
    add_selector(show, selector);
    add_change(show, "  ", before, after);
    ink_end(show->ink);
    return true;
}

/* Adds the part of one selector, if there is a difference. */
static void add_difference_of(struct fold *fold, const struct show *show,
                              const struct focus *focus, struct str selector,
                              const struct value *before,
                              const struct value *after)
{
    struct ink part = part_of(show->ink);
    struct show inner = {&part, show->indent, show->in_full};
    if (show_selector_difference(&inner, selector, before, after))
        fold_add(fold, &part, 1, focus_rank(focus, selector));
    else
        ink_finish(&part);
}

bool show_difference(struct ink *ink, size_t indent, const struct value *before,
                     const struct value *after, const struct focus *focus,
                     bool in_full)
{
    struct show show = {ink, indent, in_full};
    struct fold fold = VEC_EMPTY;
    for (size_t i = 0; i < after->count; i++) {
        struct str selector = value_text(after->fields[i].key);
        add_difference_of(&fold, &show, focus, selector,
                          value_field(before, selector),
                          after->fields[i].value);
    }
    for (size_t i = 0; i < before->count; i++) {
        struct str selector = value_text(before->fields[i].key);
        if (value_field(after, selector) == NULL)
            add_difference_of(&fold, &show, focus, selector,
                              before->fields[i].value, NULL);
    }
    bool any = fold.count > 0;
    print_parts(&show, &fold, " changed");
    return any;
}
