/* Order of this file: what is read of elements, selectors, names, what people
 * do, comments. */
#include "cli/draft_page.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "cli/draft_class.h"

enum {
    WORDS_LIMIT = 24,    /* bytes of a name made from a label */
    COMMENT_LIMIT = 200, /* bytes of a page's text in a comment */
};

const struct draft_scope draft_scopes[DRAFT_SCOPES] = {
    {"", DRAFT_CONTROLS, "body *"},
    {"* >>> ", "* >>> " DRAFT_CONTROLS, "* >>> *"},
    {"* >>> * >>> ", "* >>> * >>> " DRAFT_CONTROLS, "* >>> * >>> *"},
};

/* ---- what is read of elements ------------------------------------------- */

struct str draft_text(const struct value *object, const char *field)
{
    const struct value *value =
        object == NULL ? NULL : value_field(object, str_text(field));
    return value == NULL || value->kind != VALUE_STRING ? STR("")
                                                        : value_text(value);
}

struct str draft_attribute(const struct value *element, const char *name)
{
    return draft_text(value_field(element, STR("attributes")), name);
}

bool draft_is(const struct value *element, const char *field)
{
    const struct value *value = value_field(element, str_text(field));
    return value != NULL && value->kind == VALUE_BOOL && value->boolean;
}

const struct value *draft_list(const struct value *state, const char *name)
{
    const struct value *list = value_field(state, str_text(name));
    return list != NULL && list->kind == VALUE_LIST ? list : value_null();
}

const struct value *draft_controls(const struct value *state,
                                   const struct draft_scope *scope)
{
    return draft_list(state, scope->controls);
}

const struct value *draft_page(const struct value *state)
{
    const struct value *list = draft_list(state, "::page");
    return list->count == 1 ? list->items[0] : value_null();
}

/* ---- selectors ---------------------------------------------------------- */

/* Needs no escape, in quotes or between backticks. */
static bool is_plain_text(struct str text)
{
    for (size_t i = 0; i < text.length; i++) {
        unsigned char c = (unsigned char)text.data[i];
        if (c < 0x20 || c == 0x7F || strchr("\"\\`", c) != NULL)
            return false;
    }
    return text.length > 0;
}

/* How many elements there have this text in a field. */
static size_t count_with(const struct value *state,
                         const struct draft_scope *scope, struct str text,
                         struct str (*read)(const struct value *element))
{
    const struct value *all = draft_list(state, scope->everything);
    size_t count = 0;
    for (size_t i = 0; i < all->count; i++)
        count += str_equal(read(all->items[i]), text);
    return count;
}

static struct str id_of(const struct value *element)
{
    return draft_text(element, "id");
}

static struct str test_id_of(const struct value *element)
{
    return draft_attribute(element, "data-testid");
}

static struct str aria_label_of(const struct value *element)
{
    return draft_attribute(element, "aria-label");
}

static struct str name_of(const struct value *element)
{
    return draft_text(element, "name");
}

/* By what is written: the field "type" is "text" where nothing is. */
static struct str written_type(const struct value *element)
{
    return draft_attribute(element, "type");
}

static void add_type(struct buf *out, const struct value *element)
{
    const struct value *written = value_field(element, STR("attributes"));
    const struct value *type =
        written == NULL ? NULL : value_field(written, STR("type"));
    if (type == NULL || type->kind != VALUE_STRING)
        buf_add_text(out, ":not([type])");
    else if (is_plain_text(value_text(type)))
        buf_addf(out, "[type=\"%.*s\"]", STR_ARGS(value_text(type)));
}

bool draft_add_selector(struct buf *out, const struct value *state,
                        const struct draft_scope *scope,
                        const struct value *element)
{
    static const struct {
        const char *name;
        struct str (*read)(const struct value *element);
    } attributes[] = {
        {"data-testid", test_id_of},
        {"aria-label", aria_label_of},
        {"name", name_of},
    };
    struct str tag = draft_text(element, "tag");
    struct str id = id_of(element);
    buf_add_text(out, scope->prefix);
    if (draft_is_plain_name(id) && count_with(state, scope, id, id_of) == 1) {
        buf_addf(out, "#%.*s", STR_ARGS(id));
        return true;
    }
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        struct str text = attributes[i].read(element);
        if (!is_plain_text(text) ||
            count_with(state, scope, text, attributes[i].read) != 1)
            continue;
        buf_add_str(out, tag);
        buf_addf(out, "[%s=\"%.*s\"]", attributes[i].name, STR_ARGS(text));
        return true;
    }
    if (draft_add_class(out, state, scope, element))
        return true;
    struct str href = draft_attribute(element, "href");
    buf_add_str(out, tag);
    if (str_is(tag, "a") && is_plain_text(href))
        buf_addf(out, "[href=\"%.*s\"]", STR_ARGS(href));
    if (str_is(tag, "input"))
        add_type(out, element);
    return str_is(tag, "a");
}

bool draft_has_others(const struct value *state,
                      const struct draft_scope *scope,
                      const struct value *element)
{
    const struct value *all = draft_controls(state, scope);
    struct str tag = draft_text(element, "tag");
    for (size_t i = 0; i < all->count; i++) {
        const struct value *other = all->items[i];
        if (str_equal(draft_text(other, "tag"), tag) &&
            (!str_is(tag, "input") ||
             str_equal(written_type(other), written_type(element))) &&
            !str_equal(draft_text(other, "computedLabel"),
                       draft_text(element, "computedLabel")))
            return true;
    }
    return false;
}

/* ---- names -------------------------------------------------------------- */

/* "ClickAddItem" of "add item": letters and digits of ASCII only. */
static void add_words(struct buf *out, struct str text)
{
    bool begins = true;
    size_t start = out->length;
    for (size_t i = 0; i < text.length; i++) {
        unsigned char c = (unsigned char)text.data[i];
        if (c >= 0x80 || !isalnum(c)) {
            begins = true;
            if (out->length - start >= WORDS_LIMIT / 2)
                return;
            continue;
        }
        if (out->length - start >= WORDS_LIMIT)
            return;
        buf_add_char(out, (char)(begins ? toupper(c) : c));
        begins = false;
    }
}

void draft_add_name(struct buf *out, const char *verb,
                    const struct value *element, bool any)
{
    const struct str words[] = {
        draft_text(element, "computedLabel"), id_of(element), name_of(element),
        test_id_of(element), draft_text(element, "tag")};
    buf_add_text(out, verb);
    if (any) {
        buf_add_text(out, "Any");
        add_words(out, draft_text(element, "tag"));
        return;
    }
    size_t length = out->length;
    for (size_t i = 0;
         i < sizeof words / sizeof *words && out->length == length; i++)
        add_words(out, words[i]);
}

/* ---- what people do ------------------------------------------------------ */

const char *const *draft_settings(const struct value *element)
{
    enum { VALUES = 3 };
    static const struct {
        const char *type, *values[VALUES + 1];
    } settings[] = {
        {"date", {"2024-02-29", "2024-12-31"}},
        {"time", {"00:00", "12:30"}},
        {"month", {"2024-02", "2024-12"}},
        {"week", {"2024-W01", "2024-W52"}},
        {"datetime-local", {"2024-02-29T12:30", "2024-12-31T23:59"}},
        {"color", {"#336699", "#ffffff"}},
        {"range", {"0", "50", "100"}},
    };
    if (!str_is(draft_text(element, "tag"), "input") ||
        draft_is(element, "readOnly"))
        return NULL;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        if (str_is(draft_text(element, "type"), settings[i].type))
            return settings[i].values;
    return NULL;
}

/* It is no control beside that. */
static bool is_dragged(const struct value *element)
{
    static const char *const controls[] = {"a", "button", "summary", "canvas"};
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++)
        if (str_is(draft_text(element, "tag"), controls[i]))
            return false;
    return str_is(draft_attribute(element, "draggable"), "true");
}

const char *draft_verb(const struct value *element)
{
    static const char *const ticks[] = {"checkbox", "radio"};
    static const char *const clicks[] = {"button", "submit", "reset", "image",
                                         "range"};
    static const char *const others[] = {"hidden", "file",          "date",
                                         "time",   "month",         "color",
                                         "week",   "datetime-local"};
    struct str tag = draft_text(element, "tag"),
               type = draft_text(element, "type");
    if (str_is(tag, "select"))
        return "choose";
    if (str_is(tag, "a"))
        return draft_text(element, "hash").length > 0 ? "follow" : NULL;
    bool takes_text = !draft_is(element, "readOnly");
    if (str_is(tag, "textarea") || draft_is(element, "isContentEditable"))
        return takes_text ? "type" : NULL;
    if (!str_is(tag, "input"))
        return is_dragged(element) ? "drag" : "click";
    for (size_t i = 0; i < sizeof ticks / sizeof *ticks; i++)
        if (str_is(type, ticks[i]))
            return "tick";
    for (size_t i = 0; i < sizeof clicks / sizeof *clicks; i++)
        if (str_is(type, clicks[i]))
            return "click";
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (str_is(type, others[i]))
            return NULL;
    return takes_text ? "type" : NULL;
}

const char *draft_example(struct str type)
{
    static const struct {
        const char *type, *text;
    } texts[] = {{"email", "ann@example.com"},
                 {"url", "https://example.com/"},
                 {"tel", "555 0100"},
                 {"number", "1"}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (str_is(type, texts[i].type))
            return texts[i].text;
    return "weir";
}

/* ---- comments ----------------------------------------------------------- */

/* Letters and numbers of any language, signs of Latin-1, quotes and dashes,
 * currencies; nothing that ends a line, hides or turns the direction. */
static bool is_legible(uint32_t code)
{
    return (code >= 0x20 && code < 0x7F) ||
           (code > 0xA0 && code < 0x100 && code != 0xAD) ||
           (code >= 0x2010 && code < 0x2028) ||
           (code >= 0x20A0 && code < 0x20D0) ||
           (code != UTF8_INVALID && utf8_is_alphanumeric(code));
}

bool draft_is_legible(struct str text)
{
    size_t length;
    bool is_all = true;
    for (size_t at = 0; is_all && at < text.length; at += length)
        is_all = is_legible(
            utf8_decode(str_from(text.data + at, text.length - at), &length));
    return is_all;
}

void draft_add_comment(struct buf *out, struct str text)
{
    size_t length, at = 0;
    for (; at < text.length && at < COMMENT_LIMIT; at += length) {
        uint32_t code =
            utf8_decode(str_from(text.data + at, text.length - at), &length);
        if (is_legible(code))
            buf_add(out, text.data + at, length);
        else
            buf_add_char(out, '?');
    }
    if (at < text.length)
        buf_add_text(out, "...");
}
