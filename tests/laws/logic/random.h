/* Random terms and traces, the same for the same seed on every machine. */
#ifndef WEIR_TESTS_LAWS_LOGIC_RANDOM_H
#define WEIR_TESTS_LAWS_LOGIC_RANDOM_H

#include "support/logic/term.h"

enum { TRACE_LIMIT = 12 };

struct trace {
    term_state states[TRACE_LIMIT];
    int length; /* at least 1 */
};

struct random {
    uint64_t state;
};

/* What terms are drawn from. */
struct palette {
    int atoms;         /* the first few */
    int max_subscript; /* 0 to this */
    bool next;         /* required next too */
    bool fail;         /* leaves that fail, rarely */
};

struct random random_seeded(uint64_t seed);
uint64_t random_number(struct random *random);
int random_below(struct random *random, int bound); /* 0 to bound - 1 */

/* A term of at most `depth` operators above each atom. */
const struct term *random_term(struct random *random, struct world *world,
                               const struct palette *palette, int depth);
struct trace random_trace(struct random *random, const struct palette *palette,
                          int max_length);

#endif
