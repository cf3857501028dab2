/* A scripted DevTools server for tests: one thread, one connection, plain
 * sockets, so that it can also send what no honest server would.
 *
 * The script is a function that runs in the server's thread from the first
 * byte of a connection on. Every wait in it ends when the peer goes away. */
#ifndef WEIR_TESTS_WIRE_DEVTOOLS_SERVER_H
#define WEIR_TESTS_WIRE_DEVTOOLS_SERVER_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/json.h"

struct server;
typedef void (*server_script)(struct server *server);

struct server {
    server_script script;
    void *data; /* for the script */
    pthread_t thread;
    int listener;
    int peer; /* the connection, or -1 */
    int port;
    char url[100]; /* ws://127.0.0.1:PORT/devtools/browser/1 */
};

enum ws_opcode {
    OPCODE_MORE = 0,
    OPCODE_TEXT = 1,
    OPCODE_BINARY = 2,
    OPCODE_CLOSE = 8,
    OPCODE_PING = 9,
    OPCODE_PONG = 10,
};

/* Listens and starts the thread; the script runs once for each connection. */
void server_start(struct server *server, server_script script, void *data);
/* Ends the connection if there is one, and the thread. */
void server_finish(struct server *server);

/* Reads the head of an HTTP request and appends it. */
bool server_read_head(struct server *server, struct buf *head);
/* Reads the head and answers with a right upgrade. */
bool server_upgrade(struct server *server);

/* The next text message of the client (other frames are skipped). */
bool server_read_message(struct server *server, struct buf *message);
/* The same, read; NULL at the end. The caller destroys it. */
struct json *server_read_request(struct server *server);

void server_send_bytes(struct server *server, const char *bytes, size_t length);
void server_send_frame(struct server *server, enum ws_opcode opcode, bool last,
                       const char *bytes, size_t length);
void server_send_text(struct server *server, const char *text);
void server_sendf(struct server *server, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* {"id":ID,"result":RESULT} */
void server_reply(struct server *server, const struct json *request,
                  const char *result);
/* Waits until the peer closes. */
void server_drain(struct server *server);

#endif
