/* How much a state costs in the logic alone: progression of a few shapes of
 * formulas, with leaves that cost nothing. */
#include "bench/micro/rows.h"

#include <stdlib.h>

#include "base/memory.h"
#include "bench/micro/measure.h"
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
    struct leaf *frozen;          /* a fresh leaf for each state */
    struct ltl_formula *residual; /* counted */
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
    struct measure_series series; /* but for run and context */
    struct leaf formula;          /* LEAF_OPERATOR */
};

/* The last one keeps a value of each state, so that its residuals are all
 * different: no target says that it may not grow. */
static const struct shape shapes[] = {
    {{.name = "logic: always{0} p", .target_us = 0.15},
     {LEAF_OPERATOR, 0, LTL_ALWAYS, 0, &holds_always, NULL}},
    {{.name = "logic: always{10^6} p", .target_us = 0.15},
     {LEAF_OPERATOR, 0, LTL_ALWAYS, 1000000, &holds_always, NULL}},
    {{.name = "logic: always{100} eventually{10} p, met"},
     {LEAF_OPERATOR, 0, LTL_ALWAYS, 100, &eventually_mostly, NULL}},
    {{.name = "logic: always{100} eventually{10} p, never met"},
     {LEAF_OPERATOR, 0, LTL_ALWAYS, 100, &eventually_never, NULL}},
    {{.name = "logic: always{100} eventually{1000} p, never met"},
     {LEAF_OPERATOR, 0, LTL_ALWAYS, 100, &eventually_long, NULL}},
    {{.name = "logic: always{100} (p until{10} q), never met"},
     {LEAF_OPERATOR, 0, LTL_ALWAYS, 100, &until_never, NULL}},
    {{.name = "logic: always{100} eventually{10} always{10} p"},
     {LEAF_OPERATOR, 0, LTL_ALWAYS, 100, &eventually_always, NULL}},
    {{.name = "logic: always ((eventually p) until (eventually q))",
      .most_states = 100000},
     {LEAF_OPERATOR, 0, LTL_ALWAYS, 100, &until_slow, NULL}},
    {{.name = "logic: always (let old = x; eventually{10} ...)",
      .may_grow = true,
      .most_states = 10000},
     {LEAF_OPERATOR, 0, LTL_ALWAYS, 100, &frozen, NULL}},
};

static void step_through(struct bench *bench, const struct leaf *shape,
                         int64_t states)
{
    struct ltl_formula *formula = NULL, *after = NULL;
    ltl_start(bench->store, shape->op, shape->count, shape->first,
              shape->second, &formula);
    for (bench->state = 1; bench->state < states; bench->state++) {
        ltl_store_new_state(bench->store);
        ltl_step(bench->store, formula, &after);
        ltl_formula_unref(bench->store, formula);
        formula = after;
    }
    bench->residual = formula;
}

static struct measure_figures run(const void *context, int64_t states)
{
    struct bench bench = {.store = NULL};
    bench.frozen = memory_zeroed((size_t)states, sizeof *bench.frozen);
    size_t bytes_before = measure_heap_bytes();
    bench.store = ltl_store_create(&leaf_ops, &bench);
    double start_us = measure_now_us();
    step_through(&bench, context, states);
    struct measure_figures figures = {
        .us_per_state = (measure_now_us() - start_us) / (double)states,
        .bytes = measure_heap_bytes() - bytes_before,
    };
    ltl_store_new_state(bench.store);
    ltl_formula_unref(bench.store, bench.residual);
    ltl_store_destroy(bench.store);
    free(bench.frozen);
    return figures;
}

void rows_of_the_logic(int64_t most_states)
{
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        struct measure_series series = shapes[i].series;
        series.run = run;
        series.context = &shapes[i].formula;
        measure_print(&series, most_states);
    }
}
