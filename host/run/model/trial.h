/* One test of a model, and what became of it. */
#ifndef WEIR_RUN_MODEL_TRIAL_H
#define WEIR_RUN_MODEL_TRIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "port/reporter.h"
#include "run/model/campaign.h"
#include "run/model/statistics.h"
#include "trace/notice.h"

struct trial {
    enum model_property property;
    int64_t number; /* among the tests of its property, from 1 */
    uint64_t seed;
    const char *saved; /* the file that its program is from; borrowed; NULL: it
                          was drawn */
    struct program program;
    struct schedule schedule;
    struct program_run run;
    struct program_run found; /* before it was made smaller */
    bool is_shrunk;
    struct reduction_info reduction; /* of one that is shrunk; `other` is set
                                        where it is told of */
    char *trouble;                   /* owned: reduction.trouble; or NULL */
    struct statistics counted;       /* of this program alone */
    bool is_counted;
    struct notice_list notices; /* of the system, so far */
    int64_t duration_ms;
    struct error error; /* nothing more can be run; else ERROR_OK */
};

void trial_init(struct trial *trial);
void trial_finish(struct trial *trial); /* and empties it */

/* Whether it has a result: all of it ran, or what did has failed. */
bool trial_is_told(const struct trial *trial);
/* Its program failed: the property ends. */
bool trial_is_failure(const struct trial *trial);

/* The test ends with these words, as one that could not be judged; what was
 * known of it goes. */
void trial_break(struct trial *trial, const char *words);

#endif
