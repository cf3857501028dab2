#include "cdp/input/keys.h"

#include <stddef.h>
#include <string.h>

/* WebDriver key codes (W3C WebDriver, "Keyboard actions", the tables of
 * normalised key values and codes). */
#define SPECIAL_KEYS(K)                                                        \
    K(0xE000, "Unidentified", "", 0, 0, NULL, 0)                               \
    K(0xE001, "Cancel", "", 3, 0, NULL, 0)                                     \
    K(0xE002, "Help", "Help", 47, 0, NULL, 0)                                  \
    K(0xE003, "Backspace", "Backspace", 8, 0, NULL, 0)                         \
    K(0xE004, "Tab", "Tab", 9, 0, NULL, 0)                                     \
    K(0xE005, "Clear", "NumpadClear", 12, 3, NULL, 0)                          \
    K(0xE006, "Enter", "Enter", 13, 0, "\r", 0)                                \
    K(0xE007, "Enter", "Enter", 13, 0, "\r", 0)                                \
    K(0xE008, "Shift", "ShiftLeft", 16, 1, NULL, KEY_SHIFT)                    \
    K(0xE009, "Control", "ControlLeft", 17, 1, NULL, KEY_CONTROL)              \
    K(0xE00A, "Alt", "AltLeft", 18, 1, NULL, KEY_ALT)                          \
    K(0xE00B, "Pause", "Pause", 19, 0, NULL, 0)                                \
    K(0xE00C, "Escape", "Escape", 27, 0, NULL, 0)                              \
    K(0xE00D, " ", "Space", 32, 0, " ", 0)                                     \
    K(0xE00E, "PageUp", "PageUp", 33, 0, NULL, 0)                              \
    K(0xE00F, "PageDown", "PageDown", 34, 0, NULL, 0)                          \
    K(0xE010, "End", "End", 35, 0, NULL, 0)                                    \
    K(0xE011, "Home", "Home", 36, 0, NULL, 0)                                  \
    K(0xE012, "ArrowLeft", "ArrowLeft", 37, 0, NULL, 0)                        \
    K(0xE013, "ArrowUp", "ArrowUp", 38, 0, NULL, 0)                            \
    K(0xE014, "ArrowRight", "ArrowRight", 39, 0, NULL, 0)                      \
    K(0xE015, "ArrowDown", "ArrowDown", 40, 0, NULL, 0)                        \
    K(0xE016, "Insert", "Insert", 45, 0, NULL, 0)                              \
    K(0xE017, "Delete", "Delete", 46, 0, NULL, 0)                              \
    K(0xE018, ";", "Semicolon", 186, 0, ";", 0)                                \
    K(0xE019, "=", "Equal", 187, 0, "=", 0)                                    \
    K(0xE01A, "0", "Numpad0", 96, 3, "0", 0)                                   \
    K(0xE01B, "1", "Numpad1", 97, 3, "1", 0)                                   \
    K(0xE01C, "2", "Numpad2", 98, 3, "2", 0)                                   \
    K(0xE01D, "3", "Numpad3", 99, 3, "3", 0)                                   \
    K(0xE01E, "4", "Numpad4", 100, 3, "4", 0)                                  \
    K(0xE01F, "5", "Numpad5", 101, 3, "5", 0)                                  \
    K(0xE020, "6", "Numpad6", 102, 3, "6", 0)                                  \
    K(0xE021, "7", "Numpad7", 103, 3, "7", 0)                                  \
    K(0xE022, "8", "Numpad8", 104, 3, "8", 0)                                  \
    K(0xE023, "9", "Numpad9", 105, 3, "9", 0)                                  \
    K(0xE024, "*", "NumpadMultiply", 106, 3, "*", 0)                           \
    K(0xE025, "+", "NumpadAdd", 107, 3, "+", 0)                                \
    K(0xE026, ",", "NumpadComma", 108, 3, ",", 0)                              \
    K(0xE027, "-", "NumpadSubtract", 109, 3, "-", 0)                           \
    K(0xE028, ".", "NumpadDecimal", 110, 3, ".", 0)                            \
    K(0xE029, "/", "NumpadDivide", 111, 3, "/", 0)                             \
    K(0xE031, "F1", "F1", 112, 0, NULL, 0)                                     \
    K(0xE032, "F2", "F2", 113, 0, NULL, 0)                                     \
    K(0xE033, "F3", "F3", 114, 0, NULL, 0)                                     \
    K(0xE034, "F4", "F4", 115, 0, NULL, 0)                                     \
    K(0xE035, "F5", "F5", 116, 0, NULL, 0)                                     \
    K(0xE036, "F6", "F6", 117, 0, NULL, 0)                                     \
    K(0xE037, "F7", "F7", 118, 0, NULL, 0)                                     \
    K(0xE038, "F8", "F8", 119, 0, NULL, 0)                                     \
    K(0xE039, "F9", "F9", 120, 0, NULL, 0)                                     \
    K(0xE03A, "F10", "F10", 121, 0, NULL, 0)                                   \
    K(0xE03B, "F11", "F11", 122, 0, NULL, 0)                                   \
    K(0xE03C, "F12", "F12", 123, 0, NULL, 0)                                   \
    K(0xE03D, "Meta", "MetaLeft", 91, 1, NULL, KEY_META)                       \
    K(0xE050, "Shift", "ShiftRight", 16, 2, NULL, KEY_SHIFT)                   \
    K(0xE051, "Control", "ControlRight", 17, 2, NULL, KEY_CONTROL)             \
    K(0xE052, "Alt", "AltRight", 18, 2, NULL, KEY_ALT)                         \
    K(0xE053, "Meta", "MetaRight", 92, 2, NULL, KEY_META)                      \
    K(0x000A, "Enter", "Enter", 13, 0, "\r", 0)                                \
    K(0x000D, "Enter", "Enter", 13, 0, "\r", 0)                                \
    K(0x0009, "Tab", "Tab", 9, 0, NULL, 0)                                     \
    K(0x0008, "Backspace", "Backspace", 8, 0, NULL, 0)                         \
    K(0x001B, "Escape", "Escape", 27, 0, NULL, 0)

/* Where the characters of a US keyboard are: without Shift, with Shift. */
static const struct {
    const char *code;
    int virtual_code;
    char plain, shifted;
} places[] = {
    {"Backquote", 192, '`', '~'},    {"Digit1", 49, '1', '!'},
    {"Digit2", 50, '2', '@'},        {"Digit3", 51, '3', '#'},
    {"Digit4", 52, '4', '$'},        {"Digit5", 53, '5', '%'},
    {"Digit6", 54, '6', '^'},        {"Digit7", 55, '7', '&'},
    {"Digit8", 56, '8', '*'},        {"Digit9", 57, '9', '('},
    {"Digit0", 48, '0', ')'},        {"Minus", 189, '-', '_'},
    {"Equal", 187, '=', '+'},        {"BracketLeft", 219, '[', '{'},
    {"BracketRight", 221, ']', '}'}, {"Backslash", 220, '\\', '|'},
    {"Semicolon", 186, ';', ':'},    {"Quote", 222, '\'', '"'},
    {"Comma", 188, ',', '<'},        {"Period", 190, '.', '>'},
    {"Slash", 191, '/', '?'},        {"Space", 32, ' ', ' '},
};

static const char *const letter_codes[] = {
    "KeyA", "KeyB", "KeyC", "KeyD", "KeyE", "KeyF", "KeyG", "KeyH", "KeyI",
    "KeyJ", "KeyK", "KeyL", "KeyM", "KeyN", "KeyO", "KeyP", "KeyQ", "KeyR",
    "KeyS", "KeyT", "KeyU", "KeyV", "KeyW", "KeyX", "KeyY", "KeyZ",
};

static struct key letter(uint32_t code)
{
    int upper = code >= 'A' && code <= 'Z';
    int index = (int)code - (upper ? 'A' : 'a');
    return (struct key){.code = letter_codes[index],
                        .virtual_code = 'A' + index,
                        .needs = upper ? KEY_SHIFT : 0};
}

static struct key character(uint32_t code)
{
    if ((code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z'))
        return letter(code);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        if (code == (unsigned char)places[i].plain)
            return (struct key){.code = places[i].code,
                                .virtual_code = places[i].virtual_code};
        if (code == (unsigned char)places[i].shifted)
            return (struct key){.code = places[i].code,
                                .virtual_code = places[i].virtual_code,
                                .needs = KEY_SHIFT};
    }
    return (struct key){.code = ""};
}

static const struct {
    struct key key;
    uint32_t code;
} specials[] = {
#define K(number, name, place, virtual, where, types, sets)                    \
    {{.key = (name),                                                           \
      .code = (place),                                                         \
      .virtual_code = (virtual),                                               \
      .location = (where),                                                     \
      .text = (types),                                                         \
      .modifier = (sets)},                                                     \
     (number)},
    SPECIAL_KEYS(K)
#undef K
};

struct key key_of(uint32_t code)
{
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
        if (specials[i].code == code)
            return specials[i].key;
    return character(code);
}

bool key_named(struct str name, struct key *key)
{
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++) {
        bool on_pad = specials[i].key.location == 3;
        if (!on_pad && specials[i].key.code[0] != '\0' &&
            str_is(name, specials[i].key.key)) {
            *key = specials[i].key;
            return true;
        }
    }
    return false;
}
