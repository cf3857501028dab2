/* The answer to one request: headers, then a file or a small page. */
#ifndef WEIR_SERVE_ANSWER_H
#define WEIR_SERVE_ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/buf.h"
#include "serve/request.h"

struct serve_answer {
    struct buf start;   /* headers, and the whole page when it is ours */
    size_t sent_bytes;  /* of start */
    bool has_file;      /* more follows from `file` */
    int file;           /* owned descriptor when has_file */
    off_t offset_bytes; /* where to read next */
    off_t left_bytes;   /* how much is still promised */
    bool keep_alive;    /* else the connection ends with this answer */
};

/* Finds the file below the open folder and fills the answer. Every request has
 * one: what is wrong or missing is told by a status and a page. */
void serve_answer_init(struct serve_answer *answer, int folder,
                       const struct serve_request *request);

/* The answer to bytes that are no request. */
void serve_answer_init_bad(struct serve_answer *answer);

void serve_answer_finish(struct serve_answer *answer);

/* Writes the next bytes of the answer into `room` and returns how many; 0 when
 * all has been given out; -1 when the file cannot be read to its promised
 * end, and the connection must be cut. */
ssize_t serve_answer_next(struct serve_answer *answer, char *room, size_t size);

/* Whether nothing is left for serve_answer_next. */
bool serve_answer_is_done(const struct serve_answer *answer);

#endif
