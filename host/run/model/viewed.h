/* A model as a page shows it: the answer to a command is what the page is to
 * show after it (`project` of the state), and whether an answer is right is
 * decided by run/model/view.h. What the fake itself answers is left aside; so
 * are commands that a person cannot do on the page. All else is the inner
 * model's: so programs are made, run, judged and made smaller like any other.
 */
#ifndef WEIR_RUN_MODEL_VIEWED_H
#define WEIR_RUN_MODEL_VIEWED_H

#include "base/error.h"
#include "port/model.h"

/* Takes the inner model, in any case. NULL: ERROR_USAGE, it has no `view`, or
 * no command with a `page`. */
struct model *viewed_model_create(struct model *inner, struct error *error);

/* The patience of commands that say none (model_command.patience_ms). */
void viewed_model_be_patient(struct model *model, int64_t patience_ms);

/* How many users the page has at the same time, each with a page of its own,
 * whatever the module says; 1: one. Unless the module names another condition,
 * what they see has to agree when all is quiet (MODEL_EVENTUAL): a page may
 * show late what others have done. */
void viewed_model_set_users(struct model *model, size_t users);

/* A call that does nothing; its answer is what the page is to show: what a user
 * sees right after a command is read apart from what the command does, since
 * others may have done something in between. For linear_check alone. */
struct model_call viewed_model_look(const struct model *model);

/* Tells the model what the page has shown, for viewed_model_missed. */
void viewed_model_note(struct model *model, const struct value *got);

/* A sentence on selectors of the view that never found anything; owned; NULL:
 * there are none. */
char *viewed_model_missed(const struct model *model);
/* The same on parts of the view that are compared in no state. */
char *viewed_model_uncompared(const struct model *model);

#endif
