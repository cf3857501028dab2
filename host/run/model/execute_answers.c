/* What the model makes of a command, and of the answer that came.
 *
 * In this file: what the model makes of a command, answers, the model alone. */
#include "base/buf.h"
#include "run/model/bindings.h"
#include "run/model/execute_internal.h"
#include "run/model/excerpt.h"
#include "run/model/orders.h"
#include "run/model/view.h"
#include "trace/value_items.h"

void execution_told(struct execution *x, size_t place)
{
    if (x->options->on_operation != NULL)
        x->options->on_operation(x->options->context,
                                 &x->run->operations.items[place]);
}

/* ---- what the model makes of a command ---------------------------------- */

/* The answer of the real system, whose it is, and the one of the fake's that
 * something was learned from. */
struct lesson {
    struct execution *x;
    int64_t number;
    const struct value *got;
    struct value **taught; /* or NULL */
};

static void on_answer(void *context, const struct value *expected)
{
    const struct lesson *lesson = context;
    struct bindings *bindings = &lesson->x->bindings;
    size_t known = bindings->items.count;
    bindings_learn(bindings, lesson->number, expected, lesson->got);
    if (lesson->taught != NULL && *lesson->taught == NULL &&
        bindings->items.count > known)
        *lesson->taught = value_ref(expected);
}

bool execution_learn(struct execution *x, size_t place, const struct value *got,
                     struct value **taught)
{
    const struct program_command *command = &x->program->items.items[place];
    struct lesson lesson = {x, command->number, got, taught};
    if (x->model->ops->info(x->model)->answers_views) {
        bool fits;
        if (!execution_learn_view(x, place, got, &fits))
            return false;
        if (fits || x->process_count > 1)
            return true;
    }
    size_t begin = program_fork_begin(x->program, place);
    size_t end = program_fork_end(x->program, place);
    if (x->model->ops->info(x->model)->commands[command->kind].create_count ==
        0)
        return true;
    return orders_answers(x->model, &x->states, x->program, begin, end, place,
                          on_answer, &lesson, x->error);
}

void execution_check_alias(struct execution *x, size_t place)
{
    int64_t number = x->program->items.items[place].number;
    const struct binding *older = bindings_alias(&x->bindings, number);
    for (size_t i = 0; older != NULL && i < x->states.items.count; i++) {
        const struct value *state =
            x->model->ops->state(x->model, x->states.items.items[i]);
        if (!value_mentions(state, older->number, older->slot))
            continue;
        struct buf words = {0};
        buf_addf(&words,
                 "what it created has the identifier of #%lld, which "
                 "still exists: ",
                 (long long)older->number);
        value_add_json(&words, older->value);
        execution_fault(x, PROGRAM_ALIAS, place, buf_take(&words));
        return;
    }
}

static bool check_invariants(struct execution *x, size_t place)
{
    const struct model_info *info = x->model->ops->info(x->model);
    for (size_t i = 0; info->has_invariants && i < x->states.items.count; i++) {
        struct value *names = NULL;
        if (!x->model->ops->broken(x->model, x->states.items.items[i], &names,
                                   x->error))
            return false;
        if (names->count > 0) {
            struct str name = value_text(names->items[0]);
            execution_fault(
                x, PROGRAM_INVARIANT, place,
                memory_format("the invariant \"%.*s\" does not hold",
                              STR_ARGS(name)));
        }
        value_unref(names);
    }
    return true;
}

/* What is expected in each possible state, for reports. */
struct expectation {
    value_items answers, states;
    struct state_set after; /* of the outcomes that agree */
};

static bool consider(struct execution *x, size_t place, uint32_t state,
                     const struct value *got, struct expectation *expectation)
{
    struct model_call call = program_call(&x->program->items.items[place]);
    struct model_outcomes outcomes = {.items = VEC_EMPTY};
    enum model_answer answer =
        x->model->ops->step(x->model, state, &call, &outcomes, x->error);
    bool is_fine = answer != MODEL_FAILED;
    vec_push(&expectation->states,
             value_ref(x->model->ops->state(x->model, state)));
    for (size_t i = 0; is_fine && i < outcomes.items.count; i++) {
        const struct model_outcome *outcome = &outcomes.items.items[i];
        bool is_same = true;
        vec_push(&expectation->answers, value_ref(outcome->answer));
        if (got != NULL)
            is_fine =
                x->bound.base.ops->same(&x->bound.base, &call, outcome->answer,
                                        got, &is_same, x->error);
        if (is_fine && is_same)
            state_set_add(&expectation->after, outcome->state);
    }
    model_outcomes_finish(&outcomes);
    return is_fine;
}

/* `got` NULL: any answer, or none. The operation takes what was expected. */
static bool expect(struct execution *x, size_t place, const struct value *got,
                   struct expectation *expectation)
{
    bool is_fine = true;
    for (size_t i = 0; is_fine && i < x->states.items.count; i++)
        is_fine =
            consider(x, place, x->states.items.items[i], got, expectation);
    struct operation *operation = &x->run->operations.items[place];
    operation->expected = value_items_take(&expectation->answers);
    operation->before = value_items_take(&expectation->states);
    return is_fine;
}

/* The parts of two values at one place; NULL: one of them has none there. */
struct parts {
    const struct value *expected, *got;
    struct str name; /* of a field */
};

static struct parts parts_at(const struct value *expected,
                             const struct value *got, size_t at)
{
    if (expected->kind == VALUE_LIST)
        return (struct parts){expected->items[at], got->items[at], {0}};
    struct str name = value_text(expected->fields[at].key);
    return (struct parts){expected->fields[at].value, value_field(got, name),
                          name};
}

/* Where two objects with the same fields, or two lists of one length, differ in
 * one part only, that part; SIZE_MAX: they do not. */
static size_t only_difference(const struct value *expected,
                              const struct value *got)
{
    size_t found = SIZE_MAX;
    if (expected->kind != got->kind || expected->count != got->count ||
        (expected->kind != VALUE_LIST && expected->kind != VALUE_OBJECT) ||
        value_is_reference(expected, NULL, NULL) ||
        value_is_reference(got, NULL, NULL))
        return SIZE_MAX;
    for (size_t i = 0; i < expected->count; i++) {
        struct parts parts = parts_at(expected, got, i);
        if (parts.got == NULL)
            return SIZE_MAX;
        if (value_equal(parts.expected, parts.got))
            continue;
        if (found != SIZE_MAX)
            return SIZE_MAX;
        found = i;
    }
    return found;
}

/* "titles[1].name: ", and what stands there: as deep as all else is alike. */
static void add_path(struct buf *words, const struct value **expected,
                     const struct value **got)
{
    bool is_first = true;
    size_t at;
    while (*expected != NULL &&
           (at = only_difference(*expected, *got)) != SIZE_MAX) {
        struct parts parts = parts_at(*expected, *got, at);
        if ((*expected)->kind == VALUE_LIST)
            buf_addf(words, "[%zu]", at);
        else
            buf_addf(words, "%s%.*s", is_first ? "" : ".",
                     STR_ARGS(parts.name));
        *expected = parts.expected;
        *got = parts.got;
        is_first = false;
    }
    if (!is_first)
        buf_add_text(words, ": ");
}

/* "answered 2, and the model says 1 or 3" */
static void add_answers(struct buf *words, const struct value *got,
                        const struct value *const *expected, size_t count)
{
    struct buf given = {0}, wanted = {0};
    size_t from = 0;
    operation_add_value(&given, got);
    if (count == 1) {
        operation_add_value(&wanted, expected[0]);
        from = excerpt_begin(buf_str(&given), buf_str(&wanted));
    }
    buf_add_text(words, "answered ");
    excerpt_add(words, buf_str(&given), from);
    buf_add_text(words, ", and the model says ");
    for (size_t i = 0; i < count; i++) {
        buf_clear(&wanted);
        operation_add_value(&wanted, expected[i]);
        buf_add_text(words, i == 0 ? "" : i + 1 < count ? ", " : " or ");
        excerpt_add(words, buf_str(&wanted), from);
    }
    buf_finish(&given);
    buf_finish(&wanted);
}

static void add_difference(struct execution *x, struct buf *words,
                           const struct operation *operation)
{
    const struct value *expected = operation->expected;
    const struct model_info *info = x->model->ops->info(x->model);
    if (info->answers_views && expected->count > 0) {
        view_add_difference(words, info->view, expected->items[0],
                            operation->got);
        return;
    }
    const struct value *got = operation->got;
    const struct value *only = expected->count == 1 ? expected->items[0] : NULL;
    add_path(words, &only, &got);
    const struct value *const *all =
        (const struct value *const *)expected->items;
    add_answers(words, got, only == NULL ? all : &only, expected->count);
}

static void take_states(struct execution *x, struct expectation *expectation)
{
    state_set_finish(&x->states);
    x->states = expectation->after;
    expectation->after = (struct state_set){.items = VEC_EMPTY};
}

/* ---- answers ------------------------------------------------------------ */

/* A page that shows rows in another order has an older name where the new one
 * is looked for. That is no name of what was created; what differs is told. */
static void unlearn_alias(struct execution *x, size_t place, size_t known)
{
    int64_t number = x->program->items.items[place].number;
    if (x->model->ops->info(x->model)->answers_views &&
        bindings_alias(&x->bindings, number) != NULL)
        bindings_forget(&x->bindings, known);
}

bool execution_judge_answer(struct execution *x, size_t place,
                            const struct value *raw)
{
    struct expectation expectation = {
        VEC_EMPTY, VEC_EMPTY, {.items = VEC_EMPTY}};
    struct operation *operation = &x->run->operations.items[place];
    size_t known = x->bindings.items.count;
    x->raw[place] = value_ref(raw);
    bool is_fine = execution_learn(x, place, raw, NULL);
    if (!is_fine || !expect(x, place, raw, &expectation)) {
        state_set_finish(&expectation.after);
        return false;
    }
    if (expectation.after.items.count == 0)
        unlearn_alias(x, place, known);
    const struct value *expected = operation->expected;
    const struct value *first = expected->count > 0 ? expected->items[0] : NULL;
    operation->got = x->model->ops->info(x->model)->answers_views
                         ? bindings_symbolic_view(&x->bindings, raw, first)
                         : bindings_symbolic(&x->bindings, raw, first);
    execution_check_alias(x, place);
    if (expectation.after.items.count == 0) {
        struct buf words = {0};
        add_difference(x, &words, operation);
        execution_fault(x, PROGRAM_ANSWER, place, buf_take(&words));
    } else {
        take_states(x, &expectation);
        is_fine = check_invariants(x, place);
    }
    state_set_finish(&expectation.after);
    return is_fine;
}

bool execution_allow_both(struct execution *x, size_t place)
{
    struct expectation expectation = {
        VEC_EMPTY, VEC_EMPTY, {.items = VEC_EMPTY}};
    bool is_fine = expect(x, place, NULL, &expectation);
    for (size_t i = 0; is_fine && i < expectation.after.items.count; i++)
        state_set_add(&x->states, expectation.after.items.items[i]);
    state_set_finish(&expectation.after);
    return is_fine;
}

/* ---- the model alone ---------------------------------------------------- */

bool execution_step_alone(struct execution *x, size_t place)
{
    struct expectation expectation = {
        VEC_EMPTY, VEC_EMPTY, {.items = VEC_EMPTY}};
    struct operation *operation = &x->run->operations.items[place];
    bool is_fine = expect(x, place, NULL, &expectation);
    if (is_fine) {
        operation->end = OPERATION_OK;
        if (operation->expected->count > 0)
            operation->got = value_ref(operation->expected->items[0]);
        take_states(x, &expectation);
        is_fine = check_invariants(x, place);
        execution_told(x, place);
    }
    state_set_finish(&expectation.after);
    return is_fine;
}
