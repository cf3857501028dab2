/* In this file: escapes, filling in, learning, actions. */
#include "run/model/bound_text.h"

#include <stdlib.h>

#include "base/vec.h"
#include "trace/reference.h"

/* ---- escapes ------------------------------------------------------------ */

static bool is_name_byte(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           str_is_digit(byte) || byte == '-' || byte == '_' ||
           (unsigned char)byte >= 0x80;
}

static bool is_control(char byte)
{
    return (unsigned char)byte < 0x20 || byte == 0x7f;
}

/* The quote that the end of a selector stands in; 0: in none. */
static char quote_at_end(struct str selector)
{
    char quote = 0;
    for (size_t i = 0; i < selector.length; i++) {
        char byte = selector.data[i];
        if (byte == '\\')
            i++;
        else if (quote != 0 && byte == quote)
            quote = 0;
        else if (quote == 0 && (byte == '"' || byte == '\''))
            quote = byte;
    }
    return quote;
}

static void add_quoted(struct buf *out, struct str text)
{
    for (size_t i = 0; i < text.length; i++) {
        char byte = text.data[i];
        if (is_control(byte))
            buf_addf(out, "\\%x ", (unsigned)byte);
        else if (byte == '"' || byte == '\'' || byte == '\\')
            buf_addf(out, "\\%c", byte);
        else
            buf_add_char(out, byte);
    }
}

/* A name does not begin with a digit, nor with a hyphen and a digit. */
static void add_name(struct buf *out, struct str text, bool begins)
{
    for (size_t i = 0; i < text.length; i++) {
        char byte = text.data[i];
        bool is_first = i == 0 || (i == 1 && text.data[0] == '-');
        if (is_control(byte) || (begins && is_first && str_is_digit(byte)))
            buf_addf(out, "\\%x ", (unsigned)byte);
        else if (!is_name_byte(byte) ||
                 (begins && byte == '-' && text.length == 1))
            buf_addf(out, "\\%c", byte);
        else
            buf_add_char(out, byte);
    }
}

static void add_to_selector(struct buf *out, struct str text)
{
    bool begins = out->length == 0 || !is_name_byte(out->data[out->length - 1]);
    if (quote_at_end(buf_str(out)) != 0)
        add_quoted(out, text);
    else
        add_name(out, text, begins);
}

static void add_to_address(struct buf *out, struct str text)
{
    for (size_t i = 0; i < text.length; i++) {
        unsigned char byte = (unsigned char)text.data[i];
        bool stays = byte < 0x80 &&
                     (is_name_byte(text.data[i]) || byte == '.' || byte == '~');
        buf_addf(out, stays ? "%c" : "%%%02X", byte);
    }
}

/* ---- filling in --------------------------------------------------------- */

static void add_value(struct buf *out, const struct value *value,
                      enum bound_text_use use)
{
    struct buf json = {0};
    struct str text = value_text(value);
    if (value->kind != VALUE_STRING) {
        value_add_json(&json, value);
        text = buf_str(&json);
    }
    if (use == BOUND_TEXT_SELECTOR)
        add_to_selector(out, text);
    else if (use == BOUND_TEXT_ADDRESS)
        add_to_address(out, text);
    else
        buf_add_str(out, text);
    buf_finish(&json);
}

static bool fill(struct buf *out, const struct bindings *bindings,
                 struct str text, enum bound_text_use use)
{
    struct reference_mark mark;
    size_t at = 0;
    while (reference_mark_find(text, at, &mark)) {
        const struct value *value =
            bindings_find(bindings, mark.number, mark.slot);
        bool is_all = mark.begin == 0 && mark.end == text.length;
        if (value == NULL)
            return false;
        buf_add(out, text.data + at, mark.begin - at);
        add_value(out, value,
                  is_all && use == BOUND_TEXT_ADDRESS ? BOUND_TEXT_PLAIN : use);
        at = mark.end;
    }
    buf_add(out, text.data + at, text.length - at);
    return true;
}

/* In a buffer of its own: what stands before it is no part of a selector. */
bool bound_text_fill(struct buf *out, const struct bindings *bindings,
                     struct str text, enum bound_text_use use)
{
    struct buf filled = {0};
    bool is_fine = fill(&filled, bindings, text, use);
    if (is_fine)
        buf_add_str(out, buf_str(&filled));
    buf_finish(&filled);
    return is_fine;
}

/* ---- learning ----------------------------------------------------------- */

/* The only mark that stands for nothing yet. */
static bool find_unknown(const struct bindings *bindings, struct str text,
                         struct reference_mark *unknown)
{
    struct reference_mark mark;
    size_t count = 0;
    for (size_t at = 0; reference_mark_find(text, at, &mark); at = mark.end)
        if (bindings_find(bindings, mark.number, mark.slot) == NULL) {
            *unknown = mark;
            count++;
        }
    return count == 1;
}

struct value *bound_text_learn(const struct bindings *bindings, int64_t *number,
                               struct str expected, struct str got,
                               int64_t *slot)
{
    struct reference_mark mark;
    struct buf before = {0}, after = {0};
    struct value *learned = NULL;
    if (!find_unknown(bindings, expected, &mark) ||
        (*number != BINDINGS_ANY && mark.number != *number))
        return NULL;
    bool is_known =
        bound_text_fill(&before, bindings, str_from(expected.data, mark.begin),
                        BOUND_TEXT_PLAIN) &&
        bound_text_fill(
            &after, bindings,
            str_from(expected.data + mark.end, expected.length - mark.end),
            BOUND_TEXT_PLAIN);
    if (is_known && got.length > before.length + after.length &&
        str_starts_with(got, buf_text(&before)) &&
        str_ends_with(got, buf_text(&after)))
        learned =
            value_string(str_from(got.data + before.length,
                                  got.length - before.length - after.length));
    *number = mark.number;
    *slot = mark.slot;
    buf_finish(&before);
    buf_finish(&after);
    return learned;
}

/* ---- actions ------------------------------------------------------------ */

/* All texts are selectors in "find", and are read by people elsewhere. */
static struct value *real_target(const struct bindings *bindings,
                                 const struct value *target)
{
    VEC(struct value_field) fields = VEC_EMPTY;
    bool is_fine = true;
    for (size_t i = 0; is_fine && i < target->count; i++) {
        const struct value_field *field = &target->fields[i];
        struct value *part = NULL;
        struct buf text = {0};
        if (field->value->kind == VALUE_OBJECT)
            part = real_target(bindings, field->value);
        else if (field->value->kind != VALUE_STRING)
            part = value_ref(field->value);
        else if (bound_text_fill(&text, bindings, value_text(field->value),
                                 str_is(value_text(field->key), "find")
                                     ? BOUND_TEXT_SELECTOR
                                     : BOUND_TEXT_PLAIN))
            part = value_string(buf_str(&text));
        buf_finish(&text);
        is_fine = part != NULL;
        if (is_fine)
            vec_push(&fields,
                     ((struct value_field){value_ref(field->key), part}));
    }
    struct value *object = value_object(fields.items, fields.count);
    vec_finish(&fields);
    if (is_fine)
        return object;
    value_unref(object);
    return NULL;
}

#define FIND "find:"

static struct value *real_element(const struct bindings *bindings,
                                  struct str text)
{
    struct str json =
        str_from(text.data + strlen(FIND), text.length - strlen(FIND));
    struct value *target = value_parse(json, NULL);
    if (target == NULL || target->kind != VALUE_OBJECT) {
        value_unref(target);
        return value_string(text); /* typed by somebody */
    }
    struct value *real = real_target(bindings, target);
    value_unref(target);
    if (real == NULL)
        return NULL;
    struct buf words = {0};
    buf_add_text(&words, FIND);
    value_add_json(&words, real);
    value_unref(real);
    struct value *element = value_string(buf_str(&words));
    buf_finish(&words);
    return element;
}

static struct value *real_argument(const struct bindings *bindings,
                                   struct str id, const struct value *argument)
{
    struct reference_mark mark;
    struct str text = value_text(argument);
    if (argument->kind != VALUE_STRING || !reference_mark_find(text, 0, &mark))
        return bindings_real(bindings, argument);
    if (str_starts_with(text, FIND))
        return real_element(bindings, text);
    struct buf words = {0};
    struct value *real = NULL;
    if (bound_text_fill(&words, bindings, text,
                        str_is(id, "navigate") ? BOUND_TEXT_ADDRESS
                                               : BOUND_TEXT_PLAIN))
        real = value_string(buf_str(&words));
    buf_finish(&words);
    return real;
}

/* The list of what becomes of each item; NULL: one of them is not known. */
static struct value *
real_list(const struct bindings *bindings, struct str id,
          const struct value *items,
          struct value *(*real_item)(const struct bindings *bindings,
                                     struct str id, const struct value *item))
{
    VEC(struct value *) parts = VEC_EMPTY;
    bool is_fine = true;
    for (size_t i = 0; is_fine && items != NULL && i < items->count; i++) {
        struct value *part = real_item(bindings, id, items->items[i]);
        is_fine = part != NULL;
        if (is_fine)
            vec_push(&parts, part);
    }
    struct value *list = value_list(parts.items, parts.count);
    vec_finish(&parts);
    if (is_fine)
        return list;
    value_unref(list);
    return NULL;
}

static struct value *real_action(const struct bindings *bindings,
                                 struct str unused, const struct value *action)
{
    (void)unused;
    struct value *arguments =
        real_list(bindings, value_text(value_field_named(action, "id")),
                  value_field_named(action, "args"), real_argument);
    return arguments == NULL ? NULL
                             : value_with_field(action, STR("args"), arguments);
}

struct value *bound_actions(const struct bindings *bindings,
                            const struct value *actions)
{
    return real_list(bindings, STR(""), actions, real_action);
}
