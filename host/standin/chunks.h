/* A request's body in chunks (RFC 9112, 7.1), as many clients send one whose
 * length they do not know. */
#ifndef WEIR_STANDIN_CHUNKS_H
#define WEIR_STANDIN_CHUNKS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/str.h"

enum chunks_state {
    CHUNKS_MORE, /* so far nothing is wrong; the end is missing */
    CHUNKS_DONE,
    CHUNKS_WRONG, /* these are no chunks */
};

/* A body that is being read. Zeroed: nothing has been. */
struct chunks {
    struct buf body; /* without its marks, as far as whole chunks have come */
    size_t used;     /* bytes that it took with them, so far: they are not
                        looked at again */
    bool is_at_trailers; /* after the last chunk */
};

/* Goes on with the body that begins where `bytes` do: all that has come of it,
 * also what was read before. However it comes in pieces, each byte of a chunk
 * is read once, and the size of one that is not whole each time. After
 * anything but MORE: chunks_finish. */
enum chunks_state chunks_read(struct chunks *chunks, struct str bytes);

void chunks_finish(struct chunks *chunks); /* and empties it */

#endif
