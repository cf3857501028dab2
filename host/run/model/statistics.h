/* What the programs of a run did, and what they left out (docs/MODELS.md,
 * "Statistics"). */
#ifndef WEIR_RUN_MODEL_STATISTICS_H
#define WEIR_RUN_MODEL_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/map.h"
#include "port/model.h"
#include "run/model/generate.h"
#include "run/model/program.h"
#include "trace/operation.h"
#include "trace/table.h"

enum { STATISTICS_LENGTHS = 4 };

struct statistics {
    const struct model_info *info;
    uint64_t programs, commands;
    uint64_t *of_command;  /* how often each was run */
    uint64_t *in_programs; /* in how many programs each was run */
    uint64_t lengths[STATISTICS_LENGTHS]; /* programs of up to 5, 20, 50 and
                                             more commands */
    uint64_t overlapping; /* commands that were under way with another one */
    uint64_t failed, unknown; /* that ended so */
    struct map labels;        /* of label: in how many programs */
    struct generate_statistics generated;
};

void statistics_init(struct statistics *statistics,
                     const struct model_info *info);
void statistics_finish(struct statistics *statistics);

/* Counts one program that was run. False: the model failed (`label`). */
bool statistics_add(struct statistics *statistics, struct model *model,
                    const struct program *program,
                    const struct program_run *run, struct error *error);

/* So many programs more have this label. */
void statistics_add_label(struct statistics *statistics, struct str label,
                          uint64_t times);

/* Adds what `more`, of the same model, has counted. */
void statistics_join(struct statistics *statistics,
                     const struct statistics *more);

/* Tables for people and programs, appended. */
void statistics_tables(const struct statistics *statistics,
                       struct table_list *tables);

/* A demand of the model (`cover`) that the programs certainly missed, with 95 %
 * confidence (Wilson 1927); a sentence for each, owned by the caller; NULL:
 * none. */
char *statistics_missed(const struct statistics *statistics);

/* Commands that no program ran; a sentence, owned; NULL: none. */
char *statistics_idle(const struct statistics *statistics);

#endif
