/* Was a recorded history what the model's system would have answered? */
#ifndef WEIR_RUN_MODEL_HISTORY_JUDGE_H
#define WEIR_RUN_MODEL_HISTORY_JUDGE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "port/model.h"
#include "port/reporter.h"
#include "run/model/history.h"

struct history_judging {
    struct model *model;
    struct reporter *reporter;
    const char *property;  /* what the test is called */
    int64_t time_limit_ms; /* -1: none */
    bool (*cancelled)(void *context);
    void *context;
};

/* Judges each of them as the model's `consistency` says, and tells the reporter
 * of a test for each: passed, failed with the operations around the one that
 * fits nowhere, or inconclusive where a limit on time or memory ended the
 * search. False: the model failed, does not fit, or ERROR_CANCELLED. */
bool history_judge(const struct history_judging *judging,
                   const struct history *history, struct run_summary *summary,
                   struct error *error);

#endif
