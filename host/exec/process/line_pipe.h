/* Two descriptors that may block: bytes go out as far as the other side takes
 * them, lines come in. Nothing here waits.
 *
 * Lives: fill in the first part over zeroed memory; line_pipe_finish. The
 * descriptors stay the caller's. */
#ifndef WEIR_EXEC_PROCESS_LINE_PIPE_H
#define WEIR_EXEC_PROCESS_LINE_PIPE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/str.h"

struct line_pipe {
    int input;
    int output;
    size_t line_limit; /* bytes, without the newline */
    struct buf out;    /* append to it, then line_pipe_write */
    bool deaf;         /* the other side does not read any more */
    bool ended;        /* end of file; to be set by whoever knows it */
    /* private */
    size_t out_at; /* what was written of it */
    struct buf in;
    size_t in_at;   /* where the next line begins */
    size_t scanned; /* no newline before this place */
};

void line_pipe_finish(struct line_pipe *pipe);

/* Writes what the other side takes now. */
void line_pipe_write(struct line_pipe *pipe);
bool line_pipe_has_unwritten(const struct line_pipe *pipe);

/* Reads once if that does not block. True when it may be worth to look for a
 * line again. */
bool line_pipe_read(struct line_pipe *pipe);

enum line_pipe_taken { LINE_PIPE_NONE, LINE_PIPE_LINE, LINE_PIPE_TOO_LONG };

/* The next whole line, without its newline; borrowed until the next read. At
 * the end of the file what is left counts as a line. */
enum line_pipe_taken line_pipe_take(struct line_pipe *pipe, struct str *line);

#endif
