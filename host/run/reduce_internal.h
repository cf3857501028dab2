/* How one run of a reduction is made, and what is kept of it: reduce_shorter.c,
 * reduce_once.c and reduce_course.c for reduce.c. */
#ifndef WEIR_RUN_REDUCE_INTERNAL_H
#define WEIR_RUN_REDUCE_INTERNAL_H

#include "run/reduce.h"
#include "run/shrink.h"

/* How the choices of a run are looked for, and what it waits for. */
struct reduce_manner {
    struct script_patience patience;
    bool by_place;
    int64_t unmatched_wait_ms; /* as in struct session_options */
    bool wants_offers;         /* as in struct script_options */
};

/* What a run that is to be shorter has to know of the test. */
struct reduce_trial {
    struct verdict verdict;
    struct error error; /* it ended with; OK: none */
    bool is_longer;     /* it has more than its first state */
    bool is_hasty;      /* waits are cut short, not those that confirm */
    int64_t late_ms;    /* events after others, when the same was done */
    int64_t waited_ms; /* for a choice, when the same actions were done again */
    int64_t linger_ms; /* see run/script.h */
};

struct reducer {
    const struct reduce_options *options;
    struct reduce_trial trial;
    struct reduce_manner manner; /* of the next run */
    bool has_pictures;           /* there are reports that show some */
    struct reduction *reduction;
    struct session_result *found; /* the test */
    struct session_result best;   /* of shrinking; empty: none yet */
    struct session_result last;   /* of the run made last */
    size_t now;                   /* actions of the best run */
    int64_t spare_end_ms;         /* clock_now_ms(), see SPARE_PARTS */
    bool is_over;                 /* no further run: reduction->end says why */
    int64_t rerun_runs;           /* of the test, until it failed again */
    bool is_unsteady;             /* the best did not fail again */
    /* Whether the last run, and the best, began in another state. */
    bool last_differs, best_differs;
    size_t last_left_out; /* actions that were not on offer, the same again */
};

/* Says how far it is. */
void reducer_tell(struct reducer *reducer);

/* Runs the choices; the result is in reducer->last. False: no further run. */
bool reducer_run(struct reducer *reducer, const struct choice_list *choices,
                 struct script_course *course);

/* Whether the last run failed as the test did. */
bool reducer_fails_alike(const struct reducer *reducer);

/* Runs a list that is shorter than the test: as `run` of struct shrink_subject
 * does. */
enum shrink_outcome reducer_run_shorter(struct reducer *reducer,
                                        const struct choice_list *choices,
                                        struct shrink_run *shrunk);

/* The same actions again, of a server that may be slower than it was. */
extern const struct script_patience reduce_as_it_was;

/* As reduce_run, which is patient and finds elements as its options say. */
bool reduce_run_so(const struct reduce_options *options,
                   const struct reduce_manner *manner,
                   const struct choice_list *choices, int64_t linger_ms,
                   struct session_result *result, struct script_course *course);

/* What a run that failed did and could have done, as shrinking wants it.
 * Empties the script's course. */
void reduce_take_course(struct shrink_run *shrunk,
                        const struct session_result *result,
                        struct script_course *course);

/* What became of a list, and in which states. Of a second run of it nothing:
 * which list is run in two ways hangs on the first. Takes the fates. */
void reduce_note_course(struct choice_course *noted,
                        const struct session_result *result,
                        struct script_course *course);

#endif
