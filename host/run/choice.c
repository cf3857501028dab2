/* Order of this file: making a choice, lists, reading; choice_compare.c has
 * what two of them have in common. */
#include "run/choice.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/vec.h"

typedef VEC(struct value_field) field_list;

static void add_field(field_list *fields, const char *key, struct value *value)
{
    vec_push(fields,
             ((struct value_field){value_string(str_text(key)), value}));
}

static struct value *take_object(field_list *fields)
{
    struct value *object = value_object(fields->items, fields->count);
    vec_finish(fields);
    return object;
}

/* ---- making one --------------------------------------------------------- */

/* What a person reads in an element, of what the state has of it; NULL: it has
 * no text. Borrowed. */
static const struct value *text_of(const struct value *element)
{
    static const char *const names[] = {"label", "innerText", "textContent",
                                        "text"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct value *text = value_field_named(element, names[i]);
        if (text != NULL && text->kind == VALUE_STRING)
            return text;
    }
    return NULL;
}

static struct value *make_place(const struct value *selector, size_t at,
                                size_t of)
{
    field_list fields = VEC_EMPTY;
    add_field(&fields, "by", value_ref(selector));
    add_field(&fields, "at", value_int((int64_t)at));
    add_field(&fields, "of", value_int((int64_t)of));
    return take_object(&fields);
}

typedef VEC(struct value *) value_items;

/* Where the element with this reference stands in a list of the state; its
 * text, if the list has it. */
static void find_in(const struct value_field *entry, struct str ref,
                    value_items *found, const struct value **text)
{
    const struct value *list = entry->value;
    for (size_t i = 0; list->kind == VALUE_LIST && i < list->count; i++) {
        const struct value *element = list->items[i];
        if (!str_equal(value_text(value_field_named(element, "ref")), ref))
            continue;
        vec_push(found, make_place(entry->key, i, list->count));
        if (*text == NULL)
            *text = text_of(element);
        return;
    }
}

/* NULL: no element of the state has this reference. */
static struct value *make_element(struct str ref, const struct value *state)
{
    value_items found = VEC_EMPTY;
    const struct value *text = NULL;
    for (size_t i = 0; ref.length > 0 && i < state->count; i++)
        find_in(&state->fields[i], ref, &found, &text);
    if (found.count == 0)
        return NULL;
    field_list inner = VEC_EMPTY, outer = VEC_EMPTY;
    if (text != NULL)
        add_field(&inner, "text", value_ref(text));
    add_field(&inner, "found", value_list(found.items, found.count));
    vec_finish(&found);
    add_field(&outer, "element", take_object(&inner));
    return take_object(&outer);
}

static struct value *make_argument(const struct value *argument,
                                   const struct value *state);

static struct value *make_list(const struct value *list,
                               const struct value *state)
{
    value_items items = VEC_EMPTY;
    for (size_t i = 0; i < list->count; i++)
        vec_push(&items, make_argument(list->items[i], state));
    struct value *made = value_list(items.items, items.count);
    vec_finish(&items);
    return made;
}

static struct value *make_object(const struct value *object,
                                 const struct value *state)
{
    field_list fields = VEC_EMPTY;
    for (size_t i = 0; i < object->count; i++)
        vec_push(&fields, ((struct value_field){
                              value_ref(object->fields[i].key),
                              make_argument(object->fields[i].value, state)}));
    return take_object(&fields);
}

/* The argument with its elements written out, also those inside of it (the
 * actions that are one step, weir/order); a new reference. */
static struct value *make_argument(const struct value *argument,
                                   const struct value *state)
{
    if (state == NULL || state->kind != VALUE_OBJECT)
        return value_ref(argument);
    if (argument->kind == VALUE_LIST)
        return make_list(argument, state);
    if (argument->kind == VALUE_OBJECT)
        return make_object(argument, state);
    struct value *element = argument->kind == VALUE_STRING
                                ? make_element(value_text(argument), state)
                                : NULL;
    return element != NULL ? element : value_ref(argument);
}

struct value *choice_make(const struct action *action,
                          const struct value *names, const struct value *state,
                          int64_t after_ms)
{
    field_list fields = VEC_EMPTY;
    if (names != NULL && names->count > 0)
        add_field(&fields, "names", value_ref(names));
    add_field(&fields, "id", value_ref(action->id));
    add_field(&fields, "args", make_argument(action->args, state));
    if (action->timeout_ms != ACTION_NO_TIMEOUT)
        add_field(&fields, "timeout", value_int(action->timeout_ms));
    if (action->settle != NULL)
        add_field(&fields, "settle", value_ref(action->settle));
    if (action->pause_ms > 0)
        add_field(&fields, "pause", value_int(action->pause_ms));
    if (after_ms != CHOICE_AT_ONCE)
        add_field(&fields, "after", value_int(after_ms));
    return take_object(&fields);
}

struct value *choice_mark_drawn(struct value *choice)
{
    field_list fields = VEC_EMPTY;
    for (size_t i = 0; i < choice->count; i++)
        vec_push(&fields,
                 ((struct value_field){value_ref(choice->fields[i].key),
                                       value_ref(choice->fields[i].value)}));
    add_field(&fields, "drawn", value_bool(true));
    value_unref(choice);
    return take_object(&fields);
}

bool choice_is_drawn(const struct value *choice)
{
    return value_field_named(choice, "drawn") != NULL;
}

int64_t choice_pause_ms(const struct value *choice)
{
    const struct value *pause = value_field_named(choice, "pause");
    if (pause == NULL || pause->kind != VALUE_INT || pause->integer <= 0)
        return 0;
    return pause->integer < CHOICE_PAUSE_MOST ? pause->integer
                                              : CHOICE_PAUSE_MOST;
}

struct value *choice_with_pause(const struct value *choice, int64_t pause_ms)
{
    field_list fields = VEC_EMPTY;
    for (size_t i = 0; i < choice->count; i++)
        if (!str_is(value_text(choice->fields[i].key), "pause"))
            vec_push(&fields, ((struct value_field){
                                  value_ref(choice->fields[i].key),
                                  value_ref(choice->fields[i].value)}));
    if (pause_ms > 0)
        add_field(&fields, "pause", value_int(pause_ms));
    return take_object(&fields);
}

struct value *choice_without_pause(const struct value *choice)
{
    return choice_with_pause(choice, 0);
}

int64_t choice_after_ms(const struct value *choice)
{
    const struct value *after = value_field_named(choice, "after");
    return after != NULL && after->kind == VALUE_INT && after->integer > 0
               ? after->integer
               : CHOICE_AT_ONCE;
}

void choice_add_key(struct buf *out, const struct value *choice)
{
    static const char *const names[] = {"names",   "id",     "args",
                                        "timeout", "settle", "pause"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct value *part = value_field_named(choice, names[i]);
        if (part != NULL)
            value_add_json(out, part);
        buf_add_char(out, i + 1 < sizeof names / sizeof *names ? ',' : '\n');
    }
}

/* ---- lists -------------------------------------------------------------- */

void choice_list_push(struct choice_list *list, struct value *choice)
{
    vec_push(list, choice);
}

void choice_list_add_without(struct choice_list *list,
                             const struct choice_list *all, size_t begin,
                             size_t end)
{
    for (size_t i = 0; i < all->count; i++)
        if (i < begin || i >= end)
            choice_list_push(list, value_ref(all->items[i]));
}

void choice_list_finish(struct choice_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        value_unref(list->items[i]);
    vec_finish(list);
}

static bool is_element(const struct value *element)
{
    const struct value *found = value_field_named(element, "found");
    if (found == NULL || found->kind != VALUE_LIST)
        return false;
    for (size_t i = 0; i < found->count; i++) {
        const struct value *by = value_field_named(found->items[i], "by");
        if (by == NULL || by->kind != VALUE_STRING)
            return false;
    }
    return true;
}

const struct value *choice_element(const struct value *argument)
{
    const struct value *element = value_field_named(argument, "element");
    return element != NULL && is_element(element) ? element : NULL;
}

/* ---- reading ------------------------------------------------------------ */

static bool has_elements(const struct value *argument)
{
    const struct value *element = value_field_named(argument, "element");
    if (element != NULL)
        return is_element(element);
    for (size_t i = 0; argument->kind == VALUE_LIST && i < argument->count; i++)
        if (!has_elements(argument->items[i]))
            return false;
    for (size_t i = 0; argument->kind == VALUE_OBJECT && i < argument->count;
         i++)
        if (!has_elements(argument->fields[i].value))
            return false;
    return true;
}

bool choice_is_valid(const struct value *value, struct error *error)
{
    const struct value *id = value_field_named(value, "id"),
                       *args = value_field_named(value, "args");
    const struct value *names = value_field_named(value, "names");
    if (value->kind != VALUE_OBJECT)
        return error_set(error, ERROR_IO, "an action must be an object");
    if (id == NULL || id->kind != VALUE_STRING)
        return error_set(error, ERROR_IO,
                         "an action needs an \"id\" that is a text");
    if (args == NULL || args->kind != VALUE_LIST)
        return error_set(error, ERROR_IO,
                         "an action needs \"args\" that are a list");
    if (names != NULL && names->kind != VALUE_LIST)
        return error_set(error, ERROR_IO,
                         "the \"names\" of an action must be a list");
    if (!has_elements(args))
        return error_set(error, ERROR_IO,
                         "an \"element\" needs \"found\": a list of places, "
                         "each with \"by\", a selector");
    return true;
}
