#include "base/json_mistake.h"

#include <jansson.h>
#include <string.h>

#include "base/buf.h"
#include "base/json.h"

/* jansson limits nesting to 2048 by itself; ours is stricter because our own
 * walks over values are recursive. */
static bool nests_too_deep(struct str text)
{
    size_t depth = 0;
    bool in_string = false;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.data[i];
        if (in_string) {
            if (c == '\\')
                i++;
            else if (c == '"')
                in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '[' || c == '{') {
            if (++depth > JSON_DEPTH_LIMIT)
                return true;
        } else if ((c == ']' || c == '}') && depth > 0) {
            depth--;
        }
    }
    return false;
}

/* ---- integers that are too large ------------------------------------------
 * JavaScript writes 1e20 as an integer of 21 digits. jansson refuses those, or
 * takes all integers of a text for floats; so only those are given an exponent.
 */

/* So many digits from there on. */
static size_t digits_at(struct str text, size_t at)
{
    size_t end = at;
    while (end < text.length && str_is_digit(text.data[end]))
        end++;
    return end - at;
}

static bool is_one_of(struct str text, size_t at, const char *signs)
{
    return at < text.length && text.data[at] != '\0' &&
           strchr(signs, text.data[at]) != NULL;
}

/* The digits are all of a number that int64_t does not hold. */
static bool is_too_large(struct str text, size_t at, size_t count)
{
    static const char limits[][20] = {"9223372036854775807",
                                      "9223372036854775808"};
    size_t most = strlen(limits[0]);
    bool is_negative = at > 0 && text.data[at - 1] == '-';
    size_t before = is_negative ? at - 1 : at;
    if (is_one_of(text, at + count, ".eE") ||
        (before > 0 && is_one_of(text, before - 1, ".eE+")))
        return false;
    if (count != most)
        return count > most;
    return memcmp(text.data + at, limits[is_negative], most) > 0;
}

/* The same text, in which those are floats. */
static void add_marked(struct buf *out, struct str text)
{
    bool in_string = false;
    for (size_t i = 0; i < text.length; i++) {
        size_t count = in_string ? 0 : digits_at(text, i);
        if (text.data[i] == '"')
            in_string = !in_string;
        else if (in_string && text.data[i] == '\\' && i + 1 < text.length)
            buf_add_char(out, text.data[i++]);
        if (count == 0) {
            buf_add_char(out, text.data[i]);
            continue;
        }
        buf_add_str(out, str_from(text.data + i, count));
        if (is_too_large(text, i, count))
            buf_add_text(out, "e0");
        i += count - 1;
    }
}

static json_t *load_marked(struct str text, size_t flags, json_error_t *trouble)
{
    struct buf marked;
    buf_init(&marked);
    add_marked(&marked, text);
    json_t *root = json_loadb(buf_text(&marked), marked.length, flags, trouble);
    buf_finish(&marked);
    return root;
}

/* ---- the words ------------------------------------------------------------
 */

bool json_mistake(struct str text, struct error *error)
{
    if (nests_too_deep(text))
        return error_set(error, ERROR_IO, "JSON nests deeper than %d levels",
                         JSON_DEPTH_LIMIT);
    json_error_t trouble = {.text = "it cannot be read"};
    const char *bytes = text.data == NULL ? "" : text.data;
    size_t flags = JSON_DECODE_ANY | JSON_ALLOW_NUL;
    json_t *root = json_loadb(bytes, text.length, flags, &trouble);
    if (root == NULL &&
        json_error_code(&trouble) == json_error_numeric_overflow)
        root = load_marked(text, flags, &trouble);
    json_decref(root);
    return error_set(error, ERROR_IO, "not JSON: line %d, column %d: %s",
                     trouble.line, trouble.column, trouble.text);
}
