#include "lines_http.h"

#include <arpa/inet.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <microhttpd.h>

enum { BODY_LIMIT = 64 * 1024 };

struct service {
    const struct command *commands;
    size_t count;
    void (*reset)(void);
    pthread_mutex_t *lock;
};

struct body {
    char text[BODY_LIMIT + 1];
    size_t length;
};

void lines_pause(pthread_mutex_t *lock)
{
    pthread_mutex_unlock(lock);
    sched_yield();
    pthread_mutex_lock(lock);
}

static enum MHD_Result respond(struct MHD_Connection *connection,
                               unsigned status, char *json, size_t length)
{
    struct MHD_Response *response =
        MHD_create_response_from_buffer(length, json, MHD_RESPMEM_MUST_FREE);
    MHD_add_response_header(response, "Content-Type", "application/json");
    enum MHD_Result result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

static void run(const struct service *service, const struct request *request)
{
    pthread_mutex_lock(service->lock);
    if (strcmp(request->op, "reset") == 0) {
        service->reset();
        answer_null(request);
    } else {
        lines_dispatch(request, service->commands, service->count);
    }
    pthread_mutex_unlock(service->lock);
}

static enum MHD_Result answer(const struct service *service,
                              struct MHD_Connection *connection,
                              const char *path, const struct body *body)
{
    char *json = NULL;
    size_t length = 0;
    yajl_val tree = yajl_tree_parse(body->text, NULL, 0);
    char *op = strdup(path + (path[0] == '/'));
    struct request request = {.is_http = true, .op = op};
    request.out = open_memstream(&json, &length);
    lines_read_arguments(&request, tree);
    run(service, &request);
    fclose(request.out);
    yajl_tree_free(tree);
    free(op);
    return respond(connection, MHD_HTTP_OK, json, length);
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection,
                              const char *path, const char *method,
                              const char *version, const char *data,
                              size_t *size, void **memory)
{
    struct body *body = *memory;
    (void)method;
    (void)version;
    if (body == NULL) {
        *memory = calloc(1, sizeof *body);
        return *memory == NULL ? MHD_NO : MHD_YES;
    }
    if (*size == 0)
        return answer(context, connection, path, body);
    if (*size > BODY_LIMIT - body->length)
        return MHD_NO;
    memcpy(body->text + body->length, data, *size);
    body->length += *size;
    *size = 0;
    return MHD_YES;
}

static void forget(void *context, struct MHD_Connection *connection,
                   void **memory, enum MHD_RequestTerminationCode how)
{
    (void)context;
    (void)connection;
    (void)how;
    free(*memory);
}

int lines_serve_http(const struct command *commands, size_t count,
                     void (*reset)(void), pthread_mutex_t *lock)
{
    struct service service = {commands, count, reset, lock};
    struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_port = htons((uint16_t)strtoul(getenv("PORT"), NULL, 10)),
        .sin_addr = {htonl(INADDR_LOOPBACK)},
    };
    reset();
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION, 0,
        NULL, NULL, handle, &service, MHD_OPTION_NOTIFY_COMPLETED, forget, NULL,
        MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address, MHD_OPTION_END);
    if (daemon == NULL) {
        fputs("cannot listen\n", stderr);
        return 1;
    }
    printf("http://127.0.0.1:%d\n",
           MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
    fflush(stdout);
    while (getchar() != EOF)
        continue;
    MHD_stop_daemon(daemon);
    return 0;
}
