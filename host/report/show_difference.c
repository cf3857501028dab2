/* From the bottom up: fields, elements, selectors, states. */
#include "report/show.h"

#include "base/utf8.h"
#include "base/vec.h"
#include "report/diff.h"
#include "report/show_internal.h"

static void add_side(struct buf *out, const struct show *show,
                     const struct value *value, const struct value *other,
                     size_t most)
{
    if (value == NULL) {
        buf_add_text(out, "(not there)");
        return;
    }
    struct value *a = show_squeezed(show, value);
    struct value *b =
        other == NULL ? value_ref(value) : show_squeezed(show, other);
    if (other == NULL)
        text_add_value(out, a, show_style(show, most));
    else if (value_equal(a, b)) /* they differ in nothing but blanks */
        text_add_value_beside(out, value, other, show_style(show, most));
    else
        text_add_value_beside(out, a, b, show_style(show, most));
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
                 show_style(show, SHOW_LONGEST_VALUE));
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
                           const struct diff_element *element,
                           struct places places)
{
    struct diff_field_list fields = {0};
    switch (element->kind) {
    case DIFF_ADDED:
        show_mark(show, INK_GREEN, "+", places);
        show_fields(show, INK_GREEN, STR(""), element->after);
        break;
    case DIFF_REMOVED:
        show_mark(show, INK_RED, "-", places);
        show_fields(show, INK_RED, STR(""), element->before);
        break;
    case DIFF_MODIFIED:
    case DIFF_UNMODIFIED:    /* moved */
        if (places.numbered) /* alone it needs no mark: its arrow says it */
            show_mark(show, INK_CYAN, "~", places);
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

static size_t place_of(const struct diff_element *element)
{
    return element->kind == DIFF_REMOVED ? element->before_index
                                         : element->after_index;
}

/* The elements from this entry on, one after the other, of which the same is
 * told; in full each is told of. */
static struct places places_from(const struct show *show,
                                 const struct diff_element_list *list,
                                 size_t at, bool numbered)
{
    const struct diff_element *first = &list->items[at];
    struct places places = {place_of(first), 1, numbered};
    for (size_t i = at + 1; i < list->count && !show->in_full; i++) {
        const struct diff_element *next = &list->items[i];
        if (place_of(next) != places.first + places.count || !is_shown(next) ||
            !diff_is_alike(first, next))
            break;
        places.count++;
    }
    return places;
}

/* After the selector when it is the only difference. */
static void show_only_difference(const struct show *show,
                                 const struct diff_element *element,
                                 struct places places)
{
    bool has_mark = places.numbered || element->kind != DIFF_MODIFIED;
    ink_piece(show->ink, INK_PLAIN, has_mark ? "  " : " ");
    add_difference(show, element, places);
}

/* Returns of how many elements it has told. */
static size_t show_differences(const struct show *show,
                               const struct diff_element_list *list,
                               bool numbered)
{
    size_t most = show->in_full ? SIZE_MAX : SHOW_MOST_ELEMENTS;
    size_t shown = 0, lines = 0;
    ink_end(show->ink);
    for (size_t i = 0; i < list->count && lines < most; i++) {
        if (!is_shown(&list->items[i]))
            continue;
        struct places places = places_from(show, list, i, numbered);
        show_begin_line(show, 1);
        add_difference(show, &list->items[i], places);
        shown += places.count;
        i += places.count - 1;
        lines++;
    }
    return shown;
}

static size_t first_shown(const struct diff_element_list *list)
{
    size_t at = 0;
    while (!is_shown(&list->items[at]))
        at++;
    return at;
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
    bool numbered = before->count > 1 || after->count > 1;
    if (count > 0) {
        size_t first = first_shown(&list);
        struct places places = places_from(show, &list, first, numbered);
        show_selector(show, selector);
        if (places.count == count)
            show_only_difference(show, &list.items[first], places);
        else
            show_rest(show, count - show_differences(show, &list, numbered));
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
    show_selector(show, selector);
    add_change(show, "  ", before, after);
    ink_end(show->ink);
    return true;
}

static bool is_for_guards_alone(const struct diff_element *element)
{
    struct diff_field_list fields = {0};
    bool is_acted_on =
        element->kind == DIFF_MODIFIED && !element->moved &&
        (value_field_named(element->after, "interactable") != NULL ||
         value_field_named(element->after, "reachable") != NULL);
    if (!is_acted_on)
        return element->kind == DIFF_UNMODIFIED && !element->moved;
    diff_fields(&fields, element->before, element->after);
    bool result = true;
    for (size_t i = 0; i < fields.count; i++)
        result &= show_is_for_guards(str_text(fields.items[i].path));
    diff_field_list_finish(&fields);
    return result;
}

/* With each dialog and each veil all that actions name can be acted on, or
 * cannot any more. That says less than what the page shows. */
static enum fold_rank rank_of(const struct focus *focus, struct str selector,
                              const struct value *before,
                              const struct value *after)
{
    enum fold_rank rank = focus_rank(focus, selector);
    if (rank != FOLD_MOVES || before == NULL || after == NULL ||
        !diff_is_elements(before) || !diff_is_elements(after))
        return rank;
    struct diff_element_list list = {0};
    diff_elements(&list, before, after);
    diff_join_replaced(&list);
    bool is_little = true;
    for (size_t i = 0; i < list.count; i++)
        is_little &= is_for_guards_alone(&list.items[i]);
    diff_element_list_finish(&list);
    return is_little ? FOLD_OTHER : rank;
}

/* Adds the part of one selector, if there is a difference. */
static void add_difference_of(struct fold *fold, const struct show *show,
                              const struct focus *focus, struct str selector,
                              const struct value *before,
                              const struct value *after)
{
    struct ink part = show_part_of(show->ink);
    struct show inner = {&part, show->indent, show->in_full, NULL};
    if (show_selector_difference(&inner, selector, before, after))
        fold_add(fold, &part, 1, rank_of(focus, selector, before, after));
    else
        ink_finish(&part);
}

bool show_difference(struct ink *ink, size_t indent, const struct value *before,
                     const struct value *after, const struct focus *focus,
                     bool in_full)
{
    struct show show = {ink, indent, in_full, NULL};
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
    show_print_parts(&show, &fold, " changed");
    return any;
}
