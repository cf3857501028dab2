/* What of an application's own program has run between two moments: which of
 * its functions, and which ways through them. Data only, made by an executor
 * that can tell; a strategy looks at it, and a report counts functions.
 *
 * Functions and ways are 64 bit hashes, the same in every run of the same
 * program. A function is told of when it runs for the first time; after that,
 * where all of it has run, it need not be told of again. Where parts of it were
 * left out it is, each time, as a way: this function without those parts. */
#ifndef WEIR_TRACE_REACH_H
#define WEIR_TRACE_REACH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/json.h"

enum reach_kind {
    REACH_IDLE, /* a function that there is, and that has not run */
    REACH_RAN,  /* a function that has run; perhaps told of before */
    REACH_WAY,  /* a way through a function */
};

struct reach_item {
    enum reach_kind kind;
    uint64_t key;
};

/* Zeroed memory is an empty one. */
struct reach {
    struct reach_item *items;
    size_t count;
    size_t capacity;
};

void reach_finish(struct reach *reach); /* and empties it */
void reach_add(struct reach *reach, enum reach_kind kind, uint64_t key);

/* Different keys, sorted. Zeroed memory is an empty one. */
struct reach_set {
    uint64_t *keys;
    size_t count;
};

void reach_set_finish(struct reach_set *set); /* and empties it */

/* Adds those keys that are not in it; sorts `keys`. */
void reach_set_unite(struct reach_set *set, uint64_t *keys, size_t count);

/* The functions of an application as far as they are known, and those that have
 * run; none are known where no executor has told. Zeroed memory is empty. */
struct reach_functions {
    struct reach_set known;
    struct reach_set ran; /* a part of the above */
};

void reach_functions_finish(struct reach_functions *functions);
void reach_functions_add(struct reach_functions *functions,
                         const struct reach *reach);
void reach_functions_merge(struct reach_functions *into,
                           const struct reach_functions *from);

/* {"known":[…],"ran":[…]}, keys as texts, and back: what is no such thing adds
 * nothing. */
void reach_functions_add_json(struct buf *out,
                              const struct reach_functions *functions);
void reach_functions_from_json(struct reach_functions *functions,
                               const struct json *json);

#endif
