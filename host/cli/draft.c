/* Order of this file: actions, the whole. */
#include "cli/draft.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "cli/draft_page.h"

static const char headings[] = "h1";

const char draft_reads[] = "{" DRAFT_PAGE "," DRAFT_INSIDE "}";

/* ---- actions ------------------------------------------------------------ */

struct draft {
    struct buf *out;
    const struct value *state;
    struct map selectors; /* that have an action */
    struct map names;     /* of actions */
    struct buf list;      /* of names, for the check */
    size_t actions, left_out;
    bool uses_forms, uses_pointer; /* weir/forms, weir/pointer */
};

static bool is_file_field(const struct value *element)
{
    return str_is(draft_text(element, "tag"), "input") &&
           str_is(draft_text(element, "type"), "file");
}

/* Sliders are clicked. */
static bool has_picker(const struct value *element)
{
    return draft_settings(element) != NULL &&
           !str_is(draft_text(element, "type"), "range");
}

static const char *verb_of(const struct value *element)
{
    return is_file_field(element) ? "give"
           : has_picker(element)  ? "set"
                                  : draft_verb(element);
}

static void add_settings(struct buf *out, const struct value *element,
                         const char *selector)
{
    const char *const *values = draft_settings(element);
    buf_add_text(out, "for value in [");
    for (size_t i = 0; values[i] != NULL; i++)
        buf_addf(out, "%s\"%s\"", i > 0 ? ", " : "", values[i]);
    buf_addf(out, "] { setValue!(value, `%s`) }", selector);
}

static void add_body(struct buf *out, const char *verb,
                     const struct value *element, const char *selector,
                     const struct draft_scope *scope)
{
    if (strcmp(verb, "drag") == 0)
        buf_addf(out, "drag!(`%s`, `%s[draggable=true]`)", selector,
                 scope->prefix);
    else if (strcmp(verb, "give") == 0)
        buf_addf(out, "setFile!(\"a.txt\", \"a file\", `%s`)", selector);
    else if (strcmp(verb, "set") == 0)
        add_settings(out, element, selector);
    else if (strcmp(verb, "choose") == 0)
        buf_addf(out, "select!(`%s option`)", selector);
    else if (strcmp(verb, "type") == 0)
        buf_addf(out, "enterTextInto!(\"%s\", `%s`)",
                 draft_example(draft_text(element, "type")), selector);
    else
        buf_addf(out, "click!(`%s`)", selector);
}

static void add_one(struct draft *draft, const struct draft_scope *scope,
                    const struct value *element, const char *verb,
                    const char *selector, bool any)
{
    struct buf name;
    buf_init(&name);
    draft_add_name(&name, verb, element, any);
    size_t length = name.length;
    for (size_t number = 2; map_has(&draft->names, buf_str(&name)); number++) {
        name.length = length;
        buf_addf(&name, "%zu", number);
    }
    map_set(&draft->names, buf_str(&name), draft);
    buf_addf(draft->out, "action ~%s! = ", buf_text(&name));
    add_body(draft->out, verb, element, selector, scope);
    draft->uses_forms |= is_file_field(element) || has_picker(element);
    draft->uses_pointer |= strcmp(verb, "drag") == 0;
    buf_add_text(draft->out, ";\n");
    buf_addf(&draft->list, "%s!, ", buf_text(&name));
    draft->actions++;
    buf_finish(&name);
}

static void add_action(struct draft *draft, const struct draft_scope *scope,
                       const struct value *element)
{
    const char *verb = verb_of(element);
    /* A file field is often behind a button. */
    if (verb == NULL ||
        (!draft_is(element, "visible") && !is_file_field(element)))
        return;
    struct buf selector;
    buf_init(&selector);
    bool any = !draft_add_selector(&selector, draft->state, scope, element) &&
               draft_has_others(draft->state, scope, element);
    if (!map_has(&draft->selectors, buf_str(&selector))) {
        map_set(&draft->selectors, buf_str(&selector), draft);
        if (draft->actions < DRAFT_LIMIT)
            add_one(draft, scope, element, verb, buf_text(&selector), any);
        else
            draft->left_out++;
    }
    buf_finish(&selector);
}

/* ---- the whole ---------------------------------------------------------- */

static void add_head(struct draft *draft, const char *url, const char *command)
{
    struct buf *out = draft->out;
    buf_add_text(out, "// A first specification of \"");
    draft_add_comment(out, draft_text(draft_page(draft->state), "title"));
    buf_add_text(out, "\",\n//     ");
    draft_add_comment(out, str_text(url));
    buf_add_text(out, "\n// written by weir init from what the page shows when "
                      "it has been loaded. It runs\n// as it is:\n//     ");
    draft_add_comment(out, str_text(command));
    buf_addf(out,
             "\n// The language is explained in docs/LANGUAGE.md; what "
             "holds on any page is tried by\n// weir explore.\n"
             "\nimport quickstrom;\n%simport weir/page;\n%s",
             draft->uses_forms ? "import weir/forms;\n" : "",
             draft->uses_pointer ? "import weir/pointer;\n" : "");
}

static void add_actions(struct draft *draft)
{
    buf_add_text(
        draft->out,
        "\n///# What can be done. The name of an action ends in !; it "
        "is offered for each\n///# element that the selector finds.\n\n");
    for (size_t scope = 0; scope < DRAFT_SCOPES; scope++) {
        const struct value *all =
            draft_controls(draft->state, &draft_scopes[scope]);
        for (size_t i = 0; i < all->count; i++)
            add_action(draft, &draft_scopes[scope], all->items[i]);
    }
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
        value_field(draft_page(draft->state), STR("errors"));
    bool has_errors = found != NULL && found->count > 0;
    bool has_heading = draft_list(draft->state, headings)->count > 0;
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
                     draft_is(draft_page(draft->state), "blank")
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
             has_heading                                   ? "keepsHeading"
             : draft_is(draft_page(draft->state), "blank") ? "staysHere"
                                                           : "showsSomething",
             buf_text(&draft->list));
}

void draft_add(struct buf *out, const struct value *state, const char *url,
               const char *command)
{
    struct buf actions; /* which say what is imported */
    struct draft draft = {.out = &actions, .state = state};
    buf_init(&actions);
    map_init(&draft.selectors);
    map_init(&draft.names);
    buf_init(&draft.list);
    add_actions(&draft);
    draft.out = out;
    add_head(&draft, url, command);
    buf_add_str(out, buf_str(&actions));
    add_properties(&draft);
    buf_finish(&actions);
    buf_finish(&draft.list);
    map_finish(&draft.names);
    map_finish(&draft.selectors);
}
