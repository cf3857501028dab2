/* The names of keys. */
#include "report/words.h"

#include "base/utf8.h"
#include "report/text.h"

enum { LONGEST_KEY_COLUMNS = 40 };

/* WebDriver key codes from U+E000 (reference, 5.3); what is missing has no
 * name. */
static const char *const key_names[] = {
    "Null",      "Cancel",   "Help",      "Backspace", "Tab",      "Clear",
    "Return",    "Enter",    "Shift",     "Control",   "Alt",      "Pause",
    "Escape",    "Space",    "Page Up",   "Page Down", "End",      "Home",
    "Left",      "Up",       "Right",     "Down",      "Insert",   "Delete",
    "Semicolon", "Equals",   "Numpad 0",  "Numpad 1",  "Numpad 2", "Numpad 3",
    "Numpad 4",  "Numpad 5", "Numpad 6",  "Numpad 7",  "Numpad 8", "Numpad 9",
    "Multiply",  "Add",      "Separator", "Subtract",  "Decimal",  "Divide",
    NULL,        NULL,       NULL,        NULL,        NULL,       NULL,
    NULL,        "F1",       "F2",        "F3",        "F4",       "F5",
    "F6",        "F7",       "F8",        "F9",        "F10",      "F11",
    "F12",       "Meta",
};

const char *words_key_name(uint32_t code)
{
    size_t names = sizeof key_names / sizeof *key_names;
    if (code < 0xe000 || code >= 0xe000 + names)
        return NULL;
    return key_names[code - 0xe000];
}

void words_add_key(struct buf *out, struct str key, bool unicode)
{
    size_t used = 0;
    uint32_t code = key.length == 0 ? UTF8_INVALID : utf8_decode(key, &used);
    bool is_single = used == key.length;
    if (is_single && words_key_name(code) != NULL)
        buf_add_text(out, words_key_name(code));
    else if (is_single && code == ' ')
        buf_add_text(out, "Space");
    else
        text_add_quoted(out, key, '"',
                        (struct text_style){unicode, LONGEST_KEY_COLUMNS});
}
