/* Whether the reset of a system resets.
 *
 * A system that answers its reset and keeps what it had looks as if its first
 * command were at fault: a read that answers what some program before has left.
 * So a failing program of one process is run again where nothing can be left,
 * in a system that has just been started; where that fails, too, or cannot be
 * had, after other programs. Answers that depend on what ran before a reset
 * are told with the failure. */
#ifndef WEIR_RUN_MODEL_CHECK_RESET_H
#define WEIR_RUN_MODEL_CHECK_RESET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "run/model/execute.h"
#include "run/model/generate.h"
#include "trace/notice.h"

struct reset_check {
    struct execute_options execute;
    struct generate_options generate; /* of the programs that run before it */
    uint64_t seed;                    /* of them */
    bool is_left_alone; /* a page whose server nobody resets: what it shows may
                           be of a program before, and only its beginning says
                           so by itself */
    struct notice_list *notices; /* where that is said */
};

/* Adds to run->words, where something is found. False: nothing can be run. */
bool reset_check(const struct reset_check *check, const struct program *program,
                 struct program_run *run, struct error *error);

#endif
