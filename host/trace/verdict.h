/* How one test of one property ended. */
#ifndef WEIR_TRACE_VERDICT_H
#define WEIR_TRACE_VERDICT_H

#include <stdbool.h>

enum verdict_kind {
    VERDICT_NONE,         /* not decided: the run goes on */
    VERDICT_DEFINITELY,   /* no continuation can change it (paper, 2.2) */
    VERDICT_PROBABLY,     /* presumptive: the required states were seen */
    VERDICT_INCONCLUSIVE, /* the run ended while states were still demanded */
    VERDICT_ERRORED,      /* the run could not be carried on */
};

struct verdict {
    enum verdict_kind kind;
    bool value; /* for DEFINITELY and PROBABLY */
};

/* What ended a test while its property still demanded states. */
enum cut {
    CUT_NONE,      /* nothing did */
    CUT_TIME,      /* a limit on time */
    CUT_ACTIONS,   /* a limit on actions */
    CUT_OVERDUE,   /* too many actions with something overdue */
    CUT_ENDLESS,   /* too many with a new demand for each that was met */
    CUT_SCRIPT,    /* the actions that were to be done again are done */
    CUT_DEAD_END,  /* only waiting was left, and another run goes on */
    CUT_NO_ACTION, /* none was possible: the test errs */
    CUTS,          /* their number */
};

/* "Definitely true", "Probably false", "Inconclusive", "Errored". */
const char *verdict_text(struct verdict verdict);

static inline bool verdict_is_pass(struct verdict v)
{
    return (v.kind == VERDICT_DEFINITELY || v.kind == VERDICT_PROBABLY) &&
           v.value;
}

static inline bool verdict_is_failure(struct verdict v)
{
    return (v.kind == VERDICT_DEFINITELY || v.kind == VERDICT_PROBABLY) &&
           !v.value;
}

#endif
