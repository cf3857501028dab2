/* An executor at the other end of two descriptors: requests go out as lines,
 * answers come in as lines (docs/PROTOCOL.md). Used in both directions: weir as
 * the checker of another program (its own standard input and output), and
 * another program as the executor of weir (external.h).
 *
 * The other side is not trusted. A line that breaks the protocol, a line that
 * is too long, or the end of its output makes the dialogue unusable: every
 * later call fails with the same words (ERROR_RUN).
 *
 * A session may end while an answer is still under way (the verdict was there
 * before it). The next session begins only when that answer has come, or when
 * it is clear that none will, so that it is not taken for one of the new
 * session.
 */
#ifndef WEIR_EXEC_PROCESS_DIALOGUE_H
#define WEIR_EXEC_PROCESS_DIALOGUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/loop.h"
#include "port/executor.h"

enum {
    /* A state of this size is a mistake, and a line that never ends would fill
     * the memory. */
    DIALOGUE_LINE_LIMIT_BYTES = 64 * 1024 * 1024,
};

struct dialogue_options {
    int input;  /* what the executor writes; read only when readable, so that it
                   may be a descriptor that blocks */
    int output; /* what the executor reads */
    size_t line_limit;     /* 0: DIALOGUE_LINE_LIMIT_BYTES */
    bool defers_end;       /* End is written by the next Start, or by
                              dialogue_say_end: an aborted check says no End */
    bool numbers_sessions; /* Start carries the number of the session, and
                              lines that carry another one are dropped */
    bool is_strict; /* a state must have an entry for each selector, and Timeout
                       comes only where it was asked for */
};

/* The descriptors stay the caller's; they and the loop must outlive the
 * executor. SIGPIPE must be ignored. NULL and ERROR_IO when the descriptor
 * cannot be watched. */
struct executor *dialogue_create(struct loop *loop,
                                 const struct dialogue_options *options,
                                 struct error *error);

/* The functions below are for executors made by dialogue_create. */

/* True when the dialogue is unusable; *error then says why (may be NULL). */
bool dialogue_has_failed(const struct executor *executor, struct error *error);

/* True when the other side's output has ended, as far as was looked. */
bool dialogue_has_ended(const struct executor *executor);

/* True when it said Performed in this session without having been asked to
 * perform anything. The session tells; what else to make of it is the caller's
 * to decide. */
bool dialogue_performs_unasked(const struct executor *executor);

/* True when the last session ended without an answer to Start or to the request
 * of an action, and none came in the time for it (after `start` or `rest`). */
bool dialogue_was_silent(const struct executor *executor);

/* The other side is gone, whatever its output looks like: what has come counts,
 * and nothing else will. */
void dialogue_hang_up(struct executor *executor);

/* How many messages came in so far, in all sessions. */
int64_t dialogue_heard(const struct executor *executor);

/* Writes the End that was deferred, if any. */
void dialogue_say_end(struct executor *executor);

/* Appends a line (with its newline) to what goes out. */
void dialogue_say(struct executor *executor, struct str line);

/* Waits until everything was written. False when the other side stopped
 * reading, the deadline passed or the loop was cancelled. */
bool dialogue_flush(struct executor *executor, int64_t deadline_ms);

#endif
