/* A command of the user's, run by the shell in a process group of its own; what
 * it writes goes to a file that has no name, so that it never waits for us.
 *
 * Lives: shell_command_start, then shell_command_end exactly once; nothing of
 * its group is left then, nor when this program ends in any other way. */
#ifndef WEIR_EXEC_PREPARED_COMMAND_H
#define WEIR_EXEC_PREPARED_COMMAND_H

#include <stdbool.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/guardian.h"
#include "base/process.h"

struct shell_command {
    struct process process;
    FILE *output; /* NULL: it does not run */
};

/* `zone`: its time zone (TZ); NULL: ours. False: ERROR_SETUP. */
bool shell_command_start(struct shell_command *command, const char *text,
                         const char *zone, struct guardian *guardian,
                         struct error *error);

/* The shell is gone. What it has left in its group is gone with it. */
bool shell_command_has_ended(struct shell_command *command);

/* Appends ": " and its last words (base/last_words.h), if there are any. */
void shell_command_add_words(struct buf *out,
                             const struct shell_command *command);

/* Asks the group to end (SIGTERM), and kills what is left of it a while later.
 * Of one that does not run nothing is done. */
void shell_command_end(struct shell_command *command);

#endif
