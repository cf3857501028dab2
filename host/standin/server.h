/* A stand-in as a server on 127.0.0.1. */
#ifndef WEIR_STANDIN_SERVER_H
#define WEIR_STANDIN_SERVER_H

#include <stdbool.h>

#include "base/error.h"
#include "base/loop.h"
#include "standin/standin.h"

struct standin_server; /* opaque */

struct standin_server_options {
    struct standin *standin; /* must outlive it, like the loop */
    struct loop *loop;
    int port;   /* 0: any that is free */
    int folder; /* a descriptor: its files are served where no command is asked;
                   -1: none. Borrowed */
};

/* Listens. NULL: ERROR_SETUP, the port is taken. */
struct standin_server *
standin_server_create(const struct standin_server_options *options,
                      struct error *error);
void standin_server_destroy(struct standin_server *server); /* NULL is fine */

int standin_server_port(const struct standin_server *server);

/* Answers until the loop is cancelled. */
void standin_server_run(struct standin_server *server);

#endif
