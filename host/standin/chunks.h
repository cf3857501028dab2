/* A request's body in chunks (RFC 9112, 7.1), as many clients send one whose
 * length they do not know. */
#ifndef WEIR_STANDIN_CHUNKS_H
#define WEIR_STANDIN_CHUNKS_H

#include "base/buf.h"
#include "base/str.h"

enum chunks_state {
    CHUNKS_MORE, /* so far nothing is wrong; the end is missing */
    CHUNKS_DONE,
    CHUNKS_WRONG, /* these are no chunks */
};

/* Reads the body that begins where `bytes` do. DONE: *body, which is empty
 * before, has it without its marks, and *used is how long it was with them.
 * Otherwise *body is of no use. */
enum chunks_state chunks_read(struct str bytes, struct buf *body, size_t *used);

#endif
