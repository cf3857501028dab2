/* What tests of a property have exercised: which actions, and which parts of
 * its specification. Data only; who counts is told in docs/STRATEGIES.md. */
#ifndef WEIR_TRACE_COVERAGE_H
#define WEIR_TRACE_COVERAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/json.h"
#include "trace/reach.h"

enum coverage_kind {
    COVERAGE_IMPLICATION, /* the left side of ==> */
    COVERAGE_DISJUNCT,    /* one side of || */
    COVERAGE_GUARD,       /* the right side of when, in an action */
    COVERAGE_NEXT,        /* what next, nextT or nextF say of the next state */
};

/* A part of the specification, and in how many states it was what. */
struct coverage_part {
    enum coverage_kind kind;
    char *text; /* its source on one line; owned, as is the next */
    char *file;
    int line, column; /* from 1 */
    int64_t was_true;
    int64_t was_false;
    int64_t was_open; /* a formula that was not decided in its state */
};

/* An action that the check declares. */
struct coverage_action {
    char *name;      /* owned */
    int64_t offered; /* states in which it could be done */
    int64_t taken;
    uint64_t *kinds; /* of states in which it was taken (run/abstraction.h),
                        sorted, all different; owned */
    size_t kind_count;
};

/* Zeroed memory is an empty one. */
struct coverage {
    struct coverage_part *parts;
    size_t part_count;
    size_t part_capacity;
    struct coverage_action *actions;
    size_t action_count;
    size_t action_capacity;
    int64_t tests;
    int64_t states;
    struct reach_functions functions; /* of the application */
};

void coverage_finish(struct coverage *coverage); /* and empties it */

/* Takes the part's strings. */
void coverage_add_part(struct coverage *coverage, struct coverage_part part);

/* The action of that name, added when missing; borrowed until the next call. */
struct coverage_action *coverage_action(struct coverage *coverage,
                                        const char *name);
void coverage_add_kind(struct coverage_action *action, uint64_t kind);

/* Adds up what both have; parts are the same in the same place. */
void coverage_merge(struct coverage *into, const struct coverage *from);

/* Whether a property with this coverage has held only because it had nothing to
 * say: it has implications, and the left side of none was ever true; or no
 * declared action was ever taken. NULL: no; else why, static. */
const char *coverage_vacuous(const struct coverage *coverage);

/* What is written of an action: all kinds of states in which it was taken
 * ("kinds", a list), or how many there were ("kindsOfStates"). */
enum coverage_detail {
    COVERAGE_IN_FULL,
    COVERAGE_IN_NUMBERS,
};

/* Two fields of a JSON object, without its braces:
 * "actions":[{"name":…,"offered":…,"taken":…,…},…],
 * "parts":[{"kind":…,"text":…,"file":…,"line":…,"column":…,"true":…,"false":…,
 * "open":…},…] */
void coverage_lists_add_json(struct buf *out, const struct coverage *coverage,
                             enum coverage_detail detail);

/* Everything as one JSON object, functions only where some are known, and back.
 * False: ERROR_IO. */
void coverage_add_json(struct buf *out, const struct coverage *coverage);
bool coverage_from_json(struct coverage *coverage, const struct json *json,
                        struct error *error);

#endif
