/* Signals: what is remembered of expressions from one state to the next, for
 * the words of specs/library/weir/signals.strom (docs/SIGNALS.md says what each
 * of them means).
 *
 * Each place in a specification where such a word stands over an expression of
 * top-level names is a *site*, numbered by the compiler. What is kept for a
 * site has a fixed size: four values, two counts, three times. Sites that the
 * property at hand cannot reach are not evaluated. Sites inside a site's
 * expression have smaller numbers, so in the order of the numbers each finds
 * the inner ones up to date.
 */
#ifndef WEIR_LANG_EVAL_SIGNALS_H
#define WEIR_LANG_EVAL_SIGNALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"
#include "lang/eval/code.h"
#include "lang/eval/value.h"
#include "trace/action.h"

struct machine;

/* What a step tells of itself beside its state. */
struct moment {
    int64_t time_us;                /* in the run's clock */
    const struct value *ticked;     /* sources with a new value, maybe an equal
                                       one (docs/TRACE.md); NULL: not told */
    const struct action_list *what; /* what was done; NULL: nothing */
    int64_t parts_done;             /* of several actions as one, so many */
};

struct signal {
    const struct node *node; /* NULL: this property does not reach the site */
    struct signal_sources *sources; /* what its expression reads */
    struct val last;                /* in the newest state; null: no value */
    struct val before;              /* in the state before that */
    struct val newest;              /* with the newest tick */
    struct val previous;            /* with the tick before that */
    bool ticked;                    /* in the newest state */
    bool is_formula; /* it had no value in the newest state, but a
                        formula or a function */
    int64_t ticks;
    int64_t count;      /* states in which it was true; actions on it */
    int64_t ticked_us;  /* when it ticked last */
    int64_t changed_us; /* when it got the value that it has */
    int64_t lasted_us;  /* how long it had the one before; -1: there is none */
};

struct signals {
    struct signal *items; /* by number of the site; NULL: none is reached */
    size_t count;
    int64_t now_us;
};

/* Finds the sites that the code of these globals and `when` (or NULL) reaches.
 */
void signals_init(struct signals *signals, const struct lang_code *program,
                  const struct ast_global *const *roots, size_t count,
                  const struct code *when);
void signals_finish(struct signals *signals);

/* Takes in the machine's current state, in which what happened is known. An
 * expression that cannot be evaluated in it has no value. */
void signals_advance(struct machine *machine, const struct moment *moment);

/* The value of a word (NODE_SIGNAL) in the newest state taken in. */
struct val signals_read(struct machine *machine, const struct node *node);

/* The word stands over what is not kept. */
struct val signals_fail(struct machine *machine, const struct node *node);

/* Marks the selectors that the node's code reads (`sources`, by number;
 * `lists`: those of which it reads more than the first element), the names of
 * fields in it (`names`) and the signal nodes in it (`sites`, by number of the
 * site); each may be NULL. (signals_reach.c) */
struct signals_reach {
    const struct lang_code *program;
    bool *sources;
    bool *lists;
    struct map *names;
    bool any_name; /* set: fields whose names are not written out are read */
    const struct node **sites;
    const struct node **calls; /* by number of the site: the call of a function
                                  that is nothing else; or NULL */
    bool *seen;                /* code, by its number */
    bool stays;                /* what other top-level names stand for is not
                                  looked into */
    bool met_time;             /* set: a temporal operator is in it */
};
void signals_reach_code(struct signals_reach *reach, const struct code *code);
void signals_reach_node(struct signals_reach *reach, const struct node *node);
void signals_reach_global(struct signals_reach *reach, uint32_t index);

#endif
