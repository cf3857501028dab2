/* The evaluator's state: one per session (and one at load, to evaluate what
 * does not depend on a state). Internal to the room.
 * What walks over the code in it is in eval.h, what a primitive does in
 * primitives.h.
 *
 * A result of kind VAL_FAIL means that the machine has noted an error; every
 * caller passes it on.
 *
 * Time has two clocks. `state` counts states over the whole life of the
 * machine; `moment` changes also when `happened` does, so that what was
 * computed for the guards (nothing happened) is never taken for the formula,
 * unless it did not depend on `happened` (reference, 7.4 [F]).
 */
#ifndef WEIR_LANG_EVAL_MACHINE_H
#define WEIR_LANG_EVAL_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/error.h"
#include "lang/eval/code.h"
#include "lang/eval/signals.h"
#include "lang/eval/thunk.h"
#include "lang/eval/unread.h"
#include "lang/eval/value.h"

enum {
    /* Nested evaluations; each costs some hundred bytes of C stack (ten times
     * that with sanitizers). Real specifications stay below a hundred. */
    MACHINE_DEPTH_LIMIT = 2500,
    /* Slots of all active frames. */
    MACHINE_STACK_SLOTS = 1 << 16,
    /* Calls, list elements and comparisons in one evaluation: about a second.
     * A 300-line specification takes some hundreds. */
    MACHINE_STEP_LIMIT = 5000000,
    /* Elements that one list may get from unfoldr. */
    MACHINE_UNFOLD_LIMIT = 1000000,
};

/* A call under way. */
struct frame {
    struct val *slots;
    const struct val *captures;
    const struct code *code;
    const struct node *site; /* where it was called; NULL: from outside */
    const struct frame *caller;
};

/* A global of kind EAGER, evaluated on first use (load has checked it). */
struct global_slot {
    bool ready;
    bool running;
    struct val val;  /* LAZY: a thunk */
    struct val body; /* ACTION: its body as a thunk, value or function */
};

struct selector_slot {
    uint64_t state;            /* when `value` was found */
    uint32_t guess;            /* its field in the state before */
    const struct value *value; /* borrowed from the state */
};

/* In how many states a point was true, false or a formula. */
enum truth { TRUTH_TRUE, TRUTH_FALSE, TRUTH_OPEN, TRUTH_COUNT };
struct tick {
    uint64_t state; /* the last such */
    int64_t count;
};

struct machine {
    const struct lang_code *code;
    struct world *world;
    struct global_slot *globals;
    struct thunk **statics; /* thunks that capture nothing, made on demand */
    uint32_t *guesses;      /* of projections */
    struct selector_slot *selectors;
    struct tick *ticks; /* TRUTH_COUNT for each point */
    uint64_t news;      /* ticks that have any */

    const struct value *current; /* the state; NULL: there is none */
    int64_t version;             /* of the state, for messages */
    uint64_t state;
    uint64_t moment;
    uint64_t guard_moment; /* of this state with nothing happened */
    uint64_t last_moment;  /* the latest number given out */
    struct val happened;
    struct val declared;   /* the same list with the actions named in `with` in
                              place of what stands inside them: what
                              `x in happened` looks at */
    uint64_t store_moment; /* for which the store's caches are good */
    bool read_state; /* set by what is evaluated: the state was looked at */
    bool read_happened;
    ltl_leaf no_formula; /* the leaf whose value was none, when that is what
                            failed; NULL: something else */
    bool missed_state;   /* the state was looked at where there was none */
    struct unread unread;
    struct signals signals;

    struct val *stack;
    size_t stack_used;
    const struct frame *frame;
    bool quick; /* the quick form of code is run: a failure may be wrong */
    int depth;
    int64_t steps; /* left in this evaluation */

    /* For messages: where a person's own text is, that is where a mistake is
     * shown, however deep in the library it came to light; and the action that
     * is being looked at, or NULL. */
    struct span home;
    struct span fallback; /* told where no place is known: the property */
    const struct ast_global *checked;

    struct error error; /* ERROR_OK: none */
    struct span error_span;
    struct buf error_message; /* the sentence alone */
    struct buf error_trace;   /* "  NAME @ FILE:LINE:COL" lines */
    struct buf error_help;    /* what to do about it, or empty */
};

void machine_init(struct machine *machine, const struct lang_code *code);
void machine_finish(struct machine *machine);

/* Makes the state (borrowed until the next call) current, with nothing
 * happened. NULL: no state. */
void machine_enter(struct machine *machine, const struct value *state,
                   int64_t version);

/* Sets `happened` and `declared` (takes them): a new moment, but empty lists
 * bring back the moment of the guards. */
void machine_happen(struct machine *machine, struct val happened,
                    struct val declared);
void machine_happen_nothing(struct machine *machine);
/* The moments of this state begin anew: what was found out in it so far may
 * come out otherwise now. */
void machine_renew_moment(struct machine *machine);

/* A fresh budget of steps; forgets the last error. The written form of code is
 * run until `quick` is set. */
void machine_begin(struct machine *machine);

/* Notes an error at the node (NULL: no place) and gives VAL_FAIL. Only the
 * first one counts. */
struct val machine_fail(struct machine *machine, const struct node *node,
                        const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* "MESSAGE got: VALUE". */
struct val machine_fail_got(struct machine *machine, const struct node *node,
                            struct val got, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The state, or what happened, is asked for where there is no state. */
struct val machine_fail_without_state(struct machine *machine,
                                      const struct node *node);
/* "FILE:LINE:COL", the source line and an underline; for messages. */
void machine_add_source(const struct machine *machine, struct buf *buf,
                        struct span span);
/* Where a state has not what is asked of it: a trace of another property, or
 * an executor that tells less than it was asked for. */
#define MACHINE_UNREAD_HELP                                                    \
    "the state holds what the property reads for which it was recorded, and "  \
    "this is not among it"

struct val machine_fail_too_deep(struct machine *machine,
                                 const struct node *node);

/* val_block_seal; VAL_FAIL when one of the items has `failed`, and, after an
 * error, when the value nests too deeply. */
struct val machine_seal(struct machine *machine, const struct node *node,
                        enum val_kind kind, struct val_block *block,
                        bool failed);

/* Says what to do about the error just noted; gives VAL_FAIL. */
struct val machine_help(struct machine *machine, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static inline bool machine_has_failed(const struct machine *machine)
{
    return machine->error.code != ERROR_OK;
}

/* Counts some work against the budget; false after noting an error. */
bool machine_spend(struct machine *machine, const struct node *node,
                   int64_t steps);

/* A frame on the stack with its slots null; false after noting an error.
 * Popping releases the slots. */
bool machine_push(struct machine *machine, struct frame *frame,
                  const struct code *code, const struct val *captures,
                  const struct node *site);
void machine_pop(struct machine *machine, struct frame *frame);

/* The value of a global (a thunk when it is lazy). */
struct val machine_global(struct machine *machine, const struct node *site,
                          uint32_t index);
/* Evaluates an eager top-level binding and the globals it binds. */
bool machine_run_let(struct machine *machine, const struct let_code *let);
/* The body of an action: a value, a thunk, or a function of its parameters. */
struct val machine_action_body(struct machine *machine,
                               const struct global_code *action);
/* The thunk of a delayed expression that captures nothing; borrowed. */
struct thunk *machine_static(struct machine *machine, const struct node *delay);

/* What the executor reported for the selector. */
struct val machine_selector(struct machine *machine, const struct node *node);

static inline void machine_tick(struct machine *machine, uint32_t point,
                                struct val val)
{
    enum truth truth = val.kind == VAL_FORMULA ? TRUTH_OPEN
                       : val.boolean           ? TRUTH_TRUE
                                               : TRUTH_FALSE;
    struct tick *tick = &machine->ticks[point * TRUTH_COUNT + truth];
    if (tick->state == machine->state)
        return;
    tick->state = machine->state;
    machine->news += tick->count++ == 0;
}

/* Notes what a point came to in this state; what is no truth value is not
 * noted. */
static inline void machine_note(struct machine *machine, uint32_t point,
                                struct val val)
{
    if (point != 0 && (val.kind == VAL_BOOL || val.kind == VAL_FORMULA))
        machine_tick(machine, point, val);
}

#endif
