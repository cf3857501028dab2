#include "client.h"

#include <arpa/inet.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cmocka.h>

int client_open(int port)
{
    int connection = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(connection >= 0);
    struct timeval deadline = {.tv_sec = 20};
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &deadline, sizeof deadline);
    struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_port = htons((uint16_t)port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    assert_int_equal(
        connect(connection, (struct sockaddr *)&address, sizeof address), 0);
    return connection;
}

void client_send(int connection, struct str bytes)
{
    while (bytes.length > 0) {
        ssize_t sent = send(connection, bytes.data, bytes.length, MSG_NOSIGNAL);
        if (sent <= 0)
            return; /* the server has hung up already */
        bytes = str_from(bytes.data + sent, bytes.length - (size_t)sent);
    }
}

/* False at the end of the stream. */
static bool read_more(int connection, struct buf *buf, size_t most)
{
    char bytes[65536];
    if (most > sizeof bytes)
        most = sizeof bytes;
    ssize_t got = recv(connection, bytes, most, 0);
    if (got <= 0)
        return false;
    buf_add(buf, bytes, (size_t)got);
    return true;
}

/* Byte by byte, so that nothing of the next response is taken. */
static bool read_head(int connection, struct buf *head)
{
    while (!str_ends_with(buf_str(head), "\r\n\r\n"))
        if (!read_more(connection, head, 1))
            return false;
    return true;
}

struct str response_header(const struct response *response, const char *name)
{
    size_t length = strlen(name);
    const char *at = strstr(buf_text(&response->head), "\r\n");
    while (at != NULL) {
        at += 2;
        const char *end = strstr(at, "\r\n");
        if (end != NULL && strncasecmp(at, name, length) == 0 &&
            at[length] == ':') {
            const char *value = at + length + 1;
            while (*value == ' ')
                value++;
            return str_from(value, (size_t)(end - value));
        }
        at = end;
    }
    return STR("");
}

void client_read(int connection, struct response *response, bool without_body)
{
    *response = (struct response){.status = 0};
    if (!read_head(connection, &response->head))
        return;
    response->status = atoi(buf_text(&response->head) + strlen("HTTP/1.1 "));
    if (without_body)
        return;
    struct str promised = response_header(response, "content-length");
    size_t length = promised.length == 0 ? 0 : (size_t)atol(promised.data);
    while (response->body.length < length)
        if (!read_more(connection, &response->body,
                       length - response->body.length))
            return;
}

void client_ask(int port, const char *bytes, struct response *response)
{
    int connection = client_open(port);
    client_send(connection, str_text(bytes));
    client_read(connection, response, false);
    close(connection);
}

void client_get(int port, const char *path, struct response *response)
{
    struct buf request;
    buf_init(&request);
    buf_addf(&request, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", path);
    client_ask(port, buf_text(&request), response);
    buf_finish(&request);
}

void response_finish(struct response *response)
{
    buf_finish(&response->head);
    buf_finish(&response->body);
}
