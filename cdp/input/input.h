/* Actions as trusted input: mouse and keys through Input.dispatch*, several
 * messages written at once, the last answer awaited. */
#ifndef WEIR_CDP_INPUT_INPUT_H
#define WEIR_CDP_INPUT_INPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "cdp/input/chord.h"
#include "cdp/page/page.h"

/* All only send. input_click and input_type open a group of requests; the
 * others go into the one that is open (page_group_await). */

/* Moves the pointer there and clicks with the left button, `clicks` times in a
 * row (2 makes a double click). 0: only moves. */
void input_click(struct page *page, double x, double y, int clicks);

/* Types text, one key press a character; characters in the private area
 * U+E000…U+E05D are WebDriver's key codes (specs/library/quickstrom/keys).
 * Modifiers among these stay down until the end of the text. */
void input_type(struct page *page, struct str text);

/* Text that comes in one piece where the focus is, as by dictation: no keys. */
void input_insert(struct page *page, struct str text);

/* How many keys input_type releases for this text. */
int input_releases(struct str text);

/* Modifiers (enum key_modifier) go down; or up, the last one first. */
void input_hold(struct page *page, int modifiers);
void input_let_go(struct page *page, int modifiers);

/* Presses and releases a chord, which has so many keys. */
void input_chord(struct page *page, const struct chord *chord);
int input_chord_releases(const struct chord *chord);

#endif
