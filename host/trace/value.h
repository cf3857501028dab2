/* The one JSON tree: what executors report and traces store.
 *
 * Values are immutable and counted. A function that returns `struct value *`
 * gives the caller one reference unless it says "borrowed"; arguments are
 * borrowed unless it says "takes". Lists and objects hold references to their
 * parts. There are no cycles. null, true and false are shared constants that
 * may be ref'd and unref'd like any other.
 *
 * Objects keep the order of their fields. Integers are 64 bits and differ from
 * floats even when numerically equal; an executor's JSON number that is
 * integral becomes an integer (reference, 3.4).
 */
#ifndef WEIR_TRACE_VALUE_H
#define WEIR_TRACE_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/json.h"
#include "base/str.h"

enum value_kind {
    VALUE_NULL,
    VALUE_BOOL,
    VALUE_INT,
    VALUE_FLOAT,
    VALUE_STRING,
    VALUE_LIST,
    VALUE_OBJECT,
};

struct value_field {
    struct value *key; /* a string */
    struct value *value;
};

/* Open for reading; never written after it was made. */
struct value {
    enum value_kind kind;
    uint32_t references;
    size_t count; /* bytes of a string, items of a list, fields of an object */
    union {
        bool boolean;
        int64_t integer;
        double number;
        char text[1];                 /* count bytes and a NUL; allocated
                                         to fit */
        struct value *items[1];       /* count of them */
        struct value_field fields[1]; /* count of them */
    };
};

struct value *value_null(void);
struct value *value_bool(bool boolean);
struct value *value_int(int64_t integer);
struct value *value_float(double number);
struct value *value_string(struct str text);

/* A list of `count` values; takes the references in `items` (not the array). */
struct value *value_list(struct value *const *items, size_t count);

/* An object; takes the references in `fields` (not the array). Keys must be
 * strings, all different. */
struct value *value_object(const struct value_field *fields, size_t count);

/* A field, for value_object. Takes the value. */
struct value_field value_named(const char *key, struct value *value);

/* A new object like this one, with `value` (taken) in a field that it has. */
struct value *value_with_field(const struct value *object, struct str key,
                               struct value *value);

struct value *value_ref(const struct value *value);
void value_unref(const struct value *value); /* NULL is fine */

/* The text of a string; empty for other kinds. Borrowed. */
struct str value_text(const struct value *value);

/* The field of an object, borrowed, or NULL (also when not an object). */
const struct value *value_field(const struct value *object, struct str key);
const struct value *value_field_named(const struct value *object,
                                      const char *key);

/* Whether lists and objects in it nest at most so deep; a text nests 0. */
bool value_nests_within(const struct value *value, int levels);

/* Structural; an integer never equals a float. Order of fields is ignored. */
bool value_equal(const struct value *a, const struct value *b);

/* A value equal to `value` that has the parts which are the same in `before` in
 * common with it. A new reference. */
struct value *value_sharing(const struct value *value,
                            const struct value *before);

/* Equal values have equal hashes; the same for ever (reports have them). */
uint64_t value_hash(const struct value *value);

/* From parsed JSON; integral floats become integers when they fit. */
struct value *value_from_json(const struct json *json);

/* The same; what equals the part of `before` at its place is that part. */
struct value *value_from_json_sharing(const struct json *json,
                                      const struct value *before);

/* The list in this field of an object, a new reference; NULL: there is none. */
struct value *value_list_from_field(const struct json *object,
                                    const char *name);

/* From JSON text; NULL and an error when it is not JSON. */
struct value *value_parse(struct str text, struct error *error);

/* Appends the value as compact JSON. */
void value_add_json(struct buf *buf, const struct value *value);
/* Appends ,"name":value, after other fields; nothing where there is none. */
void value_add_json_field(struct buf *buf, const char *name,
                          const struct value *value);
/* The same, with null where there is none. */
void value_add_json_or_null(struct buf *buf, const char *name,
                            const struct value *value);

#endif
