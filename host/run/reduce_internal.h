/* How one run of a reduction is made, and what is kept of it: reduce_once.c and
 * reduce_course.c for reduce.c. */
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
