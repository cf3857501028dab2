/* A web server that behaves as badly as its caller asks: for tests that need
 * an origin which does not answer, never ends, or is no page at all.
 *
 *     badserver [--closed] [FOLDER]
 *
 * Listens on a free port of 127.0.0.1 and writes "port N". Ends when its
 * standard input does. What a request gets is in its path (see `answers`);
 * whatever stands after the given start is an argument. A mark is written to
 * standard output as a line "mark NAME", so that a page can tell a test how far
 * it has come. With --closed nothing listens, but nobody else can take the
 * port, either.
 *
 * Order of this file: answers, connections, the loop. */
#include <arpa/inet.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    CONNECTIONS = 256, /* at a time */
    REQUEST_BYTES = 8192,
    PAGE_BYTES = 65536,
};

enum ending { CLOSE, HOLD };

struct connection {
    int fd;    /* -1: free */
    bool held; /* nothing is read any more; closed when the peer does */
    size_t length;
    char request[REQUEST_BYTES];
};

static const char *folder = ".";

/* ---- answers ------------------------------------------------------------ */

static void send_bytes(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t sent = send(fd, bytes, length, MSG_NOSIGNAL);
        if (sent <= 0)
            return; /* it has gone; nobody left to be bad to */
        bytes += sent;
        length -= (size_t)sent;
    }
}

static void send_text(int fd, const char *text)
{
    send_bytes(fd, text, strlen(text));
}

static void send_head(int fd, int status, const char *type, size_t length)
{
    char head[512];
    snprintf(head, sizeof head,
             "HTTP/1.1 %d Whatever\r\nContent-Type: %s\r\n"
             "Content-Length: %zu\r\nAccess-Control-Allow-Origin: *\r\n"
             "Cache-Control: no-store\r\nConnection: close\r\n\r\n",
             status, type, length);
    send_text(fd, head);
}

static void send_all(int fd, int status, const char *type, const char *body)
{
    send_head(fd, status, type, strlen(body));
    send_text(fd, body);
}

static const char page[] = "<!doctype html><title>page</title><p id=p>here</p>";

/* /mark/NAME */
static enum ending mark(int fd, const char *name)
{
    printf("mark %s\n", name);
    fflush(stdout);
    send_all(fd, 200, "text/plain", "marked");
    return CLOSE;
}

/* /page/NAME: a file of FOLDER, as HTML */
static enum ending file(int fd, const char *name)
{
    static char bytes[PAGE_BYTES];
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *stream = fopen(path, "rb");
    if (stream == NULL) {
        send_all(fd, 404, "text/html", page);
        return CLOSE;
    }
    size_t length = fread(bytes, 1, sizeof bytes, stream);
    fclose(stream);
    send_head(fd, 200, "text/html; charset=utf-8", length);
    send_bytes(fd, bytes, length);
    return CLOSE;
}

/* /status/404: with a page */
static enum ending status(int fd, const char *code)
{
    send_all(fd, atoi(code), "text/html", page);
    return CLOSE;
}

/* /bare/404: without */
static enum ending bare(int fd, const char *code)
{
    send_all(fd, atoi(code), "text/html", "");
    return CLOSE;
}

/* /type/text/plain */
static enum ending type(int fd, const char *name)
{
    send_all(fd, 200, name, "words");
    return CLOSE;
}

/* /silent: the request is read and that is all */
static enum ending silent(int fd, const char *rest)
{
    (void)fd;
    (void)rest;
    return HOLD;
}

/* /stream: of events; one comes, and then none
 * /stream/ends: some, in all forms, and the end in the middle of one */
static enum ending stream(int fd, const char *rest)
{
    send_text(fd, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                  "Cache-Control: no-store\r\nConnection: close\r\n\r\n");
    if (strcmp(rest, "/ends") != 0) {
        send_text(fd, "data: hello\n\n");
        return HOLD;
    }
    send_text(fd, "\357\273\277: for nobody\r\ndata: first\r\ndata\r\n"
                  "data:  two\rid: 7\nretry: 20\n\nevent: named\n"
                  "data:\303\251\n\nevent: empty\n\ndata: cut off");
    return CLOSE;
}

/* /half: of a page */
static enum ending half(int fd, const char *rest)
{
    (void)rest;
    send_head(fd, 200, "text/html", sizeof page + 100);
    send_text(fd, page);
    return HOLD;
}

/* /short: less than announced */
static enum ending cut(int fd, const char *rest)
{
    half(fd, rest);
    return CLOSE;
}

/* /image: a page whose picture never comes */
static enum ending image(int fd, const char *rest)
{
    (void)rest;
    send_all(fd, 200, "text/html",
             "<!doctype html><p id=p>here</p><img src=/silent>");
    return CLOSE;
}

/* /garbage: what is no HTTP */
static enum ending garbage(int fd, const char *rest)
{
    (void)rest;
    send_text(fd, "\001\002\003 not a word of this is HTTP \377\376\r\n\r\n");
    return CLOSE;
}

/* /empty: the connection is closed without a word */
static enum ending empty(int fd, const char *rest)
{
    (void)fd;
    (void)rest;
    return CLOSE;
}

/* /loop: go there */
static enum ending loop(int fd, const char *rest)
{
    (void)rest;
    send_text(fd, "HTTP/1.1 302 Found\r\nLocation: /loop\r\n"
                  "Content-Length: 0\r\nConnection: close\r\n\r\n");
    return CLOSE;
}

/* /turns/NAME: as /page/NAME, but each second time go there at another origin
 */
static enum ending turns(int fd, const char *name)
{
    static int asked = 0;
    struct sockaddr_in own;
    socklen_t size = sizeof own;
    char head[1400];
    asked++;
    if (asked % 2 != 0 || getsockname(fd, (struct sockaddr *)&own, &size) != 0)
        return file(fd, name);
    snprintf(head, sizeof head,
             "HTTP/1.1 302 Found\r\nLocation: http://%s:%d/turns/%.1000s\r\n"
             "Content-Length: 0\r\nCache-Control: no-store\r\n"
             "Connection: close\r\n\r\n",
             asked % 4 == 2 ? "localhost" : "127.0.0.1", ntohs(own.sin_port),
             name);
    send_text(fd, head);
    return CLOSE;
}

/* /download: a file for the disk */
static enum ending download(int fd, const char *rest)
{
    (void)rest;
    send_text(fd, "HTTP/1.1 200 OK\r\nContent-Type: application/zip\r\n"
                  "Content-Disposition: attachment; filename=a.zip\r\n"
                  "Content-Length: 2\r\nConnection: close\r\n\r\nPK");
    return CLOSE;
}

/* /headers: those of the request; they stand after its first line, of which
 * `serve` has cut off the end */
static enum ending headers(int fd, const char *rest)
{
    const char *line = rest + strlen(rest) + 1;
    send_all(fd, 200, "text/plain", line);
    return CLOSE;
}

static const struct {
    const char *start;
    enum ending (*give)(int fd, const char *rest);
} answers[] = {
    {"/mark/", mark},        {"/page/", file},   {"/status/", status},
    {"/bare/", bare},        {"/type/", type},   {"/silent", silent},
    {"/half", half},         {"/short", cut},    {"/image", image},
    {"/garbage", garbage},   {"/empty", empty},  {"/loop", loop},
    {"/download", download}, {"/turns/", turns}, {"/stream", stream},
    {"/headers", headers},
};

static enum ending answer(int fd, const char *path)
{
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        size_t length = strlen(answers[i].start);
        if (strncmp(path, answers[i].start, length) == 0)
            return answers[i].give(fd, path + length);
    }
    send_all(fd, 404, "text/html", page);
    return CLOSE;
}

/* ---- connections -------------------------------------------------------- */

static void hang_up(struct connection *connection)
{
    /* Half first: a close with unread bytes would take back what was sent. */
    shutdown(connection->fd, SHUT_WR);
    connection->held = true;
}

static void drop(struct connection *connection)
{
    close(connection->fd);
    connection->fd = -1;
}

/* "GET /path HTTP/1.1" */
static void serve(struct connection *connection)
{
    char *path = strchr(connection->request, ' ');
    char *end = path == NULL ? NULL : strpbrk(path + 1, " ?\r\n");
    if (end != NULL)
        *end = '\0';
    if (end == NULL || answer(connection->fd, path + 1) == CLOSE)
        hang_up(connection);
    connection->held = true;
}

static void hear(struct connection *connection)
{
    char *at = connection->request + connection->length;
    size_t room = sizeof connection->request - 1 - connection->length;
    char waste[512];
    ssize_t got = connection->held || room == 0
                      ? read(connection->fd, waste, sizeof waste)
                      : read(connection->fd, at, room);
    if (got <= 0) {
        drop(connection);
        return;
    }
    if (connection->held || room == 0)
        return;
    connection->length += (size_t)got;
    connection->request[connection->length] = '\0';
    if (strstr(connection->request, "\r\n\r\n") != NULL)
        serve(connection);
}

static void welcome(struct connection *connections, int listener)
{
    int fd = accept(listener, NULL, NULL);
    for (int i = 0; i < CONNECTIONS && fd >= 0; i++) {
        if (connections[i].fd >= 0)
            continue;
        connections[i].fd = fd;
        connections[i].held = false;
        connections[i].length = 0;
        return;
    }
    if (fd >= 0)
        close(fd);
}

/* ---- the loop ----------------------------------------------------------- */

static int open_port(bool closed)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t length = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0 || bind(fd, (struct sockaddr *)&address, length) != 0 ||
        (!closed && listen(fd, 64) != 0) ||
        getsockname(fd, (struct sockaddr *)&address, &length) != 0) {
        perror("badserver");
        exit(1);
    }
    printf("port %d\n", ntohs(address.sin_port));
    fflush(stdout);
    return fd;
}

/* False when standard input has ended. */
static bool turn(struct connection *connections, int listener)
{
    struct pollfd polls[CONNECTIONS + 2];
    for (int i = 0; i < CONNECTIONS; i++)
        polls[i] = (struct pollfd){.fd = connections[i].fd, .events = POLLIN};
    polls[CONNECTIONS] = (struct pollfd){.fd = listener, .events = POLLIN};
    polls[CONNECTIONS + 1] = (struct pollfd){.fd = 0, .events = POLLIN};
    if (poll(polls, CONNECTIONS + 2, -1) < 0)
        return false;
    for (int i = 0; i < CONNECTIONS; i++)
        if (polls[i].fd >= 0 && polls[i].revents != 0)
            hear(&connections[i]);
    if (polls[CONNECTIONS].revents & POLLIN)
        welcome(connections, listener);
    char byte;
    return polls[CONNECTIONS + 1].revents == 0 || read(0, &byte, 1) > 0;
}

int main(int argc, char **argv)
{
    static struct connection connections[CONNECTIONS];
    bool closed = argc > 1 && strcmp(argv[1], "--closed") == 0;
    if (argc > 1 + closed)
        folder = argv[1 + closed];
    for (int i = 0; i < CONNECTIONS; i++)
        connections[i].fd = -1;
    int listener = open_port(closed);
    while (turn(connections, closed ? -1 : listener))
        continue;
    return 0;
}
