/* The keys of a US keyboard, by WebDriver key code and by character. */
#ifndef WEIR_CDP_INPUT_KEYS_H
#define WEIR_CDP_INPUT_KEYS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

enum key_modifier { KEY_ALT = 1, KEY_CONTROL = 2, KEY_META = 4, KEY_SHIFT = 8 };

struct key {
    const char *key;  /* KeyboardEvent.key; NULL: the character itself */
    const char *code; /* KeyboardEvent.code; "" when there is no such key */
    int virtual_code; /* Windows virtual key code; 0 when there is none */
    int location;     /* 0 standard, 1 left, 2 right, 3 number pad */
    const char *text; /* what the key types; NULL: nothing */
    int modifier;     /* the one it sets while it is down; else 0 */
    int needs;        /* modifiers that have to be down for it (Shift) */
};

/* The key for a code point: WebDriver's U+E000…U+E05D or a character.
 * Characters that no key types come without a code. */
struct key key_of(uint32_t code);

/* The key that types nothing or has a name, by its name ("ArrowLeft"). */
bool key_named(struct str name, struct key *key);

#endif
