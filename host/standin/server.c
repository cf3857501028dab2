/* In this file: what is sent, requests, connections, the server. */
#include "standin/server.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "serve/answer.h"
#include "serve/request.h"
#include "standin/chunks.h"

enum { BODY_LIMIT_BYTES = 64 * 1024 * 1024, BLOCK_BYTES = 64 * 1024 };

/* The next request is read when the answer to the one before has been sent. */
struct connection {
    struct standin_server *server;
    int socket;
    struct loop_watch *watch;
    struct buf received;
    struct chunks chunks; /* of the request that is not whole yet */
    struct buf answer;    /* still to be sent */
    size_t sent;          /* of it */
    struct buf allowed;   /* which pages may read it: headers */
    bool is_head;         /* its body is left out */
    int64_t due_ms;       /* when it is */
    bool is_answering;
    bool ends;      /* after this answer */
    bool has_ended; /* to be freed */
};

struct standin_server {
    struct standin_server_options options;
    int socket, port;
    struct loop_watch *watch;
    VEC(struct connection *) connections;
};

/* ---- what is sent ------------------------------------------------------- */

static const char *reason_of(int status)
{
    static const struct {
        int status;
        const char *reason;
    } reasons[] = {{200, "OK"},
                   {204, "No Content"},
                   {400, "Bad Request"},
                   {404, "Not Found"},
                   {409, "Conflict"},
                   {413, "Content Too Large"},
                   {501, "Not Implemented"},
                   {500, "Internal Server Error"}};
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (reasons[i].status == status)
            return reasons[i].reason;
    return status < 500 ? "Refused" : "Failed";
}

/* Any page may ask, with cookies and with any header: it is a stand-in on this
 * machine. "*" would allow neither cookies nor `Authorization` (Fetch, "CORS
 * protocol and credentials"), so what is asked for is repeated. */
static void allow(struct connection *connection,
                  const struct serve_request *request)
{
    struct buf *words = &connection->allowed;
    buf_clear(words);
    if (request == NULL || request->origin.length == 0) {
        buf_add_text(words, "Access-Control-Allow-Origin: *\r\n");
        return;
    }
    buf_addf(words,
             "Access-Control-Allow-Origin: %.*s\r\n"
             "Access-Control-Allow-Credentials: true\r\n"
             "Vary: Origin\r\n",
             STR_ARGS(request->origin));
    if (request->asked_method.length > 0)
        buf_addf(words, "Access-Control-Allow-Methods: %.*s\r\n",
                 STR_ARGS(request->asked_method));
    if (request->asked_headers.length > 0)
        buf_addf(words, "Access-Control-Allow-Headers: %.*s\r\n",
                 STR_ARGS(request->asked_headers));
}

static void put_answer(struct connection *connection, int status,
                       struct str body)
{
    struct buf *out = &connection->answer;
    buf_addf(out,
             "HTTP/1.1 %d %s\r\n"
             "Server: weir\r\n"
             "Content-Type: application/json\r\n"
             "Content-Length: %zu\r\n"
             "Cache-Control: no-store\r\n"
             "%s"
             "Connection: %s\r\n\r\n",
             status, reason_of(status), body.length,
             buf_text(&connection->allowed),
             connection->ends ? "close" : "keep-alive");
    if (!connection->is_head)
        buf_add_str(out, body);
}

static void put_message(struct connection *connection, int status,
                        const char *message)
{
    struct buf body = {0};
    buf_add_text(&body, "{\"message\":");
    json_add_string(&body, str_text(message));
    buf_add_char(&body, '}');
    connection->ends = true;
    put_answer(connection, status, buf_str(&body));
    buf_finish(&body);
}

static void put_file(struct connection *connection,
                     const struct serve_request *request)
{
    struct serve_answer answer;
    char *block = memory_resized(NULL, BLOCK_BYTES, 1);
    ssize_t got;
    serve_answer_init(&answer, connection->server->options.folder, request);
    while ((got = serve_answer_next(&answer, block, BLOCK_BYTES)) > 0)
        buf_add(&connection->answer, block, (size_t)got);
    connection->ends |= got < 0 || !answer.keep_alive;
    serve_answer_finish(&answer);
    free(block);
}

static void put_reply(struct connection *connection,
                      const struct standin_reply *reply)
{
    connection->due_ms = clock_now_ms() + reply->delay_ms;
    if (reply->close == CLOSE_NEVER) {
        put_answer(connection, reply->status, buf_str(&reply->body));
        return;
    }
    connection->ends = true;
    if (reply->close == CLOSE_WITHIN) {
        put_answer(connection, reply->status, buf_str(&reply->body));
        if (!connection->is_head)
            connection->answer.length -= (reply->body.length + 1) / 2;
    }
}

/* ---- requests ----------------------------------------------------------- */

static bool may_be_file(const struct connection *connection,
                        const struct serve_request *request)
{
    return connection->server->options.folder >= 0 &&
           request->method != SERVE_OTHER;
}

static struct str target_of(const struct serve_request *request)
{
    size_t length = request->path.length;
    if (request->has_query)
        length += 1 + request->query.length;
    return str_from(request->path.data, length);
}

static void answer_request(struct connection *connection,
                           const struct serve_request *request, struct str body)
{
    struct standin_reply reply;
    struct standin_request asked = {request->verb, target_of(request), body};
    connection->ends = request->is_last;
    connection->is_head = request->method == SERVE_HEAD;
    allow(connection, request);
    if (str_is(request->verb, "OPTIONS")) {
        put_answer(connection, 204, STR(""));
        return;
    }
    standin_answer(connection->server->options.standin, &asked, &reply);
    if (connection->is_head && reply.is_unknown) { /* as GET is answered */
        standin_reply_finish(&reply);
        asked.verb = STR("GET");
        standin_answer(connection->server->options.standin, &asked, &reply);
    }
    if (reply.is_unknown && may_be_file(connection, request))
        put_file(connection, request);
    else
        put_reply(connection, &reply);
    standin_reply_finish(&reply);
}

static void drop_received(struct connection *connection, size_t bytes)
{
    connection->received.length -= bytes;
    memmove(connection->received.data, connection->received.data + bytes,
            connection->received.length);
}

/* False: there is more to come. */
static bool answer_chunks(struct connection *connection,
                          const struct serve_request *request)
{
    struct str received = buf_str(&connection->received);
    struct chunks *chunks = &connection->chunks;
    enum chunks_state state =
        chunks_read(chunks, str_from(received.data + request->bytes,
                                     received.length - request->bytes));
    if (state == CHUNKS_DONE) {
        answer_request(connection, request, buf_str(&chunks->body));
        drop_received(connection, request->bytes + chunks->used);
    } else if (state == CHUNKS_WRONG) {
        put_message(connection, 400, "the body is not in chunks");
    } else if (received.length > BODY_LIMIT_BYTES) {
        put_message(connection, 413, "the body is longer than 64 MB");
        state = CHUNKS_WRONG;
    }
    if (state == CHUNKS_MORE)
        return false;
    chunks_finish(chunks);
    return true;
}

/* Begins the answer to the next request when that has arrived whole. */
static void answer_next(struct connection *connection)
{
    struct serve_request request;
    struct str received = buf_str(&connection->received);
    if (connection->is_answering || received.length == 0)
        return;
    enum serve_read read = serve_request_read(&request, received);
    if (read == SERVE_READ_MORE)
        return;
    size_t body = (size_t)request.body_bytes;
    connection->due_ms = 0;
    connection->is_head = false;
    allow(connection, NULL);
    if (read == SERVE_READ_BAD) {
        put_message(connection, 400, "this is no HTTP request");
    } else if (request.is_chunked) {
        if (!answer_chunks(connection, &request))
            return;
    } else if (request.body_bytes < 0) {
        put_message(connection, 400,
                    "a body has a Content-Length, or comes in chunks");
    } else if (request.body_bytes > BODY_LIMIT_BYTES) {
        put_message(connection, 413, "the body is longer than 64 MB");
    } else if (received.length < request.bytes + body) {
        return;
    } else {
        answer_request(connection, &request,
                       str_from(received.data + request.bytes, body));
        drop_received(connection, request.bytes + body);
    }
    connection->is_answering = true;
}

/* ---- connections -------------------------------------------------------- */

static void end_connection(struct connection *connection)
{
    loop_watch_destroy(connection->watch);
    connection->watch = NULL;
    connection->has_ended = true;
}

static void receive(struct connection *connection)
{
    char block[16 * 1024];
    ssize_t got = 0;
    /* More than one request and a bit is nothing that a client sends. */
    while (connection->received.length < BODY_LIMIT_BYTES + BLOCK_BYTES &&
           (got = read(connection->socket, block, sizeof block)) > 0)
        buf_add(&connection->received, block, (size_t)got);
    if (got >= 0 || (errno != EAGAIN && errno != EINTR))
        end_connection(connection);
}

static void on_readable(void *data)
{
    struct connection *connection = data;
    receive(connection);
}

/* True: something was sent, or is over. */
static bool send_more(struct connection *connection)
{
    struct buf *answer = &connection->answer;
    if (!connection->is_answering || connection->has_ended ||
        clock_now_ms() < connection->due_ms)
        return false;
    while (connection->sent < answer->length) {
        ssize_t sent = send(connection->socket, answer->data + connection->sent,
                            answer->length - connection->sent, MSG_NOSIGNAL);
        if (sent < 0 && (errno == EAGAIN || errno == EINTR)) {
            loop_watch_writable(connection->watch);
            return false;
        }
        if (sent < 0) {
            end_connection(connection);
            return true;
        }
        connection->sent += (size_t)sent;
    }
    buf_clear(answer);
    connection->sent = 0;
    connection->is_answering = false;
    if (connection->ends)
        end_connection(connection);
    return true;
}

/* What it says in its own answer's name does not reach the client where we
 * close with bytes unread: they are read first. */
static void free_connection(struct connection *connection)
{
    char block[4096];
    shutdown(connection->socket, SHUT_WR);
    while (read(connection->socket, block, sizeof block) > 0)
        continue;
    close(connection->socket);
    loop_watch_destroy(connection->watch);
    buf_finish(&connection->received);
    chunks_finish(&connection->chunks);
    buf_finish(&connection->answer);
    buf_finish(&connection->allowed);
    free(connection);
}

static void on_connection(void *data)
{
    struct standin_server *server = data;
    int socket;
    while ((socket = accept(server->socket, NULL, NULL)) >= 0) {
        struct connection *connection = MEMORY_NEW(struct connection);
        fcntl(socket, F_SETFL, O_NONBLOCK);
        fcntl(socket, F_SETFD, FD_CLOEXEC);
        connection->server = server;
        connection->socket = socket;
        connection->watch = loop_watch_create(server->options.loop, socket,
                                              on_readable, connection, NULL);
        if (connection->watch == NULL)
            free_connection(connection);
        else
            vec_push(&server->connections, connection);
    }
}

/* ---- the server --------------------------------------------------------- */

static bool listen_at(struct standin_server *server, struct error *error)
{
    static const int yes = 1;
    struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_port = htons((uint16_t)server->options.port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    socklen_t length = sizeof address;
    server->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (server->socket >= 0 &&
        setsockopt(server->socket, SOL_SOCKET, SO_REUSEADDR, &yes,
                   sizeof yes) == 0 &&
        fcntl(server->socket, F_SETFL, O_NONBLOCK) == 0 &&
        bind(server->socket, (struct sockaddr *)&address, sizeof address) ==
            0 &&
        listen(server->socket, SOMAXCONN) == 0 &&
        getsockname(server->socket, (struct sockaddr *)&address, &length) ==
            0) {
        server->port = ntohs(address.sin_port);
        return true;
    }
    return error_set(error, ERROR_SETUP, "cannot listen on 127.0.0.1:%d: %s",
                     server->options.port, strerror(errno));
}

struct standin_server *
standin_server_create(const struct standin_server_options *options,
                      struct error *error)
{
    struct standin_server *server = MEMORY_NEW(struct standin_server);
    server->options = *options;
    if (listen_at(server, error))
        server->watch = loop_watch_create(options->loop, server->socket,
                                          on_connection, server, error);
    if (server->watch != NULL)
        return server;
    standin_server_destroy(server);
    return NULL;
}

void standin_server_destroy(struct standin_server *server)
{
    if (server == NULL)
        return;
    for (size_t i = 0; i < server->connections.count; i++)
        free_connection(server->connections.items[i]);
    vec_finish(&server->connections);
    loop_watch_destroy(server->watch);
    if (server->socket >= 0)
        close(server->socket);
    free(server);
}

int standin_server_port(const struct standin_server *server)
{
    return server->port;
}

static void bury(struct standin_server *server)
{
    size_t kept = 0;
    for (size_t i = 0; i < server->connections.count; i++) {
        struct connection *connection = server->connections.items[i];
        if (connection->has_ended)
            free_connection(connection);
        else
            server->connections.items[kept++] = connection;
    }
    server->connections.count = kept;
}

/* When the next answer that waits is due. */
static int64_t next_due_ms(const struct standin_server *server)
{
    int64_t due = LOOP_FOREVER;
    for (size_t i = 0; i < server->connections.count; i++) {
        const struct connection *connection = server->connections.items[i];
        if (connection->is_answering && connection->due_ms < due &&
            connection->due_ms > clock_now_ms())
            due = connection->due_ms;
    }
    return due;
}

void standin_server_run(struct standin_server *server)
{
    while (!loop_is_cancelled(server->options.loop)) {
        for (size_t i = 0; i < server->connections.count; i++) {
            struct connection *connection = server->connections.items[i];
            do
                answer_next(connection);
            while (send_more(connection));
        }
        bury(server);
        loop_run_once(server->options.loop, next_due_ms(server));
    }
}
