/* Making up programs. All chance comes from the tape; the fake is asked as the
 * program grows, so that every command may be called where it stands.
 *
 * Commands are drawn by their weights, which each program changes by chance
 * and for some commands sets to 0 (swarm testing; Groce et al. 2012), so that
 * programs differ more than their commands do. */
#ifndef WEIR_RUN_MODEL_GENERATE_H
#define WEIR_RUN_MODEL_GENERATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "gen/tape.h"
#include "port/model.h"
#include "run/model/program.h"

struct generate_options {
    size_t most;                /* commands of a program, from 1 */
    size_t processes;           /* of a fork; 1: sequential programs */
    size_t users;               /* who do commands; in forks each process has
                                   one of its own. With several of them programs
                                   have fewer forks: a page takes its time */
    struct model_square square; /* of sequential programs */
    bool is_alone; /* no system is asked. Nobody compares answers, so a command
                      that leaves the state as it is hardly counts */
};

/* For each command of the model; counted up. */
struct generate_counts {
    uint64_t drawn;     /* so often it was to be the next one... */
    uint64_t discarded; /* ...and so often it could not be */
};

struct generate_statistics {
    struct generate_counts *commands; /* as many as the model has */
    uint64_t forks;                   /* of several processes that were drawn */
    uint64_t commuting; /* of them, whose orders make no difference */
    uint64_t unsafe;    /* of them, with an order that is not allowed */
};

/* Fills *program, which is empty; it may stay empty where no command may be
 * called. False: the model failed. */
bool generate_program(struct model *model,
                      const struct generate_options *options, struct tape *tape,
                      struct program *program,
                      struct generate_statistics *statistics,
                      struct error *error);

#endif
