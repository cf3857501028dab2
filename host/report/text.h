/* Foreign text and values made fit for one line of a terminal.
 *
 * Page text may hold anything: control characters would move the cursor,
 * bidirectional marks would reorder what is beside them, and both would make a
 * report lie. They come out as escapes like \n, \x1b and \u{202e}; so does, in
 * ASCII, everything that is not ASCII. */
#ifndef WEIR_REPORT_TEXT_H
#define WEIR_REPORT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"
#include "trace/value.h"

/* How wide a piece may become and in which letters. */
struct text_style {
    bool unicode;
    size_t columns; /* SIZE_MAX: as wide as it takes */
};

/* "…" or "...", "→" or "->": static. */
const char *text_ellipsis(bool unicode);
const char *text_arrow(bool unicode);

/* Appends the text escaped, cut with an ellipsis when it is too wide. */
void text_add(struct buf *out, struct str text, struct text_style style);

/* The same between two `quote` characters, which are escaped inside. */
void text_add_quoted(struct buf *out, struct str text, char quote,
                     struct text_style style);

/* The same between backticks, with nothing escaped but what cannot be shown: a
 * selector stands like this in a specification, its own escapes included. */
void text_add_selector(struct buf *out, struct str selector,
                       struct text_style style);

/* Appends the value: strings in double quotes, `null`, [1, 2], {a: "b"}. */
void text_add_value(struct buf *out, const struct value *value,
                    struct text_style style);

/* Appends a value of which `other` is the counterpart: when it is a long
 * string, the cut keeps the place where they begin to differ. */
void text_add_value_beside(struct buf *out, const struct value *value,
                           const struct value *other, struct text_style style);

/* "450 ms", "1.3 s", "2 min 5 s" */
void text_add_duration_ms(struct buf *out, int64_t duration_ms);

/* "1 state", "2 states": the noun gets an s unless the count is 1. */
void text_add_count(struct buf *out, int64_t count, const char *noun);

#endif
