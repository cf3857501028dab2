/* Reading JSON by recursive descent (RFC 8259). Messages of the browser are
 * most of what a step costs the host, and libraries that give a tree take
 * several times as long: yajl, which calls back for each value, and jansson,
 * whose objects are hash tables.
 *
 * Values wait on a stack until the list or object around them ends, and then
 * move to the arena in one piece. All strings lie in one block: none is longer
 * than its own literal.
 *
 * Order of this file: trees, the reader, numbers, lists and objects, the text.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/json_string.h"
#include "base/json_tree.h"
#include "base/memory.h"
#include "base/vec.h"

/* So many trees that have gone are used again, each with a block of memory. */
enum { SPARE_LIMIT = MEMORY_IS_WATCHED ? 0 : 4 };

/* ---- trees ----------------------------------------------------------------
 */

typedef VEC(struct json) node_stack;

struct tree {
    struct json root; /* the first member: what others see of the tree */
    struct arena arena;
    node_stack open;   /* while it is read */
    struct tree *next; /* of the spare ones */
};

static _Thread_local struct tree *spare;
static _Thread_local size_t spare_count;

static struct tree *take_tree(void)
{
    struct tree *tree = spare;
    if (tree == NULL)
        return MEMORY_NEW(struct tree);
    spare = tree->next;
    spare_count--;
    return tree;
}

static void give_tree(struct tree *tree)
{
    if (spare_count == SPARE_LIMIT) {
        arena_finish(&tree->arena);
        vec_finish(&tree->open);
        free(tree);
        return;
    }
    arena_reset(&tree->arena);
    tree->next = spare;
    spare = tree;
    spare_count++;
}

void json_tree_release(struct json *root)
{
    if (root != NULL)
        give_tree((struct tree *)root);
}

/* ---- the reader -----------------------------------------------------------
 */

struct reader {
    struct json_cursor cursor;
    struct arena *arena;
    char *strings; /* where the next one goes */
    node_stack *open;
    size_t depth;
};

static bool take_byte(struct reader *reader, char byte)
{
    return json_take_byte(&reader->cursor, byte);
}

static void skip_space(struct reader *reader)
{
    int byte;
    while ((byte = json_next_byte(&reader->cursor)) == ' ' || byte == '\n' ||
           byte == '\r' || byte == '\t')
        reader->cursor.at++;
}

static bool push(struct reader *reader, struct json node)
{
    vec_push(reader->open, node);
    return true;
}

static bool read_word(struct reader *reader, struct str word, struct json node)
{
    if ((size_t)(reader->cursor.end - reader->cursor.at) < word.length ||
        memcmp(reader->cursor.at, word.data, word.length) != 0)
        return false;
    reader->cursor.at += word.length;
    return push(reader, node);
}

/* After its first quote. */
static bool read_string(struct reader *reader)
{
    char *start = reader->strings;
    char *end = json_string_read(&reader->cursor, start);
    if (end == NULL)
        return false;
    reader->strings = end + 1;
    return push(reader, (struct json){.kind = JSON_KIND_STRING,
                                      .count = (size_t)(end - start),
                                      .text = start});
}

/* ---- numbers --------------------------------------------------------------
 */

/* At least one. */
static bool skip_digits(struct reader *reader)
{
    const char *start = reader->cursor.at;
    while (reader->cursor.at < reader->cursor.end &&
           str_is_digit(*reader->cursor.at))
        reader->cursor.at++;
    return reader->cursor.at > start;
}

static bool skip_fraction(struct reader *reader)
{
    return !take_byte(reader, '.') || skip_digits(reader);
}

static bool skip_exponent(struct reader *reader)
{
    if (!take_byte(reader, 'e') && !take_byte(reader, 'E'))
        return true;
    if (!take_byte(reader, '+'))
        take_byte(reader, '-');
    return skip_digits(reader);
}

/* An integer that int64_t holds. */
static bool is_integer(struct str text, int64_t *integer)
{
    bool is_negative = text.data[0] == '-';
    uint64_t most = (uint64_t)INT64_MAX + is_negative;
    uint64_t sum = 0;
    for (size_t i = is_negative; i < text.length; i++) {
        if (!str_is_digit(text.data[i]))
            return false;
        uint64_t digit = (uint64_t)(text.data[i] - '0');
        if (sum > (most - digit) / 10)
            return false;
        sum = sum * 10 + digit;
    }
    *integer = (int64_t)(is_negative ? 0 - sum : sum);
    return true;
}

/* The digits are copied to where the next string goes, so that a NUL stands
 * after them. */
static bool push_float(struct reader *reader, struct str text)
{
    memcpy(reader->strings, text.data, text.length);
    reader->strings[text.length] = '\0';
    double number = strtod(reader->strings, NULL);
    return isfinite(number) &&
           push(reader,
                (struct json){.kind = JSON_KIND_FLOAT, .number = number});
}

static bool read_number(struct reader *reader)
{
    const char *start = reader->cursor.at;
    int64_t integer;
    take_byte(reader, '-');
    if (!take_byte(reader, '0') && !skip_digits(reader))
        return false;
    if (!skip_fraction(reader) || !skip_exponent(reader))
        return false;
    struct str text = str_from(start, (size_t)(reader->cursor.at - start));
    if (is_integer(text, &integer))
        return push(reader,
                    (struct json){.kind = JSON_KIND_INT, .integer = integer});
    return push_float(reader, text);
}

/* ---- lists and objects ----------------------------------------------------
 */

static bool read_value(struct reader *reader);

/* Moves what lies on the stack from `start` on to the arena, with room after
 * it. */
static struct json *take_off(struct reader *reader, size_t start, size_t room)
{
    size_t bytes = (reader->open->count - start) * sizeof(struct json);
    struct json *items = arena_take(reader->arena, bytes + room);
    memcpy(items, reader->open->items + start, bytes);
    reader->open->count = start;
    return items;
}

static bool end_list(struct reader *reader, size_t start)
{
    struct json list = {.kind = JSON_KIND_LIST,
                        .count = reader->open->count - start};
    if (list.count > 0)
        list.items = take_off(reader, start, 0);
    reader->depth--;
    return push(reader, list);
}

static bool end_object(struct reader *reader, size_t start)
{
    struct json object = {.kind = JSON_KIND_OBJECT};
    size_t count = (reader->open->count - start) / 2;
    if (count > UINT32_MAX)
        return false;
    if (count > 0) {
        object.items = take_off(reader, start, json_fields_room(count));
        object.count = json_fields_settle(object.items, count);
    }
    reader->depth--;
    return push(reader, object);
}

/* After its bracket. */
static bool read_list(struct reader *reader)
{
    size_t start = reader->open->count;
    if (reader->depth++ == JSON_DEPTH_LIMIT)
        return false;
    skip_space(reader);
    if (take_byte(reader, ']'))
        return end_list(reader, start);
    for (;;) {
        if (!read_value(reader))
            return false;
        if (take_byte(reader, ']'))
            return end_list(reader, start);
        if (!take_byte(reader, ','))
            return false;
    }
}

static bool read_key(struct reader *reader)
{
    if (!take_byte(reader, '"') || !read_string(reader))
        return false;
    struct json *key = &vec_last(reader->open);
    return memchr(key->text, '\0', key->count) == NULL;
}

static bool read_object(struct reader *reader)
{
    size_t start = reader->open->count;
    if (reader->depth++ == JSON_DEPTH_LIMIT)
        return false;
    skip_space(reader);
    if (take_byte(reader, '}'))
        return end_object(reader, start);
    for (;;) {
        skip_space(reader);
        if (!read_key(reader))
            return false;
        skip_space(reader);
        if (!take_byte(reader, ':') || !read_value(reader))
            return false;
        if (take_byte(reader, '}'))
            return end_object(reader, start);
        if (!take_byte(reader, ','))
            return false;
    }
}

/* Bare or with space around it; the stack has one more value then. */
static bool read_value(struct reader *reader)
{
    static const struct json null = {.kind = JSON_KIND_NULL};
    static const struct json yes = {.kind = JSON_KIND_BOOL, .boolean = true};
    static const struct json no = {.kind = JSON_KIND_BOOL};
    bool is_read;
    skip_space(reader);
    switch (json_next_byte(&reader->cursor)) {
    case '{':
        reader->cursor.at++;
        is_read = read_object(reader);
        break;
    case '[':
        reader->cursor.at++;
        is_read = read_list(reader);
        break;
    case '"':
        reader->cursor.at++;
        is_read = read_string(reader);
        break;
    case 'n':
        is_read = read_word(reader, STR("null"), null);
        break;
    case 't':
        is_read = read_word(reader, STR("true"), yes);
        break;
    case 'f':
        is_read = read_word(reader, STR("false"), no);
        break;
    default:
        is_read = read_number(reader);
        break;
    }
    skip_space(reader);
    return is_read;
}

/* ---- the text -------------------------------------------------------------
 */

/* A wide tree leaves no wide stack behind. */
static void empty_stack(node_stack *open)
{
    enum { KEPT_NODES = 1024 };
    if (open->capacity > KEPT_NODES)
        vec_finish(open);
    vec_clear(open);
}

struct json *json_tree_read(struct str text)
{
    if (text.length == 0)
        return NULL;
    struct tree *tree = take_tree();
    struct reader reader = {
        .cursor = {text.data, text.data + text.length},
        .arena = &tree->arena,
        .strings = arena_take(&tree->arena, text.length + 1),
        .open = &tree->open,
    };
    bool is_read = read_value(&reader) && reader.cursor.at == reader.cursor.end;
    if (is_read)
        tree->root = tree->open.items[0];
    empty_stack(&tree->open);
    if (is_read)
        return &tree->root;
    give_tree(tree);
    return NULL;
}
