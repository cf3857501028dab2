/* What a browser sends: HTTP/1.0 and 1.1 requests for a file. */
#ifndef WEIR_SERVE_REQUEST_H
#define WEIR_SERVE_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

/* A request line and headers longer than this are refused: no browser sends
 * half as much, and without a limit a client could fill the memory. */
enum { SERVE_REQUEST_LIMIT_BYTES = 64 * 1024 };

enum serve_method { SERVE_GET, SERVE_HEAD, SERVE_OTHER };

/* Borrowed from the bytes that were read. */
struct serve_request {
    enum serve_method method;
    struct str verb;    /* the method as sent: "PUT" */
    struct str path;    /* as sent, percent signs and all */
    struct str query;   /* after '?', may be empty */
    bool has_query;     /* there was a '?' */
    bool keep_alive;    /* another request may follow on the connection, for who
                           does not read bodies: there is none */
    bool is_last;       /* the client wants no further one */
    bool is_part;       /* of a document: a script, style sheet, font or picture
                           that it names (Fetch Metadata: Sec-Fetch-Dest) */
    size_t bytes;       /* of request line, headers and the empty line */
    int64_t body_bytes; /* that are announced to follow; -1: in chunks, or what
                           is no number */
    bool is_chunked;
    /* Of a page of another origin (CORS); empty where there are none. */
    struct str origin, asked_method, asked_headers;
};

enum serve_read {
    SERVE_READ_MORE, /* so far nothing is wrong, but the end is missing */
    SERVE_READ_OK,
    SERVE_READ_BAD, /* not HTTP, or longer than the limit */
};

/* Reads the first request in `bytes`. A body is not read: a request that
 * announces one does not keep the connection. */
enum serve_read serve_request_read(struct serve_request *request,
                                   struct str bytes);

#endif
