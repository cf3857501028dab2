/* The effect of a call. A fake that gives other answers each time shows that
 * soon: many steps are asked for twice.
 *
 * In this file: one step, steps and their memory, many questions at once. */
#include "fake/step.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "trace/operation.h"

enum {
    /* So many steps are asked for twice, and one of so many later. */
    CHECKED_STEPS = 1000,
    CHECKED_LATER = 8,
    CHECKED_AGAIN = 20,
    OUTCOME_LIMIT = 64,
    SHOWN_BYTES = 200,
};

/* ---- one step ----------------------------------------------------------- */

void step_forget(struct remembered_step *step)
{
    if (step == NULL)
        return;
    model_outcomes_finish(&step->outcomes);
    free(step->why);
    free(step);
}

/* {"state": ..., "answer": ...} */
static bool read_outcome(struct fake *fake, const struct value *given,
                         struct remembered_step *step)
{
    const struct value *state = value_field_named(given, "state");
    const struct value *answer = value_field_named(given, "answer");
    if (state == NULL || answer == NULL)
        return false;
    struct model_outcome outcome;
    if (!question_read_state(fake, state, &outcome.state))
        return false;
    outcome.answer = value_canonical(answer);
    for (size_t i = 0; i < step->outcomes.items.count; i++) {
        const struct model_outcome *other = &step->outcomes.items.items[i];
        if (other->state == outcome.state &&
            value_equal(other->answer, outcome.answer)) {
            value_unref(outcome.answer);
            return true;
        }
    }
    vec_push(&step->outcomes.items, outcome);
    return true;
}

struct remembered_step *step_read(struct fake *fake, const struct value *answer)
{
    struct remembered_step *step = MEMORY_NEW(struct remembered_step);
    const struct value *ok = value_field_named(answer, "ok");
    struct str why = value_text(value_field_named(answer, "refused"));
    if (ok == NULL) {
        step->answer = MODEL_REFUSED;
        if (why.length > 0)
            step->why = memory_copy_string(why.data, why.length);
        return step;
    }
    bool is_fine =
        ok->kind == VALUE_LIST && ok->count > 0 && ok->count <= OUTCOME_LIMIT;
    for (size_t i = 0; is_fine && i < ok->count; i++)
        is_fine = read_outcome(fake, ok->items[i], step);
    if (is_fine)
        return step;
    step_forget(step);
    return NULL;
}

/* What the step began with, as far as that is known: a person can do it again
 * by hand. */
void step_say_which(struct fake *fake, uint32_t state,
                    const struct model_call *call, struct error *error)
{
    if (error == NULL || error->code != ERROR_SPEC)
        return;
    struct buf words = {0};
    operation_add_call(&words, fake_command(fake, call->command)->name,
                       call->arguments);
    struct value *at = fake_state_after_failure(fake, state);
    if (at != NULL) {
        buf_add_text(&words, " in the state ");
        value_add_json(&words, at);
    }
    value_unref(at);
    size_t shown = words.length < SHOWN_BYTES ? words.length : SHOWN_BYTES;
    shown = utf8_floor(buf_str(&words), shown);
    struct error before = *error;
    error_set(error, before.code, "%s; the call was %.*s%s", before.message,
              (int)shown, buf_text(&words), shown < words.length ? "..." : "");
    buf_finish(&words);
}

void step_add_question(const struct fake *fake, struct buf *line,
                       uint32_t state, const struct model_call *call)
{
    size_t count = fake_command(fake, call->command)->create_count;
    question_add_call(fake, line, call);
    question_add_state(fake, line, "state", state);
    buf_add_text(line, ",\"fresh\":[");
    for (size_t i = 0; i < count; i++)
        buf_addf(line, "%s{\"$ref\":[%lld,%zu]}", i > 0 ? "," : "",
                 (long long)call->number, i);
    buf_add_char(line, ']');
}

static struct remembered_step *ask_step(struct fake *fake, uint32_t state,
                                        const struct model_call *call,
                                        struct error *error)
{
    const struct model_command *command = fake_command(fake, call->command);
    struct buf line = {0};
    question_begin(&line, "step");
    step_add_question(fake, &line, state, call);
    char *doing = memory_format("\"fake\" of %s", command->name);
    struct value *answer = question_ask(fake, &line, doing, NULL, error);
    struct remembered_step *step =
        answer == NULL ? NULL : step_read(fake, answer);
    if (answer != NULL && step == NULL)
        error_set(error, ERROR_SPEC,
                  "%s: %s must give a list of 1 to %d outcomes, each with "
                  "\"state\" and \"answer\"",
                  fake->name, doing, OUTCOME_LIMIT);
    if (step == NULL)
        step_say_which(fake, state, call, error);
    value_unref(answer);
    free(doing);
    return step;
}

/* Where two steps differ: a text for each, the caller's. */
static bool differ(struct fake *fake, const struct remembered_step *a,
                   const struct remembered_step *b, struct buf *first,
                   struct buf *second)
{
    if (a->answer != b->answer) {
        buf_add_text(first, a->answer == MODEL_DONE ? "allowed" : "refused");
        buf_add_text(second, b->answer == MODEL_DONE ? "allowed" : "refused");
        return true;
    }
    if (a->outcomes.items.count != b->outcomes.items.count) {
        buf_addf(first, "%zu outcomes", a->outcomes.items.count);
        buf_addf(second, "%zu", b->outcomes.items.count);
        return true;
    }
    for (size_t i = 0; i < a->outcomes.items.count; i++) {
        const struct model_outcome *x = &a->outcomes.items.items[i];
        const struct model_outcome *y = &b->outcomes.items.items[i];
        if (!value_equal(x->answer, y->answer)) {
            value_add_json(first, x->answer);
            value_add_json(second, y->answer);
            return true;
        }
        if (x->state != y->state) {
            buf_add_text(first, "the state ");
            value_add_json(first, fake_state(&fake->base, x->state));
            value_add_json(second, fake_state(&fake->base, y->state));
            return true;
        }
    }
    return false;
}

bool step_is_same(struct fake *fake, uint32_t state,
                  const struct model_call *call,
                  const struct remembered_step *step,
                  const struct remembered_step *again, struct error *error)
{
    struct buf first = {0}, second = {0};
    bool differs = differ(fake, step, again, &first, &second);
    if (differs)
        error_set(error, ERROR_SPEC,
                  "%s: the command %s is not deterministic: the same call in "
                  "the same state gave %.*s, then %.*s (what may happen in "
                  "several ways is said with either(...))",
                  fake->name, fake_command(fake, call->command)->name,
                  SHOWN_BYTES, buf_text(&first), SHOWN_BYTES,
                  buf_text(&second));
    if (differs)
        step_say_which(fake, state, call, error);
    buf_finish(&first);
    buf_finish(&second);
    return !differs;
}

/* Asks once more. False: other answers, or none. */
static bool is_repeated(struct fake *fake, uint32_t state,
                        const struct model_call *call,
                        const struct remembered_step *step, struct error *error)
{
    struct remembered_step *again = ask_step(fake, state, call, error);
    bool is_same =
        again != NULL && step_is_same(fake, state, call, step, again, error);
    step_forget(again);
    return is_same;
}

/* ---- steps and their memory --------------------------------------------- */

bool step_is_to_be_checked(const struct fake *fake, size_t ahead)
{
    size_t count = fake->step_count + ahead;
    return count < CHECKED_STEPS || count % CHECKED_LATER == 0;
}

void step_add_key(const struct fake *fake, struct buf *key, uint32_t state,
                  const struct model_call *call)
{
    bool creates = fake_command(fake, call->command)->create_count > 0;
    buf_addf(key, "%u %zu %lld ", state, call->command,
             creates ? (long long)call->number : 0LL);
    value_add_json(key, call->arguments);
}

void step_remember(struct fake *fake, struct str key,
                   struct remembered_step *step)
{
    map_set(&fake->steps, key, step);
    fake->step_count++;
}

static struct remembered_step *ask_and_check(struct fake *fake, uint32_t state,
                                             const struct model_call *call,
                                             struct error *error)
{
    struct remembered_step *step = ask_step(fake, state, call, error);
    if (step != NULL && step_is_to_be_checked(fake, 0) &&
        !is_repeated(fake, state, call, step, error)) {
        step_forget(step);
        return NULL;
    }
    return step;
}

/* Borrowed, as long as the model lives; NULL: it failed. */
static const struct remembered_step *step_of(struct fake *fake, uint32_t state,
                                             const struct model_call *call,
                                             struct error *error)
{
    const struct model_step one = {state, *call};
    struct buf key = {0};
    step_add_key(fake, &key, state, call);
    struct remembered_step *step = map_find(&fake->steps, buf_str(&key));
    bool is_fine = step != NULL || fake_foresee(&fake->base, &one, 1, error);
    if (is_fine && step == NULL)
        step = map_find(&fake->steps, buf_str(&key));
    if (is_fine && step == NULL) {
        step = ask_and_check(fake, state, call, error);
        if (step != NULL)
            step_remember(fake, buf_str(&key), step);
    }
    buf_finish(&key);
    return step;
}

static bool is_left_out(const struct fake *fake, const struct model_call *call)
{
    return fake_command(fake, call->command)->is_left_out;
}

enum model_answer fake_allowed(struct model *model, uint32_t state,
                               const struct model_call *call, char **why,
                               struct error *error)
{
    struct fake *fake = fake_of(model);
    if (is_left_out(fake, call) && why != NULL)
        *why = memory_format("it has a \"page\" and no \"real\"");
    if (is_left_out(fake, call))
        return MODEL_REFUSED;
    if (!fake_command(fake, call->command)->has_precondition)
        return MODEL_DONE;
    const struct remembered_step *step = step_of(fake, state, call, error);
    if (step == NULL)
        return MODEL_FAILED;
    if (step->why != NULL && why != NULL)
        *why = memory_copy_string(step->why, strlen(step->why));
    return step->answer;
}

enum model_answer fake_step(struct model *model, uint32_t state,
                            const struct model_call *call,
                            struct model_outcomes *outcomes,
                            struct error *error)
{
    if (is_left_out(fake_of(model), call))
        return MODEL_REFUSED;
    const struct remembered_step *step =
        step_of(fake_of(model), state, call, error);
    if (step == NULL)
        return MODEL_FAILED;
    for (size_t i = 0; i < step->outcomes.items.count; i++) {
        struct model_outcome outcome = step->outcomes.items.items[i];
        outcome.answer = value_ref(outcome.answer);
        vec_push(&outcomes->items, outcome);
    }
    return step->answer;
}

/* ---- many questions at once --------------------------------------------- */

bool fake_claim(struct model *model, const struct model_claim *claim,
                uint32_t *number)
{
    struct fake *fake = fake_of(model);
    return fake->keeps_states && claims_add(&fake->claims, claim, number);
}

/* Two runs of the call differed at this point. It is asked for again until that
 * shows, so that the words say how; false. */
static bool complain_of_odd(struct fake *fake, uint32_t state, uint32_t claim,
                            struct error *error)
{
    struct value *arguments;
    struct model_call call;
    bool is_fine = claims_leave(&fake->claims, state, &state, error);
    claims_call(&fake->claims, claim, &call, &arguments);
    for (int i = 0; is_fine && i < CHECKED_AGAIN; i++) {
        struct remembered_step *step = ask_step(fake, state, &call, error);
        is_fine = step != NULL && is_repeated(fake, state, &call, step, error);
        step_forget(step);
    }
    value_unref(arguments);
    return is_fine &&
           error_set(error, ERROR_SPEC,
                     "%s: the command %s is not deterministic: it does not "
                     "always give the same in the same state",
                     fake->name, fake_command(fake, call.command)->name);
}

bool fake_explain(struct model *model, const struct model_question *questions,
                  size_t count, struct model_explained *explained,
                  struct error *error)
{
    struct fake *fake = fake_of(model);
    const struct model_question *odd = NULL;
    if (!claims_explain(&fake->claims, questions, count, explained, &odd,
                        error))
        return false;
    return odd == NULL || complain_of_odd(fake, odd->state, odd->claim, error);
}

/* A program is asked about states. */
bool fake_point_of(struct model *model, uint32_t state, uint32_t *point,
                   struct error *error)
{
    struct fake *fake = fake_of(model);
    *point = state;
    return !fake->keeps_states ||
           claims_enter(&fake->claims, state, point, error);
}

bool fake_state_of(struct model *model, uint32_t point, uint32_t *state,
                   struct error *error)
{
    struct fake *fake = fake_of(model);
    *state = point;
    return !fake->keeps_states ||
           claims_leave(&fake->claims, point, state, error);
}

void fake_forget_steps(struct fake *fake)
{
    for (size_t i = 0; i < fake->steps.count; i++)
        step_forget(fake->steps.entries[i].value);
    map_finish(&fake->steps);
}
