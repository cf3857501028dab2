/* Bytes of a pipe. The first one says in which pieces the rest arrives; however
 * that is, the messages are what stands between the zero bytes, up to the first
 * one that is larger than the limit. */
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/channel.h"
#include "base/clock.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LIMIT = 300 };

struct heard {
    struct buf messages; /* each with a zero byte after it */
    int closed;
};

static void received(void *data, struct str message)
{
    struct heard *heard = data;
    buf_add_str(&heard->messages, message);
    buf_add_char(&heard->messages, '\0');
}

static void closed(void *data, const char *reason)
{
    struct heard *heard = data;
    (void)reason;
    heard->closed++;
}

/* How many of these bytes are messages that are taken. */
static size_t taken(const char *bytes, size_t size)
{
    size_t start = 0;
    for (size_t i = 0; i < size && i - start <= LIMIT; i++)
        if (bytes[i] == '\0')
            start = i + 1;
    return start;
}

/* Nobody else writes, so what is not there yet never comes. */
static void serve(struct loop *loop)
{
    for (int i = 0; i < 3; i++)
        loop_run_once(loop, clock_now_ms() - 1);
}

static void feed(int fd, struct loop *loop, const char *bytes, size_t size,
                 size_t piece)
{
    for (size_t at = 0; at < size; at += piece) {
        size_t length = size - at < piece ? size - at : piece;
        if (write(fd, bytes + at, length) < 0)
            return; /* it has hung up */
        serve(loop);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct channel_handler handler = {.received = received,
                                                   .closed = closed};
    struct channel_ends ours, theirs;
    struct heard heard = {.closed = 0};
    signal(SIGPIPE, SIG_IGN);
    if (size < 1 || size > 16 * 1024 ||
        !channel_ends_make(&ours, &theirs, NULL))
        return 0;
    const char *bytes = (const char *)data + 1;
    size_t piece = data[0] == 0 ? size : data[0];
    struct loop *loop = loop_create(NULL);
    struct channel *channel =
        channel_create(loop, ours, &handler, &heard, NULL);
    if (channel == NULL)
        abort();
    buf_init(&heard.messages);
    channel_set_limit(channel, LIMIT);
    feed(theirs.out, loop, bytes, size - 1, piece);
    channel_ends_close(&theirs);
    serve(loop);
    if (heard.closed != 1 || heard.messages.length != taken(bytes, size - 1) ||
        memcmp(buf_text(&heard.messages), bytes, heard.messages.length) != 0)
        abort();
    channel_destroy(channel);
    loop_destroy(loop);
    buf_finish(&heard.messages);
    return 0;
}
