/* Moves as such, then one function for each kind of process, for each kind of
 * term, the entrance. */
#include "exec/ccs/moves.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/vec.h"

static void finish_updates(struct ccs_update_list *updates)
{
    for (size_t i = 0; i < updates->count; i++)
        value_unref(updates->items[i].value);
    vec_finish(updates);
}

static void finish_move(struct ccs_move *move)
{
    for (uint32_t i = 0; move->values != NULL && i < move->count; i++)
        value_unref(move->values[i]);
    free(move->values);
    finish_updates(&move->updates);
    ccs_term_unref(move->target);
}

void ccs_move_list_finish(struct ccs_move_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        finish_move(&list->items[i]);
    vec_finish(list);
}

static void push_update(struct ccs_update_list *list, struct ccs_update update)
{
    vec_push(list, update);
}

static void copy_updates(struct ccs_update_list *to,
                         const struct ccs_update_list *from)
{
    for (size_t i = 0; i < from->count; i++)
        push_update(to, (struct ccs_update){from->items[i].index,
                                            value_ref(from->items[i].value)});
}

/* ---- the search --------------------------------------------------------- */

struct search {
    const struct ccs_model *model;
    struct ccs_budget budget; /* of the expressions */
    uint32_t depth;
    uint32_t processes; /* looked at so far */
    struct error *error;
};

static bool search_term(struct search *search, struct ccs_term *term,
                        struct value *const *globals,
                        struct ccs_move_list *moves);
static bool search_proc(struct search *search, const struct ccs_proc *proc,
                        struct ccs_env *env, struct value *const *globals,
                        struct ccs_move_list *moves);

/* Takes what the move holds, also when it is one too many. */
static bool push(struct search *search, struct ccs_move_list *moves,
                 struct ccs_move move)
{
    vec_push(moves, move);
    if (moves->count <= CCS_MOVES_LIMIT)
        return true;
    return error_set(search->error, ERROR_RUN,
                     "the process offers more than %d actions at a time",
                     CCS_MOVES_LIMIT);
}

/* ---- processes ---------------------------------------------------------- */

static bool tau(struct search *search, const struct ccs_proc *proc,
                struct ccs_env *env, struct ccs_move_list *moves)
{
    return push(search, moves,
                (struct ccs_move){
                    .kind = CCS_MOVE_TAU,
                    .target = ccs_term_proc(proc->inner, ccs_env_ref(env))});
}

static bool input(struct search *search, const struct ccs_proc *proc,
                  struct ccs_env *env, struct ccs_move_list *moves)
{
    return push(
        search, moves,
        (struct ccs_move){.kind = CCS_MOVE_INPUT,
                          .name = proc->name,
                          .count = proc->binder_count,
                          .input = proc,
                          .target = ccs_term_receiver(proc, ccs_env_ref(env))});
}

static struct value *eval(struct search *search, const struct ccs_expr *expr,
                          const struct ccs_env *env,
                          struct value *const *globals)
{
    return ccs_eval(search->model, expr, env, globals, &search->budget,
                    search->error);
}

static bool output(struct search *search, const struct ccs_proc *proc,
                   struct ccs_env *env, struct value *const *globals,
                   struct ccs_move_list *moves)
{
    struct ccs_move move = {.kind = CCS_MOVE_OUTPUT, .name = proc->name};
    move.values = memory_zeroed(proc->argument_count, sizeof *move.values);
    bool fine = true;
    while (fine && move.count < proc->argument_count) {
        struct value *value =
            eval(search, proc->arguments[move.count], env, globals);
        fine = value != NULL;
        if (fine)
            move.values[move.count++] = value;
    }
    move.target = ccs_term_proc(proc->inner, ccs_env_ref(env));
    if (fine)
        return push(search, moves, move);
    finish_move(&move);
    return false;
}

/* Arguments are evaluated when the call is unfolded. */
static bool call(struct search *search, const struct ccs_proc *proc,
                 struct ccs_env *env, struct value *const *globals,
                 struct ccs_move_list *moves)
{
    const struct ccs_definition *process =
        &search->model->processes.items[proc->index];
    struct ccs_env *arguments = NULL;
    bool fine = true;
    for (uint32_t i = 0; fine && i < proc->argument_count; i++) {
        struct value *value = eval(search, proc->arguments[i], env, globals);
        fine = value != NULL;
        if (fine)
            arguments = ccs_env_bind(value, arguments);
    }
    fine = fine &&
           search_proc(search, process->process, arguments, globals, moves);
    ccs_env_unref(arguments);
    return fine;
}

/* [e]P is P if e is true, else stuck. */
static bool guard(struct search *search, const struct ccs_proc *proc,
                  struct ccs_env *env, struct value *const *globals,
                  struct ccs_move_list *moves)
{
    char words[40];
    struct value *value = eval(search, proc->expr, env, globals);
    if (value == NULL)
        return false;
    bool is_bool = value->kind == VALUE_BOOL;
    bool holds = is_bool && value->boolean;
    if (!is_bool)
        ccs_wrong(search->error, ERROR_RUN, proc->expr->place,
                  "a condition needs a boolean, not %s",
                  ccs_value_words(value, words));
    value_unref(value);
    if (!is_bool)
        return false;
    return !holds || search_proc(search, proc->inner, env, globals, moves);
}

static void put_update_first(struct ccs_move *move, struct ccs_update update)
{
    struct ccs_update_list updates = {NULL, 0, 0};
    push_update(&updates, update);
    copy_updates(&updates, &move->updates);
    finish_updates(&move->updates);
    move->updates = updates;
}

/* {X := e}P changes X when the first action of P is taken; what P offers is
 * computed with the new value. */
static bool assignment(struct search *search, const struct ccs_proc *proc,
                       struct ccs_env *env, struct value *const *globals,
                       struct ccs_move_list *moves)
{
    struct value *value = eval(search, proc->expr, env, globals);
    if (value == NULL)
        return false;
    size_t first = moves->count, count = search->model->globals.count;
    struct value **changed = memory_zeroed(count, sizeof *changed);
    memcpy(changed, globals, count * sizeof *changed);
    changed[proc->index] = value;
    bool fine = search_proc(search, proc->inner, env, changed, moves);
    for (size_t i = first; i < moves->count; i++)
        put_update_first(&moves->items[i],
                         (struct ccs_update){proc->index, value_ref(value)});
    free(changed);
    value_unref(value);
    return fine;
}

static bool choice(struct search *search, const struct ccs_proc *proc,
                   struct ccs_env *env, struct value *const *globals,
                   struct ccs_move_list *moves)
{
    for (uint32_t i = 0; i < proc->item_count; i++)
        if (!search_proc(search, proc->items[i], env, globals, moves))
            return false;
    return true;
}

static bool too_large(struct search *search)
{
    return error_set(search->error, ERROR_RUN,
                     "the process has grown to more than %d components and "
                     "restrictions around one another",
                     CCS_TERM_DEPTH_LIMIT);
}

/* A static operator becomes a term around its parts. */
static struct ccs_term *as_term(const struct ccs_proc *proc,
                                struct ccs_env *env)
{
    struct ccs_term *term;
    if (proc->kind != CCS_PROC_PARALLEL) {
        term = ccs_term_proc(proc->inner, ccs_env_ref(env));
        return proc->kind == CCS_PROC_RESTRICT
                   ? ccs_term_restrict(term, proc->name)
                   : ccs_term_relabel(term, proc->name, proc->to);
    }
    term = ccs_term_proc(proc->items[0], ccs_env_ref(env));
    for (uint32_t i = 1; i < proc->item_count; i++)
        term = ccs_term_parallel(
            term, ccs_term_proc(proc->items[i], ccs_env_ref(env)));
    return term;
}

static bool search_kind(struct search *search, const struct ccs_proc *proc,
                        struct ccs_env *env, struct value *const *globals,
                        struct ccs_move_list *moves)
{
    switch (proc->kind) {
    case CCS_PROC_STOP:
        return true;
    case CCS_PROC_CALL:
        return call(search, proc, env, globals, moves);
    case CCS_PROC_TAU:
        return tau(search, proc, env, moves);
    case CCS_PROC_OUTPUT:
        return output(search, proc, env, globals, moves);
    case CCS_PROC_INPUT:
        return input(search, proc, env, moves);
    case CCS_PROC_GUARD:
        return guard(search, proc, env, globals, moves);
    case CCS_PROC_ASSIGN:
        return assignment(search, proc, env, globals, moves);
    case CCS_PROC_CHOICE:
        return choice(search, proc, env, globals, moves);
    case CCS_PROC_PARALLEL:
    case CCS_PROC_RESTRICT:
    case CCS_PROC_RELABEL:
        break;
    }
    if (proc->item_count > CCS_TERM_DEPTH_LIMIT)
        return too_large(search);
    struct ccs_term *term = as_term(proc, env);
    bool fine = search_term(search, term, globals, moves);
    ccs_term_unref(term);
    return fine;
}

static bool search_proc(struct search *search, const struct ccs_proc *proc,
                        struct ccs_env *env, struct value *const *globals,
                        struct ccs_move_list *moves)
{
    if (search->depth == CCS_MOVES_DEPTH_LIMIT)
        return ccs_wrong(search->error, ERROR_RUN, proc->place,
                         "this process unfolds more than %d levels deep before "
                         "any action: does it come back to itself?",
                         CCS_MOVES_DEPTH_LIMIT);
    if (++search->processes > CCS_MOVES_PROCESSES_LIMIT)
        return ccs_wrong(search->error, ERROR_RUN, proc->place,
                         "by here more than %d processes have been unfolded "
                         "before any action: each choice takes all of its own",
                         CCS_MOVES_PROCESSES_LIMIT);
    search->depth++;
    bool fine = search_kind(search, proc, env, globals, moves);
    search->depth--;
    return fine;
}

/* ---- terms -------------------------------------------------------------- */

/* left | right after a move of one of them; borrows both. */
static struct ccs_term *side_by_side(struct ccs_term *left,
                                     struct ccs_term *right)
{
    return ccs_term_parallel(ccs_term_ref(left), ccs_term_ref(right));
}

/* A move of its own, with the other component beside its target; the list
 * gives it away. */
static bool interleave(struct search *search, const struct ccs_move_list *from,
                       const struct ccs_term *term, bool is_left,
                       struct ccs_move_list *moves)
{
    for (size_t i = 0; i < from->count; i++) {
        struct ccs_move move = from->items[i];
        move.values = NULL;
        move.updates = (struct ccs_update_list){NULL, 0, 0};
        copy_updates(&move.updates, &from->items[i].updates);
        if (move.kind == CCS_MOVE_OUTPUT) {
            move.values = memory_zeroed(move.count, sizeof *move.values);
            for (uint32_t j = 0; j < move.count; j++)
                move.values[j] = value_ref(from->items[i].values[j]);
        }
        move.target = is_left ? side_by_side(move.target, term->right)
                              : side_by_side(term->left, move.target);
        if (!push(search, moves, move))
            return false;
    }
    return true;
}

static bool fit_together(const struct ccs_move *a, const struct ccs_move *b)
{
    bool opposite = (a->kind == CCS_MOVE_OUTPUT && b->kind == CCS_MOVE_INPUT) ||
                    (a->kind == CCS_MOVE_INPUT && b->kind == CCS_MOVE_OUTPUT);
    return opposite && a->name == b->name && a->count == b->count;
}

/* Output and input of equal name and arity: tau, the values passed on. */
static struct ccs_move meet(const struct ccs_move *left,
                            const struct ccs_move *right)
{
    struct value **values =
        left->kind == CCS_MOVE_OUTPUT ? left->values : right->values;
    struct ccs_move move = {
        .kind = CCS_MOVE_TAU,
        .target = ccs_term_parallel(ccs_term_receive(left->target, values),
                                    ccs_term_receive(right->target, values)),
    };
    copy_updates(&move.updates, &left->updates);
    copy_updates(&move.updates, &right->updates);
    return move;
}

static bool synchronise(struct search *search, const struct ccs_move_list *left,
                        const struct ccs_move_list *right,
                        struct ccs_move_list *moves)
{
    for (size_t i = 0; i < left->count; i++)
        for (size_t j = 0; j < right->count; j++)
            if (fit_together(&left->items[i], &right->items[j]) &&
                !push(search, moves, meet(&left->items[i], &right->items[j])))
                return false;
    return true;
}

static bool parallel(struct search *search, const struct ccs_term *term,
                     struct value *const *globals, struct ccs_move_list *moves)
{
    struct ccs_move_list left = {NULL, 0, 0}, right = {NULL, 0, 0};
    bool fine = search_term(search, term->left, globals, &left) &&
                search_term(search, term->right, globals, &right) &&
                interleave(search, &left, term, true, moves) &&
                interleave(search, &right, term, false, moves) &&
                synchronise(search, &left, &right, moves);
    ccs_move_list_finish(&left);
    ccs_move_list_finish(&right);
    return fine;
}

/* Hides both polarities of the name; tau goes on. */
static void hide(struct ccs_move_list *moves, size_t first, intern_t name)
{
    size_t kept = first;
    for (size_t i = first; i < moves->count; i++) {
        if (moves->items[i].name == name)
            finish_move(&moves->items[i]);
        else
            moves->items[kept++] = moves->items[i];
    }
    moves->count = kept;
}

static bool around(struct search *search, const struct ccs_term *term,
                   struct value *const *globals, struct ccs_move_list *moves)
{
    size_t first = moves->count;
    bool restricts = term->kind == CCS_TERM_RESTRICT;
    if (!search_term(search, term->left, globals, moves))
        return false;
    if (restricts)
        hide(moves, first, term->name);
    for (size_t i = first; i < moves->count; i++) {
        struct ccs_move *move = &moves->items[i];
        if (!restricts && move->name == term->name)
            move->name = term->to;
        move->target =
            restricts ? ccs_term_restrict(move->target, term->name)
                      : ccs_term_relabel(move->target, term->name, term->to);
    }
    return true;
}

static bool search_term(struct search *search, struct ccs_term *term,
                        struct value *const *globals,
                        struct ccs_move_list *moves)
{
    if (term->depth > CCS_TERM_DEPTH_LIMIT)
        return too_large(search);
    if (term->kind == CCS_TERM_PARALLEL)
        return parallel(search, term, globals, moves);
    if (term->kind == CCS_TERM_PROC)
        return search_proc(search, term->proc, term->env, globals, moves);
    return around(search, term, globals, moves);
}

bool ccs_moves(const struct ccs_model *model, struct ccs_term *term,
               struct value *const *globals, struct ccs_move_list *moves,
               struct error *error)
{
    struct search search = {.model = model, .error = error};
    return search_term(&search, term, globals, moves);
}
