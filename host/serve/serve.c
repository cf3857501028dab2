#include "serve/serve.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <libwebsockets.h>

#include "base/memory.h"
#include "base/worker.h"
#include "serve/answer.h"
#include "serve/request.h"

enum { CHUNK_BYTES = 64 * 1024 };

struct serve {
    struct worker worker;
    int port;
    char *url;
};

/* The worker's half. */
struct server {
    const char *path;
    int folder; /* a descriptor, so that the folder stays the same one */
    struct lws_context *context; /* its user pointer is this struct */
};

/* The worker's only words: whether it listens. */
struct report {
    int port; /* 0: it does not, and the error says why */
    struct error error;
};

/* One connection; libwebsockets keeps it and hands it over zeroed. */
struct connection {
    struct buf received; /* not yet answered */
    bool is_answering;
    struct serve_answer answer;
};

/* Starts the answer to the next request when one has arrived whole. */
static void answer_next(struct lws *wsi, struct connection *connection)
{
    const struct server *server = lws_context_user(lws_get_context(wsi));
    struct buf *received = &connection->received;
    struct serve_request request;
    enum serve_read read = serve_request_read(&request, buf_str(received));
    if (connection->is_answering || read == SERVE_READ_MORE)
        return;
    connection->is_answering = true;
    if (read == SERVE_READ_BAD) {
        serve_answer_init_bad(&connection->answer);
    } else {
        serve_answer_init(&connection->answer, server->folder, &request);
        received->length -= request.bytes;
        memmove(received->data, received->data + request.bytes,
                received->length);
    }
    lws_callback_on_writable(wsi);
}

/* -1 makes libwebsockets close the connection. */
static int receive(struct lws *wsi, struct connection *connection,
                   struct str bytes)
{
    /* A client that sends on without reading answers is not a browser. */
    if (connection->received.length > SERVE_REQUEST_LIMIT_BYTES)
        return -1;
    buf_add_str(&connection->received, bytes);
    answer_next(wsi, connection);
    return 0;
}

/* The last bytes of the answer are on their way. */
static int end_answer(struct lws *wsi, struct connection *connection)
{
    bool keep_alive = connection->answer.keep_alive;
    serve_answer_finish(&connection->answer);
    connection->is_answering = false;
    if (!keep_alive)
        return -1;
    answer_next(wsi, connection);
    return 0;
}

/* Called when everything written before has left for the kernel. */
static int send_more(struct lws *wsi, struct connection *connection)
{
    if (!connection->is_answering)
        return 0;
    if (serve_answer_is_done(&connection->answer))
        return end_answer(wsi, connection);
    unsigned char *room = memory_resized(NULL, LWS_PRE + CHUNK_BYTES, 1);
    ssize_t length = serve_answer_next(&connection->answer,
                                       (char *)room + LWS_PRE, CHUNK_BYTES);
    int sent = -1;
    if (length > 0)
        sent = lws_write(wsi, room + LWS_PRE, (size_t)length, LWS_WRITE_RAW);
    free(room);
    if (sent < 0)
        return -1;
    lws_callback_on_writable(wsi);
    return 0;
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason,
                    void *user, void *in, size_t length)
{
    struct connection *connection = user;
    switch (reason) {
    case LWS_CALLBACK_RAW_RX:
        return receive(wsi, connection, str_from(in, length));
    case LWS_CALLBACK_RAW_WRITEABLE:
        return send_more(wsi, connection);
    case LWS_CALLBACK_RAW_CLOSE:
        serve_answer_finish(&connection->answer);
        buf_finish(&connection->received);
        return 0;
    default:
        return 0;
    }
}

static const struct lws_protocols protocols[] = {
    {.name = "files",
     .callback = on_event,
     .per_session_data_size = sizeof(struct connection)},
    {.name = NULL},
};

/* Whether one could listen there; the next moment another program may. */
static bool is_free(int port)
{
    static const int yes = 1;
    struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_port = htons((uint16_t)port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    /* Connections of an earlier run that are still winding up do not count. */
    bool is_ours =
        fd >= 0 &&
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
        bind(fd, (struct sockaddr *)&address, sizeof address) == 0 &&
        listen(fd, 1) == 0;
    if (fd >= 0)
        close(fd);
    return is_ours;
}

/* The port, or 0 and an error. */
static int open_port(struct server *server, struct error *error)
{
    struct lws_context_creation_info info = {
        .iface = "127.0.0.1",
        .port = is_free(SERVE_USUAL_PORT) ? SERVE_USUAL_PORT : 0,
        .protocols = protocols,
        .listen_accept_role = "raw-skt",
        .listen_accept_protocol = "files",
        .user = server,
        .gid = -1,
        .uid = -1,
        .options = LWS_SERVER_OPTION_DISABLE_IPV6 |
                   LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                   LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   LWS_SERVER_OPTION_ADOPT_APPLY_LISTEN_ACCEPT_CONFIG,
    };
    lws_set_log_level(0, NULL);
    server->context = lws_create_context(&info);
    if (server->context == NULL) {
        error_set(error, ERROR_SETUP, "the embedded web server does not start");
        return 0;
    }
    struct lws_vhost *vhost = lws_create_vhost(server->context, &info);
    if (vhost == NULL && info.port != 0) {
        info.port = 0; /* the system chooses */
        vhost = lws_create_vhost(server->context, &info);
    }
    int port = vhost == NULL ? 0 : lws_get_vhost_listen_port(vhost);
    if (port > 0)
        return port;
    error_set(error, ERROR_SETUP,
              "the embedded web server cannot listen on 127.0.0.1");
    return 0;
}

/* Descriptors of the parent's are closed here, so everything is opened here. */
static int open_all(struct server *server, struct error *error)
{
    server->folder = open(server->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (server->folder >= 0)
        return open_port(server, error);
    error_set(error, ERROR_ORIGIN, "cannot serve the folder %s: %s",
              server->path, strerror(errno));
    return 0;
}

/* Runs in the worker, until it is killed: what Ctrl-C means, the parent says.
 */
static void run(void *context, int socket)
{
    struct server *server = context;
    struct report report;
    prctl(PR_SET_NAME, "weir-serve");
    memset(&report, 0, sizeof report); /* the gaps are written, too */
    report.port = open_all(server, &report.error);
    worker_tell(socket, &report, sizeof report);
    while (report.port > 0 && lws_service(server->context, 0) >= 0)
        continue;
}

bool serve_start(struct serve **out, const char *folder, struct error *error)
{
    struct report report;
    struct server server = {.path = folder};
    struct serve *serve = MEMORY_NEW(struct serve);
    *out = NULL;
    if (!worker_start(&serve->worker, run, &server, error))
        goto free_serve;
    if (!worker_await(&serve->worker, &report, sizeof report)) {
        error_set(error, ERROR_SETUP, "the embedded web server has died");
        goto finish_worker;
    }
    if (report.port == 0) {
        if (error != NULL)
            *error = report.error;
        goto finish_worker;
    }
    serve->port = report.port;
    serve->url = memory_format("http://127.0.0.1:%d/", serve->port);
    *out = serve;
    return true;

finish_worker:
    worker_finish(&serve->worker, NULL);
free_serve:
    free(serve);
    return false;
}

void serve_stop(struct serve *serve)
{
    if (serve == NULL)
        return;
    worker_finish(&serve->worker, NULL);
    free(serve->url);
    free(serve);
}

int serve_port(const struct serve *serve)
{
    return serve->port;
}

const char *serve_url(const struct serve *serve)
{
    return serve->url;
}
