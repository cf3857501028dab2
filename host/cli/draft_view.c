/* Order of this file: texts and names, selectors, parts of a row, tables,
 * lists, texts with an identifier. */
#include "cli/draft_view.h"

#include <ctype.h>
#include <string.h>

#include "cli/draft_page.h"

enum {
    LISTS_MOST = 6, /* tables and lists: a first draft is to be read */
    PARTS_MOST = 6, /* of a row */
    TEXTS_MOST = 8,
    NAME_LIMIT = 24, /* bytes of a name */
    SAID_LIMIT = 60, /* bytes of a text as it is */
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
static void add_member_of(struct buf *name, struct map *names,
                          const struct str *texts, size_t count,
                          const char *usual)
{
    for (size_t i = 0; i < count && name->length == 0; i++)
        add_member(name, texts[i]);
    if (name->length == 0)
        buf_add_text(name, usual);
    draft_add_new_name(names, name);
}

static struct str tag_of(const struct value *element)
{
    return draft_text(element, "tag");
}

static struct str class_of(const struct value *element)
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

static bool has_ref(const struct value *list, const struct value *element)
{
    const struct value *ref = value_field(element, STR("ref"));
    for (size_t i = 0; ref != NULL && i < list->count; i++)
        if (value_equal(value_field(list->items[i], STR("ref")), ref))
            return true;
    return false;
}

static bool is_leaf(const struct value *element)
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
static bool add_own_selector(struct buf *out, const struct value *state,
                             const struct value *all,
                             const struct value *element)
{
    draft_add_selector(out, state, draft_scopes, element);
    return count_of(state, all, buf_str(out)) == 1;
}

/* ---- parts of a row ------------------------------------------------------ */

/* `name: 'part', ` of each; empty: a row is its text. */
struct parts {
    struct buf text;
    struct map names, selectors;
    size_t count;
};

static void parts_init(struct parts *parts)
{
    *parts = (struct parts){0};
    map_init(&parts->names);
    map_init(&parts->selectors);
}

static void parts_finish(struct parts *parts)
{
    buf_finish(&parts->text);
    map_finish(&parts->names);
    map_finish(&parts->selectors);
}

static void add_part(struct parts *parts, const struct str *texts, size_t count,
                     const char *usual, struct str selector)
{
    struct buf name = {0};
    if (parts->count == PARTS_MOST || map_has(&parts->selectors, selector))
        return;
    map_set(&parts->selectors, selector, parts);
    add_member_of(&name, &parts->names, texts, count, usual);
    buf_addf(&parts->text, "%s%s: ", parts->count++ == 0 ? "" : ", ",
             buf_text(&name));
    draft_add_quoted(&parts->text, selector);
    buf_finish(&name);
}

/* `name: all('ROWS', {PARTS}),` */
static void add_rows(struct buf *view, struct buf *project, struct map *fields,
                     const struct str *names, size_t count, struct str rows,
                     const struct parts *parts)
{
    struct buf name = {0};
    add_member_of(&name, fields, names, count, "rows");
    buf_addf(view, "    %s: all(", buf_text(&name));
    draft_add_quoted(view, rows);
    if (parts->count > 0)
        buf_addf(view, ", {%s}", buf_text(&parts->text));
    buf_add_text(view, "),\n");
    buf_addf(project, "    // %s: state.%s,\n", buf_text(&name),
             buf_text(&name));
    buf_finish(&name);
}

/* ---- tables -------------------------------------------------------------- */

/* A table and what is in it: the elements [begin, end) of DRAFT_TABLES. */
struct table {
    const struct value *all;
    size_t begin, end;
    bool has_head;
};

static bool is_cell(const struct value *element)
{
    return str_is(tag_of(element), "td") || str_is(tag_of(element), "th");
}

/* After the `tr` at `row`. */
static size_t row_end(const struct table *table, size_t row)
{
    size_t at = row + 1;
    while (at < table->end && is_cell(table->all->items[at]))
        at++;
    return at;
}

static bool is_of_data(const struct table *table, size_t row)
{
    for (size_t i = row + 1; i < row_end(table, row); i++)
        if (str_is(tag_of(table->all->items[i]), "td"))
            return true;
    return false;
}

/* The first row that is one of data, or that is none; table->end: none is. */
static size_t find_row(const struct table *table, bool of_data)
{
    size_t at = table->begin;
    while (at < table->end && (!str_is(tag_of(table->all->items[at]), "tr") ||
                               is_of_data(table, at) != of_data))
        at++;
    return at;
}

/* Nothing stands over it, and it has more than a text. */
static bool is_of_controls(const struct value *title, const struct value *cell)
{
    return cell != NULL && !is_leaf(cell) &&
           draft_text(title, "textContent").length == 0;
}

static void add_columns(const struct table *table, struct parts *parts)
{
    size_t head = find_row(table, false), row = find_row(table, true);
    size_t heads = head == table->end ? 0 : row_end(table, head) - head - 1;
    size_t cells = row == table->end ? 0 : row_end(table, row) - row - 1;
    for (size_t i = 0; i < heads || i < cells; i++) {
        const struct value *title =
            i < heads ? table->all->items[head + 1 + i] : NULL;
        const struct value *cell =
            i < cells ? table->all->items[row + 1 + i] : NULL;
        struct str names[] = {cell == NULL ? STR("") : class_of(cell),
                              draft_text(title, "textContent")};
        struct buf selector = {0};
        if (is_of_controls(title, cell))
            continue;
        if (names[0].length > 0)
            buf_addf(&selector, ".%.*s", STR_ARGS(names[0]));
        else
            buf_addf(&selector, "%s:nth-child(%zu)",
                     cell != NULL && str_is(tag_of(cell), "th") ? "th" : "td",
                     i + 1);
        add_part(parts, names, 2, "column", buf_str(&selector));
        buf_finish(&selector);
    }
}

static bool add_table(struct buf *view, struct buf *project,
                      const struct value *state, struct map *fields,
                      const struct table *table)
{
    const struct value *element = table->all->items[table->begin];
    struct parts parts;
    struct buf rows = {0};
    struct str names[] = {draft_text(element, "id"),
                          draft_text(element, "name"), class_of(element),
                          draft_attribute(element, "aria-label")};
    parts_init(&parts);
    add_columns(table, &parts);
    bool adds =
        add_own_selector(&rows, state, table->all, element) && parts.count > 0;
    if (adds) {
        buf_add_text(&rows, table->has_head ? " tbody tr" : " tr:has(td)");
        add_rows(view, project, fields, names, sizeof names / sizeof *names,
                 buf_str(&rows), &parts);
    }
    buf_finish(&rows);
    parts_finish(&parts);
    return adds;
}

static bool begins_table(const struct value *state, const struct value *element)
{
    return str_is(tag_of(element), "table") &&
           !has_ref(draft_list(state, DRAFT_INNER), element);
}

static size_t add_tables(struct buf *view, struct buf *project,
                         const struct value *state, struct map *fields)
{
    const struct value *all = draft_list(state, DRAFT_TABLES);
    size_t count = 0;
    for (size_t at = 0, end; at < all->count && count < LISTS_MOST; at = end) {
        struct table table = {.all = all, .begin = at};
        for (end = at + 1;
             end < all->count && !str_is(tag_of(all->items[end]), "table");
             end++)
            table.has_head |= str_is(tag_of(all->items[end]), "thead");
        table.end = end;
        if (begins_table(state, all->items[at]))
            count += add_table(view, project, state, fields, &table);
    }
    return count;
}

/* ---- lists --------------------------------------------------------------- */

static bool is_list(const struct value *element)
{
    return str_is(tag_of(element), "ul") || str_is(tag_of(element), "ol");
}

static bool is_tick(const struct value *element)
{
    struct str type = draft_text(element, "type");
    return str_is(tag_of(element), "input") &&
           (str_is(type, "checkbox") || str_is(type, "radio"));
}

static bool is_one_of(const struct value *element, const char *const *tags,
                      size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_is(tag_of(element), tags[i]))
            return true;
    return false;
}

/* What is in an item and is no text: nothing to read, or read otherwise. */
static bool is_no_text(const struct value *element)
{
    static const char *const tags[] = {
        "button", "script", "style", "template", "svg", "path", "use",
        "img",    "br",     "hr",    "ul",       "ol",  "li",   "form"};
    return is_one_of(element, tags, sizeof tags / sizeof *tags);
}

static void add_inner(struct parts *parts, const struct value *element)
{
    struct buf selector = {0};
    struct str class = class_of(element), tag = tag_of(element);
    struct str names[] = {class, tag};
    if (!draft_is(element, "visible") || is_no_text(element) ||
        !is_leaf(element))
        return;
    if (class.length > 0)
        buf_addf(&selector, ".%.*s", STR_ARGS(class));
    else
        buf_add_str(&selector, tag);
    if (is_tick(element)) {
        buf_add_text(&selector, "@checked");
        names[1] = STR("checked");
    }
    add_part(parts, names, 2, "text", buf_str(&selector));
    buf_finish(&selector);
}

/* What is in the first item, where it is more than a text. Elements [at, end)
 * follow the list. */
static void add_item_parts(const struct value *all, size_t at, size_t end,
                           struct parts *parts)
{
    while (at < end && !str_is(tag_of(all->items[at]), "li"))
        at++;
    for (at++; at < end && !str_is(tag_of(all->items[at]), "li"); at++)
        add_inner(parts, all->items[at]);
}

static size_t list_end(const struct value *all, size_t at)
{
    for (at++; at < all->count && !is_list(all->items[at]); at++)
        continue;
    return at;
}

static bool add_list(struct buf *view, struct buf *project,
                     const struct value *state, struct map *fields, size_t at)
{
    const struct value *all = draft_list(state, DRAFT_LISTS);
    const struct value *element = all->items[at];
    struct parts parts;
    struct buf rows = {0};
    struct str names[] = {draft_text(element, "id"), class_of(element),
                          draft_attribute(element, "aria-label")};
    parts_init(&parts);
    add_item_parts(all, at + 1, list_end(all, at), &parts);
    bool adds = add_own_selector(&rows, state, all, element);
    if (adds) {
        buf_add_text(&rows, " > li");
        add_rows(view, project, fields, names, sizeof names / sizeof *names,
                 buf_str(&rows), &parts);
    }
    buf_finish(&rows);
    parts_finish(&parts);
    return adds;
}

static void add_lists(struct buf *view, struct buf *project,
                      const struct value *state, struct map *fields,
                      size_t count)
{
    const struct value *all = draft_list(state, DRAFT_LISTS);
    const struct value *inner = draft_list(state, DRAFT_INNER);
    for (size_t at = 0; at < all->count && count < LISTS_MOST; at++)
        if (is_list(all->items[at]) && !has_ref(inner, all->items[at]))
            count += add_list(view, project, state, fields, at);
}

/* ---- texts with an identifier -------------------------------------------- */

/* A control, or something that holds what is not shown. */
static bool is_no_saying(const struct value *element)
{
    static const char *const tags[] = {
        "input", "select",   "textarea", "option", "label",  "a",     "h1",
        "html",  "body",     "table",    "tbody",  "canvas", "video", "audio",
        "link",  "noscript", "iframe",   "object", "embed",  "meta",  "title"};
    return is_no_text(element) ||
           is_one_of(element, tags, sizeof tags / sizeof *tags);
}

/* A text of JavaScript where that can end no comment and is short. */
static void add_said(struct buf *project, struct str text)
{
    if (text.length <= SAID_LIMIT && draft_is_legible(text)) {
        draft_add_quoted(project, text);
        return;
    }
    buf_add_text(project, "the text \"");
    draft_add_comment(project, text);
    buf_add_char(project, '"');
}

static void add_text(struct buf *view, struct buf *project, struct map *fields,
                     const struct value *element, struct str selector)
{
    struct buf name = {0};
    struct str id = draft_text(element, "id");
    add_member_of(&name, fields, &id, 1, "said");
    buf_addf(view, "    %s: ", buf_text(&name));
    draft_add_quoted(view, selector);
    buf_add_text(view, ",\n");
    buf_addf(project, "    // %s: ", buf_text(&name));
    if (draft_is(element, "visible"))
        add_said(project, draft_text(element, "textContent"));
    else
        buf_add_text(project, "null");
    buf_add_text(project, ",\n");
    buf_finish(&name);
}

static void add_texts(struct buf *view, struct buf *project,
                      const struct value *state, struct map *fields)
{
    const struct value *all = draft_list(state, "[id]");
    const struct value *lists = draft_list(state, DRAFT_LISTS);
    const struct value *tables = draft_list(state, DRAFT_TABLES);
    size_t count = 0;
    for (size_t i = 0; i < all->count && count < TEXTS_MOST; i++) {
        const struct value *element = all->items[i];
        struct buf selector = {0};
        if (is_leaf(element) && !is_no_saying(element) &&
            !has_ref(lists, element) && !has_ref(tables, element)) {
            draft_add_selector(&selector, state, draft_scopes, element);
            if (str_starts_with(buf_str(&selector), "#")) {
                add_text(view, project, fields, element, buf_str(&selector));
                count++;
            }
        }
        buf_finish(&selector);
    }
}

void draft_view_add(struct buf *view, struct buf *project,
                    const struct value *state, struct map *fields)
{
    size_t tables = add_tables(view, project, state, fields);
    add_lists(view, project, state, fields, tables);
    add_texts(view, project, state, fields);
}
