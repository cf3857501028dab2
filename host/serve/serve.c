#include "serve/serve.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <libwebsockets.h>

#include "base/memory.h"
#include "serve/answer.h"
#include "serve/request.h"

enum { CHUNK_BYTES = 64 * 1024 };

struct serve {
    int folder; /* a descriptor, so that the folder stays the same one */
    int port;
    char *url;
    struct lws_context *context; /* its user pointer is this struct */
    pthread_t thread;
    atomic_bool stopping;
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
    const struct serve *serve = lws_context_user(lws_get_context(wsi));
    struct buf *received = &connection->received;
    struct serve_request request;
    enum serve_read read = serve_request_read(&request, buf_str(received));
    if (connection->is_answering || read == SERVE_READ_MORE)
        return;
    connection->is_answering = true;
    if (read == SERVE_READ_BAD) {
        serve_answer_init_bad(&connection->answer);
    } else {
        serve_answer_init(&connection->answer, serve->folder, &request);
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

static void *run(void *argument)
{
    struct serve *serve = argument;
    while (!atomic_load(&serve->stopping))
        if (lws_service(serve->context, 0) < 0)
            break;
    return NULL;
}

/* Signals belong to the main thread: it decides what ^C means. */
static int start_thread(struct serve *serve)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int trouble = pthread_create(&serve->thread, NULL, run, serve);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return trouble;
}

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

static bool open_port(struct serve *serve, struct error *error)
{
    struct lws_context_creation_info info = {
        .iface = "127.0.0.1",
        .port = is_free(SERVE_USUAL_PORT) ? SERVE_USUAL_PORT : 0,
        .protocols = protocols,
        .listen_accept_role = "raw-skt",
        .listen_accept_protocol = "files",
        .user = serve,
        .gid = -1,
        .uid = -1,
        .options = LWS_SERVER_OPTION_DISABLE_IPV6 |
                   LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                   LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   LWS_SERVER_OPTION_ADOPT_APPLY_LISTEN_ACCEPT_CONFIG,
    };
    serve->context = lws_create_context(&info);
    if (serve->context == NULL)
        return error_set(error, ERROR_SETUP,
                         "the embedded web server does not start");
    struct lws_vhost *vhost = lws_create_vhost(serve->context, &info);
    if (vhost == NULL && info.port != 0) {
        info.port = 0; /* the system chooses */
        vhost = lws_create_vhost(serve->context, &info);
    }
    serve->port = vhost == NULL ? 0 : lws_get_vhost_listen_port(vhost);
    if (serve->port <= 0)
        return error_set(error, ERROR_SETUP,
                         "the embedded web server cannot listen on 127.0.0.1");
    serve->url = memory_format("http://127.0.0.1:%d/", serve->port);
    return true;
}

bool serve_start(struct serve **out, const char *folder, struct error *error)
{
    *out = NULL;
    lws_set_log_level(0, NULL);
    struct serve *serve = MEMORY_NEW(struct serve);
    serve->folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (serve->folder < 0) {
        error_set(error, ERROR_ORIGIN, "cannot serve the folder %s: %s", folder,
                  strerror(errno));
        goto free_serve;
    }
    if (!open_port(serve, error))
        goto close_port;
    int trouble = start_thread(serve);
    if (trouble != 0) {
        error_set(error, ERROR_SETUP,
                  "the embedded web server cannot start its thread: %s",
                  strerror(trouble));
        goto close_port;
    }
    *out = serve;
    return true;

close_port:
    if (serve->context != NULL)
        lws_context_destroy(serve->context);
    free(serve->url);
    close(serve->folder);
free_serve:
    free(serve);
    return false;
}

void serve_stop(struct serve *serve)
{
    if (serve == NULL)
        return;
    atomic_store(&serve->stopping, true);
    lws_cancel_service(serve->context);
    pthread_join(serve->thread, NULL);
    lws_context_destroy(serve->context);
    close(serve->folder);
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
