/* A program that is talked with in lines: it is started, hears lines and says
 * some.
 *
 * Lives: line_program_init, line_program_finish; it runs from
 * line_program_start to line_program_stop, and can be started anew. */
#ifndef WEIR_EXEC_LINES_LINE_PROGRAM_H
#define WEIR_EXEC_LINES_LINE_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/guardian.h"
#include "base/loop.h"
#include "base/process.h"
#include "base/str.h"
#include "port/system.h"

struct line_program {
    char *command;     /* owned */
    struct loop *loop; /* whose cancelling ends each wait; or NULL */
    struct process process;
    bool is_started;
    bool ended; /* the end of its output */
    /* private */
    struct guardian *guardian;
    struct buf in, errors;
    size_t in_at; /* what was used of it */
};

/* `command` is copied, for the shell. */
void line_program_init(struct line_program *program, const char *command,
                       struct loop *loop);
void line_program_finish(struct line_program *program);

/* Anew, where it runs. False: *error. */
bool line_program_start(struct line_program *program, struct error *error);
void line_program_stop(struct line_program *program);

/* Waits for its end, or until the deadline. False: cancelled. */
bool line_program_wait(struct line_program *program, int64_t deadline_ms,
                       struct error *error);

/* "the system ended (exit status 3): what it said last"; the caller's. */
char *line_program_ending(struct line_program *program);

/* Sends the line, whose end is added. What the program does not read does not
 * block us: it may be writing, too. One that is gone is told of by
 * line_program_next. False: *error, it does not read, or the wait was
 * cancelled. */
bool line_program_say(struct line_program *program, struct buf *line,
                      struct error *error);

/* SYSTEM_EVENT: the next line that says something, borrowed until the next
 * call. SYSTEM_DEADLINE. SYSTEM_FAILED: it has ended, or is overfull, or else
 * *error. */
enum system_next line_program_next(struct line_program *program,
                                   int64_t deadline_ms, struct str *line,
                                   struct error *error);

/* It has written a line that is too long. */
bool line_program_is_overfull(const struct line_program *program);

#endif
