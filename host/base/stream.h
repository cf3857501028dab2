/* A stream of bytes to a server: TCP, or TLS over it (OpenSSL behind our
 * names). Nothing is kept back: what is written leaves at once, so that its
 * caller decides when the last byte does.
 *
 * Reading and writing never block; who waits asks poll(). A process that writes
 * to a stream ignores SIGPIPE (stream_connect sees to it). */
#ifndef WEIR_BASE_STREAM_H
#define WEIR_BASE_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/loop.h"

/* Whom TLS trusts: what the system does (OpenSSL's defaults; SSL_CERT_FILE and
 * SSL_CERT_DIR name others), or anybody. One for many streams; it outlives
 * them. NULL and ERROR_SETUP: the library cannot be used. */
struct stream_trust;
struct stream_trust *stream_trust_create(bool trusts_anybody,
                                         struct error *error);
void stream_trust_destroy(struct stream_trust *trust);

struct stream_address {
    const char *host; /* a name or an address, without brackets */
    const char *port; /* digits */
    const struct stream_trust *trust; /* NULL: no TLS */
};

enum stream_result {
    STREAM_SOME,   /* *count bytes, at least one */
    STREAM_WAIT,   /* none now */
    STREAM_ENDED,  /* the other side has closed it */
    STREAM_BROKEN, /* ... or it is broken off: reset, or no TLS any more */
};

struct stream; /* opaque */

/* Tries each address of the name. `loop` may be NULL: its cancelling ends the
 * wait. NULL and ERROR_IO: a clause ("connection refused", "its certificate is
 * not trusted: ..."), ERROR_CANCELLED. */
struct stream *stream_connect(const struct stream_address *address,
                              const struct loop *loop, int64_t deadline_ms,
                              struct error *error);
void stream_destroy(struct stream *stream); /* NULL is fine */

enum stream_result stream_read(struct stream *stream, char *bytes, size_t size,
                               size_t *count);
enum stream_result stream_write(struct stream *stream, const char *bytes,
                                size_t size, size_t *count);

/* For poll(): POLLIN, and POLLOUT while there is something to write. (TLS is
 * not renegotiated, so that a write waits for nothing but room.) */
int stream_descriptor(const struct stream *stream);

#endif
