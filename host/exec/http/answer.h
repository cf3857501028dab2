/* One HTTP/1.1 answer, read from bytes as they come (RFC 9112): the status
 * line, the few headers that matter here, the body by its length, in chunks or
 * up to the end of the connection. Answers before the last one (100 Continue,
 * 103 Early Hints) are passed over.
 *
 * Lives: http_answer_init, then http_answer_take until it says DONE or WRONG,
 * or http_answer_end where the connection ends; http_answer_finish. */
#ifndef WEIR_EXEC_HTTP_ANSWER_H
#define WEIR_EXEC_HTTP_ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/str.h"

enum {
    /* Status line and headers together; the trailers of a body in chunks. No
     * server of an API comes near, and without a limit one could fill the
     * memory. */
    HTTP_ANSWER_HEAD_LIMIT_BYTES = 64 * 1024,
    HTTP_ANSWER_BODY_LIMIT_BYTES = 64 * 1024 * 1024,
};

enum http_answer_state {
    HTTP_ANSWER_MORE,  /* so far nothing is wrong; the end is missing */
    HTTP_ANSWER_DONE,  /* it is whole */
    HTTP_ANSWER_WRONG, /* no HTTP, or too large */
};

/* Where the reader is; what it waits for. */
enum http_answer_part {
    HTTP_PART_STATUS,
    HTTP_PART_HEADERS,
    HTTP_PART_LENGTH, /* a body of `rest` more bytes */
    HTTP_PART_TO_END, /* a body that ends with the connection */
    HTTP_PART_CHUNK_SIZE,
    HTTP_PART_CHUNK, /* `rest` more bytes of it */
    HTTP_PART_CHUNK_END,
    HTTP_PART_TRAILERS,
    HTTP_PART_DONE,
};

struct http_answer {
    int status;       /* 200 to 599 once the status line was read */
    bool keeps_alive; /* the connection may be used again */
    char *type;       /* owned: the media type in small letters, without
                         parameters; NULL: none given */
    char *location;   /* owned; NULL: none given */
    struct buf body;

    /* Of the reader. */
    enum http_answer_part part;
    bool is_head; /* the answer to HEAD: no body whatever the headers say */
    bool has_length, is_chunked, has_begun;
    uint64_t rest;
    size_t head_bytes;
    struct buf line; /* the beginning of the next one */
};

void http_answer_init(struct http_answer *answer, bool is_head);
void http_answer_finish(struct http_answer *answer);

/* Takes what belongs to the answer: *used bytes, all of them unless it is DONE
 * or WRONG. WRONG: ERROR_RUN, a clause that can follow "the system". */
enum http_answer_state http_answer_take(struct http_answer *answer,
                                        struct str bytes, size_t *used,
                                        struct error *error);

/* The connection has ended: whether what came is a whole answer. */
bool http_answer_end(struct http_answer *answer);

#endif
