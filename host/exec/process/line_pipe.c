#include "exec/process/line_pipe.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

enum {
    READ_BYTES = 64 * 1024,
    /* A descriptor that is writable takes so much without blocking. */
    WRITE_BYTES = PIPE_BUF,
};

void line_pipe_finish(struct line_pipe *pipe)
{
    buf_finish(&pipe->out);
    buf_finish(&pipe->in);
}

/* ---- bytes out ---------------------------------------------------------- */

/* An end or an error counts: the next call tells. */
static bool is_ready(int fd, short wanted)
{
    struct pollfd look = {.fd = fd, .events = wanted};
    return poll(&look, 1, 0) > 0;
}

bool line_pipe_has_unwritten(const struct line_pipe *pipe)
{
    return !pipe->deaf && pipe->out_at < pipe->out.length;
}

void line_pipe_write(struct line_pipe *pipe)
{
    struct buf *out = &pipe->out;
    while (line_pipe_has_unwritten(pipe) && is_ready(pipe->output, POLLOUT)) {
        size_t rest = out->length - pipe->out_at;
        ssize_t written = write(pipe->output, out->data + pipe->out_at,
                                rest < WRITE_BYTES ? rest : WRITE_BYTES);
        if (written < 0 && (errno == EINTR || errno == EAGAIN))
            return;
        /* Not an error yet: the last lines may tell why it is gone. */
        pipe->deaf = written < 0;
        if (written > 0)
            pipe->out_at += (size_t)written;
    }
    if (pipe->deaf || pipe->out_at == out->length) {
        buf_clear(out);
        pipe->out_at = 0;
    }
}

/* ---- lines in ----------------------------------------------------------- */

/* Makes room at the front when most of the buffer was used up. */
static void compact(struct line_pipe *pipe)
{
    struct buf *in = &pipe->in;
    if (pipe->in_at < in->length / 2 + 1 && pipe->in_at < in->length)
        return;
    memmove(in->data, in->data + pipe->in_at, in->length - pipe->in_at);
    in->length -= pipe->in_at;
    pipe->scanned -= pipe->in_at;
    pipe->in_at = 0;
}

bool line_pipe_read(struct line_pipe *pipe)
{
    if (pipe->ended || !is_ready(pipe->input, POLLIN))
        return false;
    if (pipe->in.length > 0)
        compact(pipe);
    char *space = buf_reserve(&pipe->in, READ_BYTES);
    ssize_t got = read(pipe->input, space, READ_BYTES);
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return false;
    if (got > 0)
        pipe->in.length += (size_t)got;
    else
        pipe->ended = true;
    return true;
}

enum line_pipe_taken line_pipe_take(struct line_pipe *pipe, struct str *line)
{
    struct buf *in = &pipe->in;
    const char *end = NULL;
    if (pipe->scanned < in->length)
        end =
            memchr(in->data + pipe->scanned, '\n', in->length - pipe->scanned);
    size_t stop = end == NULL ? in->length : (size_t)(end - in->data);
    pipe->scanned = stop;
    if (stop - pipe->in_at > pipe->line_limit)
        return LINE_PIPE_TOO_LONG;
    if (end == NULL && (!pipe->ended || pipe->in_at == in->length))
        return LINE_PIPE_NONE;
    *line = str_from(in->data + pipe->in_at, stop - pipe->in_at);
    pipe->in_at = end == NULL ? stop : stop + 1;
    pipe->scanned = pipe->in_at;
    return LINE_PIPE_LINE;
}
