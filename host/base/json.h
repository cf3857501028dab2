/* JSON text in and out. A reader of our own (json_read.c), since messages of
 * the browser are read at every step; what is no JSON jansson has words for.
 *
 * A `struct json` is a parsed value. The root owned by the caller is released
 * with json_destroy; everything read out of it is borrowed from it. Integers
 * are 64 bits, other numbers doubles, and so are
 * integers that do not fit. Strings are UTF-8 and may hold NUL. Text
 * that nests deeper than JSON_DEPTH_LIMIT is refused.
 *
 * Objects are written by hand with a buf and json_add_string: we know the
 * shapes, and nothing needs a tree to be built first. */
#ifndef WEIR_BASE_JSON_H
#define WEIR_BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/str.h"

enum { JSON_DEPTH_LIMIT = 512 };

struct json; /* opaque */

enum json_kind {
    JSON_KIND_NULL,
    JSON_KIND_BOOL,
    JSON_KIND_INT,
    JSON_KIND_FLOAT,
    JSON_KIND_STRING,
    JSON_KIND_LIST,
    JSON_KIND_OBJECT,
};

/* Parses one value that fills the whole text; NULL and ERROR_IO with line and
 * column when it does not. */
struct json *json_parse(struct str text, struct error *error);

/* The same for what a program in JavaScript may have written: half of a
 * surrogate pair in a string becomes U+FFFD. */
struct json *json_parse_utf16(struct str text, struct error *error);
void json_destroy(struct json *json);

enum json_kind json_kind(const struct json *json);

/* Typed reads. On a value of another kind (or NULL) they give false, 0, 0.0
 * and the empty string; ask json_kind first where it matters. */
bool json_read_bool(const struct json *json);
int64_t json_read_int(const struct json *json); /* floats are truncated */
double json_read_float(const struct json *json);
struct str json_read_string(const struct json *json); /* NUL terminated */

/* Number of elements or fields; 0 for other kinds. */
size_t json_read_count(const struct json *json);
const struct json *json_read_at(const struct json *list, size_t index);

/* The field, or NULL (also when `object` is NULL or not an object). */
const struct json *json_read_field(const struct json *object, const char *name);

/* A field that is a number; 0: it is none. Floats are truncated. */
int64_t json_read_field_int(const struct json *object, const char *name);

/* A copy of a field that is a string, the caller's; NULL: there is none. It
 * ends at a NUL. */
char *json_copy_text(const struct json *object, const char *name);

/* Walks the fields of an object in the order of the text:
 *     for (void *at = json_first(o); at; at = json_next(o, at))
 *         json_entry(at, &key) ... */
void *json_first(const struct json *object);
void *json_next(const struct json *object, void *at);
const struct json *json_entry(void *at, struct str *key);

/* Appends a JSON string literal with its quotes. Bytes that are not UTF-8
 * become U+FFFD. */
void json_add_string(struct buf *buf, struct str text);
/* Appends ,"name":"text", after other fields; nothing when there is no text.
 */
void json_add_text_field(struct buf *buf, const char *name, const char *text);
/* Appends a number so that reading it gives the same double; NaN and the
 * infinities become null. There is always a fraction, if only ".0": 1.0e+20. */
void json_add_float(struct buf *buf, double number);
/* Appends the value as compact JSON. */
void json_add(struct buf *buf, const struct json *json);

#endif
