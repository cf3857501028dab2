/* Whether our reader has made the same of a text as jansson: an oracle that
 * shares no code with it. */
#ifndef WEIR_TESTS_SUPPORT_JSON_SAME_H
#define WEIR_TESTS_SUPPORT_JSON_SAME_H

#include <jansson.h>

#include "base/json.h"

static inline bool json_same_text(struct str ours, const json_t *theirs)
{
    return json_is_string(theirs) &&
           str_equal(ours, str_from(json_string_value(theirs),
                                    json_string_length(theirs)));
}

static inline bool json_same(const struct json *ours, json_t *theirs);

static inline bool json_same_items(const struct json *ours, json_t *theirs)
{
    bool same = json_is_array(theirs) &&
                json_read_count(ours) == json_array_size(theirs);
    for (size_t i = 0; same && i < json_read_count(ours); i++)
        same = json_same(json_read_at(ours, i), json_array_get(theirs, i));
    return same;
}

/* In the same order; each found by its name, too. */
static inline bool json_same_fields(const struct json *ours, json_t *theirs)
{
    bool same = json_is_object(theirs) &&
                json_read_count(ours) == json_object_size(theirs);
    void *other = json_object_iter(theirs);
    for (void *at = json_first(ours); same && at != NULL;
         at = json_next(ours, at)) {
        struct str key;
        const struct json *value = json_entry(at, &key);
        same = str_is(key, json_object_iter_key(other)) &&
               json_same(value, json_object_iter_value(other)) &&
               json_read_field(ours, key.data) == value;
        other = json_object_iter_next(theirs, other);
    }
    return same && other == NULL;
}

static inline bool json_same(const struct json *ours, json_t *theirs)
{
    switch (json_kind(ours)) {
    case JSON_KIND_NULL:
        return json_is_null(theirs);
    case JSON_KIND_BOOL:
        return json_is_boolean(theirs) &&
               json_read_bool(ours) == json_is_true(theirs);
    case JSON_KIND_INT:
        return json_is_integer(theirs) &&
               json_read_int(ours) == json_integer_value(theirs);
    case JSON_KIND_FLOAT:
        return json_is_real(theirs) &&
               json_read_float(ours) == json_real_value(theirs);
    case JSON_KIND_STRING:
        return json_same_text(json_read_string(ours), theirs);
    case JSON_KIND_LIST:
        return json_same_items(ours, theirs);
    case JSON_KIND_OBJECT:
        return json_same_fields(ours, theirs);
    }
    return false;
}

#endif
