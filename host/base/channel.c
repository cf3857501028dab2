/* In this file: the ends, the end, reading, writing, then the life of a
 * channel.
 */
#include "base/channel.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base_internal.h"
#include "base/buf.h"
#include "base/memory.h"

struct channel {
    struct loop *loop;
    struct channel_ends ends; /* -1 once closed */
    struct loop_watch *reading;
    struct loop_watch *room; /* NULL but while the pipe has none for `out` */
    struct loop_task writing;
    const struct channel_handler *handler;
    void *data;
    size_t limit_bytes; /* of a message */
    struct buf out;
    size_t written; /* of `out` */
    struct buf in;  /* whole messages are taken out at once */
    size_t sought;  /* of `in`: no zero byte is in this part */
};

enum {
    READ_BYTES = 128 * 1024,
    /* A buffer larger than this is given back after its message. */
    KEPT_BYTES = 2 * 1024 * 1024,
};

/* ---- the ends ----------------------------------------------------------- */

/* Page scripts and pictures go in one piece. A system may allow less, and then
 * they take turns. */
enum { PIPE_BYTES = 1024 * 1024 };

static bool make_pipe(int *in, int *out)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    fcntl(ends[1], F_SETPIPE_SZ, PIPE_BYTES);
    *in = ends[0];
    *out = ends[1];
    return true;
}

bool channel_ends_make(struct channel_ends *ours, struct channel_ends *theirs,
                       struct error *error)
{
    *ours = *theirs = (struct channel_ends){.in = -1, .out = -1};
    if (make_pipe(&ours->in, &theirs->out) &&
        make_pipe(&theirs->in, &ours->out))
        return true;
    error_set(error, ERROR_IO, "cannot make a pipe: %s", strerror(errno));
    channel_ends_close(ours);
    channel_ends_close(theirs);
    return false;
}

void channel_ends_close(struct channel_ends *ends)
{
    if (ends->in >= 0)
        close(ends->in);
    if (ends->out >= 0)
        close(ends->out);
    *ends = (struct channel_ends){.in = -1, .out = -1};
}

/* ---- the end ------------------------------------------------------------ */

static bool is_open(const struct channel *channel)
{
    return channel->ends.in >= 0;
}

static void forget_watch(struct loop_watch **watch)
{
    loop_watch_destroy(*watch);
    *watch = NULL;
}

static void close_ends(struct channel *channel)
{
    loop_task_cancel(&channel->writing);
    forget_watch(&channel->reading);
    forget_watch(&channel->room);
    channel_ends_close(&channel->ends);
}

static void end(struct channel *channel, const char *reason)
{
    if (!is_open(channel))
        return;
    close_ends(channel);
    channel->handler->closed(channel->data, reason);
}

static void empty(struct buf *buf)
{
    if (buf->capacity > KEPT_BYTES)
        buf_finish(buf);
    buf_clear(buf);
}

/* ---- reading ------------------------------------------------------------ */

/* Hands out the whole messages; what is left moves to the beginning. */
static void hand_out(struct channel *channel)
{
    struct buf *in = &channel->in;
    size_t start = 0;
    while (is_open(channel) && channel->sought < in->length) {
        const char *zero = memchr(in->data + channel->sought, '\0',
                                  in->length - channel->sought);
        size_t stop = zero == NULL ? in->length : (size_t)(zero - in->data);
        channel->sought = zero == NULL ? stop : stop + 1;
        if (stop - start > channel->limit_bytes) {
            end(channel, "it sent a message larger than is allowed");
        } else if (zero != NULL) {
            channel->handler->received(
                channel->data, str_from(in->data + start, stop - start));
            start = stop + 1;
        }
    }
    if (start == in->length) {
        empty(in);
    } else {
        memmove(in->data, in->data + start, in->length - start);
        in->length -= start;
    }
    channel->sought -= start;
}

static const char *reason_of(int number)
{
    return number == EPIPE ? "the other side closed the connection"
                           : strerror(number);
}

/* False when there is nothing more to read, for now or for ever. */
static bool read_in(struct channel *channel)
{
    ssize_t got;
    if (!is_open(channel))
        return false;
    do {
        got = read(channel->ends.in, buf_reserve(&channel->in, READ_BYTES),
                   READ_BYTES);
    } while (got < 0 && errno == EINTR);
    if (got > 0) {
        channel->in.length += (size_t)got;
        hand_out(channel);
    } else if (got == 0) {
        end(channel, reason_of(EPIPE));
    } else if (errno != EAGAIN) {
        end(channel, reason_of(errno));
    }
    return got > 0;
}

/* ---- writing ------------------------------------------------------------ */

/* Nobody reads any more. What was said before is still to be read. */
static void read_out(struct channel *channel, const char *reason)
{
    loop_mark_active(channel->loop);
    while (read_in(channel))
        continue;
    end(channel, reason);
}

static void try_again(void *data)
{
    struct channel *channel = data;
    loop_task_schedule(channel->loop, &channel->writing);
}

static void wait_for_room(struct channel *channel)
{
    if (channel->room == NULL)
        channel->room = loop_watch_create(channel->loop, channel->ends.out,
                                          try_again, channel, NULL);
    if (channel->room == NULL)
        end(channel, "there are no descriptors left to wait for it with");
    else
        loop_watch_writable(channel->room);
}

static void write_out(void *data)
{
    struct channel *channel = data;
    struct buf *out = &channel->out;
    while (is_open(channel) && channel->written < out->length) {
        ssize_t sent = write(channel->ends.out, out->data + channel->written,
                             out->length - channel->written);
        if (sent >= 0) {
            channel->written += (size_t)sent;
        } else if (errno == EAGAIN) {
            wait_for_room(channel);
            return;
        } else if (errno != EINTR) {
            read_out(channel, reason_of(errno));
        }
    }
    forget_watch(&channel->room);
    empty(out);
    channel->written = 0;
}

void channel_send(struct channel *channel, struct str message)
{
    if (!is_open(channel))
        return;
    buf_add_str(&channel->out, message);
    buf_add_char(&channel->out, '\0');
    loop_task_schedule(channel->loop, &channel->writing);
}

/* ---- life --------------------------------------------------------------- */

/* A browser writes a message and the zero byte after it apart: who has been
 * woken by the one finds the other right after it. */
static void ready(void *data)
{
    struct channel *channel = data;
    if (read_in(channel) && channel->in.length > 0)
        read_in(channel);
}

static bool begin(struct channel *channel, struct error *error)
{
    fcntl(channel->ends.in, F_SETFL, O_NONBLOCK);
    fcntl(channel->ends.out, F_SETFL, O_NONBLOCK);
    channel->reading = loop_watch_create(channel->loop, channel->ends.in, ready,
                                         channel, error);
    return channel->reading != NULL;
}

struct channel *channel_create(struct loop *loop, struct channel_ends ends,
                               const struct channel_handler *handler,
                               void *data, struct error *error)
{
    struct channel *channel = MEMORY_NEW(struct channel);
    *channel = (struct channel){.loop = loop,
                                .ends = ends,
                                .handler = handler,
                                .data = data,
                                .limit_bytes = CHANNEL_MESSAGE_LIMIT_BYTES};
    loop_task_init(&channel->writing, write_out, channel);
    if (begin(channel, error))
        return channel;
    channel_destroy(channel);
    return NULL;
}

void channel_destroy(struct channel *channel)
{
    if (channel == NULL)
        return;
    close_ends(channel);
    buf_finish(&channel->out);
    buf_finish(&channel->in);
    free(channel);
}

void channel_set_limit(struct channel *channel, size_t bytes)
{
    channel->limit_bytes = bytes;
}
