/* Several keys at once, as people write them: "Control+Shift+ArrowLeft".
 *
 * Names are those of KeyboardEvent.key; Ctrl, Command, Cmd, Option, Esc and
 * Space are known, too; a key that types is written as what it types ("a", "+"
 * as in "Control++"), or as the character of `keys` in
 * specs/library/quickstrom/keys. */
#ifndef WEIR_CDP_INPUT_CHORD_H
#define WEIR_CDP_INPUT_CHORD_H

#include <stdbool.h>

#include "base/error.h"
#include "base/str.h"
#include "cdp/input/keys.h"

struct chord {
    int modifiers;    /* enum key_modifier, without those that the key needs */
    bool has_key;     /* false: modifiers only */
    struct key key;   /* key.key NULL: what `typed` says */
    struct str typed; /* what it types when no command is meant; may be "" */
    const char *command; /* the editing command that it means (selectAll, copy,
                            cut, paste, undo, redo), or NULL */
};

/* False: *error says which part is not known. `text` is borrowed by the chord.
 * Only modifiers are a chord, too; nothing at all is none. */
bool chord_parse(struct chord *chord, struct str text, struct error *error);

#endif
