#include "lang/session_internal.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/memory.h"
#include "lang/eval/eval.h"
#include "lang/eval/extract.h"
#include "lang/eval/temporal.h"

static const struct code *when_of(const struct lang_program *program,
                                  const struct ast_decl *check)
{
    for (size_t i = 0; i < program->decl_count; i++)
        if (program->decls[i] == check)
            return program->code->whens[i];
    return NULL;
}

/* Those that the property, its actions and the first event reach. */
static void watch_signals(struct lang_session *session)
{
    const struct ast_decl *check = session->property->check;
    size_t count = check->check.action_count + 1;
    const struct ast_global **roots = memory_zeroed(count, sizeof *roots);
    roots[0] = session->property->global;
    for (size_t i = 1; i < count; i++)
        roots[i] = check->check.actions[i - 1];
    signals_init(&session->machine.signals, session->program->code, roots,
                 count, session->when);
    signal_table_init(&session->signal_table, &session->machine, roots, count);
    free(roots);
}

struct lang_session *lang_session_create(const struct lang_program *program,
                                         const struct lang_property *property)
{
    struct lang_session *session = MEMORY_NEW(struct lang_session);
    session->program = program;
    session->property = property;
    session->when = when_of(program, property->check);
    machine_init(&session->machine, program->code);
    session->machine.fallback = property->global->span;
    watch_signals(session);
    return session;
}

void lang_session_moment(struct lang_session *session, int64_t time_us,
                         const struct value *ticked,
                         const struct action_list *what, int64_t parts_done)
{
    session->moment = (struct moment){time_us, ticked, what, parts_done};
}

struct value *lang_session_signals(const struct lang_session *session)
{
    return signal_table_value(&session->signal_table);
}

static struct ltl_store *store_of(const struct lang_session *session)
{
    return world_store(session->machine.world);
}

static void replace_formula(struct lang_session *session,
                            struct ltl_formula **place,
                            struct ltl_formula *formula)
{
    if (*place != NULL)
        ltl_formula_unref(store_of(session), *place);
    *place = formula;
}

void lang_session_destroy(struct lang_session *session)
{
    if (session == NULL)
        return;
    replace_formula(session, &session->residual, NULL);
    replace_formula(session, &session->before, NULL);
    val_unref(session->observed);
    val_unref(session->observed_declared);
    signal_table_finish(&session->signal_table);
    machine_finish(&session->machine);
    value_unref(session->state);
    free(session);
}

void lang_session_ask(struct lang_session *session, const struct deps *asked)
{
    session->machine.unread.asked = asked;
}

const struct deps *lang_session_unread(const struct lang_session *session)
{
    const struct unread *unread = &session->machine.unread;
    return unread->any ? &unread->found : NULL;
}

void lang_session_enter(struct lang_session *session, const struct value *state,
                        int64_t version)
{
    struct value *old = session->state;
    session->state = value_ref(state);
    machine_enter(&session->machine, session->state, version);
    value_unref(old);
}

static bool give_error(const struct lang_session *session, struct error *error)
{
    if (error != NULL)
        *error = session->machine.error;
    return false;
}

/* -- primitives -- */

static bool with_primitives(struct lang_session *session,
                            struct lang_primitive_list *list)
{
    struct machine *machine = &session->machine;
    const struct ast_decl *check = session->property->check;
    bool done = true;
    for (size_t i = 0; i < check->check.action_count && done; i++) {
        const struct ast_global *action = check->check.actions[i];
        machine->checked = action;
        struct val name = val_null();
        if (action->arity == 0)
            name = machine_global(machine, NULL, action->index);
        const struct global_code *code =
            &session->program->code->globals[action->index];
        struct val body = eval_force(machine, code->code->body,
                                     machine_action_body(machine, code));
        done = body.kind != VAL_FAIL &&
               extract_primitives(machine, body, name, action, list);
        val_unref(body);
        val_unref(name);
    }
    machine->checked = NULL;
    return done;
}

static bool when_primitives(struct lang_session *session,
                            struct lang_primitive_list *list)
{
    struct machine *machine = &session->machine;
    struct thunk *thunk = thunk_create(session->when, NULL, 0);
    struct val val = eval_force_thunk(machine, session->when->body, thunk);
    thunk_unref(thunk);
    bool done = val.kind != VAL_FAIL &&
                extract_primitives(machine, val, val_null(), NULL, list);
    val_unref(val);
    return done;
}

static bool find_primitives(struct lang_session *session, enum lang_which which,
                            struct lang_primitive_list *list)
{
    return which == LANG_INITIAL && session->when != NULL
               ? when_primitives(session, list)
               : with_primitives(session, list);
}

/* Drops all but the first `count`. */
static void cut(struct lang_primitive_list *list, size_t count)
{
    while (list->count > count) {
        struct lang_primitive *last = &list->items[--list->count];
        action_finish(&last->action);
        lang_value_unref(last->name);
    }
}

/* The quick form of the code first; what goes wrong in it is said by the
 * written form. */
bool lang_session_primitives(struct lang_session *session,
                             enum lang_which which,
                             struct lang_primitive_list *list,
                             struct error *error)
{
    size_t count = list->count;
    machine_begin(&session->machine);
    machine_happen_nothing(&session->machine);
    session->machine.quick = true;
    bool done = find_primitives(session, which, list);
    if (!done) {
        cut(list, count);
        machine_begin(&session->machine);
        done = find_primitives(session, which, list);
    }
    session->machine.quick = false;
    return done || give_error(session, error);
}

/* -- the property -- */

static struct val list_of_boxes(struct lang_value *const *boxes, size_t count)
{
    struct val_block *block = val_block_create(count);
    for (size_t i = 0; i < count; i++)
        block->items[i] = val_ref(boxes[i]->val);
    return val_block_seal(VAL_LIST, block);
}

/* The same with the actions that were declared to happen: those named in
 * `with`, or what `when` gave. */
static struct val list_of_declared(struct machine *machine,
                                   struct lang_value *const *boxes,
                                   size_t count)
{
    struct val_block *block = val_block_create(count);
    for (size_t i = 0; i < count; i++)
        block->items[i] =
            boxes[i]->declared == NULL
                ? val_ref(boxes[i]->val)
                : machine_global(machine, NULL, boxes[i]->declared->index);
    return val_block_seal(VAL_LIST, block);
}

static bool happen(struct lang_session *session,
                   struct lang_value *const *happened, size_t count)
{
    struct machine *machine = &session->machine;
    struct val list = list_of_boxes(happened, count);
    struct val declared = list_of_declared(machine, happened, count);
    if (list.kind == VAL_FAIL || declared.kind == VAL_FAIL) {
        machine_fail_too_deep(machine, NULL);
        val_unref(list);
        val_unref(declared);
        return false;
    }
    machine_happen(machine, list, declared);
    if (machine->signals.count > 0) {
        machine_renew_moment(machine);
        signals_advance(machine, &session->moment);
        signal_table_add(&session->signal_table, machine, machine->version);
    }
    session->moment.what = NULL;
    session->moment.ticked = NULL;
    formula_moment(machine);
    val_unref(session->observed);
    val_unref(session->observed_declared);
    session->observed = val_ref(list);
    session->observed_declared = val_ref(declared);
    session->observed_state = machine->state;
    session->observed_moment = machine->moment;
    return true;
}

/* The property in the first state; NULL after an error. */
static struct ltl_formula *evaluate_property(struct lang_session *session,
                                             struct error *error)
{
    enum { PRINT_LIMIT = 200 };
    struct machine *machine = &session->machine;
    uint32_t index = session->property->global->index;
    const struct code *code = session->program->code->globals[index].code;
    struct val val = eval_force(machine, code == NULL ? NULL : code->body,
                                machine_global(machine, NULL, index));
    struct ltl_formula *result = formula_of_val(machine, val);
    if (val.kind == VAL_FAIL) {
        give_error(session, error);
    } else if (result == NULL) {
        const struct ast_global *property = session->property->global;
        struct buf text;
        buf_init(&text);
        buf_add_text(&text, "Unexpected value: ");
        val_print(&text, val, PRINT_LIMIT);
        buf_addf(&text,
                 " (in state %" PRId64 "; the property %s must be true, false "
                 "or a temporal formula)\n",
                 machine->version, property->name->text);
        machine_add_source(machine, &text, property->span);
        if (formula_help(val) != NULL)
            buf_addf(&text, "  help: %s\n", formula_help(val));
        error_set(error, ERROR_RUN, "%.*s", (int)text.length - 1,
                  buf_text(&text));
        buf_finish(&text);
    }
    val_unref(val);
    return result;
}

/* All that is left is a value that is no formula: the run cannot go on, but
 * nothing was evaluated that must not be (reference, 6.4; 4.3). */
static bool is_unexpected(const struct lang_session *session)
{
    ltl_leaf leaf = session->machine.no_formula;
    return leaf != NULL && leaf == ltl_awaited_leaf(session->residual);
}

static bool step_residual(struct lang_session *session, struct error *error)
{
    struct ltl_formula *next = NULL;
    session->machine.no_formula = NULL;
    if (!ltl_step(store_of(session), session->residual, &next)) {
        give_error(session, error);
        if (is_unexpected(session) && error != NULL)
            error->code = ERROR_RUN;
        return false;
    }
    replace_formula(session, &session->before, session->residual);
    session->residual = next;
    return true;
}

static bool progress(struct lang_session *session, struct error *error)
{
    if (session->residual != NULL)
        return step_residual(session, error);
    session->residual = evaluate_property(session, error);
    return session->residual != NULL;
}

static void judge(const struct ltl_formula *residual, struct verdict *verdict,
                  struct verdict *stop)
{
    *verdict = (struct verdict){.kind = VERDICT_NONE};
    *stop = (struct verdict){.kind = VERDICT_NONE};
    if (ltl_is_true(residual) || ltl_is_false(residual)) {
        verdict->kind = VERDICT_DEFINITELY;
        verdict->value = ltl_is_true(residual);
        return;
    }
    enum ltl_stop answer = ltl_stop(residual);
    if (answer == LTL_GO_ON)
        return;
    stop->kind = VERDICT_PROBABLY;
    stop->value = answer == LTL_STOP_TRUE;
}

struct verdict lang_session_cut_off(const struct lang_session *session)
{
    bool overdue =
        session->residual != NULL && ltl_is_overdue(session->residual);
    return (struct verdict){.kind = overdue ? VERDICT_PROBABLY
                                            : VERDICT_INCONCLUSIVE,
                            .value = false};
}

int64_t lang_session_demand(const struct lang_session *session)
{
    return session->residual == NULL ? 0 : ltl_demand(session->residual);
}

bool lang_session_observe(struct lang_session *session,
                          struct lang_value *const *happened, size_t count,
                          struct verdict *verdict, struct verdict *stop,
                          struct error *error)
{
    machine_begin(&session->machine);
    if (!happen(session, happened, count))
        return give_error(session, error);
    session->machine.quick = true;
    bool done = progress(session, error);
    if (!done && machine_has_failed(&session->machine)) {
        machine_begin(&session->machine); /* as in lang_session_primitives */
        done = progress(session, error);
    }
    session->machine.quick = false;
    if (!done)
        return false;
    judge(session->residual, verdict, stop);
    return true;
}
