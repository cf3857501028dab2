/* Order of this file: tables, lists, texts with an identifier. */
#include "cli/draft_view.h"

#include "cli/draft_page.h"
#include "cli/draft_rows.h"

enum {
    LISTS_MOST = 6, /* tables and lists: a first draft is to be read */
    TEXTS_MOST = 8,
    SAID_LIMIT = 60, /* bytes of a text as it is */
};

/* ---- tables -------------------------------------------------------------- */

/* A table and what is in it: the elements [begin, end) of DRAFT_TABLES. */
struct table {
    const struct value *all;
    size_t begin, end;
    bool has_head;
};

static bool is_cell(const struct value *element)
{
    return str_is(draft_tag(element), "td") || str_is(draft_tag(element), "th");
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
        if (str_is(draft_tag(table->all->items[i]), "td"))
            return true;
    return false;
}

/* The first row that is one of data, or that is none; table->end: none is. */
static size_t find_row(const struct table *table, bool of_data)
{
    size_t at = table->begin;
    while (at < table->end &&
           (!str_is(draft_tag(table->all->items[at]), "tr") ||
            is_of_data(table, at) != of_data))
        at++;
    return at;
}

/* Nothing stands over it, and it has more than a text. */
static bool is_of_controls(const struct value *title, const struct value *cell)
{
    return cell != NULL && !draft_is_leaf(cell) &&
           draft_text(title, "textContent").length == 0;
}

static void add_columns(const struct table *table, struct draft_parts *parts)
{
    size_t head = find_row(table, false), row = find_row(table, true);
    size_t heads = head == table->end ? 0 : row_end(table, head) - head - 1;
    size_t cells = row == table->end ? 0 : row_end(table, row) - row - 1;
    for (size_t i = 0; i < heads || i < cells; i++) {
        const struct value *title =
            i < heads ? table->all->items[head + 1 + i] : NULL;
        const struct value *cell =
            i < cells ? table->all->items[row + 1 + i] : NULL;
        struct str names[] = {cell == NULL ? STR("") : draft_class(cell),
                              draft_text(title, "textContent")};
        struct buf selector = {0};
        if (is_of_controls(title, cell))
            continue;
        if (names[0].length > 0)
            buf_addf(&selector, ".%.*s", STR_ARGS(names[0]));
        else
            buf_addf(&selector, "%s:nth-child(%zu)",
                     cell != NULL && str_is(draft_tag(cell), "th") ? "th"
                                                                   : "td",
                     i + 1);
        draft_parts_add(parts, names, 2, "column", buf_str(&selector));
        buf_finish(&selector);
    }
}

static bool add_table(struct buf *view, struct buf *project,
                      const struct value *state, struct map *fields,
                      const struct table *table)
{
    const struct value *element = table->all->items[table->begin];
    struct draft_parts parts;
    struct buf rows = {0};
    struct str names[] = {draft_text(element, "id"),
                          draft_text(element, "name"), draft_class(element),
                          draft_attribute(element, "aria-label")};
    draft_parts_init(&parts);
    add_columns(table, &parts);
    bool adds = draft_add_own_selector(&rows, state, table->all, element) &&
                parts.count > 0;
    if (adds) {
        buf_add_text(&rows, table->has_head ? " tbody tr" : " tr:has(td)");
        draft_add_rows(view, project, fields, names,
                       sizeof names / sizeof *names, buf_str(&rows), &parts);
    }
    buf_finish(&rows);
    draft_parts_finish(&parts);
    return adds;
}

static bool begins_table(const struct value *state, const struct value *element)
{
    return str_is(draft_tag(element), "table") &&
           !draft_has_ref(draft_list(state, DRAFT_INNER), element);
}

static size_t add_tables(struct buf *view, struct buf *project,
                         const struct value *state, struct map *fields)
{
    const struct value *all = draft_list(state, DRAFT_TABLES);
    size_t count = 0;
    for (size_t at = 0, end; at < all->count && count < LISTS_MOST; at = end) {
        struct table table = {.all = all, .begin = at};
        for (end = at + 1;
             end < all->count && !str_is(draft_tag(all->items[end]), "table");
             end++)
            table.has_head |= str_is(draft_tag(all->items[end]), "thead");
        table.end = end;
        if (begins_table(state, all->items[at]))
            count += add_table(view, project, state, fields, &table);
    }
    return count;
}

/* ---- lists --------------------------------------------------------------- */

static bool is_list(const struct value *element)
{
    return str_is(draft_tag(element), "ul") || str_is(draft_tag(element), "ol");
}

static bool is_tick(const struct value *element)
{
    struct str type = draft_text(element, "type");
    return str_is(draft_tag(element), "input") &&
           (str_is(type, "checkbox") || str_is(type, "radio"));
}

static bool is_one_of(const struct value *element, const char *const *tags,
                      size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_is(draft_tag(element), tags[i]))
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

static void add_inner(struct draft_parts *parts, const struct value *element)
{
    struct buf selector = {0};
    struct str class = draft_class(element), tag = draft_tag(element);
    struct str names[] = {class, tag};
    if (!draft_is(element, "visible") || is_no_text(element) ||
        !draft_is_leaf(element))
        return;
    if (class.length > 0)
        buf_addf(&selector, ".%.*s", STR_ARGS(class));
    else
        buf_add_str(&selector, tag);
    if (is_tick(element)) {
        buf_add_text(&selector, "@checked");
        names[1] = STR("checked");
    }
    draft_parts_add(parts, names, 2, "text", buf_str(&selector));
    buf_finish(&selector);
}

/* What is in the first item, where it is more than a text. Elements [at, end)
 * follow the list. */
static void add_item_parts(const struct value *all, size_t at, size_t end,
                           struct draft_parts *parts)
{
    while (at < end && !str_is(draft_tag(all->items[at]), "li"))
        at++;
    for (at++; at < end && !str_is(draft_tag(all->items[at]), "li"); at++)
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
    struct draft_parts parts;
    struct buf rows = {0};
    struct str names[] = {draft_text(element, "id"), draft_class(element),
                          draft_attribute(element, "aria-label")};
    draft_parts_init(&parts);
    add_item_parts(all, at + 1, list_end(all, at), &parts);
    bool adds = draft_add_own_selector(&rows, state, all, element);
    if (adds) {
        buf_add_text(&rows, " > li");
        draft_add_rows(view, project, fields, names,
                       sizeof names / sizeof *names, buf_str(&rows), &parts);
    }
    buf_finish(&rows);
    draft_parts_finish(&parts);
    return adds;
}

static void add_lists(struct buf *view, struct buf *project,
                      const struct value *state, struct map *fields,
                      size_t count)
{
    const struct value *all = draft_list(state, DRAFT_LISTS);
    const struct value *inner = draft_list(state, DRAFT_INNER);
    for (size_t at = 0; at < all->count && count < LISTS_MOST; at++)
        if (is_list(all->items[at]) && !draft_has_ref(inner, all->items[at]))
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
    draft_add_member(&name, fields, &id, 1, "said");
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
        if (draft_is_leaf(element) && !is_no_saying(element) &&
            !draft_has_ref(lists, element) && !draft_has_ref(tables, element)) {
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
