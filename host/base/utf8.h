/* UTF-8: decoding, encoding, character classes and display width (utf8proc). */
#ifndef WEIR_BASE_UTF8_H
#define WEIR_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"

/* Returned by utf8_decode for bytes that are not UTF-8. */
#define UTF8_INVALID UINT32_MAX

/* The code point at `text`, and in *length how many bytes it takes: 1 to 4
 * (1 with UTF8_INVALID). `text` must not be empty. Overlong forms, surrogates
 * and values above U+10FFFF are invalid. */
uint32_t utf8_decode(struct str text, size_t *length);

/* Appends the code point; invalid ones become U+FFFD. */
void utf8_encode(struct buf *buf, uint32_t code);

/* The offset of the first byte that is not UTF-8, or text.length. */
size_t utf8_first_invalid(struct str text);

/* The place at or before this one where a character begins: whoever cuts a text
 * there cuts none in two. */
size_t utf8_floor(struct str text, size_t at);
size_t utf8_length(struct str text); /* code points */
size_t utf8_width(struct str text);  /* terminal columns */

bool utf8_is_space(uint32_t code);
bool utf8_is_letter(uint32_t code);
bool utf8_is_upper(uint32_t code);        /* a capital or title case letter */
bool utf8_is_alphanumeric(uint32_t code); /* letters and any number class */

/* Makes foreign text harmless on a terminal: control characters (C0, DEL, C1)
 * but newlines and tabs become '?', in place. */
void utf8_hide_controls(char *text, size_t length);

#endif
