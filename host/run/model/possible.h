/* Where a history stops being explained: the states that are possible there,
 * and what the model says to the operation that fits nowhere. */
#ifndef WEIR_RUN_MODEL_POSSIBLE_H
#define WEIR_RUN_MODEL_POSSIBLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "port/model.h"
#include "trace/operation.h"

/* Fills `possible` and `answers` of a run, which has `words`. Where the model
 * allows the call in none of the states there are no answers, and the words say
 * so. False: the model failed. */
bool possible_note(struct model *model, const struct model_call *call,
                   const uint32_t *states, size_t count,
                   struct program_run *run, struct error *error);

#endif
