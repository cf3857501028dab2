/* From the bottom up: selectors and places, how an element looks, what an
 * action names. */
#include "report/text.h"
#include "report/words_internal.h"

enum { LONGEST_SELECTOR_COLUMNS = 60 };

bool words_find_place(struct words_place *place, const struct value *state,
                      struct str selector, struct str ref)
{
    for (size_t i = 0; ref.length > 0 && i < state->count; i++) {
        struct str key = value_text(state->fields[i].key);
        const struct value *list = state->fields[i].value;
        if (list->kind != VALUE_LIST ||
            (selector.length > 0 && !str_equal(selector, key)))
            continue;
        for (size_t k = 0; k < list->count; k++)
            if (str_equal(value_text(value_field(list->items[k], STR("ref"))),
                          ref)) {
                *place = (struct words_place){key, k, list->count};
                return true;
            }
    }
    return false;
}

void words_add_selector(struct buf *out, struct str selector, bool unicode)
{
    text_add_selector(out, selector,
                      (struct text_style){unicode, LONGEST_SELECTOR_COLUMNS});
}

static const char *ordinal_ending(size_t n)
{
    if (n % 100 >= 11 && n % 100 <= 13)
        return "th";
    switch (n % 10) {
    case 1:
        return "st";
    case 2:
        return "nd";
    case 3:
        return "rd";
    default:
        return "th";
    }
}

/* Which of several. */
void words_add_place(struct buf *out, const struct words_place *place)
{
    if (place->count > 1)
        buf_addf(out, ", the %zu%s of %zu", place->index + 1,
                 ordinal_ending(place->index + 1), place->count);
}

static const char *tag_words(struct str tag)
{
    static const struct {
        const char *tag, *words;
    } known[] = {
        {"a", "link"},
        {"button", "button"},
        {"input", "input"},
        {"textarea", "text area"},
        {"select", "select box"},
        {"option", "option"},
        {"label", "label"},
        {"li", "list item"},
        {"img", "image"},
        {"td", "cell"},
        {"tr", "row"},
        {"h1", "heading"},
        {"h2", "heading"},
        {"h3", "heading"},
        {"p", "paragraph"},
        {"form", "form"},
        {"dialog", "dialog"},
        {"summary", "summary"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (str_is(tag, known[i].tag))
            return known[i].words;
    return NULL;
}

/* ", the button 'Start'": only what adds something to the selector. */
static void add_appearance(struct buf *out, const struct value *target,
                           bool unicode)
{
    struct str tag = value_text(value_field(target, STR("tag")));
    struct str text = value_text(value_field(target, STR("text")));
    if (text.length == 0)
        return;
    const char *words = tag_words(tag);
    buf_add_text(out, ", ");
    if (words != NULL)
        buf_addf(out, "the %s ", words);
    text_add_quoted(out, text, '\'',
                    (struct text_style){unicode, WORDS_LONGEST_TEXT});
}

bool words_find_argument(struct words_place *place, const struct action *action,
                         const struct value *state, struct str selector)
{
    for (size_t i = 0; i < action->args->count; i++)
        if (words_find_place(place, state, selector,
                             value_text(action->args->items[i])))
            return true;
    return false;
}

bool words_add_element(struct buf *out, const struct action *action,
                       const struct value *target, const struct value *state,
                       bool unicode)
{
    struct str selector = value_text(value_field(target, STR("selector")));
    struct words_place place = {.selector = selector, .count = 0};
    if (state != NULL)
        words_find_argument(&place, action, state, selector);
    if (place.selector.length > 0)
        words_add_selector(out, place.selector, unicode);
    else if (target != NULL)
        buf_add_text(out, "an element");
    else
        return false;
    words_add_place(out, &place);
    add_appearance(out, target, unicode);
    return true;
}

struct str words_argument(const struct action *action, size_t index)
{
    return index < action->args->count ? value_text(action->args->items[index])
                                       : STR("");
}

static bool add_named(struct buf *out, const struct value *argument,
                      const struct value *state, bool unicode)
{
    struct words_place place;
    if (state == NULL ||
        !words_find_place(&place, state, STR(""), value_text(argument)))
        return false;
    words_add_selector(out, place.selector, unicode);
    words_add_place(out, &place);
    return true;
}

void words_add_generic(struct buf *out, const struct action *action,
                       const struct value *state, const struct value *before,
                       bool unicode)
{
    struct text_style style = {unicode, WORDS_LONGEST_TEXT};
    text_add(out, value_text(action->id), style);
    for (size_t i = 0; i < action->args->count; i++) {
        const struct value *argument = action->args->items[i];
        buf_add_text(out, i == 0 ? "(" : ", ");
        if (!add_named(out, argument, state, unicode) &&
            !add_named(out, argument, before, unicode))
            text_add_value(out, argument, style);
    }
    if (action->args->count > 0)
        buf_add_char(out, ')');
}
