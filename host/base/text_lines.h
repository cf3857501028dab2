/* Text that people write, a thing a line: blanks at both ends, empty lines and
 * lines that begin with # count for nothing. Borrows from the text. */
#ifndef WEIR_BASE_TEXT_LINES_H
#define WEIR_BASE_TEXT_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

struct text_lines {
    struct str rest; /* of the text, after this line; at first all of it */
    struct str line; /* what is left of it */
    int number;      /* of the line, from 1; 0 before the first */
};

/* The next line that says something. False: there is none. */
bool text_lines_next(struct text_lines *lines);

/* The line up to a blank; takes it and the blanks after it. */
struct str text_lines_word(struct str *line);

/* The same of a number in digits. False: that is none, or too large. */
bool text_lines_number(struct str *line, uint64_t *number);

#endif
