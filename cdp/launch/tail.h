/* The last of what a browser has written to its stderr, for the errors that
 * tell of its end. A buffer that begins empty. */
#ifndef WEIR_CDP_LAUNCH_TAIL_H
#define WEIR_CDP_LAUNCH_TAIL_H

#include <stddef.h>

#include "base/buf.h"

/* Adds what has come, and forgets what is too long ago. */
void cdp_tail_keep(struct buf *tail, const char *bytes, size_t length);

/* Appends the last few lines that say anything; "nothing" without any. */
void cdp_tail_quote(struct buf *out, const struct buf *tail);

#endif
