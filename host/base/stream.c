/* In this file: trust, waiting, TCP, TLS, bytes. */
#include "base/stream.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include "base/clock.h"
#include "base/memory.h"

/* How often a wait looks whether it is cancelled. */
enum { LOOK_MS = 50 };

struct stream_trust {
    SSL_CTX *context;
};

struct stream {
    int fd;
    SSL *tls;    /* NULL: plain */
    short wants; /* of a TLS that waits */
};

/* ---- trust -------------------------------------------------------------- */

struct stream_trust *stream_trust_create(bool trusts_anybody,
                                         struct error *error)
{
    struct stream_trust *trust = MEMORY_NEW(struct stream_trust);
    trust->context = SSL_CTX_new(TLS_client_method());
    if (trust->context == NULL) {
        free(trust);
        error_set(error, ERROR_SETUP, "OpenSSL cannot be used for TLS");
        return NULL;
    }
    SSL_CTX_set_mode(trust->context, SSL_MODE_ENABLE_PARTIAL_WRITE |
                                         SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_options(trust->context, SSL_OP_NO_RENEGOTIATION);
    SSL_CTX_set_default_verify_paths(trust->context);
    SSL_CTX_set_verify(trust->context,
                       trusts_anybody ? SSL_VERIFY_NONE : SSL_VERIFY_PEER,
                       NULL);
    return trust;
}

void stream_trust_destroy(struct stream_trust *trust)
{
    if (trust == NULL)
        return;
    SSL_CTX_free(trust->context);
    free(trust);
}

/* ---- waiting ------------------------------------------------------------ */

static bool await(int fd, short wants, const struct loop *loop,
                  int64_t deadline_ms, struct error *error)
{
    for (;;) {
        int64_t rest_ms = deadline_ms - clock_now_ms();
        struct pollfd ready = {.fd = fd, .events = wants};
        if (loop != NULL && loop_is_cancelled(loop))
            return error_set(error, ERROR_CANCELLED, "interrupted");
        if (rest_ms <= 0)
            return error_set(error, ERROR_IO,
                             "connecting took longer than the time allowed");
        if (poll(&ready, 1, rest_ms < LOOK_MS ? (int)rest_ms : LOOK_MS) > 0)
            return true;
    }
}

/* ---- TCP ---------------------------------------------------------------- */

/* "connection refused": our messages go on in small letters. */
static bool refuse(int number, struct error *error)
{
    char words[200];
    const char *text = strerror_r(number, words, sizeof words);
    if (number == ECONNREFUSED)
        text = "connection refused";
    return error_set(error, ERROR_IO, "%s", text);
}

/* -1: it failed. */
static int connect_one(const struct addrinfo *to, const struct loop *loop,
                       int64_t deadline_ms, struct error *error)
{
    int on = 1;
    int number = 0;
    socklen_t size = sizeof number;
    int fd = socket(to->ai_family,
                    to->ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) {
        refuse(errno, error);
        return -1;
    }
    if (connect(fd, to->ai_addr, to->ai_addrlen) != 0) {
        number = errno;
        if (number == EINPROGRESS) {
            if (!await(fd, POLLOUT, loop, deadline_ms, error))
                goto drop;
            getsockopt(fd, SOL_SOCKET, SO_ERROR, &number, &size);
        }
        if (number != 0) {
            refuse(number, error);
            goto drop;
        }
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return fd;
drop:
    close(fd);
    return -1;
}

static int connect_any(const struct stream_address *address,
                       const struct loop *loop, int64_t deadline_ms,
                       struct error *error)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM,
                                   .ai_flags = AI_NUMERICSERV};
    struct addrinfo *found = NULL;
    struct error trouble = ERROR_NONE;
    int fd = -1;
    int wrong = getaddrinfo(address->host, address->port, &hints, &found);
    if (wrong != 0) {
        error_set(error, ERROR_IO, "%s: %s", address->host,
                  gai_strerror(wrong));
        return -1;
    }
    for (struct addrinfo *to = found; to != NULL && fd < 0; to = to->ai_next) {
        fd = connect_one(to, loop, deadline_ms, &trouble);
        if (trouble.code == ERROR_CANCELLED)
            break;
    }
    freeaddrinfo(found);
    if (fd < 0 && error != NULL)
        *error = trouble;
    return fd;
}

/* ---- TLS ---------------------------------------------------------------- */

/* Whether the last call of OpenSSL only has to be repeated later. */
static bool only_waits(struct stream *stream, int result)
{
    int why = SSL_get_error(stream->tls, result);
    if (why != SSL_ERROR_WANT_READ && why != SSL_ERROR_WANT_WRITE)
        return false;
    stream->wants = why == SSL_ERROR_WANT_READ ? POLLIN : POLLOUT;
    return true;
}

static bool no_tls(struct stream *stream, struct error *error)
{
    long distrust = SSL_get_verify_result(stream->tls);
    unsigned long number = ERR_get_error();
    const char *reason = number == 0 ? NULL : ERR_reason_error_string(number);
    ERR_clear_error();
    if (distrust != X509_V_OK)
        return error_set(error, ERROR_IO, "its certificate is not trusted: %s",
                         X509_verify_cert_error_string(distrust));
    return error_set(error, ERROR_IO, "it speaks no TLS: %s",
                     reason == NULL ? "it broke the connection off" : reason);
}

/* An address is compared with those in the certificate, a name with its
 * names. */
static void expect_host(SSL *tls, const char *host)
{
    unsigned char bytes[sizeof(struct in6_addr)];
    if (inet_pton(AF_INET, host, bytes) == 1 ||
        inet_pton(AF_INET6, host, bytes) == 1) {
        X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(tls), host);
        return;
    }
    SSL_set1_host(tls, host);
    SSL_set_tlsext_host_name(tls, host);
}

static bool begin_tls(struct stream *stream,
                      const struct stream_address *address,
                      const struct loop *loop, int64_t deadline_ms,
                      struct error *error)
{
    stream->tls = SSL_new(address->trust->context);
    if (stream->tls == NULL || SSL_set_fd(stream->tls, stream->fd) != 1)
        return error_set(error, ERROR_IO, "OpenSSL has no room for it");
    expect_host(stream->tls, address->host);
    for (;;) {
        ERR_clear_error();
        int result = SSL_connect(stream->tls);
        if (result == 1)
            return true;
        if (!only_waits(stream, result))
            return no_tls(stream, error);
        if (!await(stream->fd, stream->wants, loop, deadline_ms, error))
            return false;
    }
}

struct stream *stream_connect(const struct stream_address *address,
                              const struct loop *loop, int64_t deadline_ms,
                              struct error *error)
{
    signal(SIGPIPE, SIG_IGN);
    int fd = connect_any(address, loop, deadline_ms, error);
    if (fd < 0)
        return NULL;
    struct stream *stream = MEMORY_NEW(struct stream);
    stream->fd = fd;
    if (address->trust == NULL ||
        begin_tls(stream, address, loop, deadline_ms, error))
        return stream;
    stream_destroy(stream);
    return NULL;
}

void stream_destroy(struct stream *stream)
{
    if (stream == NULL)
        return;
    SSL_free(stream->tls);
    close(stream->fd);
    free(stream);
}

/* ---- bytes -------------------------------------------------------------- */

static enum stream_result tls_result(struct stream *stream, int result,
                                     size_t *count)
{
    if (result > 0) {
        *count = (size_t)result;
        return STREAM_SOME;
    }
    if (only_waits(stream, result))
        return STREAM_WAIT;
    bool is_over = SSL_get_error(stream->tls, result) == SSL_ERROR_ZERO_RETURN;
    ERR_clear_error();
    return is_over ? STREAM_ENDED : STREAM_BROKEN;
}

static enum stream_result plain_result(ssize_t result, size_t *count)
{
    if (result > 0) {
        *count = (size_t)result;
        return STREAM_SOME;
    }
    if (result == 0)
        return STREAM_ENDED;
    return errno == EAGAIN || errno == EINTR ? STREAM_WAIT : STREAM_BROKEN;
}

static int at_most(size_t size)
{
    enum { MOST = 1 << 20 };
    return size > MOST ? MOST : (int)size;
}

/* A server that writes its headers and its body apart, and has not switched off
 * Nagle's algorithm, keeps the body back until we acknowledge the headers; left
 * to itself the kernel takes 40 ms for that. It forgets what it is told here
 * with the next bytes in the other direction. */
static void acknowledge_at_once(const struct stream *stream)
{
    const int on = 1;
    setsockopt(stream->fd, IPPROTO_TCP, TCP_QUICKACK, &on, sizeof on);
}

enum stream_result stream_read(struct stream *stream, char *bytes, size_t size,
                               size_t *count)
{
    *count = 0;
    acknowledge_at_once(stream);
    ERR_clear_error();
    if (stream->tls != NULL)
        return tls_result(stream, SSL_read(stream->tls, bytes, at_most(size)),
                          count);
    return plain_result(read(stream->fd, bytes, size), count);
}

enum stream_result stream_write(struct stream *stream, const char *bytes,
                                size_t size, size_t *count)
{
    *count = 0;
    ERR_clear_error();
    enum stream_result result =
        stream->tls != NULL
            ? tls_result(stream, SSL_write(stream->tls, bytes, at_most(size)),
                         count)
            : plain_result(write(stream->fd, bytes, size), count);
    acknowledge_at_once(stream);
    return result;
}

int stream_descriptor(const struct stream *stream)
{
    return stream->fd;
}
