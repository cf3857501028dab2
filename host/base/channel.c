/* In this file: the end, writing, reading, then the life of a channel. */
#include "base/channel.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/memory.h"

struct channel {
    struct loop *loop;
    int fd; /* -1 once closed */
    struct loop_watch *watch;
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

static void close_descriptor(struct channel *channel)
{
    loop_task_cancel(&channel->writing);
    loop_watch_destroy(channel->watch);
    channel->watch = NULL;
    if (channel->fd >= 0)
        close(channel->fd);
    channel->fd = -1;
}

static void end(struct channel *channel, const char *reason)
{
    if (channel->fd < 0)
        return;
    close_descriptor(channel);
    channel->handler->closed(channel->data, reason);
}

static void end_by_errno(struct channel *channel)
{
    bool is_gone = errno == EPIPE || errno == ECONNRESET;
    end(channel,
        is_gone ? "the other side closed the connection" : strerror(errno));
}

static void empty(struct buf *buf)
{
    if (buf->capacity > KEPT_BYTES)
        buf_finish(buf);
    buf_clear(buf);
}

/* ---- writing ------------------------------------------------------------ */

static void write_out(void *data)
{
    struct channel *channel = data;
    struct buf *out = &channel->out;
    while (channel->fd >= 0 && channel->written < out->length) {
        ssize_t sent = send(channel->fd, out->data + channel->written,
                            out->length - channel->written, MSG_NOSIGNAL);
        if (sent >= 0) {
            channel->written += (size_t)sent;
        } else if (errno == EAGAIN) {
            loop_watch_writable(channel->watch);
            return;
        } else if (errno != EINTR) {
            /* What it said last is still to be read; the end behind that ends
             * the channel. */
            channel->written = out->length;
            shutdown(channel->fd, SHUT_RDWR);
        }
    }
    empty(out);
    channel->written = 0;
}

void channel_send(struct channel *channel, struct str message)
{
    if (channel->fd < 0)
        return;
    buf_add_str(&channel->out, message);
    buf_add_char(&channel->out, '\0');
    loop_task_schedule(channel->loop, &channel->writing);
}

/* ---- reading ------------------------------------------------------------ */

/* Hands out the whole messages; what is left moves to the beginning. */
static void hand_out(struct channel *channel)
{
    struct buf *in = &channel->in;
    size_t start = 0;
    while (channel->fd >= 0 && channel->sought < in->length) {
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

static void read_in(struct channel *channel)
{
    ssize_t got;
    do {
        got = recv(channel->fd, buf_reserve(&channel->in, READ_BYTES),
                   READ_BYTES, 0);
    } while (got < 0 && errno == EINTR);
    if (got > 0) {
        channel->in.length += (size_t)got;
        hand_out(channel);
    } else if (got == 0) {
        end(channel, "the other side closed the connection");
    } else if (errno != EAGAIN) {
        end_by_errno(channel);
    }
}

/* ---- life --------------------------------------------------------------- */

static void ready(void *data)
{
    struct channel *channel = data;
    if (channel->out.length > 0)
        loop_task_schedule(channel->loop, &channel->writing);
    read_in(channel);
}

struct channel *channel_create(struct loop *loop, int fd,
                               const struct channel_handler *handler,
                               void *data, struct error *error)
{
    struct channel *channel = MEMORY_NEW(struct channel);
    *channel = (struct channel){.loop = loop,
                                .fd = fd,
                                .handler = handler,
                                .data = data,
                                .limit_bytes = CHANNEL_MESSAGE_LIMIT_BYTES};
    loop_task_init(&channel->writing, write_out, channel);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    channel->watch = loop_watch_create(loop, fd, ready, channel, error);
    if (channel->watch != NULL)
        return channel;
    channel_destroy(channel);
    return NULL;
}

void channel_destroy(struct channel *channel)
{
    if (channel == NULL)
        return;
    close_descriptor(channel);
    buf_finish(&channel->out);
    buf_finish(&channel->in);
    free(channel);
}

void channel_set_limit(struct channel *channel, size_t bytes)
{
    channel->limit_bytes = bytes;
}
