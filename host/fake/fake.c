/* In this file: questions, states, arguments, steps and their memory, what is
 * compared and told of a call, a page, many questions at once, opening and
 * closing. */
#include "fake/fake.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/json.h"
#include "base/memory.h"
#include "fake/claims.h"
#include "fake/conversation.h"
#include "fake/info.h"
#include "fake/states.h"

enum {
    /* So many steps are asked for twice, and one of so many later: a fake that
     * gives other answers each time shows that soon. */
    CHECKED_STEPS = 1000,
    CHECKED_LATER = 8,
    CHECKED_AGAIN = 20,
    OUTCOME_LIMIT = 64,
    SHOWN_BYTES = 200,
};

/* What a step gave. */
struct remembered {
    enum model_answer answer; /* DONE or REFUSED */
    char *why;                /* REFUSED; may be NULL */
    struct model_outcomes outcomes;
};

struct fake {
    struct model base;
    struct conversation *conversation;
    char *name;
    struct arena arena;
    struct model_info info;
    struct value *given; /* the answer to "info", where info.*real lie */
    struct claims claims;
    /* A module keeps its states itself and names them by number; those of a
     * program are kept here. */
    bool keeps_states;
    struct states states;
    struct states_cache cache; /* of a module: those that were asked for */
    struct map steps;          /* state, command and arguments -> remembered */
    size_t step_count;
};

static struct fake *of(struct model *model)
{
    return (struct fake *)model;
}

/* ---- questions ---------------------------------------------------------- */

static const struct model_command *command_of(const struct fake *fake,
                                              size_t command)
{
    assert(command < fake->info.command_count);
    return &fake->info.commands[command];
}

static void begin_question(struct buf *line, const char *ask)
{
    buf_addf(line, "{\"ask\":\"%s\"", ask);
}

static void add_field(struct buf *line, const char *name,
                      const struct value *value)
{
    buf_addf(line, ",\"%s\":", name);
    value_add_json(line, value);
}

static void add_state(const struct fake *fake, struct buf *line,
                      const char *name, uint32_t state)
{
    buf_addf(line, ",\"%s\":", name);
    if (fake->keeps_states)
        buf_addf(line, "%u", state);
    else
        buf_add_str(line, states_text(&fake->states, state));
}

/* The number of a state that was given. False: it makes no sense. */
static bool read_state(struct fake *fake, const struct value *given,
                       uint32_t *state)
{
    if (!fake->keeps_states) {
        *state = states_number(&fake->states, given);
        return true;
    }
    *state = (uint32_t)given->integer;
    return given->kind == VALUE_INT && given->integer >= 0 &&
           given->integer < UINT32_MAX;
}

static void add_call(const struct fake *fake, struct buf *line,
                     const struct model_call *call)
{
    json_add_text_field(line, "command", command_of(fake, call->command)->name);
    add_field(line, "arguments", call->arguments);
}

/* Ends the question, asks it and clears the line. */
static struct value *ask(struct fake *fake, struct buf *line, const char *doing,
                         struct pick *pick, struct error *error)
{
    buf_add_char(line, '}');
    struct value *answer =
        conversation_ask(fake->conversation, buf_str(line), doing, pick, error);
    buf_finish(line);
    return answer;
}

/* The same for what cannot be refused: the answer itself. */
static struct value *ask_ok(struct fake *fake, struct buf *line,
                            const char *doing, struct error *error)
{
    struct value *answer = ask(fake, line, doing, NULL, error);
    if (answer == NULL)
        return NULL;
    const struct value *found = value_field_named(answer, "ok");
    struct value *ok = found == NULL ? NULL : value_ref(found);
    if (ok == NULL)
        error_set(error, ERROR_SPEC, "%s: %s cannot be refused", fake->name,
                  doing);
    value_unref(answer);
    return ok;
}

/* ...that must be of a kind; a list: of texts. */
static struct value *ask_kind(struct fake *fake, struct buf *line,
                              const char *doing, enum value_kind kind,
                              struct error *error)
{
    struct value *ok = ask_ok(fake, line, doing, error);
    if (ok == NULL)
        return NULL;
    bool is_fine = ok->kind == kind;
    for (size_t i = 0; is_fine && kind == VALUE_LIST && i < ok->count; i++)
        is_fine = ok->items[i]->kind == VALUE_STRING;
    if (is_fine)
        return ok;
    error_set(error, ERROR_SPEC, "%s: %s must give %s", fake->name, doing,
              kind == VALUE_LIST ? "a list of texts" : "true or false");
    value_unref(ok);
    return NULL;
}

/* ---- states ------------------------------------------------------------- */

static const struct model_info *fake_info(struct model *model)
{
    return &of(model)->info;
}

static bool fake_initial(struct model *model, uint32_t *state,
                         struct error *error)
{
    struct fake *fake = of(model);
    struct buf line = {0};
    begin_question(&line, "init");
    struct value *first = ask_ok(fake, &line, "\"init\"", error);
    if (first == NULL)
        return false;
    bool is_fine = read_state(fake, first, state);
    assert(is_fine && "the harness gives a number");
    value_unref(first);
    return is_fine;
}

/* A module that has ended tells no more: null, and whatever is asked next
 * fails. */
static struct value *ask_state(struct fake *fake, uint32_t state)
{
    struct buf line = {0};
    begin_question(&line, "state");
    buf_addf(&line, ",\"number\":%u", state);
    struct value *given = ask_ok(fake, &line, "a state", NULL);
    struct value *sorted =
        given == NULL ? value_null() : value_canonical(given);
    value_unref(given);
    return sorted;
}

static const struct value *fake_state(struct model *model, uint32_t state)
{
    struct fake *fake = of(model);
    if (!fake->keeps_states)
        return states_value(&fake->states, state);
    const struct value *known = states_cache_find(&fake->cache, state);
    return known != NULL
               ? known
               : states_cache_add(&fake->cache, state, ask_state(fake, state));
}

/* ---- arguments ---------------------------------------------------------- */

static bool fake_arguments(struct model *model, uint32_t state, size_t command,
                           const struct model_refs *refs, struct tape *tape,
                           struct value **arguments, struct error *error)
{
    struct fake *fake = of(model);
    const struct model_command *declared = command_of(fake, command);
    *arguments = NULL;
    if (!declared->has_arguments) {
        *arguments = value_list(NULL, 0);
        return true;
    }
    struct pick pick = {.tape = tape, .refs = refs, .info = &fake->info};
    struct buf line = {0};
    begin_question(&line, "arguments");
    json_add_text_field(&line, "command", declared->name);
    add_state(fake, &line, "state", state);
    char *doing = memory_format("\"args\" of %s", declared->name);
    struct value *answer = ask(fake, &line, doing, &pick, error);
    pick_finish(&pick);
    bool is_fine = answer != NULL;
    const struct value *ok = is_fine ? value_field_named(answer, "ok") : NULL;
    if (ok != NULL && ok->kind != VALUE_LIST)
        is_fine = error_set(error, ERROR_SPEC, "%s: %s must give a list",
                            fake->name, doing);
    else if (ok != NULL)
        *arguments = value_ref(ok);
    value_unref(answer);
    free(doing);
    return is_fine;
}

/* ---- steps -------------------------------------------------------------- */

static void forget(struct remembered *step)
{
    if (step == NULL)
        return;
    model_outcomes_finish(&step->outcomes);
    free(step->why);
    free(step);
}

/* {"state": ..., "answer": ...} */
static bool read_outcome(struct fake *fake, const struct value *given,
                         struct remembered *step)
{
    const struct value *state = value_field_named(given, "state");
    const struct value *answer = value_field_named(given, "answer");
    if (state == NULL || answer == NULL)
        return false;
    struct model_outcome outcome;
    if (!read_state(fake, state, &outcome.state))
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

static struct remembered *read_step(struct fake *fake,
                                    const struct value *answer)
{
    struct remembered *step = MEMORY_NEW(struct remembered);
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
    forget(step);
    return NULL;
}

static struct remembered *ask_step(struct fake *fake, uint32_t state,
                                   const struct model_call *call,
                                   struct error *error)
{
    const struct model_command *command = command_of(fake, call->command);
    struct buf line = {0};
    begin_question(&line, "step");
    add_call(fake, &line, call);
    add_state(fake, &line, "state", state);
    buf_add_text(&line, ",\"fresh\":[");
    for (size_t i = 0; i < command->create_count; i++)
        buf_addf(&line, "%s{\"$ref\":[%lld,%zu]}", i > 0 ? "," : "",
                 (long long)call->number, i);
    buf_add_char(&line, ']');
    char *doing = memory_format("\"fake\" of %s", command->name);
    struct value *answer = ask(fake, &line, doing, NULL, error);
    struct remembered *step = answer == NULL ? NULL : read_step(fake, answer);
    if (answer != NULL && step == NULL)
        error_set(error, ERROR_SPEC,
                  "%s: %s must give a list of 1 to %d outcomes, each with "
                  "\"state\" and \"answer\"",
                  fake->name, doing, OUTCOME_LIMIT);
    value_unref(answer);
    free(doing);
    return step;
}

/* Where two steps differ: a text for each, the caller's. */
static bool differ(struct fake *fake, const struct remembered *a,
                   const struct remembered *b, struct buf *first,
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

/* Asks once more. False: other answers, or none. */
static bool is_repeated(struct fake *fake, uint32_t state,
                        const struct model_call *call,
                        const struct remembered *step, struct error *error)
{
    struct remembered *again = ask_step(fake, state, call, error);
    if (again == NULL)
        return false;
    struct buf first = {0}, second = {0};
    bool differs = differ(fake, step, again, &first, &second);
    if (differs)
        error_set(error, ERROR_SPEC,
                  "%s: the command %s is not deterministic: the same call in "
                  "the same state gave %.*s, then %.*s (what may happen in "
                  "several ways is said with either(...))",
                  fake->name, command_of(fake, call->command)->name,
                  SHOWN_BYTES, buf_text(&first), SHOWN_BYTES,
                  buf_text(&second));
    buf_finish(&first);
    buf_finish(&second);
    forget(again);
    return !differs;
}

static bool is_to_be_checked(const struct fake *fake)
{
    return fake->step_count < CHECKED_STEPS ||
           fake->step_count % CHECKED_LATER == 0;
}

/* Borrowed, as long as the model lives; NULL: it failed. */
static const struct remembered *step_of(struct fake *fake, uint32_t state,
                                        const struct model_call *call,
                                        struct error *error)
{
    bool creates = command_of(fake, call->command)->create_count > 0;
    struct buf key = {0};
    buf_addf(&key, "%u %zu %lld ", state, call->command,
             creates ? (long long)call->number : 0LL);
    value_add_json(&key, call->arguments);
    struct remembered *step = map_find(&fake->steps, buf_str(&key));
    if (step == NULL) {
        step = ask_step(fake, state, call, error);
        if (step != NULL && is_to_be_checked(fake) &&
            !is_repeated(fake, state, call, step, error)) {
            forget(step);
            step = NULL;
        }
        if (step != NULL) {
            map_set(&fake->steps, buf_str(&key), step);
            fake->step_count++;
        }
    }
    buf_finish(&key);
    return step;
}

static bool is_left_out(const struct fake *fake, const struct model_call *call)
{
    return command_of(fake, call->command)->is_left_out;
}

static enum model_answer fake_allowed(struct model *model, uint32_t state,
                                      const struct model_call *call, char **why,
                                      struct error *error)
{
    struct fake *fake = of(model);
    if (is_left_out(fake, call) && why != NULL)
        *why = memory_format("it has a \"page\" and no \"real\"");
    if (is_left_out(fake, call))
        return MODEL_REFUSED;
    if (!command_of(fake, call->command)->has_precondition)
        return MODEL_DONE;
    const struct remembered *step = step_of(fake, state, call, error);
    if (step == NULL)
        return MODEL_FAILED;
    if (step->why != NULL && why != NULL)
        *why = memory_copy_string(step->why, strlen(step->why));
    return step->answer;
}

static enum model_answer fake_step(struct model *model, uint32_t state,
                                   const struct model_call *call,
                                   struct model_outcomes *outcomes,
                                   struct error *error)
{
    if (is_left_out(of(model), call))
        return MODEL_REFUSED;
    const struct remembered *step = step_of(of(model), state, call, error);
    if (step == NULL)
        return MODEL_FAILED;
    for (size_t i = 0; i < step->outcomes.items.count; i++) {
        struct model_outcome outcome = step->outcomes.items.items[i];
        outcome.answer = value_ref(outcome.answer);
        vec_push(&outcomes->items, outcome);
    }
    return step->answer;
}

/* ---- what is compared and told of a call -------------------------------- */

/* Of two errors only the text counts. */
static bool are_same_errors(const struct value *a, const struct value *b)
{
    const struct value *first = value_field_named(a, "error");
    const struct value *second = value_field_named(b, "error");
    return first != NULL && second != NULL && value_equal(first, second);
}

static bool fake_same(struct model *model, const struct model_call *call,
                      const struct value *expected, const struct value *got,
                      bool *is_same, struct error *error)
{
    struct fake *fake = of(model);
    *is_same = value_equal(expected, got) || are_same_errors(expected, got);
    if (*is_same || !fake->info.has_same)
        return true;
    struct buf line = {0};
    begin_question(&line, "same");
    add_call(fake, &line, call);
    add_field(&line, "expected", expected);
    add_field(&line, "got", got);
    struct value *ok = ask_kind(fake, &line, "\"same\"", VALUE_BOOL, error);
    if (ok == NULL)
        return false;
    *is_same = ok->boolean;
    value_unref(ok);
    return true;
}

static bool partition_one(struct fake *fake, const struct model_call *call,
                          struct value **key, struct error *error)
{
    struct buf line = {0};
    begin_question(&line, "partition");
    add_call(fake, &line, call);
    *key = ask_ok(fake, &line, "\"partition\"", error);
    return *key != NULL;
}

static bool fake_partition(struct model *model,
                           const struct model_call *const *calls, size_t count,
                           struct value **keys, struct error *error)
{
    struct fake *fake = of(model);
    if (fake->keeps_states && fake->info.has_partition)
        return claims_partition(&fake->claims, calls, count, keys, error);
    for (size_t i = 0; i < count; i++) {
        if (!fake->info.has_partition) {
            keys[i] = value_null();
        } else if (!partition_one(fake, calls[i], &keys[i], error)) {
            while (i > 0)
                value_unref(keys[--i]);
            return false;
        }
    }
    return true;
}

static bool fake_real(struct model *model, int64_t function,
                      const struct value *given, struct value **made,
                      struct error *error)
{
    struct fake *fake = of(model);
    struct buf line = {0};
    begin_question(&line, "real");
    buf_addf(&line, ",\"function\":%lld", (long long)function);
    add_field(&line, "given", given);
    *made = ask_ok(fake, &line, "\"real\"", error);
    return *made != NULL;
}

static bool fake_labels(struct model *model, uint32_t before,
                        const struct model_call *call,
                        const struct value *answer, uint32_t after,
                        struct value **labels, struct error *error)
{
    struct fake *fake = of(model);
    struct buf line = {0};
    if (!fake->info.has_labels) {
        *labels = value_list(NULL, 0);
        return true;
    }
    begin_question(&line, "labels");
    add_call(fake, &line, call);
    add_state(fake, &line, "before", before);
    add_field(&line, "answer", answer);
    add_state(fake, &line, "after", after);
    *labels = ask_kind(fake, &line, "\"label\"", VALUE_LIST, error);
    return *labels != NULL;
}

/* The choices of one category, by their places. */
static bool read_choices(const struct value *list, size_t count,
                         uint64_t *choices)
{
    *choices = 0;
    if (list->kind != VALUE_LIST)
        return false;
    for (size_t i = 0; i < list->count; i++) {
        const struct value *place = list->items[i];
        if (place->kind != VALUE_INT || place->integer < 0 ||
            (uint64_t)place->integer >= count)
            return false;
        *choices |= (uint64_t)1 << place->integer;
    }
    return true;
}

static bool fake_classify(struct model *model, uint32_t state,
                          const struct model_call *call, uint64_t *choices,
                          struct error *error)
{
    struct fake *fake = of(model);
    const struct model_info *info = &fake->info;
    struct buf line = {0};
    begin_question(&line, "classify");
    add_call(fake, &line, call);
    add_state(fake, &line, "state", state);
    struct value *lists = ask_ok(fake, &line, "\"categories\"", error);
    if (lists == NULL)
        return false;
    bool is_fine =
        lists->kind == VALUE_LIST && lists->count == info->category_count;
    for (size_t i = 0; is_fine && i < lists->count; i++)
        is_fine = read_choices(lists->items[i],
                               info->categories[i].choice_count, &choices[i]);
    value_unref(lists);
    return is_fine ||
           error_set(error, ERROR_SPEC,
                     "%s: \"categories\" must give a list for each category, "
                     "with the places of the choices that hold",
                     fake->name);
}

static bool fake_broken(struct model *model, uint32_t state,
                        struct value **names, struct error *error)
{
    struct fake *fake = of(model);
    struct buf line = {0};
    if (!fake->info.has_invariants) {
        *names = value_list(NULL, 0);
        return true;
    }
    begin_question(&line, "broken");
    add_state(fake, &line, "state", state);
    *names = ask_kind(fake, &line, "\"invariants\"", VALUE_LIST, error);
    return *names != NULL;
}

/* ---- a page ------------------------------------------------------------- */

static bool fake_project(struct model *model, uint32_t state,
                         struct value **projection, struct error *error)
{
    struct fake *fake = of(model);
    struct buf line = {0};
    begin_question(&line, "project");
    add_state(fake, &line, "state", state);
    *projection = ask_ok(fake, &line, "\"project\"", error);
    return *projection != NULL;
}

static bool is_action(const struct value *action)
{
    const struct value *args = value_field_named(action, "args");
    return value_text(value_field_named(action, "id")).length > 0 &&
           args != NULL && args->kind == VALUE_LIST;
}

static bool are_actions(const struct value *list)
{
    bool is_fine = list->kind == VALUE_LIST;
    for (size_t i = 0; is_fine && i < list->count; i++)
        is_fine = is_action(list->items[i]);
    return is_fine;
}

static bool fake_page(struct model *model, uint32_t state,
                      const struct model_call *call, struct value **actions,
                      struct error *error)
{
    struct fake *fake = of(model);
    struct buf line = {0};
    begin_question(&line, "page");
    add_call(fake, &line, call);
    add_state(fake, &line, "state", state);
    char *doing =
        memory_format("\"page\" of %s", command_of(fake, call->command)->name);
    *actions = ask_ok(fake, &line, doing, error);
    bool is_fine = *actions != NULL && are_actions(*actions);
    if (*actions != NULL && !is_fine) {
        value_unref(*actions);
        *actions = NULL;
        error_set(error, ERROR_SPEC,
                  "%s: %s must give a list of actions, each with \"id\" and "
                  "\"args\"",
                  fake->name, doing);
    }
    free(doing);
    return is_fine;
}

/* ---- many questions at once --------------------------------------------- */

static bool fake_claim(struct model *model, const struct model_claim *claim,
                       uint32_t *number)
{
    struct fake *fake = of(model);
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
        struct remembered *step = ask_step(fake, state, &call, error);
        is_fine = step != NULL && is_repeated(fake, state, &call, step, error);
        forget(step);
    }
    value_unref(arguments);
    return is_fine &&
           error_set(error, ERROR_SPEC,
                     "%s: the command %s is not deterministic: it does not "
                     "always give the same in the same state",
                     fake->name, command_of(fake, call.command)->name);
}

static bool fake_explain(struct model *model,
                         const struct model_question *questions, size_t count,
                         struct model_explained *explained, struct error *error)
{
    struct fake *fake = of(model);
    const struct model_question *odd = NULL;
    if (!claims_explain(&fake->claims, questions, count, explained, &odd,
                        error))
        return false;
    return odd == NULL || complain_of_odd(fake, odd->state, odd->claim, error);
}

/* A program is asked about states. */
static bool fake_point_of(struct model *model, uint32_t state, uint32_t *point,
                          struct error *error)
{
    struct fake *fake = of(model);
    *point = state;
    return !fake->keeps_states ||
           claims_enter(&fake->claims, state, point, error);
}

static bool fake_state_of(struct model *model, uint32_t point, uint32_t *state,
                          struct error *error)
{
    struct fake *fake = of(model);
    *state = point;
    return !fake->keeps_states ||
           claims_leave(&fake->claims, point, state, error);
}

static size_t fake_memory(struct model *model)
{
    return conversation_memory(of(model)->conversation) +
           footprints_memory(&of(model)->claims.prints);
}

/* ---- opening and closing ------------------------------------------------ */

static void fake_destroy(struct model *model)
{
    struct fake *fake = of(model);
    conversation_destroy(fake->conversation);
    for (size_t i = 0; i < fake->steps.count; i++)
        forget(fake->steps.entries[i].value);
    map_finish(&fake->steps);
    states_finish(&fake->states);
    states_cache_finish(&fake->cache);
    claims_finish(&fake->claims);
    value_unref(fake->given);
    arena_finish(&fake->arena);
    free(fake->name);
    free(fake);
}

static const struct model_ops ops = {
    .info = fake_info,
    .initial = fake_initial,
    .state = fake_state,
    .arguments = fake_arguments,
    .allowed = fake_allowed,
    .step = fake_step,
    .same = fake_same,
    .partition = fake_partition,
    .claim = fake_claim,
    .explain = fake_explain,
    .point_of = fake_point_of,
    .state_of = fake_state_of,
    .memory = fake_memory,
    .real = fake_real,
    .labels = fake_labels,
    .classify = fake_classify,
    .broken = fake_broken,
    .project = fake_project,
    .page = fake_page,
    .destroy = fake_destroy,
};

static bool read_info(struct fake *fake, struct error *error)
{
    struct buf line = {0};
    begin_question(&line, "info");
    json_add_text_field(&line, "path", conversation_path(fake->conversation));
    fake->given = ask_ok(fake, &line, "\"info\"", error);
    if (fake->given == NULL)
        return false;
    if (info_read(fake->given, fake->name, &fake->arena, &fake->info, error))
        return true;
    error_prefix(error, "%s: ", fake->name);
    return false;
}

/* Takes the conversation, which may be NULL. */
static struct model *open_model(struct conversation *conversation,
                                const char *name, struct error *error)
{
    if (conversation == NULL)
        return NULL;
    struct fake *fake = MEMORY_NEW(struct fake);
    fake->base.ops = &ops;
    fake->conversation = conversation;
    fake->name = memory_copy_string(name, strlen(name));
    arena_init(&fake->arena);
    fake->keeps_states = conversation_path(conversation) != NULL;
    states_init(&fake->states);
    claims_init(&fake->claims, conversation, &fake->info, fake->name);
    map_init(&fake->steps);
    if (read_info(fake, error))
        return &fake->base;
    fake_destroy(&fake->base);
    return NULL;
}

bool fake_keep_to_api(struct model *model, struct error *error)
{
    struct fake *fake = of(model);
    return info_keep_to_api(&fake->info, &fake->arena, error);
}

struct model *fake_open_module(const char *path,
                               const struct fake_options *options,
                               struct error *error)
{
    return open_model(conversation_with_engine(path, options, error), path,
                      error);
}

struct model *fake_open_command(const char *command,
                                const struct fake_options *options,
                                struct error *error)
{
    return open_model(conversation_with_command(command, options, error),
                      command, error);
}
