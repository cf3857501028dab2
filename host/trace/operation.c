#include "trace/operation.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/vec.h"
#include "trace/reference.h"

static char *copied(const char *text)
{
    return text == NULL ? NULL : memory_copy_string(text, strlen(text));
}

static struct value *shared(const struct value *value)
{
    return value == NULL ? NULL : value_ref(value);
}

static void finish(struct operation *operation)
{
    free(operation->name);
    free(operation->words);
    value_unref(operation->arguments);
    value_unref(operation->got);
    value_unref(operation->raw);
    value_unref(operation->detail);
    value_unref(operation->created);
    value_unref(operation->expected);
    value_unref(operation->before);
    *operation = (struct operation){0};
}

static struct operation copy_of(const struct operation *operation)
{
    struct operation copy = *operation;
    copy.name = copied(operation->name);
    copy.words = copied(operation->words);
    copy.arguments = shared(operation->arguments);
    copy.got = shared(operation->got);
    copy.raw = shared(operation->raw);
    copy.detail = shared(operation->detail);
    copy.created = shared(operation->created);
    copy.expected = shared(operation->expected);
    copy.before = shared(operation->before);
    return copy;
}

void operation_list_push(struct operation_list *list,
                         struct operation operation)
{
    vec_push(list, operation);
}

static void list_finish(struct operation_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        finish(&list->items[i]);
    vec_finish(list);
}

void program_run_finish(struct program_run *run)
{
    list_finish(&run->operations);
    free(run->words);
    value_unref(run->possible);
    value_unref(run->answers);
    value_unref(run->schedule);
    *run = (struct program_run){.culprit = SIZE_MAX};
}

struct program_run program_run_copy(const struct program_run *run)
{
    struct program_run copy = *run;
    copy.operations = (struct operation_list){0};
    for (size_t i = 0; i < run->operations.count; i++)
        operation_list_push(&copy.operations,
                            copy_of(&run->operations.items[i]));
    copy.words = copied(run->words);
    copy.possible = shared(run->possible);
    copy.answers = shared(run->answers);
    copy.schedule = shared(run->schedule);
    return copy;
}

bool value_is_reference(const struct value *value, int64_t *number,
                        int64_t *slot)
{
    if (value == NULL || value->kind != VALUE_OBJECT || value->count != 1 ||
        !str_is(value_text(value->fields[0].key), "$ref"))
        return false;
    const struct value *pair = value->fields[0].value;
    struct value *const *parts = pair->items;
    if (pair->kind != VALUE_LIST || pair->count != 2 ||
        parts[0]->kind != VALUE_INT || parts[1]->kind != VALUE_INT)
        return false;
    if (number != NULL)
        *number = parts[0]->integer;
    if (slot != NULL)
        *slot = parts[1]->integer;
    return true;
}

struct value *value_reference(int64_t number, int64_t slot)
{
    struct value *pair[] = {value_int(number), value_int(slot)};
    struct value_field field = value_named("$ref", value_list(pair, 2));
    return value_object(&field, 1);
}

static void add_items(struct buf *out, const struct value *list)
{
    for (size_t i = 0; i < list->count; i++) {
        if (i > 0)
            buf_add_text(out, ", ");
        operation_add_value(out, list->items[i]);
    }
}

static void add_fields(struct buf *out, const struct value *object)
{
    buf_add_char(out, '{');
    for (size_t i = 0; i < object->count; i++) {
        if (i > 0)
            buf_add_text(out, ", ");
        reference_add_text(out, value_text(object->fields[i].key));
        buf_add_text(out, ": ");
        operation_add_value(out, object->fields[i].value);
    }
    buf_add_char(out, '}');
}

static void add_text(struct buf *out, struct str text)
{
    struct buf shown = {0};
    reference_add_text(&shown, text);
    struct value *value = value_string(buf_str(&shown));
    value_add_json(out, value);
    value_unref(value);
    buf_finish(&shown);
}

void operation_add_value(struct buf *out, const struct value *value)
{
    int64_t number, slot;
    if (value == NULL) {
        buf_add_text(out, "?");
    } else if (value_is_reference(value, &number, &slot)) {
        reference_add_name(out, number, slot);
    } else if (value->kind == VALUE_STRING) {
        add_text(out, value_text(value));
    } else if (value->kind == VALUE_LIST) {
        buf_add_char(out, '[');
        add_items(out, value);
        buf_add_char(out, ']');
    } else if (value->kind == VALUE_OBJECT) {
        add_fields(out, value);
    } else {
        value_add_json(out, value);
    }
}

void operation_add_call(struct buf *out, const char *name,
                        const struct value *arguments)
{
    buf_add_text(out, name);
    buf_add_char(out, '(');
    if (arguments != NULL)
        add_items(out, arguments);
    buf_add_char(out, ')');
}

const char *program_fault_text(enum program_fault fault)
{
    static const char *const texts[PROGRAM_FAULTS] = {
        [PROGRAM_FINE] = "none",           [PROGRAM_ANSWER] = "answer",
        [PROGRAM_PARALLEL] = "parallel",   [PROGRAM_INVARIANT] = "invariant",
        [PROGRAM_ALIAS] = "alias",         [PROGRAM_LOST] = "lost",
        [PROGRAM_SILENT] = "silent",       [PROGRAM_PROTOCOL] = "protocol",
        [PROGRAM_BEGINNING] = "beginning", [PROGRAM_REFUSED] = "refused",
        [PROGRAM_TROUBLE] = "trouble",     [PROGRAM_USERS] = "users",
    };
    return texts[fault];
}
