/* What proposes actions in the current state; a strategy picks one of them. */
#ifndef WEIR_PORT_ACTOR_H
#define WEIR_PORT_ACTOR_H

#include <stdbool.h>

#include "base/error.h"
#include "port/strategy.h"
#include "trace/action.h"

struct actor;

struct actor_ops {
    /* Fills `actions` with every primitive action that is enabled in the last
     * state observed, in a fixed order. Empty: nothing can be done; then *why
     * (owned, may stay NULL) says which guards were false. */
    bool (*propose)(struct actor *actor, struct action_list *actions,
                    char **why, struct error *error);

    /* One for each of the last proposals; borrowed until the next. Absent or
     * NULL: nothing is known of them. */
    const struct proposal_hint *(*hints)(struct actor *actor);

    /* Tells the actor which of its last proposals was requested. */
    void (*chosen)(struct actor *actor, size_t index);

    /* What the specification calls one of the last proposals: a list of texts,
     * the same in every run, the most general first ("add!", then
     * "pressEnter!"). A new reference. Absent or NULL: it has no name. */
    struct value *(*names)(struct actor *actor, size_t index);
};

struct actor {
    const struct actor_ops *ops;
};

#endif
