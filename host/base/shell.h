/* Words of a command line as a person would type them (POSIX, XCU 2.2). */
#ifndef WEIR_BASE_SHELL_H
#define WEIR_BASE_SHELL_H

#include "base/buf.h"

/* Appends the word; in single quotes unless it is plain. */
void shell_add_word(struct buf *out, const char *word);

#endif
