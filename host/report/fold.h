/* What is shown of a state when not all of it can be: the parts that matter
 * most, and of the others as many as fit. */
#ifndef WEIR_REPORT_FOLD_H
#define WEIR_REPORT_FOLD_H

#include "port/reporter.h"
#include "report/ink.h"
#include "trace/value.h"

/* In ascending order. */
enum fold_rank {
    FOLD_OTHER,
    FOLD_MOVES, /* it changes in the run, or something is done with it */
    FOLD_READ,  /* what does not hold reads it: always shown */
};

/* Which selectors of a run matter. Borrows from the result. */
struct focus {
    const struct test_result *result;
    struct value *moving; /* list of texts */
    struct value *fields; /* that change: list of [selector, path] */
};

void focus_init(struct focus *focus, const struct test_result *result);
void focus_finish(struct focus *focus);

/* NULL: they are all alike. */
enum fold_rank focus_rank(const struct focus *focus, struct str selector);

/* Whether a field ("css.display"), or any, of the elements of a selector
 * changes in the run. */
bool focus_field_moves(const struct focus *focus, struct str selector,
                       struct str path);
bool focus_any_field_moves(const struct focus *focus, struct str selector);

/* The parts of one state, in order. */
struct fold_part {
    struct buf text; /* whole lines */
    size_t lines;
    size_t selectors; /* that it tells of */
    enum fold_rank rank;
    bool is_shown;
};

struct fold {
    struct fold_part *items;
    size_t count;
    size_t capacity;
};

/* Takes what was written to `ink`, and finishes it. */
void fold_add(struct fold *fold, struct ink *ink, size_t selectors,
              enum fold_rank rank);

/* Writes those that matter, and as many others as fit into so many lines, one
 * at least. Returns how many selectors were left out. Empties the fold. */
size_t fold_print(struct fold *fold, struct ink *ink, size_t lines);

#endif
