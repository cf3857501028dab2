/* How much a state costs in the logic alone: progression of a few shapes of
 * formulas over traces of 10^3 to 10^6 states, with leaves that cost nothing.
 *
 *     weir_bench_ltl [MOST-STATES]        (default 1000000)
 *
 * Each row: microseconds per state (the best of three runs), live nodes at the
 * end and at most, and the ratio to the calibration row: a fixed kernel timed
 * in the same run, so that figures of different machines can be compared. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "logic/formula.h"

/* The leaves: plain ones by number, then operators over leaves. */
enum leaf_kind { LEAF_ATOM, LEAF_OPERATOR, LEAF_FROZEN };

struct leaf {
    enum leaf_kind kind;
    int period; /* an atom holds in every state with state % period != 0;
                   0: never, 1: always */
    enum ltl_operator op;
    int64_t count;
    const struct leaf *first, *second;
};

struct bench {
    struct ltl_store *store;
    int64_t state;
    struct leaf *frozen; /* a fresh leaf for each state */
};

static void keep(void *context, ltl_leaf leaf)
{
    (void)context;
    (void)leaf;
}

static bool holds(const struct leaf *leaf, int64_t state)
{
    return leaf->period == 1 || (leaf->period > 1 && state % leaf->period != 0);
}

/* A frozen leaf starts an `eventually` over a leaf of its own in each state,
 * as `let old = x; eventually (x > old)` does: nothing can be joined. */
static bool evaluate(void *context, ltl_leaf opaque,
                     struct ltl_formula **result)
{
    struct bench *bench = context;
    const struct leaf *leaf = opaque;
    switch (leaf->kind) {
    case LEAF_ATOM:
        *result = ltl_constant(bench->store, holds(leaf, bench->state));
        return true;
    case LEAF_OPERATOR:
        return ltl_start(bench->store, leaf->op, leaf->count, leaf->first,
                         leaf->second, result);
    case LEAF_FROZEN:
        break;
    }
    struct leaf *own = &bench->frozen[bench->state];
    own->period = 0;
    return ltl_start(bench->store, LTL_EVENTUALLY, leaf->count, own, NULL,
                     result);
}

static const struct ltl_leaf_ops leaf_ops = {
    .ref = keep, .unref = keep, .evaluate = evaluate};

static const struct leaf never = {.period = 0};
static const struct leaf holds_always = {.period = 1};
static const struct leaf mostly = {.period = 7};
static const struct leaf eventually_never = {
    LEAF_OPERATOR, 0, LTL_EVENTUALLY, 10, &never, NULL};
static const struct leaf never_too = {.period = 0};
static const struct leaf eventually_never_too = {
    LEAF_OPERATOR, 0, LTL_EVENTUALLY, 10, &never_too, NULL};
static const struct leaf eventually_long = {
    LEAF_OPERATOR, 0, LTL_EVENTUALLY, 1000, &never, NULL};
static const struct leaf eventually_mostly = {
    LEAF_OPERATOR, 0, LTL_EVENTUALLY, 10, &mostly, NULL};
static const struct leaf until_never = {LEAF_OPERATOR, 0,     LTL_UNTIL, 10,
                                        &holds_always, &never};
static const struct leaf always_holds = {LEAF_OPERATOR, 0,   LTL_ALWAYS, 10,
                                         &holds_always, NULL};
static const struct leaf eventually_always = {
    LEAF_OPERATOR, 0, LTL_EVENTUALLY, 10, &always_holds, NULL};
static const struct leaf until_slow = {
    LEAF_OPERATOR, 0, LTL_UNTIL, 10, &eventually_never, &eventually_never_too};
static const struct leaf frozen = {.kind = LEAF_FROZEN, .count = 10};

struct shape {
    const char *name;
    struct leaf formula; /* LEAF_OPERATOR */
    int64_t most_states; /* 0: no limit but the one of the command line */
};

static const struct shape shapes[] = {
    {"always{0} p", {LEAF_OPERATOR, 0, LTL_ALWAYS, 0, &holds_always, NULL}, 0},
    {"always{10^6} p",
     {LEAF_OPERATOR, 0, LTL_ALWAYS, 1000000, &holds_always, NULL},
     0},
    {"always{100} eventually{10} p, met",
     {LEAF_OPERATOR, 0, LTL_ALWAYS, 100, &eventually_mostly, NULL},
     0},
    {"always{100} eventually{10} p, never met",
     {LEAF_OPERATOR, 0, LTL_ALWAYS, 100, &eventually_never, NULL},
     0},
    {"always{100} eventually{1000} p, never met",
     {LEAF_OPERATOR, 0, LTL_ALWAYS, 100, &eventually_long, NULL},
     0},
    {"always{100} (p until{10} q), never met",
     {LEAF_OPERATOR, 0, LTL_ALWAYS, 100, &until_never, NULL},
     0},
    {"always{100} eventually{10} always{10} p",
     {LEAF_OPERATOR, 0, LTL_ALWAYS, 100, &eventually_always, NULL},
     0},
    {"always{100} ((eventually p) until (eventually q))",
     {LEAF_OPERATOR, 0, LTL_ALWAYS, 100, &until_slow, NULL},
     100000},
    {"always{100} (let old = x; eventually{10} ...)",
     {LEAF_OPERATOR, 0, LTL_ALWAYS, 100, &frozen, NULL},
     10000},
};

struct figures {
    double us_per_state;
    size_t nodes_at_end;
    size_t most_nodes;
};

static struct figures run(const struct shape *shape, int64_t states)
{
    struct bench bench = {.store = ltl_store_create(&leaf_ops, &bench)};
    bench.frozen = calloc((size_t)states, sizeof *bench.frozen);
    struct figures figures = {0};
    struct ltl_formula *formula = NULL, *after = NULL;
    int64_t start_us = clock_now_us();
    ltl_start(bench.store, shape->formula.op, shape->formula.count,
              shape->formula.first, shape->formula.second, &formula);
    for (bench.state = 1; bench.state < states; bench.state++) {
        ltl_store_new_state(bench.store);
        ltl_step(bench.store, formula, &after);
        ltl_formula_unref(bench.store, formula);
        formula = after;
        size_t nodes = ltl_store_node_count(bench.store);
        if (nodes > figures.most_nodes)
            figures.most_nodes = nodes;
    }
    ltl_store_new_state(bench.store);
    figures.us_per_state = (double)(clock_now_us() - start_us) / (double)states;
    figures.nodes_at_end = ltl_store_node_count(bench.store);
    ltl_formula_unref(bench.store, formula);
    ltl_store_destroy(bench.store);
    free(bench.frozen);
    return figures;
}

static struct figures best_of_three(const struct shape *shape, int64_t states)
{
    struct figures best = run(shape, states);
    for (int i = 0; i < 2; i++) {
        struct figures figures = run(shape, states);
        if (figures.us_per_state < best.us_per_state)
            best = figures;
    }
    return best;
}

/* 256 dependent multiplications: no memory, nothing to vectorise. Per pass, in
 * microseconds. */
static double calibrate(uint64_t *sink)
{
    enum { PASSES = 40000, ROUNDS = 256 };
    double best = 1e9;
    for (int i = 0; i < 3; i++) {
        uint64_t x = *sink | 1;
        int64_t start_us = clock_now_us();
        for (int j = 0; j < PASSES * ROUNDS; j++)
            x = (x ^ (x >> 31)) * UINT64_C(0x9E3779B97F4A7C15);
        double us = (double)(clock_now_us() - start_us) / PASSES;
        best = us < best ? us : best;
        *sink = x;
    }
    return best;
}

static void print_shape(const struct shape *shape, int64_t most_states,
                        double unit_us)
{
    for (int64_t states = 1000; states <= most_states; states *= 10) {
        if (shape->most_states != 0 && states > shape->most_states)
            break;
        struct figures figures = best_of_three(shape, states);
        printf("%-50s %9" PRId64 " %10.3f %8.2f %8zu %8zu\n", shape->name,
               states, figures.us_per_state, figures.us_per_state / unit_us,
               figures.nodes_at_end, figures.most_nodes);
        fflush(stdout);
    }
}

int main(int count, char **arguments)
{
    int64_t most_states = count > 1 ? strtoll(arguments[1], NULL, 10) : 1000000;
    uint64_t sink = 1;
    double unit_us = calibrate(&sink);
    printf("%-50s %9s %10s %8s %8s %8s\n", "formula", "states", "us/state",
           "ratio", "nodes", "at most");
    printf("%-50s %9d %10.3f %8.2f %8s %8s\n", "calibration (256 multiply)", 1,
           unit_us, 1.0, "-", "-");
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
        print_shape(&shapes[i], most_states, unit_us);
    return sink == 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
