/* Order of this file: what a command draws and does, a command, what is read of
 * the page, the whole. */
#include "cli/draft_model.h"

#include <ctype.h>
#include <string.h>

#include "base/map.h"
#include "cli/draft_page.h"
#include "cli/draft_target.h"
#include "cli/draft_rows.h"
#include "cli/draft_view.h"

#define SELECTS "select, option"

enum { OPTIONS_LIMIT = 20 }; /* of one `select` */

/* Options stand after their `select`, in the order of the document. */
const char draft_model_reads[] =
    "{" DRAFT_PAGE "," DRAFT_VIEW_READS "," DRAFT_TARGET_READS ",\"" SELECTS
    "\":{\"ref\":{},\"tag\":{},\"value\":{}}}";

struct draft {
    struct buf *out;
    const struct value *state;
    struct map targets; /* that have a command -> draft */
    struct map names;   /* of commands */
    struct map fields;  /* names in the view */
    struct buf view, project;
    size_t commands, left_out;
};

/* ---- what a command draws and does -------------------------------------- */

static const char *verb_of(const struct value *element)
{
    const char *verb = draft_verb(element);
    if (verb != NULL && strcmp(verb, "drag") == 0)
        return NULL; /* what comes of it a first model cannot say */
    return draft_settings(element) != NULL ? "set" : verb;
}

/* The values of a `select`, as a list; empty where it has none yet. */
static void add_options(struct buf *out, const struct value *state,
                        const struct value *element)
{
    const struct value *all = draft_list(state, SELECTS);
    const struct value *ref = value_field(element, STR("ref"));
    size_t at = 0, count = 0;
    while (at < all->count && ref != NULL &&
           (!str_is(draft_text(all->items[at], "tag"), "select") ||
            !value_equal(value_field(all->items[at], STR("ref")), ref)))
        at++;
    for (at++; at < all->count && count < OPTIONS_LIMIT &&
               str_is(draft_text(all->items[at], "tag"), "option");
         at++) {
        if (count++ > 0)
            buf_add_text(out, ", ");
        draft_add_quoted(out, draft_text(all->items[at], "value"));
    }
}

static bool has_no_options(const struct value *state,
                           const struct value *element)
{
    struct buf options = {0};
    add_options(&options, state, element);
    bool has_none =
        str_is(draft_text(element, "tag"), "select") && options.length == 0;
    buf_finish(&options);
    return has_none;
}

static void add_settings(struct buf *out, const struct value *element)
{
    const char *const *values = draft_settings(element);
    for (size_t i = 0; values[i] != NULL; i++) {
        if (i > 0)
            buf_add_text(out, ", ");
        draft_add_quoted(out, str_text(values[i]));
    }
}

/* The argument, of which there is one for what is typed, chosen or set. */
static void add_drawn(struct draft *draft, const struct value *element,
                      const char *verb)
{
    struct buf *out = draft->out;
    struct str type = draft_text(element, "type");
    const char *example = draft_example(type);
    if (strcmp(verb, "choose") == 0 || strcmp(verb, "set") == 0) {
        buf_add_text(out, "pick.oneOf([");
        if (strcmp(verb, "set") == 0)
            add_settings(out, element);
        else
            add_options(out, draft->state, element);
        buf_add_text(out, "])");
    } else if (str_is(type, "number")) {
        buf_add_text(out, "String(pick.integer(0, 100))");
    } else if (strcmp(example, draft_example(STR(""))) != 0) {
        buf_add_text(out, "pick.oneOf(['', ");
        draft_add_quoted(out, str_text(example));
        buf_add_text(out, "])");
    } else {
        buf_add_text(out, "pick.text({max: 5, alphabet: 'ab '})");
    }
}

/* In a field of one line the key Enter may do something. */
static bool takes_enter(const struct value *element, const char *verb)
{
    return strcmp(verb, "type") == 0 &&
           str_is(draft_text(element, "tag"), "input");
}

static const char *word_for(const struct value *element, const char *verb)
{
    if (strcmp(verb, "type") == 0)
        return draft_is(element, "isContentEditable") ? "type" : "fill";
    if (strcmp(verb, "choose") == 0)
        return "select";
    return strcmp(verb, "set") == 0 ? "set" : "click";
}

/* ---- a command ---------------------------------------------------------- */

static bool is_drawn(const char *verb)
{
    return strcmp(verb, "type") == 0 || strcmp(verb, "choose") == 0 ||
           strcmp(verb, "set") == 0;
}

static void add_arguments(struct draft *draft, const struct value *element,
                          const char *verb, size_t count)
{
    struct buf *out = draft->out;
    bool drawn = is_drawn(verb), enter = takes_enter(element, verb);
    if (count == 1 && !drawn)
        return;
    buf_add_text(out, "        args: (state, pick) => [");
    if (count > 1)
        buf_addf(out, "pick.integer(0, %zu)%s", count - 1, drawn ? ", " : "");
    if (drawn)
        add_drawn(draft, element, verb);
    buf_addf(out, "%s],\n", enter ? ", pick.boolean()" : "");
}

static void add_gesture(struct buf *out, const struct value *element,
                        const char *verb, const struct draft_target *target)
{
    bool any = target->count > 1, drawn = is_drawn(verb);
    bool enter = takes_enter(element, verb);
    const char *word = word_for(element, verb);
    buf_addf(out, "        page: ({%s%s%s}", word, enter ? ", press" : "",
             draft_target_word(target));
    if (any || drawn)
        buf_addf(out, ", [%s%s%s%s]", any ? "at" : "", any && drawn ? ", " : "",
                 drawn ? "value" : "", enter ? ", enters" : "");
    buf_addf(out, ") => %s%s(", enter ? "[" : "", word);
    draft_target_add(out, target);
    buf_addf(out, "%s)%s,\n", drawn ? ", value" : "",
             enter ? ", enters ? press('Enter') : []]" : "");
}

/* "newItem" of a field that is called so; with the verb, where it would begin
 * with a digit. */
static void add_field_name(struct draft *draft, struct buf *name,
                           const struct value *element, const char *verb)
{
    draft_add_name(name, "", element, false);
    if (isdigit((unsigned char)buf_text(name)[0])) {
        name->length = 0;
        draft_add_name(name, verb, element, false);
    }
    name->data[0] = (char)tolower((unsigned char)name->data[0]);
    draft_add_new_name(&draft->fields, name);
}

/* What the field holds is read of the page. */
static void note_field(struct draft *draft, const struct value *element,
                       const char *verb, const char *selector)
{
    bool is_tick = strcmp(verb, "tick") == 0;
    if (!is_tick && !is_drawn(verb))
        return;
    struct buf read = {0}, name = {0};
    add_field_name(draft, &name, element, verb);
    buf_addf(&read, "%s%s", selector, is_tick ? "@checked" : "");
    buf_addf(&draft->view, "    %s: ", buf_text(&name));
    draft_add_quoted(&draft->view, buf_str(&read));
    buf_add_text(&draft->view, ",\n");
    buf_addf(&draft->project, "    // %s: %s,\n", buf_text(&name),
             is_tick ? "false" : "''");
    buf_finish(&name);
    buf_finish(&read);
}

static void add_one(struct draft *draft, const struct value *element,
                    const char *verb, const struct draft_target *target)
{
    struct buf name = {0};
    draft_add_name(&name, verb, element, target->count > 1);
    name.data[0] = (char)toupper((unsigned char)name.data[0]);
    draft_add_new_name(&draft->names, &name);
    buf_addf(draft->out, "    %s: {\n", buf_text(&name));
    add_arguments(draft, element, verb, target->count);
    add_gesture(draft->out, element, verb, target);
    buf_add_text(draft->out, "        fake(state) {},\n    },\n");
    if (target->count == 1)
        note_field(draft, element, verb, buf_text(&target->selector));
    draft->commands++;
    buf_finish(&name);
}

static void add_command(struct draft *draft, const struct value *element)
{
    const char *verb = verb_of(element);
    if (verb == NULL || !draft_is(element, "visible") ||
        has_no_options(draft->state, element))
        return;
    struct draft_target target = draft_target_of(draft->state, element);
    struct buf key = {0};
    draft_target_add_key(&key, &target);
    if (!map_has(&draft->targets, buf_str(&key))) {
        map_set(&draft->targets, buf_str(&key), draft);
        if (draft->commands < DRAFT_LIMIT)
            add_one(draft, element, verb, &target);
        else
            draft->left_out++;
    }
    buf_finish(&key);
    draft_target_finish(&target);
}

/* ---- what is read of the page ------------------------------------------- */

static void note_heading(struct draft *draft)
{
    const struct value *list = draft_list(draft->state, "h1");
    for (size_t i = 0; i < list->count; i++) {
        if (!draft_is(list->items[i], "visible"))
            continue;
        buf_add_text(&draft->view, "    heading: 'h1',\n");
        buf_add_text(&draft->project, "    // heading: the text \"");
        draft_add_comment(&draft->project,
                          draft_text(list->items[i], "textContent"));
        buf_add_text(&draft->project, "\",\n");
        return;
    }
    buf_add_text(&draft->view, "    text: 'body',\n");
    buf_add_text(&draft->project, "    // text: all that the page says,\n");
}

static void add_view(struct draft *draft)
{
    struct buf *out = draft->out;
    buf_add_text(out, "\n// What is read of the page after each command, by "
                      "selectors.\n"
                      "export const view = ({all, count, shown}) => ({\n");
    buf_add_str(out, buf_str(&draft->view));
    buf_add_text(out, "});\n"
                      "\n// What it is to show in a state. What is left out is "
                      "not compared: so far, nothing is.\n"
                      "export const project = (state) => ({\n");
    buf_add_str(out, buf_str(&draft->project));
    buf_add_text(out, "});\n");
}

/* ---- the whole ---------------------------------------------------------- */

static void add_head(struct draft *draft, const char *url, const char *command)
{
    struct buf *out = draft->out;
    const struct value *page = draft_page(draft->state);
    const struct value *errors = value_field(page, STR("errors"));
    buf_add_text(out, "// A first model of \"");
    draft_add_comment(out, draft_text(page, "title"));
    buf_add_text(out, "\",\n//     ");
    draft_add_comment(out, str_text(url));
    buf_add_text(out,
                 "\n// written by weir init --model from what the page shows "
                 "when it has been loaded. It\n// runs as it is:\n//     ");
    draft_add_comment(out, str_text(command));
    buf_add_text(
        out,
        "\n// A model says what the application does. Fill in one command "
        "after "
        "the other: what it\n// does to the state (`fake`), when it can be "
        "done "
        "(`when: (state, args) => ...`), and what\n// the page shows then "
        "(`view`, `project`). docs/MODELS.md has every part of a model.\n"
        "\n// What the application knows when it begins: plain data, such as "
        "{items: []}.\n"
        "export const init = () => ({});\n"
        "\n// What cannot be done, because it is not there, hidden or "
        "disabled, "
        "counts as not done.\n// Take this line away when `when` says it: then "
        "that is a fault.\n"
        "export const optional = true;\n");
    if (errors != NULL && errors->count > 0)
        buf_add_text(
            out, "\n// A script of the page fails while it is being loaded. "
                 "Without this line that is a fault.\n"
                 "export const errors = 'ignored';\n");
}

static void add_commands(struct draft *draft)
{
    struct buf *out = draft->out;
    const struct value *all = draft_controls(draft->state, draft_scopes);
    buf_add_text(out, "\n// What a person does, and what it does to the state: "
                      "`fake` changes it in place.\n"
                      "export const commands = {\n");
    for (size_t i = 0; i < all->count; i++)
        add_command(draft, all->items[i]);
    buf_add_text(out, "    Reload: {\n        page: ({reload}) => reload(),\n"
                      "        fake(state) {},\n    },\n};\n");
    if (draft->left_out > 0)
        buf_addf(out, "\n// %zu more controls of the page are left to you.\n",
                 draft->left_out);
}

void draft_model_add(struct buf *out, const struct value *state,
                     const char *url, const char *command)
{
    struct buf head = {0}, commands = {0};
    struct draft draft = {.out = &head, .state = state};
    map_init(&draft.targets);
    map_init(&draft.names);
    map_init(&draft.fields);
    map_set(&draft.fields, STR("heading"), &draft.fields);
    map_set(&draft.fields, STR("text"), &draft.fields);
    map_set(&draft.names, STR("Reload"), &draft.names);
    add_head(&draft, url, command);
    note_heading(&draft);
    draft.out = &commands; /* they say what is read of the page */
    add_commands(&draft);
    draft_view_add(&draft.view, &draft.project, state, &draft.fields);
    draft.out = out;
    buf_add_str(out, buf_str(&head));
    add_view(&draft);
    buf_add_str(out, buf_str(&commands));
    buf_finish(&draft.view);
    buf_finish(&draft.project);
    buf_finish(&commands);
    buf_finish(&head);
    map_finish(&draft.fields);
    map_finish(&draft.names);
    map_finish(&draft.targets);
}
