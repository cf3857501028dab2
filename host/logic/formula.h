/* QuickLTL formulas in guarded form, hash-consed (paper, Figures 4 to 7;
 * reference, section 6).
 *
 * What is kept between two states is a *residual*: true, false, or
 * conjunctions and disjunctions of "next" nodes. A next node says how strong it
 * is (what to assume when there is no next state) and what is to be unrolled in
 * that state: a temporal operator over one or two leaves. Leaves are opaque:
 * the owner (the language) evaluates a leaf in the current state to a formula.
 *
 * Negation is pushed inwards when it is applied (identities 1 to 5), so a next
 * node carries one flag saying that its leaves are to be negated.
 *
 * Equal formulas are the same pointer: nodes are made only by the functions
 * here and live in one store. Nodes are counted; functions that return or fill
 * in a `struct ltl_formula *` give the caller one reference, arguments are
 * borrowed. Nothing here depends on the depth of the trace.
 */
#ifndef WEIR_LOGIC_FORMULA_H
#define WEIR_LOGIC_FORMULA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

struct ltl_store;
struct ltl_formula;

/* An atomic proposition, or any formula that has to be evaluated anew in each
 * state. The owner interns leaves: equal leaves are the same pointer. */
typedef const void *ltl_leaf;

struct ltl_leaf_ops {
    void (*ref)(void *context, ltl_leaf leaf);
    void (*unref)(void *context, ltl_leaf leaf);
    /* Evaluates the leaf in the current state. False: the owner has noted an
     * error; the operation under way then fails too and fills in nothing. */
    bool (*evaluate)(void *context, ltl_leaf leaf, struct ltl_formula **result);
    /* For messages; may be NULL. */
    void (*print)(void *context, ltl_leaf leaf, struct buf *buf);
};

enum ltl_strength {
    LTL_WEAK,     /* assume true:  nextT */
    LTL_STRONG,   /* assume false: nextF */
    LTL_REQUIRED, /* demand a state: next */
};

enum ltl_operator {
    LTL_JUST, /* the leaf itself */
    LTL_ALWAYS,
    LTL_EVENTUALLY,
    LTL_UNTIL,   /* first leaf until second */
    LTL_RELEASE, /* first leaf releases second */
};

/* `context` is passed to the leaf operations. The store must outlive every
 * formula made in it. */
struct ltl_store *ltl_store_create(const struct ltl_leaf_ops *ops,
                                   void *context);
void ltl_store_destroy(struct ltl_store *store);

/* Call whenever leaves may evaluate differently (a new state): results cached
 * for the state before are dropped. */
void ltl_store_new_state(struct ltl_store *store);

/* Live nodes, for tests and benchmarks. */
size_t ltl_store_node_count(const struct ltl_store *store);

struct ltl_formula *ltl_formula_ref(struct ltl_formula *formula);
void ltl_formula_unref(struct ltl_store *store, struct ltl_formula *formula);

struct ltl_formula *ltl_constant(struct ltl_store *store, bool value);
bool ltl_is_true(const struct ltl_formula *formula);
bool ltl_is_false(const struct ltl_formula *formula);

struct ltl_formula *ltl_and(struct ltl_store *store, struct ltl_formula *a,
                            struct ltl_formula *b);
struct ltl_formula *ltl_or(struct ltl_store *store, struct ltl_formula *a,
                           struct ltl_formula *b);
/* not a, or b (reference, 6.3: same verdicts as an implies node) */
struct ltl_formula *ltl_implies(struct ltl_store *store, struct ltl_formula *a,
                                struct ltl_formula *b);
struct ltl_formula *ltl_not(struct ltl_store *store, struct ltl_formula *a);

/* next / nextT / nextF of a leaf. */
struct ltl_formula *ltl_next(struct ltl_store *store,
                             enum ltl_strength strength, ltl_leaf leaf);

/* Starts a temporal operator in the current state: evaluates its leaves now and
 * returns the residual (paper, Figure 6; the table of the reference, 6.2).
 * `count` is the subscript; values below 0 act as 0. `second` is NULL except
 * for until and release. */
bool ltl_start(struct ltl_store *store, enum ltl_operator op, int64_t count,
               ltl_leaf first, ltl_leaf second, struct ltl_formula **result);

/* One step (paper, Figure 7 then 6): the residual in the new current state. */
bool ltl_step(struct ltl_store *store, struct ltl_formula *formula,
              struct ltl_formula **result);

/* Whether a run may stop with this residual, and with which presumptive
 * answer: any required next anywhere forbids it (reference, 6.4). */
enum ltl_stop { LTL_GO_ON, LTL_STOP_TRUE, LTL_STOP_FALSE };
enum ltl_stop ltl_stop(const struct ltl_formula *formula);

/* For a run that is cut off while states are still demanded: true when what is
 * presumed false makes the whole false however the required nexts turn out.
 * (Where one of several joined obligations has overtaken another since, it may
 * say false for want of knowledge, never true.) */
bool ltl_is_overdue(const struct ltl_formula *formula);

/* How many further states the required nexts ask for at least, as far as is
 * known before they come: more may be demanded in these. 0: a run may stop. */
int64_t ltl_demand(const struct ltl_formula *formula);

/* The leaf that is all that will be left of a residual in the next state: it is
 * `next p`, and p is not negated. NULL: it is something else. Borrowed. */
ltl_leaf ltl_awaited_leaf(const struct ltl_formula *formula);

/* For people and tests: "(next! always{2} p) and (nextF q)". */
void ltl_print(const struct ltl_store *store, const struct ltl_formula *formula,
               struct buf *buf);

#endif
