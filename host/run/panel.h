/* Several properties that are judged in one walk (docs/WALKS.md).
 *
 *     struct panel panel;
 *     panel_init(&panel, &(struct panel_options){.walk = &walk, ...});
 *     panel_add(&panel, 3, checker_of_property_3, its_actor);
 *     session_run(executor, &panel.checker, &panel.actor, ..., &walk);
 *         with panel_step called for each step of the trace
 *     panel_end(&panel);
 *     ... panel.members.items[i].result ...
 *     panel_finish(&panel);
 *
 * A panel is a checker and an actor: the session knows of no more than one
 * property. The states hold what all members read; each member is shown what it
 * reads itself, and nothing of an event that changes only what others read, so
 * that it sees a run that it could have had alone. All members have the same
 * actions and the same initial event; what is requested is proposed by all.
 *
 * A member is open until its own rule lets its test end: when it is decided,
 * when it may stop (reference, 7.2) or when a demand has been overdue for too
 * long. One that may stop and is presumably false has failed. One that is
 * presumably true rests: it is still watched, and fails when it is false after
 * all; otherwise its test ended where it was presumably true last. The walk
 * ends when no member is open. A member that is decided, has failed or is at
 * fault is out: it is shown nothing more. */
#ifndef WEIR_RUN_PANEL_H
#define WEIR_RUN_PANEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "port/actor.h"
#include "port/checker.h"
#include "run/demands.h"
#include "run/session.h"
#include "trace/deps.h"

enum panel_standing { PANEL_OPEN, PANEL_RESTING, PANEL_OUT };

/* Where a member's test may be said to have ended. */
struct panel_mark {
    int64_t steps, actions, stale;
    size_t choices; /* of the walk's choice_log */
    int64_t linger_ms;
    int64_t at_ms; /* clock_now_ms() */
};

struct panel_member {
    size_t property;
    struct session_result result; /* after panel_end */
    bool goes_on;     /* else the command has to end: result.error */
    int64_t ended_ms; /* clock_now_ms() */
    /* private */
    struct checker *checker; /* borrowed; with its actor */
    struct actor *actor;
    enum panel_standing standing;
    struct verdict stop; /* as of the last step */
    struct verdict verdict;
    struct panel_mark mark; /* not of one that is open */
    struct value *state;    /* of the last step that it was shown, or NULL */
    int64_t steps;          /* of its trace */
    bool has_started;
    bool takes_step; /* the step that was observed belongs to its trace */
    bool proposes;   /* what all members propose */
    struct demands demands;
};

struct panel_options {
    struct session_result *walk; /* of the session; borrowed */
    int64_t max_overdue;         /* as in struct session_options, which has 0 */
    bool explores;               /* as there */
    bool keep_all;
};

struct panel {
    struct checker checker;
    struct actor actor;
    struct panel_options options;
    struct deps deps; /* of all */
    VEC(struct panel_member) members;
};

void panel_init(struct panel *panel, const struct panel_options *options);
void panel_finish(struct panel *panel); /* leaves the members' checkers */

/* All are added before the run begins. */
void panel_add(struct panel *panel, size_t property, struct checker *checker,
               struct actor *actor);

/* The session has taken the step in (session_options.on_step). */
void panel_step(struct panel *panel, const struct step *step);

/* The session is over; `goes_on` is what it has returned. */
void panel_end(struct panel *panel, bool goes_on);

#endif
