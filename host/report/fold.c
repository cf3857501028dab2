/* Order of this file: which selectors matter, the parts. */
#include "report/fold.h"

#include <string.h>

#include "base/vec.h"
#include "report/diff.h"

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

static bool is_field(const struct value *pair, struct str selector,
                     struct str path)
{
    struct value *const *both = pair->items;
    return str_equal(value_text(both[0]), selector) &&
           (path.length == 0 || str_equal(value_text(both[1]), path));
}

static void add_field(text_list *list, struct str selector, struct str path)
{
    for (size_t i = 0; i < list->count; i++)
        if (is_field(list->items[i], selector, path))
            return;
    struct value *pair[] = {value_string(selector), value_string(path)};
    vec_push(list, value_list(pair, 2));
}

static void add_changed_fields(text_list *list, struct str selector,
                               const struct value *before,
                               const struct value *after)
{
    struct diff_element_list elements = {0};
    if (before == NULL || !diff_is_elements(before) || !diff_is_elements(after))
        return;
    diff_elements(&elements, before, after);
    diff_join_replaced(&elements);
    for (size_t i = 0; i < elements.count; i++) {
        struct diff_field_list fields = {0};
        if (elements.items[i].kind == DIFF_MODIFIED)
            diff_fields(&fields, elements.items[i].before,
                        elements.items[i].after);
        for (size_t j = 0; j < fields.count; j++)
            add_field(list, selector, str_text(fields.items[j].path));
        diff_field_list_finish(&fields);
    }
    diff_element_list_finish(&elements);
}

static void add_changed(text_list *list, text_list *fields,
                        const struct value *before, const struct value *after)
{
    for (size_t i = 0; i < after->count; i++) {
        struct str selector = value_text(after->fields[i].key);
        const struct value *old = value_field(before, selector);
        if (old != NULL && value_equal(old, after->fields[i].value))
            continue;
        add(list, selector);
        add_changed_fields(fields, selector, old, after->fields[i].value);
    }
}

void focus_init(struct focus *focus, const struct test_result *result)
{
    text_list moving = VEC_EMPTY, fields = VEC_EMPTY;
    for (size_t i = 0; i < result->step_count; i++) {
        const struct step *step = &result->steps[i];
        struct str target =
            value_text(value_field(step->target, STR("selector")));
        if (target.length > 0)
            add(&moving, target);
        if (i > 0)
            add_changed(&moving, &fields, result->steps[i - 1].state,
                        step->state);
    }
    *focus = (struct focus){
        .result = result,
        .moving = value_list(moving.items, moving.count),
        .fields = value_list(fields.items, fields.count),
    };
    vec_finish(&moving);
    vec_finish(&fields);
}

void focus_finish(struct focus *focus)
{
    value_unref(focus->moving);
    value_unref(focus->fields);
}

bool focus_field_moves(const struct focus *focus, struct str selector,
                       struct str path)
{
    for (size_t i = 0; i < focus->fields->count; i++)
        if (is_field(focus->fields->items[i], selector, path))
            return true;
    return false;
}

bool focus_any_field_moves(const struct focus *focus, struct str selector)
{
    return focus_field_moves(focus, selector, STR(""));
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
