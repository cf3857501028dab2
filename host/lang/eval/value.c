/* Making, counting and taking apart values. The order is that of value.h. */
#include "lang/eval/value.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "lang/eval/code.h"
#include "lang/eval/thunk.h"

/* A walk over nested values costs at most this many bytes of C stack per
 * level; VAL_DEPTH_LIMIT levels must fit easily. */

struct val val_ref_counted(struct val val)
{
    switch (val.kind) {
    case VAL_STRING:
    case VAL_DATA_LIST:
    case VAL_DATA_OBJECT:
        value_ref(val.data);
        break;
    case VAL_FORMULA:
        val.formula->references++;
        break;
    case VAL_THUNK:
        thunk_ref(val.thunk);
        break;
    default:
        val.block->references++;
        break;
    }
    return val;
}

static void release_block(struct val_block *block)
{
    if (--block->references > 0)
        return;
    for (uint32_t i = 0; i < block->count; i++)
        val_unref(block->items[i]);
    free(block);
}

static void release_formula(struct val_formula *formula)
{
    if (--formula->references > 0)
        return;
    ltl_formula_unref(world_store(formula->world), formula->formula);
    world_unref(formula->world);
    free(formula);
}

void val_unref_counted(struct val val)
{
    switch (val.kind) {
    case VAL_STRING:
    case VAL_DATA_LIST:
    case VAL_DATA_OBJECT:
        value_unref(val.data);
        break;
    case VAL_FORMULA:
        release_formula(val.formula);
        break;
    case VAL_THUNK:
        thunk_unref(val.thunk);
        break;
    default:
        release_block(val.block);
        break;
    }
}

struct val val_string(struct str text)
{
    return (struct val){.kind = VAL_STRING, .data = value_string(text)};
}

struct str val_text(struct val val)
{
    return val.kind == VAL_STRING ? value_text(val.data) : STR("");
}

struct val val_borrow_data(const struct value *data)
{
    switch (data->kind) {
    case VALUE_NULL:
        break;
    case VALUE_BOOL:
        return val_bool(data->boolean);
    case VALUE_INT:
        return val_int(data->integer);
    case VALUE_FLOAT:
        return val_float(data->number);
    case VALUE_STRING:
        return (struct val){.kind = VAL_STRING, .data = data};
    case VALUE_LIST:
        return (struct val){.kind = VAL_DATA_LIST, .data = data};
    case VALUE_OBJECT:
        return (struct val){.kind = VAL_DATA_OBJECT, .data = data};
    }
    return val_null();
}

struct val val_from_data(const struct value *data)
{
    return val_ref(val_borrow_data(data));
}

struct val_block *val_block_create(size_t count)
{
    assert(count <= UINT32_MAX && "a list longer than any budget allows");
    struct val_block *block =
        memory_resized(NULL, sizeof *block + count * sizeof block->items[0], 1);
    *block = (struct val_block){.references = 1, .count = (uint32_t)count};
    for (size_t i = 0; i < count; i++)
        block->items[i] = val_null();
    return block;
}

uint32_t val_depth(struct val val)
{
    switch (val.kind) {
    case VAL_LIST:
    case VAL_OBJECT:
    case VAL_SYMBOL:
    case VAL_ACTION:
    case VAL_FUNCTION:
        return val.block->depth;
    case VAL_THUNK:
        return thunk_depth(val.thunk);
    default:
        return 0;
    }
}

struct val val_block_seal(enum val_kind kind, struct val_block *block)
{
    uint32_t depth = 0;
    for (uint32_t i = 0; i < block->count; i++) {
        uint32_t below = val_depth(block->items[i]);
        depth = below > depth ? below : depth;
    }
    block->depth = depth + 1;
    struct val val = {.kind = kind, .block = block};
    if (block->depth <= VAL_DEPTH_LIMIT)
        return val;
    val_unref(val);
    return val_fail();
}

size_t val_list_count(struct val list)
{
    return list.kind == VAL_LIST ? list.block->count : list.data->count;
}

struct val val_list_at(struct val list, size_t index)
{
    if (list.kind == VAL_LIST)
        return list.block->items[index];
    return val_borrow_data(list.data->items[index]);
}

static bool data_field(const struct value *object, struct str name,
                       uint32_t *guess, struct val *field)
{
    size_t at = *guess;
    if (at < object->count &&
        str_equal(value_text(object->fields[at].key), name)) {
        *field = val_borrow_data(object->fields[at].value);
        return true;
    }
    for (size_t i = 0; i < object->count; i++) {
        if (!str_equal(value_text(object->fields[i].key), name))
            continue;
        *guess = (uint32_t)i;
        *field = val_borrow_data(object->fields[i].value);
        return true;
    }
    return false;
}

bool val_field(struct val object, intern_t name, uint32_t *guess,
               struct val *field)
{
    if (object.kind == VAL_DATA_OBJECT)
        return data_field(object.data, intern_as_str(name), guess, field);
    const struct val_shape *shape = object.block->shape;
    for (size_t i = 0; i < shape->count; i++) {
        if (shape->names[i] != name)
            continue;
        *field = object.block->items[i];
        return true;
    }
    return false;
}

bool val_field_text(struct val object, struct str name, struct val *field)
{
    uint32_t guess = 0;
    if (object.kind == VAL_DATA_OBJECT)
        return data_field(object.data, name, &guess, field);
    const struct val_shape *shape = object.block->shape;
    for (size_t i = 0; i < shape->count; i++) {
        if (!str_equal(intern_as_str(shape->names[i]), name))
            continue;
        *field = object.block->items[i];
        return true;
    }
    return false;
}

/* What aeson would make of it: a number that is integral is one, however it
 * was written. */
static struct value *data_from_number(double number)
{
    if (!isfinite(number))
        return value_null();
    if (number == floor(number) && fabs(number) < 9.2e18)
        return value_int((int64_t)number);
    return value_float(number);
}

static struct value *data_from_list(struct val list, int64_t *steps)
{
    size_t count = val_list_count(list);
    struct value **items = memory_zeroed(count, sizeof *items);
    size_t done = 0;
    while (done < count) {
        items[done] = val_to_data(val_list_at(list, done), steps);
        if (items[done] == NULL)
            break;
        done++;
    }
    struct value *result = done == count ? value_list(items, count) : NULL;
    for (size_t i = 0; result == NULL && i < done; i++)
        value_unref(items[i]);
    free(items);
    return result;
}

static struct value *data_from_object(struct val object, int64_t *steps)
{
    const struct val_shape *shape = object.block->shape;
    struct value_field *fields = memory_zeroed(shape->count, sizeof *fields);
    size_t done = 0;
    while (done < shape->count) {
        struct value *value = val_to_data(object.block->items[done], steps);
        if (value == NULL)
            break;
        fields[done].key = value_string(intern_as_str(shape->names[done]));
        fields[done].value = value;
        done++;
    }
    struct value *result =
        done == shape->count ? value_object(fields, done) : NULL;
    for (size_t i = 0; result == NULL && i < done; i++) {
        value_unref(fields[i].key);
        value_unref(fields[i].value);
    }
    free(fields);
    return result;
}

struct value *val_to_data(struct val val, int64_t *steps)
{
    enum { STEPS_PER_VALUE = 10 }; /* each takes memory of its own */
    if ((*steps -= STEPS_PER_VALUE) < 0)
        return NULL;
    switch (val.kind) {
    case VAL_NULL:
        return value_null();
    case VAL_BOOL:
        return value_bool(val.boolean);
    case VAL_INT:
        return value_int(val.integer);
    case VAL_FLOAT:
        return data_from_number(val.number);
    case VAL_STRING:
    case VAL_DATA_LIST:
    case VAL_DATA_OBJECT:
        return value_ref(val.data);
    case VAL_LIST:
        return data_from_list(val, steps);
    case VAL_OBJECT:
        return data_from_object(val, steps);
    default:
        return NULL;
    }
}

struct lang_value *val_box(struct val val)
{
    struct lang_value *box = MEMORY_NEW(struct lang_value);
    *box = (struct lang_value){.references = 1, .val = val};
    return box;
}

struct lang_value *lang_value_ref(struct lang_value *value)
{
    value->references++;
    return value;
}

void lang_value_unref(struct lang_value *value)
{
    if (value == NULL || --value->references > 0)
        return;
    val_unref(value->val);
    free(value);
}
