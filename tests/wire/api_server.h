/* An HTTP API for tests, with a thread for each connection and TLS where it is
 * asked for. What it does with a request stands in the path:
 *
 *   /echo        {"method", "path", "headers", "body"} as they came, and the
 *                number of the "connection" (from 0)
 *   /reset       counts; true
 *   /answer/X    sends the bytes of api_server.answer as they are
 *   /close/X     the same, and closes
 *   /part/X      the same, one byte after the other
 *   /wait        answers nothing until the peer goes
 *   /drop        reads the request and closes
 *
 * Requests are read by their Content-Length. */
#ifndef WEIR_TESTS_WIRE_API_SERVER_H
#define WEIR_TESTS_WIRE_API_SERVER_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum { API_CONNECTIONS = 200 };

struct api_server {
    const char *answer; /* set before the request that asks for it */
    bool takes_one;     /* each connection is closed after one answer, and the
                           answer does not say so */
    int resets, accepted;

    char url[60];         /* http://127.0.0.1:PORT, or https:// */
    char certificate[60]; /* the file with the certificate; TLS only */
    void *context;        /* of TLS */
    int listener, port;
    pthread_t thread, threads[API_CONNECTIONS];
    int peers[API_CONNECTIONS];
};

void api_server_start(struct api_server *server, bool is_tls);
/* All connections end, and nobody listens any more. */
void api_server_stop(struct api_server *server);
/* The same, where it did not happen yet; and frees what there is. */
void api_server_finish(struct api_server *server);

#endif
