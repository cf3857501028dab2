/* A clerk who takes tickets from a dispenser over HTTP, with one of these
 * faults:
 *
 *   ignores  what is refused counts as given: the customer gets the last number
 *            again
 *   insists  asks again, too, when the answer was lost: a ticket is wasted
 *   right    asks again when nothing was done, and only then
 *
 *     clerk FAULT PORT     the dispenser is at 127.0.0.1:PORT, a model of
 * tickets that `weir serve-model` serves
 */
#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../lines.h"

static const char *fault = "right";
static int port;
static long long last; /* ticket that was given out */

/* ---- the dispenser ------------------------------------------------------ */

struct reply {
    int status; /* 0: there was none */
    char body[1024];
};

static int connect_to_dispenser(void)
{
    struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_port = htons((uint16_t)port),
        .sin_addr = {htonl(INADDR_LOOPBACK)},
    };
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd >= 0 &&
        connect(fd, (struct sockaddr *)&address, sizeof address) == 0)
        return fd;
    fprintf(stderr, "clerk: nobody is at port %d\n", port);
    exit(1);
}

static void read_reply(int fd, struct reply *reply)
{
    char text[4096];
    size_t length = 0;
    ssize_t got;
    while (length < sizeof text - 1 &&
           (got = read(fd, text + length, sizeof text - 1 - length)) > 0)
        length += (size_t)got;
    text[length] = '\0';
    const char *body = strstr(text, "\r\n\r\n");
    if (body == NULL || sscanf(text, "HTTP/1.1 %d", &reply->status) != 1)
        return;
    snprintf(reply->body, sizeof reply->body, "%s", body + 4);
}

static struct reply ask(const char *path, const char *body)
{
    struct reply reply = {0};
    char request[512];
    int fd = connect_to_dispenser();
    int length = snprintf(request, sizeof request,
                          "POST %s HTTP/1.1\r\nHost: localhost\r\n"
                          "Connection: close\r\nContent-Length: %zu\r\n\r\n%s",
                          path, strlen(body), body);
    if (write(fd, request, (size_t)length) == length)
        read_reply(fd, &reply);
    close(fd);
    return reply;
}

/* ---- the clerk ---------------------------------------------------------- */

static bool has_fault(const char *name)
{
    return strcmp(fault, name) == 0;
}

static void serve(const struct request *request)
{
    struct reply reply = ask("/Take", "[\"dispenser-1\"]");
    bool asks_again = (reply.status == 503 && !has_fault("ignores")) ||
                      (reply.status == 0 && has_fault("insists"));
    if (asks_again)
        reply = ask("/Take", "[\"dispenser-1\"]");
    if (reply.status == 0) {
        answer_error(request, "nobody knows");
        return;
    }
    if (reply.status == 200)
        last = strtoll(reply.body, NULL, 10);
    answer_number(request, last);
}

static void refuse(const struct request *request)
{
    ask("/_weir/faults", "{\"command\":\"Take\",\"status\":503}");
    answer_null(request);
}

static void lose(const struct request *request)
{
    ask("/_weir/faults", "{\"command\":\"Take\",\"close\":\"after\"}");
    answer_null(request);
}

static void reset(void)
{
    last = 0;
    ask("/_weir/reset", "");
    ask("/New", "[]");
}

int main(int argc, char **argv)
{
    static const struct command commands[] = {
        {"Serve", serve}, {"Refuse", refuse}, {"Lose", lose}};
    if (argc != 3) {
        fputs("usage: clerk FAULT PORT\n", stderr);
        return 2;
    }
    fault = argv[1];
    port = atoi(argv[2]);
    return lines_serve(commands, 3, reset);
}
