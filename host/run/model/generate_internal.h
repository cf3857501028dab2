/* What the making of programs shares (run/model/generate.h). */
#ifndef WEIR_RUN_MODEL_GENERATE_INTERNAL_H
#define WEIR_RUN_MODEL_GENERATE_INTERNAL_H

#include "run/model/generate.h"
#include "run/model/orders.h"

/* How what a program prefers changes while it grows. */
enum generate_course {
    GENERATE_PLAIN,  /* the weights that the model says */
    GENERATE_STEADY, /* others, from its first command to its last */
    GENERATE_PHASES, /* others again after some commands */
};

struct generator {
    struct model *model;
    const struct model_info *info;
    const struct generate_options *options;
    struct tape *tape;
    struct program *program;
    struct generate_statistics *statistics;
    struct error *error;
    uint64_t *weights;
    bool *left_out; /* commands that the course does without, so far */
    enum generate_course course;
    size_t done, discarded;  /* draws since the weights were drawn */
    size_t left;             /* commands of the phase */
    struct state_set states; /* that are possible at the end of the program */
    struct state_set seen;   /* in the last fork of several processes: before it
                                and on the way (orders.h) */
    struct model_refs refs;  /* that exist there */
    int64_t next;            /* number */
};

/* ---- what a program prefers --------------------------------------------- */

/* How many commands a program of one process is to have. */
size_t generate_length(struct generator *g);
/* Before the first command. */
void generate_begin_course(struct generator *g);
/* Before each command. */
void generate_go_on(struct generator *g);

/* A draw came to a command; or to none, since it cannot be called: where that
 * happens more often than not, what the course has left out comes back. */
void generate_note_draw(struct generator *g, bool found);
/* Nothing comes back any more. */
void generate_keep_out(struct generator *g);

/* ---- commands ----------------------------------------------------------- */

/* One that may be called in all possible states; *found is false where none
 * was met. False: the model failed; so in all of these. */
bool generate_command(struct generator *g, struct program_command *command,
                      bool *found);
/* That kind with arguments that the tape gives. With *arguments NULL: it cannot
 * be the next one. */
bool generate_arguments(struct generator *g, size_t kind, struct tape *tape,
                        struct value **arguments);

/* Says that this call is asked about next, in each of the states. */
bool generate_foresee(struct generator *g, const struct state_set *states,
                      const struct model_call *call);

/* Whether two lists of arguments have something in common: a reference, a text,
 * or else a number. */
bool generate_is_near(const struct value *one, const struct value *other);
/* Whether the command, after the fork that begins at `begin`, is answered
 * otherwise in one of the states that the fork went through. */
bool generate_tells(struct generator *g, const struct program_command *command,
                    size_t begin, bool *tells);

/* One command of one process, at the end of the program. */
bool generate_add_single(struct generator *g, bool *added);
/* One after the fork that is the commands from `begin` to `end`: rather one
 * that shows what it has done. */
bool generate_add_look(struct generator *g, size_t begin, size_t end);
/* Commands of several processes at the same time, in whose orders something
 * differs, if that is met soon. */
bool generate_add_fork(struct generator *g);

#endif
