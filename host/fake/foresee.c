/* Many steps in one line, each run twice where it is to be checked: what takes
 * time is the way to the process of a module and back. What a line does not
 * answer is asked for alone (step.c), so that its failure is told as ever.
 *
 * In this file: which steps, what is answered, the whole. */
#include <stdlib.h>

#include "base/memory.h"
#include "base/vec.h"
#include "fake/step.h"

enum { TOGETHER = 128 /* steps in a line, at most */ };

struct batch {
    struct fake *fake;
    const struct model_step *steps[TOGETHER]; /* borrowed */
    size_t count;
    struct map keys; /* of these */
};

/* ---- which steps -------------------------------------------------------- */

static bool is_wanted(const struct batch *batch, const struct model_step *step,
                      struct str key)
{
    const struct fake *fake = batch->fake;
    return !fake_command(fake, step->call.command)->is_left_out &&
           !map_has(&fake->steps, key) && !map_has(&batch->keys, key);
}

static void add_step(struct batch *batch, const struct model_step *step)
{
    struct buf key = {0};
    step_add_key(batch->fake, &key, step->state, &step->call);
    if (is_wanted(batch, step, buf_str(&key))) {
        map_set(&batch->keys, buf_str(&key), batch);
        batch->steps[batch->count++] = step;
    }
    buf_finish(&key);
}

static void add_question(const struct batch *batch, size_t at, struct buf *line)
{
    const struct model_step *step = batch->steps[at];
    struct buf fields = {0};
    step_add_question(batch->fake, &fields, step->state, &step->call);
    if (at > 0)
        buf_add_char(line, ',');
    buf_add_char(line, '{');
    /* Each field has its comma in front. */
    buf_add(line, fields.data + 1, fields.length - 1);
    if (step_is_to_be_checked(batch->fake, at))
        buf_add_text(line, ",\"twice\":true");
    buf_add_char(line, '}');
    buf_finish(&fields);
}

/* ---- what is answered ---------------------------------------------------- */

/* Of two runs that differ. False: *error, unless they mean the same. */
static bool is_same(struct batch *batch, const struct model_step *step,
                    const struct value *both, struct error *error)
{
    struct fake *fake = batch->fake;
    if (both->kind != VALUE_LIST || both->count != 2)
        return true;
    struct value *const *runs = both->items;
    struct remembered_step *one = step_read(fake, runs[0]);
    struct remembered_step *other = step_read(fake, runs[1]);
    bool is_same =
        one == NULL || other == NULL ||
        step_is_same(fake, step->state, &step->call, one, other, error);
    step_forget(one);
    step_forget(other);
    return is_same;
}

/* False: the fake is not deterministic. */
static bool take_answer(struct batch *batch, size_t at,
                        const struct value *answer, struct error *error)
{
    struct fake *fake = batch->fake;
    const struct model_step *step = batch->steps[at];
    if (answer->kind != VALUE_OBJECT)
        return true;
    const struct value *odd = value_field_named(answer, "odd");
    if (odd != NULL)
        return is_same(batch, step, odd, error);
    struct remembered_step *given = step_read(fake, answer);
    if (given == NULL)
        return true;
    struct buf key = {0};
    step_add_key(fake, &key, step->state, &step->call);
    step_remember(fake, buf_str(&key), given);
    buf_finish(&key);
    return true;
}

static bool take_answers(struct batch *batch, const struct value *list,
                         struct error *error)
{
    for (size_t i = 0; list->kind == VALUE_LIST && i < list->count; i++)
        if (i < batch->count && !take_answer(batch, i, list->items[i], error))
            return false;
    return true;
}

/* A single one needs no place. */
static void say_which_stopped(struct batch *batch, struct error *error)
{
    int64_t at = batch->count == 1
                     ? 0
                     : conversation_stopped_at(batch->fake->conversation);
    if (at >= 0 && (size_t)at < batch->count)
        step_say_which(batch->fake, batch->steps[at]->state,
                       &batch->steps[at]->call, error);
}

/* The caller's. */
static char *doing(const struct batch *batch)
{
    size_t command = batch->steps[0]->call.command;
    for (size_t i = 1; i < batch->count; i++)
        if (batch->steps[i]->call.command != command)
            return memory_format("a \"fake\"");
    return memory_format("\"fake\" of %s",
                         fake_command(batch->fake, command)->name);
}

/* ---- the whole ---------------------------------------------------------- */

/* And empties the batch. */
static bool ask(struct batch *batch, struct error *error)
{
    struct buf line = {0};
    if (batch->count == 0)
        return true;
    question_begin(&line, "steps");
    buf_add_text(&line, ",\"steps\":[");
    for (size_t i = 0; i < batch->count; i++)
        add_question(batch, i, &line);
    buf_add_char(&line, ']');
    char *words = doing(batch);
    struct value *answers = question_ask_ok(batch->fake, &line, words, error);
    free(words);
    bool is_fine = answers != NULL && take_answers(batch, answers, error);
    if (answers == NULL)
        say_which_stopped(batch, error);
    value_unref(answers);
    map_finish(&batch->keys);
    map_init(&batch->keys);
    batch->count = 0;
    return is_fine;
}

bool fake_foresee(struct model *model, const struct model_step *steps,
                  size_t count, struct error *error)
{
    struct batch batch = {.fake = fake_of(model)};
    bool is_fine = true;
    if (!batch.fake->keeps_states)
        return true;
    map_init(&batch.keys);
    for (size_t i = 0; is_fine && i < count; i++) {
        add_step(&batch, &steps[i]);
        if (batch.count == TOGETHER)
            is_fine = ask(&batch, error);
    }
    is_fine = is_fine && ask(&batch, error);
    map_finish(&batch.keys);
    return is_fine;
}
