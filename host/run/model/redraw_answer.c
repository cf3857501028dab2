/* What the model says of a program that was drawn anew. In this file: sizes of
 * answers, answers, whether all commands matter. */
#include "run/model/orders.h"
#include "run/model/redraw.h"

static bool is_reference(const struct value *value)
{
    return value_field_named(value, "$ref") != NULL;
}

/* How many values there are in it, and it; a reference is one. */
static size_t values_in(const struct value *value)
{
    size_t count = 1;
    bool is_list = value->kind == VALUE_LIST;
    bool is_object = value->kind == VALUE_OBJECT && !is_reference(value);
    for (size_t i = 0; (is_list || is_object) && i < value->count; i++)
        count += values_in(is_list ? value->items[i] : value->fields[i].value);
    return count;
}

static bool may_grow(const struct value *answer)
{
    return answer->kind == VALUE_LIST ||
           (answer->kind == VALUE_OBJECT && !is_reference(answer) &&
            value_field_named(answer, "error") == NULL);
}

static size_t add_change(struct buf *out, const struct value *before,
                         const struct value *after);

/* How many values one view has that the other one has not, in the same place.
 * They are written to `out` where that is not NULL. */
static size_t add_changes(struct buf *out, const struct value *before,
                          const struct value *after)
{
    size_t count = 0;
    if (before->kind == VALUE_LIST && after->kind == VALUE_LIST) {
        for (size_t i = 0; i < after->count; i++)
            count +=
                add_change(out, i < before->count ? before->items[i] : NULL,
                           after->items[i]);
        return count + (after->count < before->count);
    }
    if (before->kind != VALUE_OBJECT || after->kind != VALUE_OBJECT ||
        is_reference(before) || is_reference(after))
        return value_equal(before, after) ? 0 : add_change(out, NULL, after);
    for (size_t i = 0; i < after->count; i++)
        count += add_change(
            out, value_field(before, value_text(after->fields[i].key)),
            after->fields[i].value);
    return count;
}

static size_t add_change(struct buf *out, const struct value *before,
                         const struct value *after)
{
    if (before != NULL)
        return add_changes(out, before, after);
    if (out != NULL)
        value_add_json(out, after);
    return values_in(after);
}

/* What the model answers to the command in `place`; NULL where it may not be
 * called. */
static bool answer_to(struct shrinking *s, const struct program *program,
                      size_t place, struct value **value)
{
    struct surroundings around = {0};
    struct model_outcomes outcomes = {.items = VEC_EMPTY};
    struct model_call call = program_call(&program->items.items[place]);
    *value = NULL;
    bool is_fine = shrink_look_around(s, program, place, &around);
    if (is_fine && around.states.items.count > 0 &&
        orders_know(&around.refs, program, place, place + 1))
        is_fine =
            s->model->ops->step(s->model, around.states.items.items[0], &call,
                                &outcomes, s->error) != MODEL_FAILED;
    if (outcomes.items.count > 0)
        *value = value_ref(outcomes.items.items[0].answer);
    model_outcomes_finish(&outcomes);
    surroundings_finish(&around);
    return is_fine;
}

/* A page shows all that there is: of that what the command has changed counts.
 */
static size_t add_shown(struct shrinking *s, struct buf *out,
                        const struct value *before, const struct value *answer)
{
    bool is_view = s->model->ops->info(s->model)->answers_views;
    if (is_view && before != NULL)
        return add_changes(out, before, answer);
    if (out != NULL)
        value_add_json(out, answer);
    return values_in(answer);
}

/* What the model answers to the last command, and to the one before. Unref
 * both; NULL: it may not be called, or there is none. */
static bool last_answers(struct shrinking *s, const struct program *program,
                         struct value **before, struct value **answer)
{
    size_t count = program->items.count;
    *before = *answer = NULL;
    return answer_to(s, program, count - 1, answer) &&
           (count < 2 || answer_to(s, program, count - 2, before));
}

bool redraw_answer(struct shrinking *s, struct redrawn *drawn)
{
    struct value *answer, *before;
    bool is_fine = last_answers(s, &drawn->program, &before, &answer);
    if (is_fine && answer != NULL) {
        value_add_json(&drawn->answer, answer);
        drawn->size = add_shown(s, NULL, before, answer);
        drawn->may_grow =
            may_grow(answer) ||
            s->model->ops->info(s->model)->answers_views; /* may name errors */
        drawn->shows = before == NULL || !value_equal(before, answer);
    }
    value_unref(answer);
    value_unref(before);
    return is_fine;
}

/* ---- whether all commands matter ------------------------------------------
 */

/* What the last command shows, as text; nothing where it may not be called. */
static bool read_shown(struct shrinking *s, const struct program *program,
                       struct buf *out)
{
    struct value *answer, *before;
    bool is_fine = last_answers(s, program, &before, &answer);
    if (is_fine && answer != NULL)
        add_shown(s, out, before, answer);
    value_unref(answer);
    value_unref(before);
    return is_fine;
}

/* *matters: without the command in `place` another one cannot stay, or the last
 * one shows something else. */
static bool read_matters(struct shrinking *s, const struct program *program,
                         size_t place, struct str shown, bool *matters)
{
    struct program rest = program_copy(program);
    struct buf out = {0};
    program_remove(&rest, place);
    size_t count = rest.items.count;
    bool is_fine = program_prune(s->model, &rest, s->error);
    *matters = rest.items.count < count;
    if (is_fine && !*matters) {
        is_fine = read_shown(s, &rest, &out);
        *matters = !str_equal(buf_str(&out), shown);
    }
    buf_finish(&out);
    program_finish(&rest);
    return is_fine;
}

bool redraw_all_matter(struct shrinking *s, const struct program *program,
                       bool *all_matter)
{
    struct buf shown = {0};
    bool is_fine = read_shown(s, program, &shown);
    *all_matter = true;
    for (size_t i = 0; is_fine && *all_matter && i + 1 < program->items.count;
         i++)
        is_fine = read_matters(s, program, i, buf_str(&shown), all_matter);
    buf_finish(&shown);
    return is_fine;
}
