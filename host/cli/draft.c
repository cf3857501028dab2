/* Order of this file: what is read of elements, selectors, names, actions, the
 * whole. */
#include "cli/draft.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/memory.h"

enum {
    ACTIONS_LIMIT = 12,  /* a first specification is to be read */
    WORDS_LIMIT = 24,    /* bytes of a name made from a label */
    COMMENT_LIMIT = 200, /* bytes of a page's text in a comment */
};

#define CONTROLS                                                               \
    "a[href], button, input, select, textarea, summary, [role=button], "       \
    "[contenteditable]"
#define FIELDS                                                                 \
    "{\"ref\":{},\"tag\":{},\"id\":{},\"name\":{},\"type\":{},"                \
    "\"classList\":{},\"visible\":{},\"enabled\":{},\"interactable\":{},"      \
    "\"computedLabel\":{},\"href\":{},\"hash\":{},\"isContentEditable\":{},"   \
    "\"readOnly\":{},"                                                         \
    "\"attributes\":{\"data-testid\":{},\"aria-label\":{},\"href\":{},"        \
    "\"type\":{}}}"

static const char controls[] = CONTROLS;
static const char everything[] = "body *";
static const char headings[] = "h1";

const char draft_reads[] =
    "{\"" CONTROLS "\":" FIELDS ",\"body *\":" FIELDS
    ",\"h1\":{\"visible\":{},\"textContent\":{}}"
    ",\"::page\":{\"title\":{},\"blank\":{},\"errors\":{\"message\":{}}}}";

/* ---- what is read of elements ------------------------------------------- */

static struct str text_of(const struct value *object, const char *field)
{
    const struct value *value =
        object == NULL ? NULL : value_field(object, str_text(field));
    return value == NULL || value->kind != VALUE_STRING ? STR("")
                                                        : value_text(value);
}

static struct str attribute_of(const struct value *element, const char *name)
{
    return text_of(value_field(element, STR("attributes")), name);
}

static bool is_true(const struct value *element, const char *field)
{
    const struct value *value = value_field(element, str_text(field));
    return value != NULL && value->kind == VALUE_BOOL && value->boolean;
}

static const struct value *list_of(const struct value *state, const char *name)
{
    const struct value *list = value_field(state, str_text(name));
    return list != NULL && list->kind == VALUE_LIST ? list : value_null();
}

/* ---- selectors ---------------------------------------------------------- */

/* A CSS name that nobody has to escape, and that no program has numbered. */
static bool is_plain_name(struct str text)
{
    size_t digits = 0;
    if (text.length == 0 || !isalpha((unsigned char)text.data[0]))
        return false;
    for (size_t i = 0; i < text.length; i++) {
        unsigned char c = (unsigned char)text.data[i];
        if (!isalnum(c) && c != '-' && c != '_')
            return false;
        digits += isdigit(c) != 0;
    }
    return digits < 4;
}

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

static bool has_class(const struct value *element, struct str name)
{
    const struct value *names = value_field(element, STR("classList"));
    for (size_t i = 0; names != NULL && i < names->count; i++)
        if (str_equal(value_text(names->items[i]), name))
            return true;
    return false;
}

/* How many elements of the page have this text in a field. */
static size_t count_with(const struct value *state, struct str text,
                         struct str (*read)(const struct value *element))
{
    const struct value *all = list_of(state, everything);
    size_t count = 0;
    for (size_t i = 0; i < all->count; i++)
        count += str_equal(read(all->items[i]), text);
    return count;
}

static struct str id_of(const struct value *element)
{
    return text_of(element, "id");
}

static struct str test_id_of(const struct value *element)
{
    return attribute_of(element, "data-testid");
}

static struct str aria_label_of(const struct value *element)
{
    return attribute_of(element, "aria-label");
}

static struct str name_of(const struct value *element)
{
    return text_of(element, "name");
}

/* All elements of this class are of the same tag. */
static bool is_class_of_tag(const struct value *state, struct str name,
                            struct str tag)
{
    const struct value *all = list_of(state, everything);
    for (size_t i = 0; i < all->count; i++)
        if (has_class(all->items[i], name) &&
            !str_equal(text_of(all->items[i], "tag"), tag))
            return false;
    return true;
}

static bool add_class(struct buf *out, const struct value *state,
                      const struct value *element)
{
    const struct value *names = value_field(element, STR("classList"));
    for (size_t i = 0; names != NULL && i < names->count; i++) {
        struct str name = value_text(names->items[i]);
        if (!is_plain_name(name) ||
            !is_class_of_tag(state, name, text_of(element, "tag")))
            continue;
        buf_addf(out, ".%.*s", STR_ARGS(name));
        return true;
    }
    return false;
}

/* By what is written: the field "type" is "text" where nothing is. */
static struct str written_type(const struct value *element)
{
    return attribute_of(element, "type");
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

/* The steadiest that the element has: what somebody has named is kept longer
 * than what it looks like. False: it has nothing but its tag and type. */
static bool add_selector(struct buf *out, const struct value *state,
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
    struct str tag = text_of(element, "tag");
    struct str id = id_of(element);
    if (is_plain_name(id) && count_with(state, id, id_of) == 1) {
        buf_addf(out, "#%.*s", STR_ARGS(id));
        return true;
    }
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        struct str text = attributes[i].read(element);
        if (!is_plain_text(text) ||
            count_with(state, text, attributes[i].read) != 1)
            continue;
        buf_add_str(out, tag);
        buf_addf(out, "[%s=\"%.*s\"]", attributes[i].name, STR_ARGS(text));
        return true;
    }
    if (add_class(out, state, element))
        return true;
    struct str href = attribute_of(element, "href");
    buf_add_str(out, tag);
    if (str_is(tag, "a") && is_plain_text(href))
        buf_addf(out, "[href=\"%.*s\"]", STR_ARGS(href));
    if (str_is(tag, "input"))
        add_type(out, element);
    return str_is(tag, "a");
}

/* Whether a selector of the tag alone, of an input's type, also finds controls
 * that are called otherwise. */
static bool has_others(const struct value *state, const struct value *element)
{
    const struct value *all = list_of(state, controls);
    struct str tag = text_of(element, "tag");
    for (size_t i = 0; i < all->count; i++) {
        const struct value *other = all->items[i];
        if (str_equal(text_of(other, "tag"), tag) &&
            (!str_is(tag, "input") ||
             str_equal(written_type(other), written_type(element))) &&
            !str_equal(text_of(other, "computedLabel"),
                       text_of(element, "computedLabel")))
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

/* From what people call it, or else from what the page calls it. `any`: from
 * its tag, because the action is for others as well. */
static void add_name(struct buf *out, const char *verb,
                     const struct value *element, bool any)
{
    const struct str words[] = {text_of(element, "computedLabel"),
                                id_of(element), name_of(element),
                                test_id_of(element), text_of(element, "tag")};
    buf_add_text(out, verb);
    if (any) {
        buf_add_text(out, "Any");
        add_words(out, text_of(element, "tag"));
        return;
    }
    size_t length = out->length;
    for (size_t i = 0;
         i < sizeof words / sizeof *words && out->length == length; i++)
        add_words(out, words[i]);
}

/* ---- actions ------------------------------------------------------------ */

struct draft {
    struct buf *out;
    const struct value *state;
    struct map selectors; /* that have an action */
    struct map names;     /* of actions */
    struct buf list;      /* of names, for the check */
    size_t actions, left_out;
};

/* What people do with it, or NULL. */
static const char *verb_of(const struct value *element)
{
    static const char *const ticks[] = {"checkbox", "radio"};
    static const char *const clicks[] = {"button", "submit", "reset", "image",
                                         "range"};
    static const char *const others[] = {"hidden", "file",          "date",
                                         "time",   "month",         "color",
                                         "week",   "datetime-local"};
    struct str tag = text_of(element, "tag"), type = text_of(element, "type");
    if (str_is(tag, "select"))
        return "choose";
    if (str_is(tag, "a"))
        return text_of(element, "hash").length > 0 ? "follow" : NULL;
    bool takes_text = !is_true(element, "readOnly");
    if (str_is(tag, "textarea") || is_true(element, "isContentEditable"))
        return takes_text ? "type" : NULL;
    if (!str_is(tag, "input"))
        return "click";
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

static const char *text_for(struct str type)
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

static void add_body(struct buf *out, const char *verb,
                     const struct value *element, const char *selector)
{
    if (strcmp(verb, "choose") == 0)
        buf_addf(out, "select!(`%s option`)", selector);
    else if (strcmp(verb, "type") == 0)
        buf_addf(out, "enterTextInto!(\"%s\", `%s`)",
                 text_for(text_of(element, "type")), selector);
    else
        buf_addf(out, "click!(`%s`)", selector);
}

/* A text of the page on one line of a comment: what could end the line or play
 * tricks on the reader's eye is left out. */
static void add_comment_text(struct buf *out, struct str text)
{
    size_t length = text.length < COMMENT_LIMIT ? text.length : COMMENT_LIMIT;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text.data[i];
        buf_add_char(out, c >= 0x20 && c < 0x7F ? (char)c : '?');
    }
    if (length < text.length)
        buf_add_text(out, "...");
}

static void add_one(struct draft *draft, const struct value *element,
                    const char *verb, const char *selector, bool any)
{
    struct buf name;
    buf_init(&name);
    add_name(&name, verb, element, any);
    size_t length = name.length;
    for (size_t number = 2; map_has(&draft->names, buf_str(&name)); number++) {
        name.length = length;
        buf_addf(&name, "%zu", number);
    }
    map_set(&draft->names, buf_str(&name), draft);
    buf_addf(draft->out, "action ~%s! = ", buf_text(&name));
    add_body(draft->out, verb, element, selector);
    buf_add_text(draft->out, ";\n");
    buf_addf(&draft->list, "%s!, ", buf_text(&name));
    draft->actions++;
    buf_finish(&name);
}

static void add_action(struct draft *draft, const struct value *element)
{
    const char *verb = verb_of(element);
    if (verb == NULL || !is_true(element, "visible"))
        return;
    struct buf selector;
    buf_init(&selector);
    bool any = !add_selector(&selector, draft->state, element) &&
               has_others(draft->state, element);
    if (!map_has(&draft->selectors, buf_str(&selector))) {
        map_set(&draft->selectors, buf_str(&selector), draft);
        if (draft->actions < ACTIONS_LIMIT)
            add_one(draft, element, verb, buf_text(&selector), any);
        else
            draft->left_out++;
    }
    buf_finish(&selector);
}

/* ---- the whole ---------------------------------------------------------- */

static const struct value *page_of(const struct value *state)
{
    const struct value *list = list_of(state, "::page");
    return list->count == 1 ? list->items[0] : value_null();
}

static void add_head(struct draft *draft, const char *url, const char *command)
{
    struct buf *out = draft->out;
    buf_add_text(out, "// A first specification of \"");
    add_comment_text(out, text_of(page_of(draft->state), "title"));
    buf_add_text(out, "\",\n//     ");
    add_comment_text(out, str_text(url));
    buf_add_text(out, "\n// written by weir init from what the page shows when "
                      "it has been loaded. It runs\n// as it is:\n//     ");
    add_comment_text(out, str_text(command));
    buf_add_text(out,
                 "\n// The language is explained in docs/LANGUAGE.md; what "
                 "holds on any page is tried by\n// weir explore.\n"
                 "\nimport quickstrom;\nimport weir/page;\n");
}

static void add_actions(struct draft *draft)
{
    const struct value *all = list_of(draft->state, controls);
    buf_add_text(
        draft->out,
        "\n///# What can be done. The name of an action ends in !; it "
        "is offered for each\n///# element that the selector finds.\n\n");
    for (size_t i = 0; i < all->count; i++)
        add_action(draft, all->items[i]);
    buf_add_text(
        draft->out,
        "\n// Time passes: what the page does by itself is seen, too.\n"
        "action ~wait! = noop! timeout 1000;\n");
    if (draft->left_out > 0)
        buf_addf(draft->out,
                 "\n// %zu more controls of the page are left to you.\n",
                 draft->left_out);
}

static void add_properties(struct draft *draft)
{
    struct buf *out = draft->out;
    const struct value *found =
        value_field(page_of(draft->state), STR("errors"));
    bool has_errors = found != NULL && found->count > 0;
    bool has_heading = list_of(draft->state, headings)->count > 0;
    buf_add_text(out, "\n///# What must hold. The ~ "
                      "says: look anew in each state.\n\n");
    if (has_errors)
        buf_add_text(out,
                     "// No script of the page fails. (It does while it is "
                     "being loaded, so this would not\n// hold.)\n// let "
                     "~noErrors = always (page.errors == []);\n\n");
    else
        buf_add_text(out, "/// No script of the page fails.\nlet ~noErrors = "
                          "always (page.errors == []);\n\n");
    if (has_heading)
        buf_add_text(out, "/// The page never loses its heading.\nlet "
                          "~keepsHeading = always (length(`h1`) > 0);\n\n");
    else
        buf_add_text(out,
                     is_true(page_of(draft->state), "blank")
                         ? "/// The page stays where it is.\nlet ~staysHere = "
                           "always (page.url == page.home);\n\n"
                         : "/// There is always something to be seen.\nlet "
                           "~showsSomething = always (not "
                           "page.blank);\n\n");
    buf_add_text(
        out, "// What is to happen in the end is said with `eventually`: "
             "within ten states there\n// is something in the list.\n"
             "// let ~fills = eventually {10} (length(`li`) > 0);\n\n"
             "// What an action does is said about the state after it.\n"
             "// let ~adds = always (let old = length(`li`);\n"
             "//   nextT (wait! in happened ==> length(`li`) == old));\n\n");
    buf_addf(out, "check %s%s with %swait! when loaded?;\n",
             has_errors ? "" : "noErrors, ",
             has_heading                               ? "keepsHeading"
             : is_true(page_of(draft->state), "blank") ? "staysHere"
                                                       : "showsSomething",
             buf_text(&draft->list));
}

void draft_add(struct buf *out, const struct value *state, const char *url,
               const char *command)
{
    struct draft draft = {.out = out, .state = state};
    map_init(&draft.selectors);
    map_init(&draft.names);
    buf_init(&draft.list);
    add_head(&draft, url, command);
    add_actions(&draft);
    add_properties(&draft);
    buf_finish(&draft.list);
    map_finish(&draft.names);
    map_finish(&draft.selectors);
}
