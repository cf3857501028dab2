/* finance: recurring transactions, and what they come to between two dates;
 * the server of specs/examples/finance/README.md. In this file: requests, the
 * page, options. */
#include <arpa/inet.h>
#include <getopt.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <microhttpd.h>

#include "bugs.h"
#include "routes.h"
#include "storage.h"

enum { BODY_LIMIT = 1024 * 1024, FILE_LIMIT = 1024 * 1024 };

struct server {
    struct api api;
    const char *folder; /* of the page; or NULL */
};

struct body {
    char *text; /* owned */
    size_t length;
    bool is_too_long;
};

/* ---- requests ------------------------------------------------------------ */

/* Takes the text. */
static enum MHD_Result respond(struct MHD_Connection *connection,
                               unsigned status, const char *type, char *text,
                               size_t length)
{
    struct MHD_Response *response =
        MHD_create_response_from_buffer(length, text, MHD_RESPMEM_MUST_FREE);
    MHD_add_response_header(response, "Content-Type", type);
    MHD_add_response_header(response, "Cache-Control", "no-store");
    enum MHD_Result result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result refuse(struct MHD_Connection *connection,
                              unsigned status, const char *message)
{
    char text[128];
    int length = snprintf(text, sizeof text,
                          "{\"type\":\"error\",\"message\":\"%s\"}", message);
    return respond(connection, status, "application/json", strdup(text),
                   (size_t)length);
}

static const char *query(struct MHD_Connection *connection, const char *name)
{
    return MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, name);
}

/* ---- the page ------------------------------------------------------------ */

static const char *type_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    if (dot != NULL && strcmp(dot, ".js") == 0)
        return "text/javascript; charset=utf-8";
    if (dot != NULL && strcmp(dot, ".css") == 0)
        return "text/css; charset=utf-8";
    return "text/html; charset=utf-8";
}

/* NULL: there is no such file. */
static char *read_file(const char *folder, const char *name, size_t *length)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return NULL;
    char *text = malloc(FILE_LIMIT);
    if (text != NULL)
        *length = fread(text, 1, FILE_LIMIT, file);
    fclose(file);
    return text;
}

/* The page's own faults are its business: it asks which it has. */
static enum MHD_Result answer_bug(const struct server *server,
                                  struct MHD_Connection *connection)
{
    char text[64];
    int length = snprintf(text, sizeof text, "export const bug = '%s';\n",
                          bug_name(server->api.bug));
    return respond(connection, 200, type_of(".js"), strdup(text),
                   (size_t)length);
}

static enum MHD_Result answer_file(const struct server *server,
                                   struct MHD_Connection *connection,
                                   const char *path)
{
    static const char *const files[] = {"index.html", "client.js", "page.js",
                                        "page.css"};
    const char *name = strcmp(path, "/") == 0 ? files[0] : path + 1;
    size_t length = 0;
    if (strcmp(name, "bug.js") == 0)
        return answer_bug(server, connection);
    for (size_t i = 0;
         server->folder != NULL && i < sizeof files / sizeof *files; i++) {
        if (strcmp(name, files[i]) != 0)
            continue;
        char *text = read_file(server->folder, name, &length);
        if (text != NULL)
            return respond(connection, 200, type_of(name), text, length);
    }
    return refuse(connection, 404, "no such address");
}

static enum MHD_Result answer(const struct server *server,
                              struct MHD_Connection *connection,
                              const char *path, const char *method,
                              const struct body *body)
{
    const struct api_request request = {
        .method = method,
        .path = path,
        .body = body->text == NULL ? "" : body->text,
        .start_date = query(connection, "start_date"),
        .end_date = query(connection, "end_date"),
    };
    struct api_answer given;
    if (body->is_too_long)
        return refuse(connection, 413, "the body is longer than a megabyte");
    if (api_handle(&server->api, &request, &given))
        return respond(connection, given.status,
                       given.is_html ? "text/html" : "application/json",
                       given.text, given.length);
    if (strcmp(method, "GET") == 0)
        return answer_file(server, connection, path);
    return refuse(connection, 404, "no such address");
}

/* What is too long is read to its end and forgotten: the client hears why. */
static void take(struct body *body, const char *data, size_t size)
{
    body->is_too_long |= size > BODY_LIMIT - body->length;
    if (body->is_too_long)
        return;
    body->text = realloc(body->text, body->length + size + 1);
    if (body->text == NULL)
        abort();
    memcpy(body->text + body->length, data, size);
    body->length += size;
    body->text[body->length] = '\0';
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection,
                              const char *path, const char *method,
                              const char *version, const char *data,
                              size_t *size, void **memory)
{
    struct body *body = *memory;
    (void)version;
    if (body == NULL) {
        *memory = calloc(1, sizeof *body);
        return *memory == NULL ? MHD_NO : MHD_YES;
    }
    if (*size == 0)
        return answer(context, connection, path, method, body);
    take(body, data, *size);
    *size = 0;
    return MHD_YES;
}

static void forget(void *context, struct MHD_Connection *connection,
                   void **memory, enum MHD_RequestTerminationCode how)
{
    struct body *body = *memory;
    (void)context;
    (void)connection;
    (void)how;
    if (body != NULL)
        free(body->text);
    free(body);
}

/* ---- options ------------------------------------------------------------- */

struct options {
    const char *database, *folder;
    uint16_t port;
    enum bug bug;
};

static void print_help(FILE *stream)
{
    fputs(
        "Usage: finance [--port N] [--database WHERE] [--page FOLDER] "
        "[--bug NAME]\n"
        "\n"
        "Serves on 127.0.0.1 (port 0, the default: a free one, which is "
        "told) until it is\n"
        "ended. WHERE is a file of SQLite, postgresql://..., or :memory:, the "
        "default.\n"
        "\n"
        "Bugs:\n",
        stream);
    bug_print_list(stream);
}

static bool read_port(const char *text, uint16_t *port)
{
    char *last;
    unsigned long number = strtoul(text, &last, 10);
    *port = (uint16_t)number;
    return *text >= '0' && *text <= '9' && *last == '\0' && number <= 65535;
}

static bool take_option(struct options *options, int letter)
{
    switch (letter) {
    case 'p':
        if (read_port(optarg, &options->port))
            return true;
        fprintf(stderr, "finance: --port wants a number to 65535, not \"%s\"\n",
                optarg);
        return false;
    case 'b':
        if (bug_find(optarg, &options->bug))
            return true;
        fprintf(stderr, "finance: there is no bug \"%s\"; --help lists them\n",
                optarg);
        return false;
    case 'd':
        options->database = optarg;
        return true;
    case 'f':
        options->folder = optarg;
        return true;
    default:
        return false;
    }
}

static int serve(const struct server *server, uint16_t port)
{
    struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_port = htons(port),
        .sin_addr = {htonl(INADDR_LOOPBACK)},
    };
    sigset_t ends;
    int signal;
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    sigprocmask(SIG_BLOCK, &ends, NULL);
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_AUTO, 0, NULL, NULL, handle,
        (void *)server, MHD_OPTION_NOTIFY_COMPLETED, forget, NULL,
        MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address, MHD_OPTION_END);
    if (daemon == NULL) {
        fprintf(stderr, "finance: cannot listen on port %u\n", port);
        return 1;
    }
    printf("http://127.0.0.1:%u\n",
           MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
    fflush(stdout);
    sigwait(&ends, &signal);
    MHD_stop_daemon(daemon);
    return 0;
}

int main(int argc, char **argv)
{
    static const struct option names[] = {
        {"port", required_argument, NULL, 'p'},
        {"database", required_argument, NULL, 'd'},
        {"page", required_argument, NULL, 'f'},
        {"bug", required_argument, NULL, 'b'},
        {"help", no_argument, NULL, 'h'},
        {0},
    };
    struct options options = {.database = ":memory:"};
    char words[256];
    int letter;
    while ((letter = getopt_long(argc, argv, "", names, NULL)) != -1) {
        if (letter == 'h') {
            print_help(stdout);
            return 0;
        }
        if (!take_option(&options, letter))
            return 2;
    }
    struct server server = {
        .api = {.storage = storage_open(options.database, words),
                .bug = options.bug},
        .folder = options.folder,
    };
    if (server.api.storage == NULL) {
        fprintf(stderr, "finance: %s: %s\n", options.database, words);
        return 1;
    }
    int status = serve(&server, options.port);
    server.api.storage->ops->close(server.api.storage);
    return status;
}
