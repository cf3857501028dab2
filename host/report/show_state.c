/* Order of this file: elements, what nothing matches, the state. */
#include "report/show.h"

#include "base/vec.h"
#include "report/diff.h"
#include "report/show_internal.h"
#include "trace/element.h"

static void add_value_line(const struct show *show, const struct value *value)
{
    struct buf text;
    buf_init(&text);
    buf_add_text(&text, "  ");
    text_add_value(&text, value, show_style(show, ink_room(show->ink) - 2));
    ink_piece(show->ink, INK_PLAIN, buf_text(&text));
    ink_end(show->ink);
    buf_finish(&text);
}

/* Nothing of them changes: how many they are. */
static void show_count(const struct show *show, const struct value *list)
{
    struct buf text;
    buf_init(&text);
    buf_addf(&text, "  %zu element%s", list->count,
             list->count == 1 ? "" : "s");
    ink_piece(show->ink, INK_PLAIN, buf_text(&text));
    ink_end(show->ink);
    buf_finish(&text);
}

/* That they can be acted on, as guards ask: that they are there says as much.
 */
static bool says_little(const struct value *element)
{
    for (size_t i = 0; i < element->count; i++) {
        struct str name = value_text(element->fields[i].key);
        const struct value *value = element->fields[i].value;
        bool is_usual = show_is_for_guards(name) && value->kind == VALUE_BOOL &&
                        value->boolean;
        if (!is_usual && !element_is_place(name))
            return false;
    }
    return true;
}

static bool all_say_little(const struct value *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (!says_little(list->items[i]))
            return false;
    return list->count > 1;
}

/* What no failure reads and what stays as it is can be said in few words. */
static bool is_counted(const struct show *show, struct str selector,
                       const struct value *list)
{
    if (show->focus == NULL)
        return false;
    return all_say_little(list) ||
           (show_is_short(show, list->items[0]) &&
            !focus_any_field_moves(show->focus, selector));
}

/* How many from there on look alike; in full each is shown. */
static size_t count_alike(const struct show *show, const struct value *list,
                          size_t first)
{
    size_t count = 1;
    while (!show->in_full && first + count < list->count &&
           diff_looks_alike(list->items[first], list->items[first + count]))
        count++;
    return count;
}

static void show_elements(const struct show *show, struct str selector,
                          const struct value *list)
{
    if (is_counted(show, selector, list)) {
        show_count(show, list);
        return;
    }
    if (list->count == 1) {
        ink_piece(show->ink, INK_PLAIN, " ");
        show_fields(show, INK_PLAIN, selector, list->items[0]);
        ink_end(show->ink);
        return;
    }
    ink_end(show->ink);
    size_t shown = 0;
    size_t most = show->in_full ? SIZE_MAX : SHOW_MOST_ELEMENTS;
    for (size_t lines = 0; shown < list->count && lines < most; lines++) {
        struct places places = {shown, count_alike(show, list, shown), true};
        show_begin_line(show, 1);
        show_mark(show, INK_PLAIN, "", places);
        show_fields(show, INK_PLAIN, selector, list->items[shown]);
        ink_end(show->ink);
        shown += places.count;
    }
    show_rest(show, list->count - shown);
}

static bool is_empty(const struct value *value)
{
    return value->kind == VALUE_LIST && value->count == 0;
}

static bool is_empty_of_rank(const struct value *state, size_t at,
                             const struct focus *focus, enum fold_rank rank)
{
    return is_empty(state->fields[at].value) &&
           (focus == NULL ||
            focus_rank(focus, value_text(state->fields[at].key)) == rank);
}

/* "nothing matches `a`, `b`": together, because there are often many. Returns
 * how many they are. */
static size_t show_empty(const struct show *show, const struct value *state,
                         const struct focus *focus, enum fold_rank rank)
{
    size_t left = 0;
    for (size_t i = 0; i < state->count; i++)
        left += is_empty_of_rank(state, i, focus, rank);
    size_t count = left;
    if (left == 0)
        return 0;
    struct buf name;
    buf_init(&name);
    show_begin_line(show, 0);
    ink_piece(show->ink, INK_DIM, "nothing matches");
    for (size_t i = 0; i < state->count; i++) {
        if (!is_empty_of_rank(state, i, focus, rank))
            continue;
        buf_clear(&name);
        buf_add_char(&name, ' ');
        text_add_selector(&name, value_text(state->fields[i].key),
                          show_style(show, ink_room(show->ink) - 1));
        buf_add_text(&name, --left > 0 ? "," : "");
        ink_piece(show->ink, INK_DIM, buf_text(&name));
    }
    ink_end(show->ink);
    buf_finish(&name);
    return count;
}

/* What the specification wants to be told of: nothing of the application. */
static bool is_wish(struct str selector)
{
    return str_is(selector, "::watch") || str_is(selector, "::settle") ||
           str_is(selector, "::dialogs") || str_is(selector, "::delays") ||
           str_is(selector, "::clock") || str_is(selector, "::holding");
}

void show_state(struct ink *ink, size_t indent, const struct value *state,
                const struct focus *focus, bool in_full)
{
    struct fold fold = VEC_EMPTY;
    struct ink part;
    struct show show = {&part, indent, in_full, NULL};
    for (size_t i = 0; i < state->count; i++) {
        const struct value *value = state->fields[i].value;
        struct str selector = value_text(state->fields[i].key);
        if (is_empty(value) || is_wish(selector))
            continue;
        part = show_part_of(ink);
        enum fold_rank rank = focus_rank(focus, selector);
        show.focus = in_full || rank == FOLD_READ ? NULL : focus;
        show_selector(&show, selector);
        if (diff_is_elements(value))
            show_elements(&show, selector, value);
        else
            add_value_line(&show, value);
        fold_add(&fold, &part, 1, rank);
    }
    int ranks = focus == NULL ? 1 : FOLD_READ + 1;
    for (int rank = ranks - 1; rank >= 0; rank--) {
        part = show_part_of(ink);
        size_t count = show_empty(&show, state, in_full ? NULL : focus,
                                  (enum fold_rank)rank);
        if (count > 0)
            fold_add(&fold, &part, count, (enum fold_rank)rank);
        else
            ink_finish(&part);
        if (in_full)
            break;
    }
    show_print_parts(&(struct show){ink, indent, in_full, NULL}, &fold, "");
}
