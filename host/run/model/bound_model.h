/* A model that knows what references stand for: its `same` compares an answer
 * of the real system with what the fake says once real values have taken the
 * place of symbols. So nothing has to be translated back in order to be
 * compared, and an identifier that looks like any other number is no trouble.
 *
 * It takes no claims (port/model.h). Runs of a program, again and again while
 * its schedule changes or it is made smaller, ask for the same few steps, which
 * the inner model remembers; of a claim nothing is remembered from one run to
 * the next. */
#ifndef WEIR_RUN_MODEL_BOUND_MODEL_H
#define WEIR_RUN_MODEL_BOUND_MODEL_H

#include "port/model.h"
#include "run/model/bindings.h"

/* A model over another one and the bindings, both borrowed. */
struct bound_model {
    struct model base;
    struct model *inner;
    struct bindings *bindings;
};
void bound_model_init(struct bound_model *bound, struct model *inner,
                      struct bindings *bindings);

#endif
