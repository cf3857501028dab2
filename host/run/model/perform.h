/* Running one test of a model: its program is made up, run, and made smaller
 * where it fails. A test depends on its seed and on nothing that came before,
 * so it may be run by any process (jobs.h) or machine (run/shard.h). */
#ifndef WEIR_RUN_MODEL_PERFORM_H
#define WEIR_RUN_MODEL_PERFORM_H

#include <stdbool.h>
#include <stdint.h>

#include "run/model/campaign.h"
#include "run/model/trial.h"

/* Whoever runs tests, one after the other. The campaign's reporter hears of
 * steps and of shrinking only. */
struct performer {
    const struct model_campaign *campaign;
    int64_t deadline_ms; /* of the whole; INT64_MAX: none */
    bool is_scheduled; /* the system has been seen to stop at scheduling points
                        */
    const struct trial *trial; /* under way */
    int64_t version;           /* of its last step */
};

/* The test with this number, its place in all of the run. */
void trial_place(struct trial *trial, const struct model_campaign *campaign,
                 enum model_property property, int64_t number);
/* Draws its program and runs it. */
void perform_drawn(struct performer *performer, struct trial *trial);

/* The test of a saved program, without what may not be called any more; where
 * no other tests are run, that is told. False: that is all of it, and there is
 * no test. */
bool trial_place_saved(struct trial *trial,
                       const struct model_campaign *campaign,
                       const struct model_saved *saved);
void perform_saved(struct performer *performer, struct trial *trial);

#endif
