/* What a DevTools server answers that stands for a browser with an empty page:
 * enough for a session of the executor from its start to its end. Tests answer
 * something else, or nothing, at one place and see what becomes of the session.
 */
#ifndef WEIR_TESTS_WIRE_EMPTY_BROWSER_H
#define WEIR_TESTS_WIRE_EMPTY_BROWSER_H

#include "devtools_server.h"

enum {
    EMPTY_BROWSER_REQUESTS = 200, /* more than a session needs */
    EMPTY_BROWSER_CONTEXT = 7,
};

struct empty_browser_request {
    struct json *root;
    struct str method, expression; /* of the request; "" without */
    int64_t context;               /* where it is to be evaluated; 0 without */
};

/* The next request; false at the end. The caller destroys `root`. */
bool empty_browser_read(struct server *server,
                        struct empty_browser_request *request);
/* The result of the request, as JSON. */
const char *empty_browser_result(const struct empty_browser_request *request);
/* A document begins, and has loaded; `context` is the number of the page
 * script's world in it. The first one is EMPTY_BROWSER_CONTEXT. */
void empty_browser_begin(struct server *server, int64_t context);
/* The events that come after it. */
void empty_browser_follow(struct server *server,
                          const struct empty_browser_request *request);
/* How a session has ended. */
struct empty_browser_ending {
    bool held;       /* to its end: the start, a few actions and waits */
    int64_t late_ms; /* beyond the deadline; below zero: before it. Without what
                        a thread that only sleeps has overslept meanwhile */
    char words[1000]; /* of the error, if there was one */
};

/* Holds a session with a browser that does what the script says; `data` is for
 * the script. */
struct empty_browser_ending empty_browser_session(server_script script,
                                                  void *data, int64_t limit_ms);
/* The same under virtual time. */
struct empty_browser_ending empty_browser_virtual_session(server_script script,
                                                          void *data,
                                                          int64_t limit_ms);

#endif
