/* Order of this file: lists, writing. */
#include "run/saved.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "trace/value.h"

void saved_init(struct saved *saved)
{
    *saved = (struct saved){.check = 1, .linger_ms = CHOICE_AT_ONCE};
}

void saved_finish(struct saved *saved)
{
    free(saved->path);
    free(saved->property);
    free(saved->spec);
    choice_list_finish(&saved->choices);
    saved_init(saved);
}

/* ---- lists -------------------------------------------------------------- */

void saved_list_finish(struct saved_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        saved_finish(&list->items[i].saved);
    vec_finish(list);
}

const struct saved *saved_list_find(const struct saved_list *list,
                                    size_t property, size_t number)
{
    for (size_t i = 0; list != NULL && i < list->count; i++)
        if (list->items[i].property == property && number-- == 0)
            return &list->items[i].saved;
    return NULL;
}

uint64_t saved_hash(const struct saved *saved)
{
    struct buf text;
    buf_init(&text);
    buf_addf(&text, "%s\n%" PRIu64 "\n", saved->property, saved->check);
    if (saved->at_load)
        buf_add_text(&text, "load\n");
    for (size_t i = 0; i < saved->choices.count; i++)
        choice_add_key(&text, saved->choices.items[i]);
    uint64_t hash = str_fingerprint(buf_str(&text));
    buf_finish(&text);
    return hash;
}

/* ---- writing ------------------------------------------------------------ */

/* As JSON; characters that no font shows (keys are such, U+E000 to U+F8FF) by
 * their number. */
static void add_json(struct buf *out, const struct value *value)
{
    struct buf text;
    buf_init(&text);
    value_add_json(&text, value);
    struct str left = buf_str(&text);
    for (size_t length; left.length > 0;
         left = str_from(left.data + length, left.length - length)) {
        uint32_t code = utf8_decode(left, &length);
        if (code >= 0xE000 && code <= 0xF8FF)
            buf_addf(out, "\\u%04X", code);
        else
            buf_add_str(out, str_from(left.data, length));
    }
    buf_finish(&text);
}

static void add_value(struct buf *out, const char *word,
                      const struct value *value)
{
    buf_addf(out, "%s ", word);
    add_json(out, value);
    buf_add_char(out, '\n');
}

static void add_text(struct buf *out, const char *word, const char *text)
{
    buf_addf(out, "%s ", word);
    json_add_string(out, str_text(text));
    buf_add_char(out, '\n');
}

static void add_comment(struct buf *out, const char *text)
{
    for (const char *end; *text != '\0'; text = end + (*end == '\n')) {
        end = text + strcspn(text, "\n");
        buf_add_text(out, "# ");
        buf_add(out, text, (size_t)(end - text));
        buf_add_char(out, '\n');
    }
}

/* People count from 1. */
static void add_place(struct buf *out, const struct value *place)
{
    const struct value *at = value_field_named(place, "at"),
                       *of = value_field_named(place, "of");
    buf_addf(out, "    at %" PRId64, at->integer + 1);
    if (of != NULL)
        buf_addf(out, " of %" PRId64, of->integer);
    buf_add_text(out, " by ");
    value_add_json(out, value_field_named(place, "by"));
    buf_add_char(out, '\n');
}

static bool is_of_kind(const struct value *value, enum value_kind kind)
{
    return value != NULL && value->kind == kind;
}

/* A whole number that a place of a file may have. */
static bool is_ordinal(const struct value *value, int64_t least)
{
    return is_of_kind(value, VALUE_INT) && value->integer >= least &&
           value->integer < INT32_MAX;
}

static bool is_place(const struct value *place)
{
    const struct value *of = value_field_named(place, "of");
    size_t fields = of == NULL ? 2 : 3;
    return place->kind == VALUE_OBJECT && place->count == fields &&
           is_of_kind(value_field_named(place, "by"), VALUE_STRING) &&
           is_ordinal(value_field_named(place, "at"), 0) &&
           (of == NULL || is_ordinal(of, 1));
}

/* Whether choice_make makes such an argument of an element; what somebody has
 * written by hand may be more than the words for it can say. */
static bool is_element(const struct value *argument)
{
    const struct value *element = value_field_named(argument, "element");
    const struct value *found = value_field_named(element, "found");
    const struct value *text = value_field_named(element, "text");
    if (found == NULL || argument->count != 1 || found->kind != VALUE_LIST ||
        (text != NULL && text->kind != VALUE_STRING) ||
        element->count != (text == NULL ? 1 : 2))
        return false;
    for (size_t i = 0; i < found->count; i++)
        if (!is_place(found->items[i]))
            return false;
    return true;
}

static void add_argument(struct buf *out, const struct value *argument)
{
    const struct value *element = value_field_named(argument, "element");
    const struct value *found = value_field_named(element, "found");
    if (!is_element(argument)) {
        add_value(out, "  value", argument);
        return;
    }
    buf_add_text(out, "  element");
    if (value_field_named(element, "text") != NULL) {
        buf_add_char(out, ' ');
        value_add_json(out, value_field_named(element, "text"));
    }
    buf_add_char(out, '\n');
    for (size_t i = 0; i < found->count; i++)
        add_place(out, found->items[i]);
}

static void add_names(struct buf *out, const struct value *names)
{
    buf_add_text(out, "action");
    for (size_t i = 0; names != NULL && i < names->count; i++) {
        buf_add_text(out, i == 0 ? " " : ", ");
        value_add_json(out, names->items[i]);
    }
    buf_add_char(out, '\n');
}

static void add_choice(struct buf *out, const struct value *choice,
                       const char *comment)
{
    const struct value *args = value_field_named(choice, "args");
    buf_add_char(out, '\n');
    if (comment != NULL)
        add_comment(out, comment);
    add_names(out, value_field_named(choice, "names"));
    add_value(out, "  does", value_field_named(choice, "id"));
    for (size_t i = 0; i < args->count; i++)
        add_argument(out, args->items[i]);
    if (value_field_named(choice, "timeout") != NULL)
        add_value(out, "  timeout", value_field_named(choice, "timeout"));
    if (value_field_named(choice, "settle") != NULL)
        add_value(out, "  settle", value_field_named(choice, "settle"));
    if (choice_pause_ms(choice) > 0)
        add_value(out, "  pause", value_field_named(choice, "pause"));
    if (choice_after_ms(choice) != CHOICE_AT_ONCE)
        add_value(out, "  after", value_field_named(choice, "after"));
}

void saved_add(struct buf *out, const struct saved *saved,
               const struct saved_comments *comments)
{
    add_comment(out,
                "A counterexample that weir has found: these actions, in this "
                "order, make\nthe property fail. `weir check --save` does them "
                "again before anything\nelse, and finds an element by its text "
                "where its place is another. Lines\nthat begin with # are "
                "comments.\n");
    if (comments->why != NULL) {
        buf_add_text(out, "#\n");
        add_comment(out, comments->why);
    }
    buf_addf(out, "\ncounterexample %d\n", SAVED_FORM);
    add_text(out, "property", saved->property);
    if (saved->check != 1)
        buf_addf(out, "check %" PRIu64 "\n", saved->check);
    add_text(out, "spec", saved->spec);
    buf_addf(out, "seed %" PRIu64 "\n", saved->seed);
    if (saved->at_load)
        add_text(out, "begin", "load");
    if (saved->pauses_ms > 0)
        buf_addf(out, "pauses %" PRId64 "\n", saved->pauses_ms);
    add_text(out, "verdict", verdict_text(saved->verdict));
    if (saved->linger_ms != CHOICE_AT_ONCE)
        buf_addf(out, "linger %" PRId64 "\n", saved->linger_ms);
    for (size_t i = 0; i < saved->choices.count; i++)
        add_choice(out, saved->choices.items[i],
                   comments->actions == NULL ? NULL : comments->actions[i]);
}
