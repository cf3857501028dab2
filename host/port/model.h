/* A model: a small program, the fake, that does what a system should do and
 * answers what it should answer (stateful-parallel testing after Claessen et
 * al., "Finding Race Conditions in Erlang with QuickCheck and PULSE", 2009;
 * fakes in the place of postconditions).
 *
 * States are values that a model keeps to itself; outside, a state is a number.
 * Equal states have equal numbers, so a search may compare and remember
 * numbers. They mean something to their model only, and for as long as it
 * lives.
 *
 * References (handles, identifiers that only the real system can make) are
 * symbols wherever a model sees them: {"$ref": [number, slot]} is what slot
 * `slot` (from 0) of the command with this number created. The runner
 * translates the answers of the real system back before they are compared.
 *
 * Functions that ask the fake may fail: it threw, ran for too long, used too
 * much memory, answered what makes no sense, or died. *error (ERROR_SPEC) then
 * says which function of which command, and where.
 */
#ifndef WEIR_PORT_MODEL_H
#define WEIR_PORT_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/vec.h"
#include "gen/tape.h"
#include "trace/value.h"

/* Under which condition a history of several clients is right. */
enum model_consistency {
    MODEL_LINEARISABLE, /* some order that respects real time explains it */
    MODEL_SEQUENTIAL,   /* some order that respects each process does */
    MODEL_PER_KEY,      /* each part of the partition is linearisable; what
                           MODEL_LINEARISABLE with a partition checks */
    MODEL_EVENTUAL,     /* only what is read when all is quiet counts */
};

/* One command that a model declares. Open for reading. */
struct model_command {
    const char *name;
    uint64_t weight;            /* how likely it is to be drawn; from 0 */
    const char *const *creates; /* the types of the references it creates */
    size_t create_count;
    bool has_arguments; /* else it is called with [] */
    bool has_precondition;
    const struct value *real; /* how an adapter does it (for HTTP: method, path,
                                 ...), as the module declares it; or NULL. A
                                 function in it is {"$function": number} */
    bool has_page;            /* a person can do it on a page (`page`) */
    bool is_optional; /* where the page does not let a person do it, it counts
                         as not done, and is no fault */
    bool is_left_out; /* it is not for what is tested now: not drawn, and
                         refused */
    const struct value
        *settle;         /* when the page is looked at after it: {"quiet",
                            "atMost", "network"}; NULL: at once */
    int64_t patience_ms; /* so long the page may take to show what it is to; -1:
                            not said */
};

/* Labels that must occur: `label` in at least `percent` of all programs. */
struct model_cover {
    const char *label;
    double percent;
};

/* What calls differ in: a name, and names of choices. Several may hold for a
 * call, or none. */
enum { MODEL_CATEGORIES = 32, MODEL_CATEGORY_CHOICES = 64 }; /* at most */
struct model_category {
    const char *name;
    const char *const *choices;
    size_t choice_count; /* from 1 */
};

struct model_info {
    const char *name; /* of the file, for people */
    const struct model_command *commands;
    size_t command_count;
    const struct model_cover *cover;
    size_t cover_count;
    const struct model_category *categories;
    size_t category_count;
    enum model_consistency consistency;
    bool has_partition, has_same, has_labels, has_invariants;
    const struct value *real; /* what the module says of the system as a whole
                                 (base address, set-up, ...); or NULL */
    const struct value *view; /* what a page shows, as a description
                                 (inject/compiler/compiler_view.js); NULL: it
                                 is no model of a page */
    bool ignores_errors; /* an error that a page does not catch is no fault */
    bool is_nested;     /* what a person does may name what lies behind ">>>" */
    bool holds_answers; /* what a person does may keep answers of the server
                           from the page (`hold`, `release`) */
    bool answers_views; /* its answers are what a page is to show after the
                           command (run/model/viewed.h) */
    size_t users; /* that a page has at the same time, each with a page of its
                     own; 0: not said */
    const struct value *refresh; /* what a user does whose page does not come to
                                    show by itself what others have done: a list
                                    of actions, as `page` has them; NULL: it
                                    does */
    bool says_consistency;       /* else it is MODEL_LINEARISABLE */
};

/* How many users the system has that the model is run beside: 1 unless it is a
 * page that has several. */
size_t model_users(const struct model_info *info);

/* One call of a command. Values are borrowed. */
struct model_call {
    size_t command; /* a place in model_info.commands */
    int64_t number; /* of the command in its program, from 0: what references
                       name */
    const struct value *arguments; /* a list */
};

/* A call in a state. */
struct model_step {
    uint32_t state;
    struct model_call call;
};

/* One way in which a fake may do a call. */
struct model_outcome {
    uint32_t state;       /* afterwards */
    struct value *answer; /* owned */
};
/* All of them: one for a deterministic fake. */
struct model_outcomes {
    VEC(struct model_outcome) items;
};
void model_outcomes_finish(struct model_outcomes *outcomes); /* and empties */

/* A reference that may be used as an argument. */
struct model_ref {
    int64_t number;
    int64_t slot;
    const char *type;
};
/* Those in scope, the oldest first. */
struct model_refs {
    VEC(struct model_ref) items;
};

/* What is said of a call: it was answered so. */
struct model_claim {
    struct model_call call;
    const struct value *answer; /* NULL: not known, any agrees */
};

/* Which states explain a claim, from this one? They are points here. */
struct model_question {
    uint32_t state, claim;
};
/* For each question how many points there are, and which. */
struct model_explained {
    VEC(uint32_t) items;
};

enum model_answer {
    MODEL_DONE,
    MODEL_REFUSED, /* the precondition does not hold */
    MODEL_FAILED,  /* *error */
};

struct model;

struct model_ops {
    /* Borrowed, lives as long as the model. */
    const struct model_info *(*info)(struct model *model);

    bool (*initial)(struct model *model, uint32_t *state, struct error *error);

    /* What a state number stands for; borrowed, lives as long as the model. */
    const struct value *(*state)(struct model *model, uint32_t state);

    /* Draws the arguments of a command (a list, owned) from the tape. True with
     * *arguments NULL: there are none in this state, for one because there is
     * no reference of the type that is wanted; draw another command. */
    bool (*arguments)(struct model *model, uint32_t state, size_t command,
                      const struct model_refs *refs, struct tape *tape,
                      struct value **arguments, struct error *error);

    /* Whether the call may be made in this state. REFUSED: *why (owned; may
     * stay NULL) names the rule. */
    enum model_answer (*allowed)(struct model *model, uint32_t state,
                                 const struct model_call *call, char **why,
                                 struct error *error);

    /* What the fake does: appends its outcomes. The precondition is checked:
     * REFUSED. Remembered: asking again costs a look-up. */
    enum model_answer (*step)(struct model *model, uint32_t state,
                              const struct model_call *call,
                              struct model_outcomes *outcomes,
                              struct error *error);

    /* Says that these steps are asked for next, which a model may look into all
     * at once; what fails is told when it is asked for. NULL: there is nothing
     * to be gained. False: the model does not answer any more. */
    bool (*foresee)(struct model *model, const struct model_step *steps,
                    size_t count, struct error *error);

    /* Whether an answer that was got agrees with one that was expected. Both
     * are symbolic. */
    bool (*same)(struct model *model, const struct model_call *call,
                 const struct value *expected, const struct value *got,
                 bool *is_same, struct error *error);

    /* The objects that calls are about: calls of different keys are independent
     * (has_partition). New references; null: about all of them. False: none. */
    bool (*partition)(struct model *model,
                      const struct model_call *const *calls, size_t count,
                      struct value **keys, struct error *error);

    /* Step and same for thousands of questions at once, where a model answers
     * that quicker. NULL: it does not. `claim` makes a claim known under a
     * number from 0 on; false without an error: this one is to be asked by
     * step and same. `explain` appends the outcomes that agree, in the order
     * of the questions. It has numbers of its own for states, points:
     * `point_of` and `state_of` translate (NULL: they are the same). */
    bool (*claim)(struct model *model, const struct model_claim *claim,
                  uint32_t *number);
    bool (*explain)(struct model *model, const struct model_question *questions,
                    size_t count, struct model_explained *explained,
                    struct error *error);
    bool (*point_of)(struct model *model, uint32_t state, uint32_t *point,
                     struct error *error);
    bool (*state_of)(struct model *model, uint32_t point, uint32_t *state,
                     struct error *error);

    /* Bytes that its states take, by and large. NULL: few. */
    size_t (*memory)(struct model *model);

    /* What a function in a `real` gives for this. A new reference. NULL: a
     * model of this kind has no functions. */
    bool (*real)(struct model *model, int64_t function,
                 const struct value *given, struct value **made,
                 struct error *error);

    /* The labels of a call, a list of texts (has_labels). A new reference. */
    bool (*labels)(struct model *model, uint32_t before,
                   const struct model_call *call, const struct value *answer,
                   uint32_t after, struct value **labels, struct error *error);

    /* Which choices of each category hold for a call in this state: bit 0 of
     * choices[i] for the first choice of category i, ... */
    bool (*classify)(struct model *model, uint32_t state,
                     const struct model_call *call, uint64_t *choices,
                     struct error *error);

    /* The names of the invariants that do not hold in this state, a list of
     * texts (has_invariants). A new reference. */
    bool (*broken)(struct model *model, uint32_t state, struct value **names,
                   struct error *error);

    /* What the page is to show in this state: a value like `view` (view). A new
     * reference. */
    bool (*project)(struct model *model, uint32_t state,
                    struct value **projection, struct error *error);

    /* What a person does for the call in this state, a list of {"id", "args"}
     * (trace/action.h); in the place of an element stands "find:" and how it
     * is found (inject/read/view.js) (has_page). A new reference. */
    bool (*page)(struct model *model, uint32_t state,
                 const struct model_call *call, struct value **actions,
                 struct error *error);

    void (*destroy)(struct model *model);
};

/* Base of every model; embed it first. */
struct model {
    const struct model_ops *ops;
};

/* ops->foresee, where the model has it. */
bool model_foresee(struct model *model, const struct model_step *steps,
                   size_t count, struct error *error);

#endif
