/* Lines of a report: wrapped to the width, coloured or not.
 *
 * A line is begun with its two indents, filled with pieces that are never
 * broken unless they are wider than a whole line (then at a space if possible),
 * and ended:
 *
 *     ink_begin(ink, 4, 8);
 *     ink_words(ink, INK_BOLD, "click `#toggle`");
 *     ink_end(ink);
 */
#ifndef WEIR_REPORT_INK_H
#define WEIR_REPORT_INK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

enum ink_style {
    INK_PLAIN,
    INK_BOLD,
    INK_DIM,
    INK_RED,
    INK_GREEN,
    INK_YELLOW,
    INK_CYAN,
    INK_STYLE_COUNT,
};

struct ink {
    struct buf out;
    bool colour;
    bool unicode;
    size_t width;         /* columns of a line */
    size_t column;        /* where the line stands */
    size_t start;         /* where it began: its indent */
    size_t hang;          /* the indent of its further lines */
    enum ink_style style; /* switched on in `out`; plain between lines */
};

void ink_init(struct ink *ink, bool colour, bool unicode, size_t width);
void ink_finish(struct ink *ink);

/* Begins a line at column `indent`; further lines begin at `hang`. */
void ink_begin(struct ink *ink, size_t indent, size_t hang);

/* Adds a text that belongs to the indent of this line: nothing is broken off
 * after it. */
void ink_margin(struct ink *ink, enum ink_style style, const char *text);

/* Adds a piece right after what is there, on a new line when it does not fit.
 * Spaces in front of it are dropped on a new line. */
void ink_piece(struct ink *ink, enum ink_style style, const char *text);

/* Adds the words of a text, each a piece with a space in front of it unless it
 * is the first on its line. What stands between backticks is one word unless
 * it is longer than half a line. */
void ink_words(struct ink *ink, enum ink_style style, const char *text);

void ink_end(struct ink *ink);

/* A whole line of words. */
void ink_line(struct ink *ink, size_t indent, enum ink_style style,
              const char *text);
void ink_empty_line(struct ink *ink);

/* Columns left for a piece that begins at the hanging indent. */
size_t ink_room(const struct ink *ink);

#endif
