/* Several users of a page, each with a page of its own (port/model.h: users).
 * What one has done the others come to see: after each fork the pages of all
 * show one of the states that its commands may lead to, and the same one.
 *
 * What this must not break: with one user nothing is asked of the page that was
 * not asked before.
 *
 * In this file: refreshing, what is seen, which state that is, names, the
 * fault, the whole. */
#include "base/buf.h"
#include "base/clock.h"
#include "run/model/execute_internal.h"
#include "run/model/view.h"
#include "run/model/viewed.h"

/* What one user sees. */
struct sight {
    struct value *got; /* NULL: nothing was read */
    int64_t step_ms, left_ms;
};

struct comparing {
    struct execution *x;
    size_t begin, end;
    struct sight sights[PROGRAM_PROCESSES];
    bool is_seen[PROGRAM_PROCESSES]; /* else it is known to agree */
    int64_t deadline_ms;
};

/* ---- refreshing --------------------------------------------------------- */

/* The user's page is asked to show what others have done. Trouble shows in what
 * is seen then, or is told by the next command. */
static bool refresh(struct comparing *c, size_t user)
{
    struct execution *x = c->x;
    struct system *system = x->options->system;
    const struct model_info *info = x->model->ops->info(x->model);
    struct value *nothing = value_list(NULL, 0);
    const struct program_command *last = &x->program->items.items[c->end - 1];
    const struct value *settle = info->commands[last->kind].settle;
    struct value_field fields[] = {
        value_named("actions", value_ref(info->refresh)),
        value_named("settle",
                    settle == NULL ? value_null() : value_ref(settle)),
    };
    struct value *gesture = value_object(fields, 2);
    const struct system_call call = {
        .process = (int64_t)user,
        .number = -1,
        .name = "refresh",
        .arguments = nothing,
        .real = gesture,
    };
    struct system_event event = {0};
    bool is_fine = system->ops->call(system, &call, x->error) &&
                   system->ops->next(system, c->deadline_ms, &event,
                                     x->error) != SYSTEM_FAILED;
    system_event_finish(&event);
    value_unref(gesture);
    value_unref(nothing);
    return is_fine;
}

/* ---- what is seen ------------------------------------------------------- */

static void look(struct comparing *c, size_t user)
{
    struct sight *sight = &c->sights[user];
    struct error trouble = ERROR_NONE;
    struct value *news = execution_look(
        c->x, user, &sight->step_ms, &sight->left_ms, c->deadline_ms, &trouble);
    if (news == NULL) {
        sight->left_ms = 0; /* what is wrong is told by the next command */
        return;
    }
    value_unref(sight->got);
    sight->got = news;
    viewed_model_note(c->x->model, news);
}

/* The longest that one of the commands may take until it shows. */
static int64_t patience_of(const struct comparing *c)
{
    const struct model_info *info = c->x->model->ops->info(c->x->model);
    int64_t most_ms = EXECUTION_LOOK_MS;
    for (size_t i = c->begin; i < c->end; i++) {
        size_t kind = c->x->program->items.items[i].kind;
        if (info->commands[kind].patience_ms > most_ms)
            most_ms = info->commands[kind].patience_ms;
    }
    return execution_patience(c->x, most_ms);
}

/* ---- which state that is ------------------------------------------------ */

/* What the page is to show in the state, without symbols; owned. What no page
 * has shown yet is called what the first one calls it that agrees. NULL:
 * *x->error. */
static struct value *expected_in(struct comparing *c, uint32_t state)
{
    struct execution *x = c->x;
    struct value *symbolic = NULL;
    if (!x->model->ops->project(x->model, state, &symbolic, x->error))
        return NULL;
    bool fits = false;
    for (size_t user = 0; !fits && user < x->run->users; user++)
        fits = c->sights[user].got != NULL &&
               execution_view_fits(x, symbolic, c->sights[user].got);
    struct value *real = bindings_real(&x->bindings, symbolic);
    if (real == NULL)
        return symbolic;
    value_unref(symbolic);
    return real;
}

static bool sees(const struct comparing *c, size_t user,
                 const struct value *expected)
{
    const struct model_info *info = c->x->model->ops->info(c->x->model);
    const struct value *got = c->sights[user].got;
    return !c->is_seen[user] || got == NULL ||
           view_agrees(info->view, expected, got);
}

static size_t count_seeing(const struct comparing *c,
                           const struct value *expected)
{
    size_t count = 0;
    for (size_t user = 0; user < c->x->run->users; user++)
        count += sees(c, user, expected);
    return count;
}

/* The first of the states that most users see. *agreed takes all states that
 * all of them see. False: *x->error. */
static bool nearest(struct comparing *c, uint32_t *best,
                    struct state_set *agreed)
{
    struct execution *x = c->x;
    size_t most = 0;
    *best = x->states.items.items[0];
    for (size_t i = 0; i < x->states.items.count; i++) {
        size_t known = x->bindings.items.count;
        uint32_t state = x->states.items.items[i];
        struct value *expected = expected_in(c, state);
        if (expected == NULL)
            return false;
        size_t count = count_seeing(c, expected);
        if (count == x->run->users)
            state_set_add(agreed, state);
        else
            bindings_forget(&x->bindings, known);
        if (count > most) {
            *best = state;
            most = count;
        }
        value_unref(expected);
    }
    return true;
}

/* ---- names -------------------------------------------------------------- */

/* What the commands of the fork showed is told with the names of what they
 * created. */
static void name_answers(const struct comparing *c,
                         const struct value *symbolic)
{
    struct execution *x = c->x;
    for (size_t i = c->begin; i < c->end; i++) {
        struct operation *operation = &x->run->operations.items[i];
        if (operation->got == NULL || x->raw[i] == NULL)
            continue;
        value_unref(operation->got);
        operation->got =
            bindings_symbolic_view(&x->bindings, x->raw[i], symbolic);
    }
}

/* Where no page shows all that it is to, what stands in the place of something
 * that was created is called by that, as far as reports go. */
static void guess_names(const struct comparing *c, const struct value *symbolic)
{
    for (size_t user = 0; user < c->x->run->users; user++)
        if (c->sights[user].got != NULL)
            bindings_learn(&c->x->bindings, BINDINGS_ANY, symbolic,
                           c->sights[user].got);
}

/* ---- the fault ---------------------------------------------------------- */

static bool sends(const struct value *request)
{
    const struct value *method = value_field_named(request, "method");
    return method != NULL && !str_is(value_text(method), "GET");
}

/* Whether one of the commands has sent a server something: else nobody but who
 * did them can know of them. */
static bool has_sent(const struct comparing *c)
{
    for (size_t i = c->begin; i < c->end; i++) {
        const struct value *detail = c->x->run->operations.items[i].detail;
        const struct value *requests =
            detail == NULL ? NULL : value_field_named(detail, "requests");
        for (size_t k = 0; requests != NULL && requests->kind == VALUE_LIST &&
                           k < requests->count;
             k++)
            if (sends(requests->items[k]))
                return true;
    }
    return false;
}

/* The page of the user who does not see it, in the place of what the last
 * command showed: {"requests", "picture", "pictureOf": the user, from 1}. */
static void picture_user(struct execution *x, size_t place, size_t user)
{
    struct operation *operation = &x->run->operations.items[place];
    struct system *system = x->options->system;
    struct value *evidence = system->ops->evidence == NULL
                                 ? NULL
                                 : system->ops->evidence(system, (int64_t)user);
    const struct value *picture =
        evidence == NULL ? NULL : value_field_named(evidence, "picture");
    const struct value *requests =
        operation->detail == NULL
            ? NULL
            : value_field_named(operation->detail, "requests");
    if (picture != NULL && requests != NULL) {
        struct value_field fields[] = {
            value_named("requests", value_ref(requests)),
            value_named("picture", value_ref(picture)),
            value_named("pictureOf", value_int((int64_t)user + 1)),
        };
        struct value *detail = value_object(fields, 3);
        value_unref(operation->detail);
        operation->detail = detail;
    }
    value_unref(evidence);
}

/* "user 2 sees items[0]: expected ..., got ..." The first user who is not the
 * one that did the last command is pictured, if there is one. */
static void add_sights(const struct comparing *c, const struct value *expected,
                       const struct value *symbolic, struct buf *words)
{
    struct execution *x = c->x;
    const struct model_info *info = x->model->ops->info(x->model);
    size_t doer = x->program->items.items[c->end - 1].user;
    size_t pictured = SIZE_MAX;
    for (size_t user = 0; user < x->run->users; user++) {
        if (sees(c, user, expected))
            continue;
        struct value *got =
            bindings_symbolic_view(&x->bindings, c->sights[user].got, symbolic);
        buf_addf(words, "%suser %zu sees ", words->length > 0 ? "; " : "",
                 user + 1);
        view_add_difference(words, info->view, symbolic, got);
        value_unref(got);
        if (pictured == SIZE_MAX || pictured == doer)
            pictured = user;
    }
    if (pictured != SIZE_MAX)
        picture_user(x, c->end - 1, pictured);
}

static bool note_fault(struct comparing *c, uint32_t state)
{
    struct execution *x = c->x;
    struct buf words = {0};
    struct value *symbolic = NULL;
    struct value *expected = expected_in(c, state);
    if (expected == NULL ||
        !x->model->ops->project(x->model, state, &symbolic, x->error)) {
        value_unref(expected);
        return false;
    }
    guess_names(c, symbolic);
    name_answers(c, symbolic);
    add_sights(c, expected, symbolic, &words);
    value_unref(expected);
    value_unref(symbolic);
    if (x->states.items.count > 1)
        buf_addf(&words,
                 " (the nearest of %zu states that the commands may lead to)",
                 x->states.items.count);
    if (!has_sent(c))
        buf_add_text(&words,
                     ". No request but GET was made: what only one person's "
                     "page knows (a filter, a field, a message) has no place "
                     "in the view of several");
    execution_fault(x, PROGRAM_USERS, c->end - 1, buf_take(&words));
    return true;
}

/* ---- the whole ---------------------------------------------------------- */

/* Those who do not see it yet look again. False: nobody may. */
static bool look_again(struct comparing *c, const struct value *expected)
{
    bool looked = false;
    if (clock_now_ms() >= c->deadline_ms)
        return false;
    for (size_t user = 0; user < c->x->run->users; user++) {
        if (sees(c, user, expected) || c->sights[user].left_ms <= 0)
            continue;
        look(c, user);
        looked = true;
    }
    return looked;
}

static void note_awaited(const struct comparing *c)
{
    for (size_t user = 0; user < c->x->run->users; user++)
        if (c->is_seen[user])
            execution_note_awaited(c->x,
                                   patience_of(c) - c->sights[user].left_ms);
}

/* All see one of the states. */
static bool take_agreed(struct comparing *c, struct state_set *agreed)
{
    struct execution *x = c->x;
    struct value *symbolic = NULL;
    note_awaited(c);
    state_set_finish(&x->states);
    x->states = *agreed;
    if (!x->model->ops->project(x->model, x->states.items.items[0], &symbolic,
                                x->error))
        return false;
    name_answers(c, symbolic);
    value_unref(symbolic);
    return true;
}

static bool compare(struct comparing *c)
{
    for (;;) {
        struct state_set agreed = {.items = VEC_EMPTY};
        uint32_t state;
        if (!nearest(c, &state, &agreed)) {
            state_set_finish(&agreed);
            return false;
        }
        if (agreed.items.count > 0)
            return take_agreed(c, &agreed);
        size_t known = c->x->bindings.items.count;
        struct value *expected = expected_in(c, state);
        if (expected == NULL)
            return false;
        bool goes_on = look_again(c, expected);
        bindings_forget(&c->x->bindings, known);
        value_unref(expected);
        if (!goes_on)
            return note_fault(c, state);
    }
}

/* Whoever has done the only command has been looked at already. */
static bool is_compared(const struct comparing *c, size_t user)
{
    const struct program_command *items = c->x->program->items.items;
    return c->end - c->begin > 1 || c->x->is_parallel ||
           items[c->begin].user != user;
}

bool execution_compare_users(struct execution *x, size_t begin, size_t end)
{
    const struct model_info *info = x->model->ops->info(x->model);
    struct comparing c = {
        .x = x,
        .begin = begin,
        .end = end,
        .deadline_ms = clock_now_ms() + x->options->timeout_ms,
    };
    bool is_fine = true;
    if (x->run->users < 2)
        return true;
    for (size_t user = 0; is_fine && user < x->run->users; user++) {
        c.sights[user].step_ms = EXECUTION_LOOK_MS;
        c.sights[user].left_ms = patience_of(&c);
        c.is_seen[user] = is_compared(&c, user);
        if (!c.is_seen[user])
            continue;
        is_fine = info->refresh == NULL || refresh(&c, user);
        if (is_fine)
            look(&c, user);
    }
    is_fine = is_fine && compare(&c);
    for (size_t user = 0; user < x->run->users; user++)
        value_unref(c.sights[user].got);
    /* What all of them see is known: the next fork begins there. */
    if (info->consistency == MODEL_EVENTUAL)
        x->is_parallel = false;
    return is_fine;
}
