/* Properties that are judged by the run of another one: what a run that
 * explores shows is news for all of them.
 *
 *     struct riders riders;
 *     struct checker *all = riders_begin(&riders, checker);
 *     riders_add(&riders, 3, checker_of_property_3);
 *     session_run(executor, all, ...);
 *     ... riders.items.items[i].broken ...
 *     riders_end(&riders);
 *
 * The checker that drives the run decides when it ends, and is what strategies
 * and reports hear of; the riders are asked in each state whether they are
 * false now. */
#ifndef WEIR_RUN_RIDERS_H
#define WEIR_RUN_RIDERS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/vec.h"
#include "port/checker.h"
#include "trace/deps.h"

struct rider {
    size_t property;
    struct checker *checker; /* owned */
    struct verdict verdict;  /* of the state in which it was broken */
    bool broken;             /* definitely false in this run */
    bool dropped;            /* it was at fault itself: its own test tells */
};

struct riders {
    struct checker checker;
    struct checker *driver; /* borrowed */
    struct deps deps;       /* of all */
    VEC(struct rider) items;
};

/* The checker to run; valid until riders_end, which does not end `driver`. */
struct checker *riders_begin(struct riders *riders, struct checker *driver);
/* Takes the checker. All are added before the run begins. */
void riders_add(struct riders *riders, size_t property,
                struct checker *checker);
void riders_end(struct riders *riders);

#endif
