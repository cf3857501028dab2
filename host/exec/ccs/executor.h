/* A CCS process as the application under test (docs/CCS.md; reference, 9.2).
 *
 * Two kinds of selectors: `available` is the list of the actions that the
 * process offers; everything else is an expression over the model's variables
 * and functions, and the state holds its value.
 *
 * There is no time in CCS. A wait is over at once, and nothing happens by
 * itself, unless the executor is told that tau does: then a wait ends with the
 * event `tau` where the process offers one. When tau overtakes, it also happens
 * between the choice of an action and its arrival, so that the action is stale.
 */
#ifndef WEIR_EXEC_CCS_EXECUTOR_H
#define WEIR_EXEC_CCS_EXECUTOR_H

#include "exec/ccs/model.h"
#include "port/executor.h"

struct ccs_options {
    const char *process; /* the process to run: a name or any process */
    bool tau_happens;    /* tau is an event, not only an action */
    bool tau_overtakes;  /* and comes before any other action */
};

/* The model must outlive the executor, and is not used by anybody else
 * meanwhile. NULL: the process is wrong (ERROR_USAGE). */
struct executor *ccs_executor_create(struct ccs_model *model,
                                     const struct ccs_options *options,
                                     struct error *error);

#endif
