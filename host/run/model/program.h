/* A program of commands: what is made up, run, judged and made smaller.
 *
 * Commands stand in the order of their forks; in a fork those of one process
 * stand together, in their order. A fork with one process is sequential.
 *
 * A command keeps its number when others go, so that references to it, which
 * are (number, slot), stay right. */
#ifndef WEIR_RUN_MODEL_PROGRAM_H
#define WEIR_RUN_MODEL_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/vec.h"
#include "gen/tape.h"
#include "port/model.h"
#include "trace/value.h"

/* A refinement square: a command that brings about a state, any other one, and,
 * where there is one, a command that looks at what has become of it. Places in
 * model_info.commands; zeroed: programs are no squares. */
struct model_square {
    bool is_wanted;
    size_t first;
    bool looks;
    size_t look;
};

enum { PROGRAM_PROCESSES = 64 }; /* of a fork, at most */

struct program_command {
    int64_t number;
    size_t kind;    /* a place in model_info.commands */
    size_t fork;    /* from 0, without gaps */
    size_t process; /* in its fork, below PROGRAM_PROCESSES */
    size_t user;    /* who does it, where the system has users (port/model.h);
                       else 0. In a fork of several processes each has a user of
                       its own */
    struct value *arguments;    /* owned: a list with symbols */
    struct tape_record choices; /* what they were drawn from; empty in one that
                                   people wrote */
};

struct program {
    VEC(struct program_command) items;
};

void program_finish(struct program *program); /* and empties it */
struct program program_copy(const struct program *program);

/* Takes arguments and choices. */
void program_push(struct program *program, struct program_command command);
void program_remove(struct program *program, size_t place);

/* The commands of the fork that begins at `begin` end before. */
size_t program_fork_end(const struct program *program, size_t begin);

/* Where the fork that the command at `place` is in begins. */
size_t program_fork_begin(const struct program *program, size_t place);
size_t program_fork_count(const struct program *program);
bool program_is_parallel(const struct program *program);
/* How many processes the fork has whose commands are [begin, end). */
size_t program_processes(const struct program *program, size_t begin,
                         size_t end);

/* Forks and processes without gaps, after removals. */
void program_tidy(struct program *program);
/* Numbers from 0 in the order of the commands, references likewise. */
void program_number(struct program *program);

/* The call; borrows from the command. */
struct model_call program_call(const struct program_command *command);

/* Whether the value has a reference to something in it that `is_known` does
 * not know. */
bool value_mentions(const struct value *value, int64_t number, int64_t slot);

/* Every reference of the value that is `from` becomes `to`; a new reference. */
struct value *value_with_reference(const struct value *value, int64_t from,
                                   int64_t from_slot, int64_t to,
                                   int64_t to_slot);

/* Canonical text, for remembering candidates. */
void program_add_key(struct buf *out, const struct program *program);

#endif
