/* A channel: whole messages both ways over two pipes, each ended by a zero
 * byte, which no message contains.
 *
 * It ends in exactly one call of `closed`: the other side is gone, a message is
 * larger than the limit, or reading or writing fails. After that it is dead
 * weight until channel_destroy. Handlers run inside loop_run_once and must not
 * destroy the channel. */
#ifndef WEIR_BASE_CHANNEL_H
#define WEIR_BASE_CHANNEL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/loop.h"
#include "base/str.h"

struct channel; /* opaque */

/* Largest message that is taken: without a limit the other side could fill the
 * memory. */
enum { CHANNEL_MESSAGE_LIMIT_BYTES = 256 * 1024 * 1024 };

/* What one side reads from and writes to; -1: closed. */
struct channel_ends {
    int in;
    int out;
};

/* Makes both pipes, close-on-exec, as large as the system allows up to 1 MB.
 * (A socket pair does the same with one descriptor a side, but to be woken by
 * one costs more: docs/decisions/0015.) False and ERROR_IO: no descriptors are
 * left; then nothing is open. */
bool channel_ends_make(struct channel_ends *ours, struct channel_ends *theirs,
                       struct error *error);
void channel_ends_close(struct channel_ends *ends);

struct channel_handler {
    /* `message` is borrowed for the call; not NUL terminated. */
    void (*received)(void *data, struct str message);
    /* `reason` is one clause without a stop. */
    void (*closed)(void *data, const char *reason);
};

/* `ends` are the channel's from now on, also when this fails; SIGPIPE must be
 * ignored (the loop's library does). `handler` must outlive the channel. NULL
 * and ERROR_IO: the loop has no room for it. */
struct channel *channel_create(struct loop *loop, struct channel_ends ends,
                               const struct channel_handler *handler,
                               void *data, struct error *error);
void channel_destroy(struct channel *channel);

/* A smaller limit for messages than CHANNEL_MESSAGE_LIMIT_BYTES; a message of
 * just this size is still taken. */
void channel_set_limit(struct channel *channel, size_t bytes);

/* Queues a message (copied). What is queued before a loop_run_once leaves at
 * its beginning, all together. Does nothing once the channel is closed. */
void channel_send(struct channel *channel, struct str message);

#endif
