/* The escapes of strings and characters: those of Haskell (reference, 1.5). */
#include "lang/front/lexer.h"

#include "base/utf8.h"

enum { CODE_LIMIT = 0x110000 };

/* Longer names first where one is a prefix of the other (SOH, SO). */
static const struct {
    const char *name;
    uint32_t code;
} ascii_names[] = {
    {"NUL", 0},  {"SOH", 1},  {"STX", 2},  {"ETX", 3},   {"EOT", 4},
    {"ENQ", 5},  {"ACK", 6},  {"BEL", 7},  {"BS", 8},    {"HT", 9},
    {"LF", 10},  {"VT", 11},  {"FF", 12},  {"CR", 13},   {"SO", 14},
    {"SI", 15},  {"DLE", 16}, {"DC1", 17}, {"DC2", 18},  {"DC3", 19},
    {"DC4", 20}, {"NAK", 21}, {"SYN", 22}, {"ETB", 23},  {"CAN", 24},
    {"EM", 25},  {"SUB", 26}, {"ESC", 27}, {"FS", 28},   {"GS", 29},
    {"RS", 30},  {"US", 31},  {"SP", 32},  {"DEL", 127},
};

static const char simple_escapes[][2] = {
    {'n', '\n'}, {'t', '\t'}, {'r', '\r'}, {'a', '\a'},  {'b', '\b'},
    {'f', '\f'}, {'v', '\v'}, {'"', '"'},  {'\'', '\''}, {'\\', '\\'},
};

static int digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 99;
}

/* Every digit that follows belongs to the number: "\x41bc" is one character.
 * Returns how many bytes were read; 0 when there is no digit or the number is
 * no character. */
static size_t decode_number(struct str text, uint32_t base, struct buf *out)
{
    uint32_t code = 0;
    size_t used = 0;
    while (used < text.length && digit_value(text.data[used]) < (int)base) {
        code = code * base + (uint32_t)digit_value(text.data[used]);
        if (code >= CODE_LIMIT)
            return 0;
        used++;
    }
    bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (used == 0 || surrogate)
        return 0;
    utf8_encode(out, code);
    return used;
}

static size_t decode_name(struct str text, struct buf *out)
{
    for (size_t i = 0; i < sizeof ascii_names / sizeof *ascii_names; i++)
        if (str_starts_with(text, ascii_names[i].name)) {
            buf_add_char(out, (char)ascii_names[i].code);
            return strlen(ascii_names[i].name);
        }
    return 0;
}

/* `\`, white space, `\`: nothing. */
static size_t decode_gap(struct str text)
{
    size_t at = 0;
    while (at < text.length) {
        size_t used;
        uint32_t code =
            utf8_decode(str_from(text.data + at, text.length - at), &used);
        if (code == '\\')
            return at > 0 ? at + 1 : 0;
        if (!utf8_is_space(code))
            return 0;
        at += used;
    }
    return 0;
}

/* What stands after a backslash; returns its length, 0 when it is no escape.
 */
static size_t decode_escape(struct str text, struct buf *out)
{
    if (text.length == 0)
        return 0;
    char first = text.data[0];
    for (size_t i = 0; i < sizeof simple_escapes / 2; i++)
        if (simple_escapes[i][0] == first) {
            buf_add_char(out, simple_escapes[i][1]);
            return 1;
        }
    if (first == '&')
        return 1;
    if (first >= '0' && first <= '9')
        return decode_number(text, 10, out);
    if (first == 'x' || first == 'X' || first == 'o' || first == 'O') {
        struct str digits = {text.data + 1, text.length - 1};
        bool hex = first == 'x' || first == 'X';
        size_t used = decode_number(digits, hex ? 16 : 8, out);
        return used == 0 ? 0 : used + 1;
    }
    if (first == '^' && text.length > 1 && text.data[1] >= '@' &&
        text.data[1] <= '_') {
        buf_add_char(out, (char)(text.data[1] - '@'));
        return 2;
    }
    size_t used = decode_name(text, out);
    return used > 0 ? used : decode_gap(text);
}

bool literal_decode(struct str body, struct buf *out, size_t *bad_offset)
{
    size_t at = 0;
    while (at < body.length) {
        if (body.data[at] != '\\') {
            buf_add_char(out, body.data[at++]);
            continue;
        }
        struct str rest = {body.data + at + 1, body.length - at - 1};
        size_t used = decode_escape(rest, out);
        if (used == 0) {
            *bad_offset = at;
            return false;
        }
        at += 1 + used;
    }
    return true;
}
