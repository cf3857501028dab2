/* What a term means on a finite trace, said directly: no residuals, no
 * progression. Written from the paper (2.2) to be read next to it. */
#ifndef WEIR_TESTS_LAWS_LOGIC_SEMANTICS_H
#define WEIR_TESTS_LAWS_LOGIC_SEMANTICS_H

#include "laws/logic/random.h"

enum meaning_kind { MEANING_FALSE, MEANING_TRUE, MEANING_OPEN, MEANING_FAILED };

struct meaning {
    enum meaning_kind kind;
    /* When open: */
    bool required; /* a state is demanded */
    bool presumed; /* the answer if the trace ended here */
    /* What is presumed false makes the whole false, however the required nexts
     * turn out. Only where the meaning was found by progression; not compared
     * by meanings_equal. */
    bool overdue;
};

bool meanings_equal(struct meaning a, struct meaning b);

/* What an observer sees of the term after the first `length` states. */
struct meaning term_meaning(const struct term *term, const struct trace *trace,
                            int length);

/* LTL on the finite trace of the first `length` states, two-valued, subscripts
 * ignored (Pnueli's reading: paper, 2.1). No required next in the term. */
bool term_holds(const struct term *term, const struct trace *trace, int length);

/* The same as term_meaning, by progression as the paper writes it (Figures 6
 * and 7), with constants folded and nothing else simplified. `meanings` gets
 * one for each state up to the first that is not open; returns how many. */
int term_meanings_by_rewriting(struct arena *arena, const struct term *term,
                               const struct trace *trace,
                               struct meaning *meanings);

#endif
