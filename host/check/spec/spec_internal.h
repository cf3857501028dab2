/* What the files of a specification as checker and actor (spec.h) share.
 *
 *     observe.c   a state is judged
 *     propose.c   what can be done in it
 *     spec.c      what else is asked of it, and its life
 */
#ifndef WEIR_CHECK_SPEC_SPEC_INTERNAL_H
#define WEIR_CHECK_SPEC_SPEC_INTERNAL_H

#include "check/spec/spec.h"

#include <stddef.h>

#include "base/vec.h"
#include "lang/session.h"

struct spec {
    struct check_spec base;
    const struct lang_program *program;
    struct lang_session *session;
    struct deps deps;
    bool started;        /* the initial event was seen */
    int64_t judged;      /* states of the run so far */
    struct value *wrong; /* step.broken of the last step, owned; or NULL */
    int64_t version;     /* of that step */
    struct reason_list broken;  /* why it is false without being judged */
    bool has_clock;             /* it names events of its own clock */
    struct action_list awaited; /* those that it waits for now */
    struct action_list matched; /* by the last step */
    struct lang_primitive_list proposed;
    VEC(struct proposal_hint) hints; /* as long as `proposed` */
    size_t chosen; /* index in `proposed`, or its count: none */
};

static inline struct spec *spec_of_checker(struct checker *checker)
{
    return (struct spec *)((char *)checker -
                           offsetof(struct check_spec, checker));
}

static inline struct spec *spec_of_actor(struct actor *actor)
{
    return (struct spec *)((char *)actor - offsetof(struct check_spec, actor));
}

/* Whether one of the reported events is this declared one. */
bool spec_is_among(const struct action *action,
                   const struct action_list *events);

/* Says of the error of an evaluation how far the specification is to blame:
 * where it is evaluated for the first time there is no telling whether it can
 * be at all; later it could be before. False. */
bool spec_is_at_fault(const struct spec *spec, struct error *error);

/* As in struct checker_ops. */
bool spec_observe(struct checker *checker, const struct step *step,
                  struct observation *seen, struct error *error);
bool spec_stuck(struct checker *checker, const char *why);

extern const struct actor_ops spec_actor_table;

#endif
