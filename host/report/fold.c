/* Order of this file: which selectors matter, the parts. */
#include "report/fold.h"

#include <string.h>

#include "base/vec.h"

enum { LEAST_HIDDEN = 2 };

/* ---- which selectors matter --------------------------------------------- */

static bool has(const struct value *list, struct str text)
{
    for (size_t i = 0; list != NULL && i < list->count; i++)
        if (str_equal(value_text(list->items[i]), text))
            return true;
    return false;
}

typedef VEC(struct value *) text_list;

static void add(text_list *list, struct str text)
{
    for (size_t i = 0; i < list->count; i++)
        if (str_equal(value_text(list->items[i]), text))
            return;
    vec_push(list, value_string(text));
}

static void add_changed(text_list *list, const struct value *before,
                        const struct value *after)
{
    for (size_t i = 0; i < after->count; i++) {
        struct str selector = value_text(after->fields[i].key);
        const struct value *old = value_field(before, selector);
        if (old == NULL || !value_equal(old, after->fields[i].value))
            add(list, selector);
    }
}

void focus_init(struct focus *focus, const struct test_result *result)
{
    text_list moving = VEC_EMPTY;
    for (size_t i = 0; i < result->step_count; i++) {
        const struct step *step = &result->steps[i];
        struct str target =
            value_text(value_field(step->target, STR("selector")));
        if (target.length > 0)
            add(&moving, target);
        if (i > 0)
            add_changed(&moving, result->steps[i - 1].state, step->state);
    }
    *focus = (struct focus){result, value_list(moving.items, moving.count)};
    vec_finish(&moving);
}

void focus_finish(struct focus *focus)
{
    value_unref(focus->moving);
}

enum fold_rank focus_rank(const struct focus *focus, struct str selector)
{
    if (focus == NULL)
        return FOLD_OTHER;
    for (size_t i = 0; i < focus->result->reason_count; i++)
        if (has(focus->result->reasons[i].reads, selector))
            return FOLD_READ;
    return has(focus->moving, selector) ? FOLD_MOVES : FOLD_OTHER;
}

/* ---- the parts ---------------------------------------------------------- */

static size_t count_lines(struct str text)
{
    size_t lines = 0;
    for (size_t i = 0; i < text.length; i++)
        lines += text.data[i] == '\n';
    return lines;
}

void fold_add(struct fold *fold, struct ink *ink, size_t selectors,
              enum fold_rank rank)
{
    struct fold_part part = {
        .lines = count_lines(buf_str(&ink->out)),
        .selectors = selectors,
        .rank = rank,
    };
    buf_init(&part.text);
    buf_add_str(&part.text, buf_str(&ink->out));
    ink_finish(ink);
    vec_push(fold, part);
}

/* Marks those of a rank that fit into the lines. */
static void choose(struct fold *fold, enum fold_rank rank, size_t *lines,
                   bool *any)
{
    for (size_t i = 0; i < fold->count; i++) {
        struct fold_part *part = &fold->items[i];
        bool fits = rank == FOLD_READ || part->lines <= *lines || !*any;
        if (part->rank != rank || !fits)
            continue;
        part->is_shown = true;
        *any = true;
        *lines -= part->lines > *lines ? *lines : part->lines;
    }
}

/* A line that says what is left out is no shorter than a line or two. */
static bool is_hardly_shorter(const struct fold *fold)
{
    size_t hidden = 0;
    for (size_t i = 0; i < fold->count; i++)
        hidden += fold->items[i].is_shown ? 0 : fold->items[i].lines;
    return hidden <= LEAST_HIDDEN;
}

size_t fold_print(struct fold *fold, struct ink *ink, size_t lines)
{
    size_t left_out = 0;
    bool any = false;
    for (int rank = FOLD_READ; rank >= FOLD_OTHER; rank--)
        choose(fold, (enum fold_rank)rank, &lines, &any);
    bool all = is_hardly_shorter(fold);
    for (size_t i = 0; i < fold->count; i++) {
        if (all || fold->items[i].is_shown)
            buf_add_str(&ink->out, buf_str(&fold->items[i].text));
        else
            left_out += fold->items[i].selectors;
        buf_finish(&fold->items[i].text);
    }
    vec_finish(fold);
    return left_out;
}
