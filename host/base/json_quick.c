/* yajl is laxer than jansson in a few things: it takes vertical tabs and form
 * feeds for white space, makes a question mark of half a surrogate pair, and
 * looks only roughly at UTF-8. A text where that could matter is not read
 * here. */
#include "base/json_quick.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_parse.h>

#include "base/buf.h"
#include "base/json.h"
#include "base/json_store.h"

enum { NUMBER_SIZE = 64 };

struct tree {
    json_t *root;
    json_t *open[JSON_DEPTH_LIMIT]; /* borrowed, the outermost first */
    size_t depth;
    struct buf key; /* of the field whose value comes next */
};

static bool is_ascii(const char *bytes, size_t length)
{
    unsigned char all = 0;
    for (size_t i = 0; i < length; i++)
        all |= (unsigned char)bytes[i];
    return all < 0x80;
}

/* ---- what yajl works with --------------------------------------------------
 */

static void *take(void *context, size_t size)
{
    (void)context;
    return json_store_take(size);
}

static void *resize(void *context, void *block, size_t size)
{
    (void)context;
    return json_store_resize(block, size);
}

static void give(void *context, void *block)
{
    (void)context;
    json_store_give(block);
}

/* ---- what yajl reads ------------------------------------------------------
 * The answers: 1 to go on, 0 to leave the text to jansson. */

static int add(struct tree *tree, json_t *value)
{
    if (value == NULL)
        return 0;
    if (tree->depth == 0) {
        tree->root = value;
        return 1;
    }
    json_t *parent = tree->open[tree->depth - 1];
    if (json_is_array(parent))
        return json_array_append_new(parent, value) == 0;
    return json_object_setn_new_nocheck(parent, buf_text(&tree->key),
                                        tree->key.length, value) == 0;
}

static int begin(struct tree *tree, json_t *container)
{
    if (tree->depth == JSON_DEPTH_LIMIT) {
        json_decref(container);
        return 0;
    }
    if (!add(tree, container))
        return 0;
    tree->open[tree->depth++] = container;
    return 1;
}

static int on_null(void *context)
{
    return add(context, json_null());
}

static int on_bool(void *context, int value)
{
    return add(context, json_boolean(value));
}

static json_t *number(const char *text)
{
    if (strpbrk(text, ".eE") != NULL) {
        double value = strtod(text, NULL);
        return isfinite(value) ? json_real(value) : NULL;
    }
    enum { SURE_DIGITS = 18 }; /* no int64_t is less than any of them */
    return strlen(text) <= SURE_DIGITS ? json_integer(strtoll(text, NULL, 10))
                                       : NULL;
}

static int on_number(void *context, const char *digits, size_t length)
{
    char text[NUMBER_SIZE];
    if (length >= sizeof text)
        return 0;
    memcpy(text, digits, length);
    text[length] = '\0';
    return add(context, number(text));
}

static int on_string(void *context, const unsigned char *bytes, size_t length)
{
    const char *text = (const char *)bytes;
    return add(context, is_ascii(text, length)
                            ? json_stringn_nocheck(text, length)
                            : json_stringn(text, length));
}

static int on_key(void *context, const unsigned char *bytes, size_t length)
{
    struct tree *tree = context;
    const char *text = (const char *)bytes;
    if (!is_ascii(text, length) || memchr(text, '\0', length) != NULL)
        return 0;
    buf_clear(&tree->key);
    buf_add(&tree->key, text, length);
    return 1;
}

static int on_object(void *context)
{
    return begin(context, json_object());
}

static int on_list(void *context)
{
    return begin(context, json_array());
}

static int on_end(void *context)
{
    struct tree *tree = context;
    tree->depth--;
    return 1;
}

static const yajl_callbacks callbacks = {
    .yajl_null = on_null,
    .yajl_boolean = on_bool,
    .yajl_number = on_number,
    .yajl_string = on_string,
    .yajl_start_map = on_object,
    .yajl_map_key = on_key,
    .yajl_end_map = on_end,
    .yajl_start_array = on_list,
    .yajl_end_array = on_end,
};

/* ---- the text -------------------------------------------------------------
 */

static bool has_surrogate(struct str text)
{
    const char *end = text.data + text.length;
    const char *at = memchr(text.data, '\\', text.length);
    while (at != NULL && end - at > 2) {
        if (at[1] == 'u' && (at[2] == 'd' || at[2] == 'D'))
            return true;
        at += 2; /* what is escaped may be a backslash */
        at = memchr(at, '\\', (size_t)(end - at));
    }
    return false;
}

static bool is_for_jansson(struct str text)
{
    return text.length == 0 || memchr(text.data, '\v', text.length) != NULL ||
           memchr(text.data, '\f', text.length) != NULL || has_surrogate(text);
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* yajl would overlook what begins behind the value and does not end. */
static bool is_only_space(struct str text, size_t from)
{
    while (from < text.length && is_space(text.data[from]))
        from++;
    return from == text.length;
}

static bool read_all(struct tree *tree, struct str text)
{
    yajl_alloc_funcs memory = {.malloc = take, .realloc = resize, .free = give};
    yajl_handle yajl = yajl_alloc(&callbacks, &memory, tree);
    if (yajl == NULL)
        return false;
    yajl_config(yajl, yajl_dont_validate_strings, 1); /* json_stringn does */
    yajl_config(yajl, yajl_allow_trailing_garbage, 1);
    bool is_read = yajl_parse(yajl, (const unsigned char *)text.data,
                              text.length) == yajl_status_ok &&
                   is_only_space(text, yajl_get_bytes_consumed(yajl)) &&
                   yajl_complete_parse(yajl) == yajl_status_ok;
    yajl_free(yajl);
    return is_read;
}

json_t *json_quick_load(struct str text)
{
    if (is_for_jansson(text))
        return NULL;
    struct tree tree = {.depth = 0};
    buf_init(&tree.key);
    bool is_read = read_all(&tree, text);
    buf_finish(&tree.key);
    if (!is_read) {
        json_decref(tree.root);
        return NULL;
    }
    return tree.root;
}
