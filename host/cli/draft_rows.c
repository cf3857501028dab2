/* In this file: texts and names, selectors, parts of a row. */
#include "cli/draft_rows.h"

#include <ctype.h>
#include <string.h>

#include "cli/draft_page.h"

enum {
    PARTS_MOST = 6,  /* of a row */
    NAME_LIMIT = 24, /* bytes of a name */
};

/* ---- texts and names ---------------------------------------------------- */

void draft_add_quoted(struct buf *out, struct str text)
{
    buf_add_char(out, '\'');
    for (size_t i = 0; i < text.length; i++) {
        unsigned char c = (unsigned char)text.data[i];
        if (c == '\'' || c == '\\')
            buf_addf(out, "\\%c", c);
        else if (c < 0x20 || c == 0x7F)
            buf_addf(out, "\\x%02x", c);
        else
            buf_add_char(out, (char)c);
    }
    buf_add_char(out, '\'');
}

void draft_add_new_name(struct map *names, struct buf *name)
{
    size_t length = name->length;
    for (size_t number = 2; map_has(names, buf_str(name)); number++) {
        name->length = length;
        buf_addf(name, "%zu", number);
    }
    map_set(names, buf_str(name), names);
}

/* "dueDate" of "due-date" or "Due date"; nothing of what begins with a digit or
 * has no letter of ASCII. */
static void add_member(struct buf *out, struct str text)
{
    size_t start = out->length;
    bool begins = false;
    for (size_t i = 0; i < text.length && out->length - start < NAME_LIMIT;
         i++) {
        unsigned char c = (unsigned char)text.data[i];
        if (c >= 0x80 || !isalnum(c)) {
            begins = true;
            continue;
        }
        if (out->length == start && isdigit(c))
            return;
        bool is_first = out->length == start;
        buf_add_char(out, (char)(is_first ? tolower(c)
                                 : begins ? toupper(c)
                                          : c));
        begins = false;
    }
}

/* The first of `texts` that is a name, else `usual`; new in *names. */
void draft_add_member(struct buf *name, struct map *names,
                      const struct str *texts, size_t count, const char *usual)
{
    for (size_t i = 0; i < count && name->length == 0; i++)
        add_member(name, texts[i]);
    if (name->length == 0)
        buf_add_text(name, usual);
    draft_add_new_name(names, name);
}

struct str draft_tag(const struct value *element)
{
    return draft_text(element, "tag");
}

struct str draft_class(const struct value *element)
{
    const struct value *names = value_field(element, STR("classList"));
    for (size_t i = 0; names != NULL && i < names->count; i++) {
        struct str name = value_text(names->items[i]);
        bool is_plain = name.length > 0 && isalpha((unsigned char)*name.data);
        for (size_t k = 0; k < name.length; k++)
            is_plain &= isalnum((unsigned char)name.data[k]) ||
                        strchr("-_", name.data[k]) != NULL;
        if (is_plain)
            return name;
    }
    return STR("");
}

bool draft_has_ref(const struct value *list, const struct value *element)
{
    const struct value *ref = value_field(element, STR("ref"));
    for (size_t i = 0; ref != NULL && i < list->count; i++)
        if (value_equal(value_field(list->items[i], STR("ref")), ref))
            return true;
    return false;
}

bool draft_is_leaf(const struct value *element)
{
    const struct value *count = value_field(element, STR("childElementCount"));
    return count != NULL && count->kind == VALUE_INT && count->integer == 0;
}

/* ---- selectors ---------------------------------------------------------- */

/* How many of the elements that are tables or lists have this selector. */
static size_t count_of(const struct value *state, const struct value *all,
                       struct str selector)
{
    size_t count = 0;
    for (size_t i = 0; i < all->count; i++) {
        struct buf other = {0};
        draft_add_selector(&other, state, draft_scopes, all->items[i]);
        count += str_equal(buf_str(&other), selector);
        buf_finish(&other);
    }
    return count;
}

/* False: it finds others, too. */
bool draft_add_own_selector(struct buf *out, const struct value *state,
                            const struct value *all,
                            const struct value *element)
{
    draft_add_selector(out, state, draft_scopes, element);
    return count_of(state, all, buf_str(out)) == 1;
}

/* ---- parts of a row ------------------------------------------------------ */

void draft_parts_init(struct draft_parts *parts)
{
    *parts = (struct draft_parts){0};
    map_init(&parts->names);
    map_init(&parts->selectors);
}

void draft_parts_finish(struct draft_parts *parts)
{
    buf_finish(&parts->text);
    map_finish(&parts->names);
    map_finish(&parts->selectors);
}

void draft_parts_add(struct draft_parts *parts, const struct str *texts,
                     size_t count, const char *usual, struct str selector)
{
    struct buf name = {0};
    if (parts->count == PARTS_MOST || map_has(&parts->selectors, selector))
        return;
    map_set(&parts->selectors, selector, parts);
    draft_add_member(&name, &parts->names, texts, count, usual);
    buf_addf(&parts->text, "%s%s: ", parts->count++ == 0 ? "" : ", ",
             buf_text(&name));
    draft_add_quoted(&parts->text, selector);
    buf_finish(&name);
}

void draft_add_rows(struct buf *view, struct buf *project, struct map *fields,
                    const struct str *names, size_t count, struct str rows,
                    const struct draft_parts *parts)
{
    struct buf name = {0};
    draft_add_member(&name, fields, names, count, "rows");
    buf_addf(view, "    %s: all(", buf_text(&name));
    draft_add_quoted(view, rows);
    if (parts->count > 0)
        buf_addf(view, ", {%s}", buf_text(&parts->text));
    buf_add_text(view, "),\n");
    buf_addf(project, "    // %s: state.%s,\n", buf_text(&name),
             buf_text(&name));
    buf_finish(&name);
}
