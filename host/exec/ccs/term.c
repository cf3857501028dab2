#include "exec/ccs/term.h"

#include <stdlib.h>

#include "base/memory.h"

struct ccs_term *ccs_term_ref(struct ccs_term *term)
{
    term->references++;
    return term;
}

/* Recursive: the depth is limited, see ccs_moves. */
void ccs_term_unref(struct ccs_term *term)
{
    if (term == NULL || --term->references > 0)
        return;
    ccs_env_unref(term->env);
    ccs_term_unref(term->left);
    ccs_term_unref(term->right);
    free(term);
}

static struct ccs_term *make(enum ccs_term_kind kind)
{
    struct ccs_term *term = MEMORY_NEW(struct ccs_term);
    term->kind = kind;
    term->references = 1;
    return term;
}

struct ccs_term *ccs_term_proc(const struct ccs_proc *proc, struct ccs_env *env)
{
    struct ccs_term *term = make(CCS_TERM_PROC);
    term->proc = proc;
    term->env = env;
    return term;
}

struct ccs_term *ccs_term_receiver(const struct ccs_proc *input,
                                   struct ccs_env *env)
{
    struct ccs_term *term = ccs_term_proc(input, env);
    term->kind = CCS_TERM_RECEIVER;
    term->has_receiver = true;
    return term;
}

static bool is_stopped(const struct ccs_term *term)
{
    return term->kind == CCS_TERM_PROC && term->proc->kind == CCS_PROC_STOP;
}

struct ccs_term *ccs_term_parallel(struct ccs_term *left,
                                   struct ccs_term *right)
{
    bool right_stays = is_stopped(left);
    if (right_stays || is_stopped(right)) {
        ccs_term_unref(right_stays ? left : right);
        return right_stays ? right : left;
    }
    struct ccs_term *term = make(CCS_TERM_PARALLEL);
    term->left = left;
    term->right = right;
    term->depth = 1 + (left->depth > right->depth ? left->depth : right->depth);
    term->has_receiver = left->has_receiver || right->has_receiver;
    return term;
}

/* Around a stopped process, or twice the same, they change nothing. */
static bool adds_nothing(const struct ccs_term *inner, enum ccs_term_kind kind,
                         intern_t name, intern_t to)
{
    return is_stopped(inner) ||
           (inner->kind == kind && inner->name == name && inner->to == to);
}

static struct ccs_term *wrap(struct ccs_term *inner, enum ccs_term_kind kind,
                             intern_t name, intern_t to)
{
    if (adds_nothing(inner, kind, name, to))
        return inner;
    struct ccs_term *term = make(kind);
    term->left = inner;
    term->name = name;
    term->to = to;
    term->depth = 1 + inner->depth;
    term->has_receiver = inner->has_receiver;
    return term;
}

struct ccs_term *ccs_term_restrict(struct ccs_term *inner, intern_t name)
{
    return wrap(inner, CCS_TERM_RESTRICT, name, NULL);
}

struct ccs_term *ccs_term_relabel(struct ccs_term *inner, intern_t name,
                                  intern_t to)
{
    return wrap(inner, CCS_TERM_RELABEL, name, to);
}

static struct ccs_term *receive_here(const struct ccs_term *receiver,
                                     struct value *const *values)
{
    struct ccs_env *env = ccs_env_ref(receiver->env);
    for (uint32_t i = 0; i < receiver->proc->binder_count; i++)
        env = ccs_env_bind(value_ref(values[i]), env);
    return ccs_term_proc(receiver->proc->inner, env);
}

struct ccs_term *ccs_term_receive(struct ccs_term *term,
                                  struct value *const *values)
{
    if (!term->has_receiver)
        return ccs_term_ref(term);
    switch (term->kind) {
    case CCS_TERM_RECEIVER:
        return receive_here(term, values);
    case CCS_TERM_PARALLEL:
        return ccs_term_parallel(ccs_term_receive(term->left, values),
                                 ccs_term_receive(term->right, values));
    case CCS_TERM_RESTRICT:
        return ccs_term_restrict(ccs_term_receive(term->left, values),
                                 term->name);
    case CCS_TERM_RELABEL:
        return ccs_term_relabel(ccs_term_receive(term->left, values),
                                term->name, term->to);
    case CCS_TERM_PROC:
        break;
    }
    return ccs_term_ref(term);
}
