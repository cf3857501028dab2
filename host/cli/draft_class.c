/* Order of this file: names, what has a class, the choice of one. */
#include "cli/draft_class.h"

#include <ctype.h>

/* A CSS name that nobody has to escape, and that no program has numbered. */
bool draft_is_plain_name(struct str text)
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

static bool has_class(const struct value *element, struct str name)
{
    const struct value *names = value_field(element, STR("classList"));
    for (size_t i = 0; names != NULL && i < names->count; i++)
        if (str_equal(value_text(names->items[i]), name))
            return true;
    return false;
}

/* All elements of this class are of the same tag. */
static bool is_class_of_tag(const struct value *state,
                            const struct draft_scope *scope, struct str name,
                            struct str tag)
{
    const struct value *all = draft_list(state, scope->everything);
    for (size_t i = 0; i < all->count; i++)
        if (has_class(all->items[i], name) &&
            !str_equal(draft_text(all->items[i], "tag"), tag))
            return false;
    return true;
}

/* Two or more elements have this class, and all are controls that are called
 * alike: the buttons "Delete" of rows, whatever else all buttons have. */
static bool is_class_of_kin(const struct value *state,
                            const struct draft_scope *scope, struct str name,
                            struct str label)
{
    const struct value *all = draft_list(state, scope->everything);
    const struct value *controls = draft_controls(state, scope);
    size_t members = 0, alike = 0;
    for (size_t i = 0; i < all->count; i++)
        members += has_class(all->items[i], name);
    for (size_t i = 0; i < controls->count; i++)
        alike +=
            has_class(controls->items[i], name) &&
            str_equal(draft_text(controls->items[i], "computedLabel"), label);
    return members > 1 && members == alike;
}

bool draft_add_class(struct buf *out, const struct value *state,
                     const struct draft_scope *scope,
                     const struct value *element)
{
    const struct value *names = value_field(element, STR("classList"));
    struct str tag = draft_text(element, "tag"),
               label = draft_text(element, "computedLabel"), chosen = STR("");
    for (size_t i = 0; names != NULL && i < names->count; i++) {
        struct str name = value_text(names->items[i]);
        if (!draft_is_plain_name(name) ||
            !is_class_of_tag(state, scope, name, tag))
            continue;
        bool is_kin = is_class_of_kin(state, scope, name, label);
        if (is_kin || chosen.length == 0)
            chosen = name;
        if (is_kin)
            break;
    }
    if (chosen.length > 0)
        buf_addf(out, ".%.*s", STR_ARGS(chosen));
    return chosen.length > 0;
}
