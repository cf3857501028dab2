/* One run of a program as the record that reports and traces know: a step for
 * each command. */
#ifndef WEIR_RUN_MODEL_RESULT_H
#define WEIR_RUN_MODEL_RESULT_H

#include "port/model.h"
#include "port/reporter.h"
#include "trace/operation.h"

struct result_steps {
    struct step *items;
    size_t count, capacity;
};

/* The first state of the model, null where it fails; a new reference. */
struct value *result_first(struct model *model);

/* Appends the first state and a step for each command that was run. */
void result_add_steps_from(struct result_steps *steps,
                           const struct value *first,
                           const struct program_run *run);
/* The same, where a model knows its first state. */
void result_add_steps(struct result_steps *steps, struct model *model,
                      const struct program_run *run);
void result_steps_finish(struct result_steps *steps);

/* A step for one command. */
struct step result_step(const struct operation *operation, int64_t version);

/* Why the program failed; owned parts. */
struct reason result_reason(const struct program_run *run);

struct verdict result_verdict(const struct program_run *run);

#endif
