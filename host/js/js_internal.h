/* Shared inside the room: the two encodings of text. Duktape keeps strings as
 * CESU-8, where a character above U+FFFF is a pair of surrogates of three
 * bytes each, as JavaScript counts them; everybody else has UTF-8. */
#ifndef WEIR_JS_INTERNAL_H
#define WEIR_JS_INTERNAL_H

#include "base/buf.h"
#include "base/str.h"

/* Appends UTF-8 `text` in Duktape's encoding. What is not UTF-8 becomes
 * U+FFFD: a string that begins with certain invalid bytes would be one of
 * Duktape's hidden symbols. */
void js_text_in(struct buf *buf, struct str text);

/* Appends a string of Duktape's as UTF-8. */
void js_text_out(struct buf *buf, struct str text);

#endif
