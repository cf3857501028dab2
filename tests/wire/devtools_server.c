#include "devtools_server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <libwebsockets.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void *run(void *data)
{
    struct server *server = data;
    for (;;) {
        int peer = accept(server->listener, NULL, NULL);
        if (peer < 0)
            return NULL; /* server_finish shut the listener down */
        setsockopt(peer, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
        server->peer = peer;
        server->script(server);
        server->peer = -1;
        close(peer);
    }
}

static void require(bool good, const char *what)
{
    if (good)
        return;
    perror(what);
    abort();
}

void server_start(struct server *server, server_script script, void *data)
{
    *server = (struct server){.script = script, .data = data, .peer = -1};
    server->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    require(bind(server->listener, (struct sockaddr *)&address, length) == 0,
            "bind");
    require(listen(server->listener, 5) == 0, "listen");
    getsockname(server->listener, (struct sockaddr *)&address, &length);
    server->port = ntohs(address.sin_port);
    snprintf(server->url, sizeof server->url,
             "ws://127.0.0.1:%d/devtools/browser/1", server->port);
    require(pthread_create(&server->thread, NULL, run, server) == 0, "thread");
}

void server_finish(struct server *server)
{
    shutdown(server->listener, SHUT_RDWR);
    pthread_join(server->thread, NULL);
    close(server->listener);
}

static bool read_bytes(struct server *server, void *bytes, size_t length)
{
    char *at = bytes;
    while (length > 0) {
        ssize_t got = recv(server->peer, at, length, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += got;
        length -= (size_t)got;
    }
    return true;
}

bool server_read_head(struct server *server, struct buf *head)
{
    while (head->length < 4 || strstr(buf_text(head), "\r\n\r\n") == NULL) {
        char byte;
        if (!read_bytes(server, &byte, 1))
            return false;
        buf_add_char(head, byte);
    }
    return true;
}

bool server_upgrade(struct server *server)
{
    static const char name[] = "Sec-WebSocket-Key: ";
    static const char salt[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    struct buf head;
    buf_init(&head);
    const char *key = NULL;
    if (server_read_head(server, &head))
        key = strcasestr(buf_text(&head), name);
    if (key != NULL) {
        key += sizeof name - 1;
        char text[200];
        unsigned char digest[20];
        char accept_key[40];
        int length = snprintf(text, sizeof text, "%.*s%s",
                              (int)strcspn(key, "\r"), key, salt);
        lws_SHA1((unsigned char *)text, (size_t)length, digest);
        lws_b64_encode_string((char *)digest, sizeof digest, accept_key,
                              sizeof accept_key);
        length = snprintf(text, sizeof text,
                          "HTTP/1.1 101 Switching Protocols\r\n"
                          "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                          "Sec-WebSocket-Accept: %s\r\n\r\n",
                          accept_key);
        server_send_bytes(server, text, (size_t)length);
    }
    buf_finish(&head);
    return key != NULL;
}

static bool read_length(struct server *server, unsigned char second,
                        size_t *length)
{
    unsigned char more[8];
    size_t count = (second & 0x7f) == 126 ? 2 : (second & 0x7f) == 127 ? 8 : 0;
    *length = count == 0 ? second & 0x7f : 0;
    if (!read_bytes(server, more, count))
        return false;
    for (size_t i = 0; i < count; i++)
        *length = *length * 256 + more[i];
    return true;
}

bool server_read_message(struct server *server, struct buf *message)
{
    for (;;) {
        unsigned char head[2];
        unsigned char mask[4];
        size_t length;
        if (!read_bytes(server, head, 2) ||
            !read_length(server, head[1], &length) ||
            !read_bytes(server, mask, 4))
            return false;
        buf_clear(message);
        char *bytes = buf_reserve(message, length);
        if (!read_bytes(server, bytes, length))
            return false;
        for (size_t i = 0; i < length; i++)
            bytes[i] = (char)(bytes[i] ^ (char)mask[i % 4]);
        message->length = length;
        bytes[length] = '\0';
        if ((head[0] & 0x0f) == OPCODE_TEXT)
            return true;
        if ((head[0] & 0x0f) == OPCODE_CLOSE)
            return false;
    }
}

struct json *server_read_request(struct server *server)
{
    struct buf message;
    buf_init(&message);
    struct json *json = NULL;
    if (server_read_message(server, &message))
        json = json_parse(buf_str(&message), NULL);
    buf_finish(&message);
    return json;
}

void server_send_bytes(struct server *server, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t sent = send(server->peer, bytes, length, MSG_NOSIGNAL);
        if (sent <= 0)
            return; /* the client may go away at any time */
        bytes += sent;
        length -= (size_t)sent;
    }
}

void server_send_frame(struct server *server, enum ws_opcode opcode, bool last,
                       const char *bytes, size_t length)
{
    unsigned char head[10] = {(unsigned char)((last ? 0x80 : 0) | opcode)};
    size_t used = 2;
    if (length < 126) {
        head[1] = (unsigned char)length;
    } else {
        size_t count = length < 65536 ? 2 : 8;
        head[1] = count == 2 ? 126 : 127;
        used += count;
        for (size_t i = 0; i < count; i++)
            head[2 + i] = (unsigned char)(length >> (8 * (count - 1 - i)));
    }
    server_send_bytes(server, (const char *)head, used);
    server_send_bytes(server, bytes, length);
}

void server_send_text(struct server *server, const char *text)
{
    server_send_frame(server, OPCODE_TEXT, true, text, strlen(text));
}

void server_sendf(struct server *server, const char *format, ...)
{
    struct buf text;
    buf_init(&text);
    va_list arguments;
    va_start(arguments, format);
    buf_addv(&text, format, arguments);
    va_end(arguments);
    server_send_text(server, buf_text(&text));
    buf_finish(&text);
}

void server_reply(struct server *server, const struct json *request,
                  const char *result)
{
    server_sendf(server, "{\"id\":%lld,\"result\":%s}",
                 (long long)json_read_int(json_read_field(request, "id")),
                 result);
}

void server_drain(struct server *server)
{
    char block[4096];
    while (recv(server->peer, block, sizeof block, 0) > 0)
        continue;
}
