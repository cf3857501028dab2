/* Primitives on strings. */
#include "lang/eval/primitives.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

static size_t skip_digits(struct str text, size_t at)
{
    while (at < text.length && str_is_digit(text.data[at]))
        at++;
    return at;
}

static struct val expect_string(struct machine *machine,
                                const struct node *site, const char *name,
                                struct val got)
{
    return machine_fail_got(machine, site, got, "%s expects a string,", name);
}

static bool is_sign(struct str text, size_t at)
{
    return at < text.length && (text.data[at] == '-' || text.data[at] == '+');
}

/* Unsigned digits and nothing else; wraps at 64 bits (reference, 5.1). */
struct val text_parse_int(struct machine *machine, const struct node *site,
                          struct val val)
{
    if (val.kind != VAL_STRING)
        return expect_string(machine, site, "parseInt", val);
    struct str text = val_text(val);
    size_t end = skip_digits(text, 0);
    if (end == 0) {
        machine_fail_got(machine, site, val,
                         "parseInt could not parse a number,");
        if (is_sign(text, 0))
            machine_help(machine, "it reads digits only; parseFloat(…) takes a "
                                  "sign");
        else if (text.length > 0 && utf8_is_space((unsigned char)text.data[0]))
            machine_help(machine, "it reads digits only; trim(…) takes blanks "
                                  "away");
        return val_fail();
    }
    if (end < text.length) {
        machine_fail_got(machine, site, val,
                         "parseInt found a non-parsable suffix,");
        return machine_help(machine, "it reads digits only; the first word of "
                                     "a text is split(\" \", text)[0]");
    }
    uint64_t number = 0;
    for (size_t i = 0; i < end; i++)
        number = number * 10 + (uint64_t)(text.data[i] - '0');
    return val_int((int64_t)number);
}

/* The end of [sign] digits [. digits] [e [sign] digits], or 0. */
static size_t float_end(struct str text)
{
    size_t start = is_sign(text, 0) ? 1 : 0;
    size_t at = skip_digits(text, start);
    if (at == start)
        return 0;
    if (at < text.length && text.data[at] == '.') {
        size_t end = skip_digits(text, at + 1);
        if (end == at + 1)
            return 0;
        at = end;
    }
    if (at < text.length && (text.data[at] == 'e' || text.data[at] == 'E')) {
        size_t digits = at + 1 + (is_sign(text, at + 1) ? 1 : 0);
        size_t end = skip_digits(text, digits);
        if (end == digits)
            return 0;
        at = end;
    }
    return at;
}

struct val text_parse_float(struct machine *machine, const struct node *site,
                            struct val val)
{
    if (val.kind != VAL_STRING)
        return expect_string(machine, site, "parseFloat", val);
    struct str text = val_text(val);
    if (text.length == 0 || float_end(text) != text.length)
        return machine_fail_got(machine, site, val,
                                "parseFloat could not parse a number,");
    return val_float(strtod(text.data, NULL)); /* NUL terminated */
}

static size_t skip_space(struct str text)
{
    size_t at = 0;
    while (at < text.length) {
        size_t length;
        struct str rest = str_from(text.data + at, text.length - at);
        if (!utf8_is_space(utf8_decode(rest, &length)))
            break;
        at += length;
    }
    return at;
}

/* Where the trailing space starts: the end of the last character that is
 * none. */
static size_t last_end(struct str text, size_t start)
{
    size_t end = start;
    for (size_t at = start; at < text.length;) {
        size_t length;
        struct str rest = str_from(text.data + at, text.length - at);
        bool space = utf8_is_space(utf8_decode(rest, &length));
        at += length;
        if (!space)
            end = at;
    }
    return end;
}

struct val text_trim(struct machine *machine, const struct node *site,
                     struct val val)
{
    if (val.kind != VAL_STRING)
        return expect_string(machine, site, "trim", val);
    struct str text = val_text(val);
    size_t start = skip_space(text);
    size_t end = last_end(text, start);
    if (start == 0 && end == text.length)
        return val_ref(val);
    return val_string(str_from(text.data + start, end - start));
}

/* Where `by` stands in the text from `at` on; the text's length: nowhere. */
static size_t find(struct str text, size_t at, struct str by)
{
    const char *found =
        memmem(text.data + at, text.length - at, by.data, by.length);
    return found == NULL ? text.length : (size_t)(found - text.data);
}

static size_t count_pieces(struct str text, struct str by)
{
    size_t count = 1;
    for (size_t at = find(text, 0, by); at < text.length;
         at = find(text, at + by.length, by))
        count++;
    return count;
}

/* The text between separators; one that has none is shared. */
static struct val split(struct val val, struct str by)
{
    struct str text = val_text(val);
    struct val_block *block = val_block_create(count_pieces(text, by));
    size_t start = 0;
    for (uint32_t i = 0; i < block->count; i++) {
        size_t end = find(text, start, by);
        block->items[i] =
            block->count == 1
                ? val_ref(val)
                : val_string(str_from(text.data + start, end - start));
        start = end + by.length;
    }
    return val_block_seal(VAL_LIST, block);
}

struct val text_split(struct machine *machine, const struct node *site,
                      struct val separator, struct val val)
{
    if (separator.kind != VAL_STRING)
        return expect_string(machine, site, "split", separator);
    if (val.kind != VAL_STRING)
        return expect_string(machine, site, "split", val);
    if (val_text(separator).length == 0)
        return machine_fail(machine, site,
                            "split needs a separator that is not empty");
    struct val pieces = split(val, val_text(separator));
    machine_spend(machine, site, (int64_t)val_list_count(pieces));
    return pieces;
}
