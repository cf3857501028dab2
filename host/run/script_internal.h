/* What the files of a script share: script.c, script_others.c. */
#ifndef WEIR_RUN_SCRIPT_INTERNAL_H
#define WEIR_RUN_SCRIPT_INTERNAL_H

#include "run/script.h"

struct script {
    struct strategy base;
    struct script_options options;
    struct script_course *course;
    struct value *state;    /* of the last step; owned; NULL: none yet */
    struct value *picked;   /* what was picked last, as it is now; owned */
    struct value *args;     /* with what was drawn; NULL: nothing was */
    struct value *template; /* what that was drawn from; NULL: nothing was */
    struct choice_list simpler; /* than that */
    struct choice_list larger;
    struct choice_list offers; /* besides it */
    bool is_exact;
    bool is_fork;
    bool has_waited;    /* since the last action, to the end */
    int64_t waiting_ms; /* clock_now_ms() since when it waits, 0: it does not */
    int refusals;       /* of the choice, in a row */
    int64_t refused_ms; /* when the first of them came */
};

/* A proposal as a choice, with these arguments (NULL: its own); a new
 * reference. */
struct value *script_proposal(const struct script *script,
                              const struct action_list *proposed, size_t index,
                              struct value *args);

/* Fill script->simpler, script->larger and script->offers, for what was picked.
 */
void script_gather_simpler(struct script *script,
                           const struct action_list *proposed);
void script_gather_larger(struct script *script,
                          const struct action_list *proposed);
void script_gather_offers(struct script *script,
                          const struct action_list *proposed);

#endif
