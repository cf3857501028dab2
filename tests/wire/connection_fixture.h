/* A DevTools connection to a server of ours, for tests. */
#ifndef WEIR_TESTS_CONNECTION_FIXTURE_H
#define WEIR_TESTS_CONNECTION_FIXTURE_H

#include <stdint.h>

#include "base/json.h"
#include "base/loop.h"
#include "base/str.h"
#include "cdp/wire/connection.h"
#include "devtools_server.h"

struct fixture {
    struct server server;
    struct loop *loop;
    struct cdp_connection *connection;
};

/* A deadline far beyond what any answer takes; only a failing test waits for
 * it. */
int64_t soon(void);
/* The deadline that serves what is there and does not wait. */
int64_t at_once(void);

/* Starts the server, whose data is the loop, and connects to it. */
void fixture_begin(struct fixture *fixture, server_script script);
void fixture_finish(struct fixture *fixture);

/* The next record, which there has to be; the caller's. */
struct cdp_record fixture_next(struct fixture *fixture);
/* Calls the method without session and parameters; the number `n` of the reply.
 */
int64_t fixture_call(struct fixture *fixture, const char *method);
/* The next record is this event with the number `n`. */
void fixture_event(struct fixture *fixture, const char *method, int64_t n,
                   const char *session);

/* A server that sends each request's parts back as the result. */
void fixture_echo(struct server *server);

void assert_text(struct str text, const char *expected);
int64_t number_of(const struct json *object, const char *field);

#endif
