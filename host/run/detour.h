/* A strategy that seldom takes what has led to a dead end before (run/start):
 * it leaves those proposals out of most of its turns, and another strategy
 * picks one of the rest. */
#ifndef WEIR_RUN_DETOUR_H
#define WEIR_RUN_DETOUR_H

#include "port/actor.h"
#include "run/choice.h"
#include "run/strategies.h"

/* `kind` is the other strategy; NULL: the default. `avoided` and the actor, of
 * whose proposals it picks, are borrowed and outlive it. */
struct strategy *detour_create(const struct strategy_kind *kind, uint64_t seed,
                               const struct choice_list *avoided,
                               struct actor *actor);

#endif
