#include "run/model/trial.h"

#include <stdlib.h>

#include "base/memory.h"

void trial_init(struct trial *trial)
{
    *trial = (struct trial){
        .run = {.culprit = SIZE_MAX},
        .found = {.culprit = SIZE_MAX},
    };
}

void trial_finish(struct trial *trial)
{
    program_finish(&trial->program);
    schedule_finish(&trial->schedule);
    program_run_finish(&trial->run);
    program_run_finish(&trial->found);
    if (trial->is_counted)
        statistics_finish(&trial->counted);
    notice_list_finish(&trial->notices);
    free(trial->trouble);
    trial_init(trial);
}

bool trial_is_failure(const struct trial *trial)
{
    return trial->run.fault != PROGRAM_FINE;
}

bool trial_is_told(const struct trial *trial)
{
    return trial->error.code == ERROR_OK || trial_is_failure(trial);
}

void trial_break(struct trial *trial, const char *words)
{
    struct trial broken;
    trial_init(&broken);
    broken.property = trial->property;
    broken.number = trial->number;
    broken.seed = trial->seed;
    broken.run.fault = PROGRAM_PROTOCOL;
    broken.run.words = memory_format("%s", words);
    trial_finish(trial);
    *trial = broken;
}
