#include "cli/draft_target.h"

#include <string.h>

#include "cli/draft_page.h"
#include "cli/draft_rows.h"

/* Of more without a name, as on a keypad, one command is for any of them. */
enum { NAMED_MOST = 6, WORDS_MOST = 40 };

/* As it is laid out; "" of what is no button. */
static struct str words_on(const struct value *state,
                           const struct value *element)
{
    const struct value *all = draft_list(state, DRAFT_WORDED);
    const struct value *ref = value_field(element, STR("ref"));
    for (size_t i = 0; ref != NULL && i < all->count; i++)
        if (value_equal(value_field(all->items[i], STR("ref")), ref))
            return draft_text(all->items[i], "innerText");
    return STR("");
}

/* How many controls that are displayed have this selector. */
static size_t count_of(const struct value *state, struct str selector)
{
    const struct value *all = draft_controls(state, draft_scopes);
    size_t count = 0;
    for (size_t i = 0; i < all->count; i++) {
        struct buf other = {0};
        draft_add_selector(&other, state, draft_scopes, all->items[i]);
        count += draft_is(all->items[i], "visible") &&
                 str_equal(buf_str(&other), selector);
        buf_finish(&other);
    }
    return count;
}

/* How many are found by the tag alone; with these words, where there are some.
 */
static size_t count_tagged(const struct value *state, struct str tag,
                           struct str words)
{
    const struct value *all = draft_controls(state, draft_scopes);
    size_t count = 0;
    for (size_t i = 0; i < all->count; i++)
        count += draft_is(all->items[i], "visible") &&
                 str_equal(draft_text(all->items[i], "tag"), tag) &&
                 (words.length == 0 ||
                  str_equal(words_on(state, all->items[i]), words));
    return count;
}

struct draft_target draft_target_of(const struct value *state,
                                    const struct value *element)
{
    struct draft_target target = {.words = STR("")};
    struct str tag = draft_text(element, "tag");
    bool is_steady =
        draft_add_selector(&target.selector, state, draft_scopes, element);
    target.count = count_of(state, buf_str(&target.selector));
    /* Of inputs the selector has the type, too. */
    if (is_steady || !str_equal(buf_str(&target.selector), tag))
        return target;
    size_t found = count_tagged(state, tag, STR(""));
    struct str words = words_on(state, element);
    if (found > 1 && target.count <= NAMED_MOST && words.length > 0 &&
        words.length <= WORDS_MOST && draft_is_legible(words) &&
        count_tagged(state, tag, words) == 1) {
        target.words = words;
        target.count = 1;
        return target;
    }
    target.count = found;
    return target;
}

void draft_target_finish(struct draft_target *target)
{
    buf_finish(&target->selector);
}

void draft_target_add_key(struct buf *out, const struct draft_target *target)
{
    buf_add_str(out, buf_str(&target->selector));
    if (target->words.length > 0)
        buf_addf(out, "\n%.*s", STR_ARGS(target->words));
}

void draft_target_add(struct buf *out, const struct draft_target *target)
{
    bool is_any = target->count > 1, is_named = target->words.length > 0;
    buf_add_text(out, is_any ? "nth(" : is_named ? "named(" : "");
    draft_add_quoted(out, buf_str(&target->selector));
    if (is_named) {
        buf_add_text(out, ", ");
        draft_add_quoted(out, target->words);
    }
    buf_add_text(out, is_any ? ", at)" : is_named ? ")" : "");
}

const char *draft_target_word(const struct draft_target *target)
{
    if (target->count > 1)
        return ", nth";
    return target->words.length > 0 ? ", named" : "";
}
