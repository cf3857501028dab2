/* Lines out of bytes that come in pieces, as from a socket. */
#ifndef WEIR_BASE_LINES_H
#define WEIR_BASE_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/str.h"

/* A whole line, without its end; borrowed for the call. False, with *error: it
 * is not what it should be. */
typedef bool (*lines_take)(void *data, struct str line, struct error *error);

/* Calls `take` for each line that these bytes complete, and leaves the
 * beginning of the next one in `unread`, which is empty at first and the
 * caller's. False: `take` has refused a line; the bytes after it are lost. */
bool lines_feed(struct buf *unread, const char *bytes, size_t length,
                lines_take take, void *data, struct error *error);

#endif
