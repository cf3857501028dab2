/* How one run of a reduction is made: reduce_once.c for reduce.c. */
#ifndef WEIR_RUN_REDUCE_INTERNAL_H
#define WEIR_RUN_REDUCE_INTERNAL_H

#include "run/reduce.h"

/* How the choices of a run are looked for, and what it waits for. */
struct reduce_manner {
    struct script_patience patience;
    bool by_place;
    int64_t unmatched_wait_ms; /* as in struct session_options */
};

/* The same actions again, of a server that may be slower than it was. */
extern const struct script_patience reduce_as_it_was;

/* As reduce_run, which is patient and finds elements as its options say. */
bool reduce_run_so(const struct reduce_options *options,
                   const struct reduce_manner *manner,
                   const struct choice_list *choices, int64_t linger_ms,
                   struct session_result *result, struct script_course *course);

#endif
