/* The tree of a JSON text, as json_read.c makes it and json.c shows it to
 * others. It never changes and goes as a whole: all of it lies in one arena,
 * so its end costs the same however many values it has.
 *
 *     list    [v0][v1]...            count values
 *     object  [k0][v0][k1][v1]...    count fields; the keys are strings, no two
 *                                    of them equal, in the order of the text
 *
 * After the fields of an object with more than JSON_FEW_FIELDS lies its index,
 * a hash table with open addressing: numbers of fields, each one too large (0:
 * free). */
#ifndef WEIR_BASE_JSON_TREE_H
#define WEIR_BASE_JSON_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/json.h"
#include "base/str.h"

enum { JSON_FEW_FIELDS = 8 };

struct json {
    enum json_kind kind;
    bool boolean;
    size_t count; /* of bytes, values or fields */
    union {
        int64_t integer;
        double number;
        const char *text; /* with a NUL after it */
        struct json *items;
    };
};

static inline struct str json_tree_text(const struct json *string)
{
    return str_from(string->text, string->count);
}

/* The key's node, with the value's after it; NULL: there is none. */
const struct json *json_tree_find(const struct json *object, struct str key);

/* For the reader: the bytes that are to be free after so many fields, and the
 * fields as they are to be, with their index. Of two of the same name the first
 * keeps its place and gets the value of the second. How many are left. */
size_t json_fields_room(size_t count);
size_t json_fields_settle(struct json *fields, size_t count);

/* Reads one value that fills the whole text. The tree is the caller's,
 * json_tree_release ends it. NULL: that is no JSON (json_mistake.h has the
 * words), nests deeper than JSON_DEPTH_LIMIT, or has half a surrogate pair in
 * it, or a NUL in a key. */
struct json *json_tree_read(struct str text);

/* NULL: nothing. */
void json_tree_release(struct json *root);

#endif
