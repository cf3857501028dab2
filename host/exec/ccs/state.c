#include "exec/ccs/state.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/memory.h"

bool ccs_state_init(struct ccs_state *state, const struct ccs_model *model,
                    struct error *error)
{
    size_t count = model->globals.count;
    *state = (struct ccs_state){.model = model};
    state->globals = memory_zeroed(count, sizeof *state->globals);
    for (size_t i = 0; i < count; i++) {
        struct ccs_budget budget = {0};
        state->globals[i] = ccs_eval(model, model->globals.items[i].first, NULL,
                                     state->globals, &budget, error);
        if (state->globals[i] != NULL)
            continue;
        ccs_state_finish(state);
        return false;
    }
    return true;
}

void ccs_state_finish(struct ccs_state *state)
{
    ccs_move_list_finish(&state->moves);
    ccs_term_unref(state->term);
    for (size_t i = 0; i < state->model->globals.count; i++)
        value_unref(state->globals[i]);
    free(state->globals);
    state->globals = NULL;
    state->term = NULL;
}

/* Takes the term. */
static bool go_on(struct ccs_state *state, struct ccs_term *term,
                  struct error *error)
{
    ccs_move_list_finish(&state->moves);
    ccs_term_unref(state->term);
    state->term = term;
    if (ccs_moves(state->model, term, state->globals, &state->moves, error))
        return true;
    ccs_move_list_finish(&state->moves);
    return false;
}

bool ccs_state_start(struct ccs_state *state, const struct ccs_proc *proc,
                     struct error *error)
{
    return go_on(state, ccs_term_proc(proc, NULL), error);
}

/* ---- moves -------------------------------------------------------------- */

static struct str id_of(const struct ccs_move *move)
{
    return move->kind == CCS_MOVE_TAU ? STR("tau") : intern_as_str(move->name);
}

static bool fits(const struct ccs_move *move, const struct value *arguments)
{
    if (arguments->count != move->count)
        return false;
    for (size_t i = 0; move->kind == CCS_MOVE_OUTPUT && i < move->count; i++)
        if (!value_equal(arguments->items[i], move->values[i]))
            return false;
    return true;
}

size_t ccs_state_find(const struct ccs_state *state, struct str name,
                      const struct value *arguments)
{
    size_t i = 0;
    while (i < state->moves.count &&
           !(str_equal(id_of(&state->moves.items[i]), name) &&
             fits(&state->moves.items[i], arguments)))
        i++;
    return i;
}

static bool check_received(const struct ccs_move *move,
                           const struct value *arguments, struct error *error)
{
    for (size_t i = 0; i < move->count; i++) {
        enum value_kind kind = arguments->items[i]->kind;
        if (kind == VALUE_FLOAT || kind == VALUE_LIST || kind == VALUE_OBJECT)
            return error_set(error, ERROR_RUN,
                             "`%s` cannot receive its argument %zu: a value of "
                             "CCS is an integer, a boolean, a string or null",
                             move->name->text, i + 1);
    }
    return true;
}

bool ccs_state_take(struct ccs_state *state, size_t index,
                    const struct value *arguments, struct error *error)
{
    const struct ccs_move *move = &state->moves.items[index];
    struct ccs_term *term;
    if (move->kind != CCS_MOVE_INPUT)
        term = ccs_term_ref(move->target);
    else if (!check_received(move, arguments, error))
        return false;
    else
        term = ccs_term_receive(move->target, arguments->items);
    for (size_t i = 0; i < move->updates.count; i++) {
        const struct ccs_update *update = &move->updates.items[i];
        value_unref(state->globals[update->index]);
        state->globals[update->index] = value_ref(update->value);
    }
    return go_on(state, term, error);
}

/* ---- what can be seen --------------------------------------------------- */

struct value *ccs_state_eval(const struct ccs_state *state,
                             const struct ccs_expr *expr, struct error *error)
{
    struct ccs_budget budget = {0};
    return ccs_eval(state->model, expr, NULL, state->globals, &budget, error);
}

static struct value *shown_id(const struct ccs_move *move)
{
    struct buf text;
    buf_init(&text);
    if (move->kind == CCS_MOVE_INPUT)
        buf_add_char(&text, '\'');
    buf_add_str(&text, id_of(move));
    struct value *id = value_string(buf_str(&text));
    buf_finish(&text);
    return id;
}

static struct value *shown_move(const struct ccs_move *move)
{
    uint32_t count = move->kind == CCS_MOVE_OUTPUT ? move->count : 0;
    for (uint32_t i = 0; i < count; i++)
        value_ref(move->values[i]);
    struct value_field fields[] = {
        {value_string(STR("id")), shown_id(move)},
        {value_string(STR("args")), value_list(move->values, count)},
    };
    return value_object(fields, 2);
}

struct value *ccs_state_available(const struct ccs_state *state)
{
    size_t count = state->moves.count;
    struct value **items = memory_zeroed(count, sizeof *items);
    for (size_t i = 0; i < count; i++)
        items[i] = shown_move(&state->moves.items[i]);
    struct value *list = value_list(items, count);
    free(items);
    return list;
}

static void add_argument(struct buf *out, const struct ccs_move *move,
                         uint32_t index)
{
    if (move->kind == CCS_MOVE_OUTPUT)
        value_add_json(out, move->values[index]);
    else
        buf_add_str(out, intern_as_str(move->input->binders[index]));
}

void ccs_move_add_text(struct buf *out, const struct ccs_move *move)
{
    if (move->kind == CCS_MOVE_INPUT)
        buf_add_char(out, '\'');
    buf_add_str(out, id_of(move));
    for (uint32_t i = 0; i < move->count; i++) {
        buf_add_text(out, i == 0 ? "(" : ", ");
        add_argument(out, move, i);
    }
    if (move->count > 0)
        buf_add_char(out, ')');
}
