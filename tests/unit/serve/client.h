/* A client for the tests of the web server: sends exactly the bytes it is
 * given, so that broken requests can be written down. */
#ifndef WEIR_TESTS_SERVE_CLIENT_H
#define WEIR_TESTS_SERVE_CLIENT_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/str.h"

struct response {
    int status;      /* 0: the connection closed without an answer */
    struct buf head; /* status line and headers */
    struct buf body;
};

/* A connection to 127.0.0.1 on which reads fail after 20 s. */
int client_open(int port);
void client_send(int connection, struct str bytes);

/* Reads one response; `without_body` for answers to HEAD. */
void client_read(int connection, struct response *response, bool without_body);

/* One request on a connection of its own. */
void client_ask(int port, const char *bytes, struct response *response);
void client_get(int port, const char *path, struct response *response);

void response_finish(struct response *response);

/* The value of a header, or the empty string; borrowed. */
struct str response_header(const struct response *response, const char *name);

#endif
