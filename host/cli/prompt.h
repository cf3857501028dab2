/* Lines that people type: with editing and a history on a terminal, plainly
 * from a pipe or a file. */
#ifndef WEIR_CLI_PROMPT_H
#define WEIR_CLI_PROMPT_H

#include "base/buf.h"
#include "base/str.h"

struct prompt; /* opaque */

/* `text` stands before each line on a terminal, and nowhere else; borrowed. */
struct prompt *prompt_create(const char *text);
void prompt_destroy(struct prompt *prompt);

/* The next line without its newline, borrowed until the next call. False: the
 * end. */
bool prompt_read(struct prompt *prompt, struct str *line);

#endif
