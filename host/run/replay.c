/* Order of this file: states, steps, the comparison, the run. */
#include "run/replay.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/vec.h"
#include "run/choice_log.h"
#include "trace/element.h"

void replay_init(struct replay *replay)
{
    *replay = (struct replay){.stuck = SIZE_MAX};
    session_result_init(&replay->result);
}

void replay_finish(struct replay *replay)
{
    session_result_finish(&replay->result);
    value_unref(replay->before);
    value_unref(replay->after);
    replay_init(replay);
}

/* ---- states ------------------------------------------------------------- */

static struct value *comparable_element(const struct value *element)
{
    VEC(struct value_field) fields = VEC_EMPTY;
    if (element->kind != VALUE_OBJECT)
        return value_ref(element);
    for (size_t i = 0; i < element->count; i++) {
        const struct value_field *field = &element->fields[i];
        if (!element_is_place(value_text(field->key)))
            vec_push(&fields, ((struct value_field){value_ref(field->key),
                                                    value_ref(field->value)}));
    }
    struct value *copy = value_object(fields.items, fields.count);
    vec_finish(&fields);
    return copy;
}

static struct value *comparable_list(const struct value *list)
{
    VEC(struct value *) items = VEC_EMPTY;
    if (list->kind != VALUE_LIST)
        return value_ref(list);
    for (size_t i = 0; i < list->count; i++)
        vec_push(&items, comparable_element(list->items[i]));
    struct value *copy = value_list(items.items, items.count);
    vec_finish(&items);
    return copy;
}

struct value *replay_comparable(const struct value *state)
{
    VEC(struct value_field) fields = VEC_EMPTY;
    if (state->kind != VALUE_OBJECT)
        return value_ref(state);
    for (size_t i = 0; i < state->count; i++)
        vec_push(&fields, ((struct value_field){
                              value_ref(state->fields[i].key),
                              comparable_list(state->fields[i].value)}));
    struct value *copy = value_object(fields.items, fields.count);
    vec_finish(&fields);
    return copy;
}

/* As it would be read from a trace: 2.0 is written and read as 2. */
static struct value *as_recorded(const struct value *state)
{
    struct buf text;
    buf_init(&text);
    value_add_json(&text, state);
    struct value *read = value_parse(buf_str(&text), NULL);
    buf_finish(&text);
    return read == NULL ? value_ref(state) : read;
}

static bool is_same_state(struct replay *replay, const struct value *recorded,
                          const struct value *now)
{
    struct value *written = as_recorded(now);
    struct value *before = replay_comparable(recorded);
    struct value *after = replay_comparable(written);
    value_unref(written);
    if (value_equal(before, after)) {
        value_unref(before);
        value_unref(after);
        return true;
    }
    replay->before = before;
    replay->after = after;
    return false;
}

/* ---- steps -------------------------------------------------------------- */

/* The actions or events of the step as choices, one a line; elements are looked
 * for in this state. */
static void add_what(struct buf *out, const struct step *step,
                     const struct value *state)
{
    for (size_t i = 0; i < step->what.count; i++) {
        struct value *choice =
            choice_make(&step->what.items[i], NULL, state, CHOICE_AT_ONCE);
        choice_add_key(out, choice);
        value_unref(choice);
    }
}

/* An action was chosen in the state before; an event is told of with its own
 * state. */
static const struct value *state_of(const struct step *steps, size_t i)
{
    return i > 0 && steps[i].kind == STEP_ACTED ? steps[i - 1].state
                                                : steps[i].state;
}

static bool is_same_step(const struct step *a, const struct step *b, size_t i)
{
    struct buf x, y;
    buf_init(&x);
    buf_init(&y);
    add_what(&x, &a[i], state_of(a, i));
    add_what(&y, &b[i], state_of(b, i));
    bool is_same =
        a[i].kind == b[i].kind && str_equal(buf_str(&x), buf_str(&y));
    buf_finish(&x);
    buf_finish(&y);
    return is_same;
}

/* ---- the comparison ----------------------------------------------------- */

/* Compares the steps that both have. True: they are the same. */
static bool compare_steps(struct replay *replay, const struct trace *trace)
{
    const struct kept_steps *now = &replay->result.kept;
    size_t count = now->count < trace->count ? now->count : trace->count;
    for (size_t i = 0; i < count; i++) {
        replay->at = i;
        replay->difference = REPLAY_OTHER_STEP;
        if (!is_same_step(trace->items, now->steps, i))
            return false;
        replay->difference = REPLAY_OTHER_STATE;
        if (!is_same_state(replay, trace->items[i].state, now->steps[i].state))
            return false;
    }
    replay->at = count;
    replay->difference = REPLAY_SAME;
    return true;
}

static bool is_same_verdict(struct verdict a, struct verdict b)
{
    bool is_judged = a.kind == VERDICT_DEFINITELY || a.kind == VERDICT_PROBABLY;
    return a.kind == b.kind && (!is_judged || a.value == b.value);
}

static void compare(struct replay *replay, const struct trace *trace)
{
    if (!compare_steps(replay, trace))
        return;
    size_t count = replay->result.kept.count;
    if (replay->stuck != SIZE_MAX)
        replay->difference = REPLAY_NOT_OFFERED;
    else if (count < trace->count)
        replay->difference = REPLAY_SHORTER;
    else if (count > trace->count)
        replay->difference = REPLAY_LONGER;
    else if (trace->has_ending &&
             !is_same_verdict(trace->ending.verdict, replay->result.verdict))
        replay->difference = REPLAY_VERDICT;
}

/* ---- the run ------------------------------------------------------------ */

/* The index of the step that performed the action with this number. */
static size_t step_of_action(const struct trace *trace, size_t number)
{
    for (size_t i = 0; i < trace->count; i++)
        if (trace->items[i].kind == STEP_ACTED && number-- == 0)
            return i;
    return trace->count;
}

bool replay_run(const struct reduce_options *options, const struct trace *trace,
                struct replay *replay)
{
    struct script_course course;
    struct choice_log choice_log;
    script_course_init(&course);
    choice_log_of_steps(&choice_log, trace->items, trace->count);
    bool fine = reduce_run(options, &choice_log.choices, choice_log.linger_ms,
                           &replay->result, &course);
    if (course.is_stuck)
        replay->stuck = step_of_action(trace, course.at);
    replay->is_refused = course.is_refused;
    compare(replay, trace);
    script_course_finish(&course);
    choice_log_finish(&choice_log);
    return fine;
}
