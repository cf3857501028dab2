/* The two comparisons of values: `==` of the language, and identity, which
 * tells whether two captured environments make the same leaf. */
#include "lang/eval/value.h"

#include <string.h>

#include "lang/eval/code.h"
#include "lang/eval/thunk.h"

/* The worse of two answers; every element is looked at. */
static enum val_equality worse(enum val_equality a, enum val_equality b)
{
    if (a >= VAL_PARTIAL || b >= VAL_PARTIAL)
        return a > b ? a : b;
    return a == VAL_EQUAL && b == VAL_EQUAL ? VAL_EQUAL : VAL_DIFFERENT;
}

static enum val_equality from_bool(bool equal)
{
    return equal ? VAL_EQUAL : VAL_DIFFERENT;
}

static enum val_equality compare_lists(struct val a, struct val b,
                                       int64_t *steps)
{
    size_t count = val_list_count(a);
    if (count != val_list_count(b))
        return VAL_DIFFERENT;
    enum val_equality result = VAL_EQUAL;
    for (size_t i = 0; i < count && result != VAL_TOO_LONG; i++)
        result = worse(
            result, val_compare(val_list_at(a, i), val_list_at(b, i), steps));
    return result;
}

static enum val_equality compare_objects(struct val a, struct val b,
                                         int64_t *steps)
{
    if (a.kind != VAL_OBJECT || b.kind != VAL_OBJECT)
        return VAL_PARTIAL;
    const struct val_shape *shape = a.block->shape;
    if (shape->count != b.block->shape->count)
        return VAL_DIFFERENT;
    enum val_equality result = VAL_EQUAL;
    for (size_t i = 0; i < shape->count && result != VAL_TOO_LONG; i++) {
        struct val other;
        uint32_t guess = 0;
        if (!val_field(b, shape->names[i], &guess, &other))
            return VAL_DIFFERENT;
        result = worse(result, val_compare(a.block->items[i], other, steps));
    }
    return result;
}

static enum val_equality compare_items(const struct val_block *a,
                                       const struct val_block *b,
                                       int64_t *steps)
{
    if (a->name != b->name || a->count != b->count)
        return VAL_DIFFERENT;
    enum val_equality result = VAL_EQUAL;
    for (uint32_t i = 0; i < a->count && result != VAL_TOO_LONG; i++)
        result = worse(result, val_compare(a->items[i], b->items[i], steps));
    return result;
}

static bool is_incomparable(struct val val)
{
    return val_is_function(val) || val.kind == VAL_FORMULA;
}

/* Values of one kind that is neither list nor object. */
static enum val_equality compare_same_kind(struct val a, struct val b,
                                           int64_t *steps)
{
    switch (a.kind) {
    case VAL_NULL:
        return VAL_EQUAL;
    case VAL_BOOL:
        return from_bool(a.boolean == b.boolean);
    case VAL_INT:
        return from_bool(a.integer == b.integer);
    case VAL_FLOAT:
        return from_bool(a.number == b.number);
    case VAL_CHAR:
        return from_bool(a.character == b.character);
    case VAL_STRING:
        return from_bool(str_equal(value_text(a.data), value_text(b.data)));
    case VAL_SYMBOL:
    case VAL_ACTION: /* `action` shares the place of `name` */
        return compare_items(a.block, b.block, steps);
    default:
        return VAL_INCOMPARABLE;
    }
}

enum val_equality val_compare(struct val a, struct val b, int64_t *steps)
{
    if (--*steps < 0)
        return VAL_TOO_LONG;
    if (a.kind == VAL_STRING && b.kind == VAL_STRING) /* most often */
        return from_bool(a.data == b.data ||
                         str_equal(value_text(a.data), value_text(b.data)));
    if (a.kind <= VAL_CHAR && a.kind == b.kind)
        return compare_same_kind(a, b, steps);
    if (is_incomparable(a) || is_incomparable(b))
        return VAL_INCOMPARABLE;
    if (val_is_list(a) && val_is_list(b))
        return compare_lists(a, b, steps);
    if (val_is_object(a) && val_is_object(b))
        return compare_objects(a, b, steps);
    return a.kind == b.kind ? compare_same_kind(a, b, steps) : VAL_DIFFERENT;
}

/* -- identity -- */

static bool identical_items(const struct val *a, const struct val *b,
                            size_t count, int64_t *steps)
{
    for (size_t i = 0; i < count; i++)
        if (!val_identical(a[i], b[i], steps))
            return false;
    return true;
}

/* Zeroes of different sign differ, a NaN is itself. */
static uint64_t bits_of(double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static bool same_shape(const struct val_shape *a, const struct val_shape *b)
{
    return a == b ||
           (a->count == b->count &&
            memcmp(a->names, b->names, a->count * sizeof a->names[0]) == 0);
}

static bool identical_blocks(struct val a, struct val b, int64_t *steps)
{
    if (a.block == b.block)
        return true;
    if (a.block->count != b.block->count)
        return false;
    bool same = a.kind == VAL_OBJECT
                    ? same_shape(a.block->shape, b.block->shape)
                    : a.block->name == b.block->name;
    return same && identical_items(a.block->items, b.block->items,
                                   a.block->count, steps);
}

bool val_identical(struct val a, struct val b, int64_t *steps)
{
    if (--*steps < 0 || a.kind != b.kind)
        return false;
    switch (a.kind) {
    case VAL_NULL:
    case VAL_FAIL:
        return true;
    case VAL_BOOL:
        return a.boolean == b.boolean;
    case VAL_INT:
        return a.integer == b.integer;
    case VAL_FLOAT:
        return bits_of(a.number) == bits_of(b.number);
    case VAL_CHAR:
        return a.character == b.character;
    case VAL_CODE:
        return a.code == b.code;
    case VAL_STRING:
    case VAL_DATA_LIST:
    case VAL_DATA_OBJECT:
        return value_equal(a.data, b.data);
    case VAL_FORMULA: /* equal formulas are the same pointer */
        return a.formula->formula == b.formula->formula;
    case VAL_THUNK:
        return a.thunk == b.thunk || thunk_identical(a.thunk, b.thunk, steps);
    default:
        return identical_blocks(a, b, steps);
    }
}

/* -- hash -- */

/* So deep and so many elements per level does the hash look: enough to tell
 * frozen values apart, cheap for whole lists of elements. */
enum { HASH_WIDTH = 8 };

static uint64_t mix(uint64_t hash)
{
    hash ^= hash >> 32;
    hash *= 0xd6e8feb86659fd93u;
    hash ^= hash >> 32;
    return hash;
}

static uint64_t hash_at(struct val val, int depth);

static uint64_t hash_items(uint64_t hash, const struct val *items, size_t count,
                           int depth)
{
    hash = mix(hash + count);
    for (size_t i = 0; i < count && i < HASH_WIDTH; i++)
        hash = mix(hash * 31 + hash_at(items[i], depth - 1));
    return hash;
}

/* The order of an object's fields does not count, so neither does which are
 * the first: only how many there are. */
static uint64_t hash_data(const struct value *data, int depth)
{
    uint64_t hash = mix((uint64_t)data->kind * 97 + data->count);
    if (data->kind != VALUE_LIST || depth <= 0)
        return hash;
    for (size_t i = 0; i < data->count && i < HASH_WIDTH; i++)
        hash = mix(hash * 31 +
                   hash_at(val_borrow_data(data->items[i]), depth - 1));
    return hash;
}

static uint64_t hash_pointer(const void *pointer)
{
    return mix((uint64_t)(uintptr_t)pointer);
}

static uint64_t hash_at(struct val val, int depth)
{
    switch (val.kind) {
    case VAL_NULL:
    case VAL_FAIL:
        return 7;
    case VAL_BOOL:
        return val.boolean ? 11 : 13;
    case VAL_INT:
        return mix((uint64_t)val.integer + 3);
    case VAL_FLOAT:
        return mix(bits_of(val.number) + 5);
    case VAL_CHAR:
        return mix(val.character + 17u);
    case VAL_CODE:
        return hash_pointer(val.code);
    case VAL_STRING:
        return str_hash(value_text(val.data));
    case VAL_DATA_LIST:
    case VAL_DATA_OBJECT:
        return hash_data(val.data, depth);
    case VAL_FORMULA:
        return hash_pointer(val.formula->formula);
    case VAL_THUNK:
        return thunk_hash(val.thunk, depth);
    case VAL_OBJECT:
        return depth <= 0
                   ? 19
                   : hash_items(23, val.block->items, val.block->count, depth);
    default:
        return depth <= 0
                   ? 29
                   : hash_items(hash_pointer(val.block->name), val.block->items,
                                val.block->count, depth);
    }
}

uint64_t val_hash_items(uint64_t hash, const struct val *items, size_t count,
                        int depth)
{
    return depth <= 0 ? hash : hash_items(hash, items, count, depth);
}
