#include "run/model/program.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "trace/operation.h"
#include "trace/reference.h"

static void command_finish(struct program_command *command)
{
    value_unref(command->arguments);
    tape_record_finish(&command->choices);
}

void program_finish(struct program *program)
{
    for (size_t i = 0; i < program->items.count; i++)
        command_finish(&program->items.items[i]);
    vec_finish(&program->items);
}

void program_push(struct program *program, struct program_command command)
{
    vec_push(&program->items, command);
}

struct program program_copy(const struct program *program)
{
    struct program copy = {.items = VEC_EMPTY};
    for (size_t i = 0; i < program->items.count; i++) {
        struct program_command command = program->items.items[i];
        command.arguments = value_ref(command.arguments);
        command.choices = tape_record_copy(&command.choices);
        program_push(&copy, command);
    }
    return copy;
}

void program_remove(struct program *program, size_t place)
{
    struct program_command *items = program->items.items;
    command_finish(&items[place]);
    program->items.count--;
    memmove(items + place, items + place + 1,
            (program->items.count - place) * sizeof *items);
}

/* ---- forks -------------------------------------------------------------- */

size_t program_fork_end(const struct program *program, size_t begin)
{
    size_t end = begin;
    while (end < program->items.count &&
           program->items.items[end].fork == program->items.items[begin].fork)
        end++;
    return end;
}

size_t program_fork_begin(const struct program *program, size_t place)
{
    size_t begin = place;
    while (begin > 0 && program->items.items[begin - 1].fork ==
                            program->items.items[place].fork)
        begin--;
    return begin;
}

size_t program_fork_count(const struct program *program)
{
    size_t count = program->items.count;
    return count == 0 ? 0 : program->items.items[count - 1].fork + 1;
}

size_t program_processes(const struct program *program, size_t begin,
                         size_t end)
{
    size_t count = 0;
    for (size_t i = begin; i < end; i++)
        if (program->items.items[i].process >= count)
            count = program->items.items[i].process + 1;
    return count;
}

bool program_is_parallel(const struct program *program)
{
    for (size_t i = 0; i < program->items.count; i++)
        if (program->items.items[i].process > 0)
            return true;
    return false;
}

/* Processes of one fork: each run of one process is the next one. */
static void tidy_processes(struct program *program, size_t begin, size_t end)
{
    size_t process = 0, before = program->items.items[begin].process;
    for (size_t i = begin; i < end; i++) {
        struct program_command *command = &program->items.items[i];
        if (command->process != before)
            process++;
        before = command->process;
        command->process = process;
    }
}

/* A sequential fork has one command, so that programs that do the same look
 * the same. */
void program_tidy(struct program *program)
{
    size_t fork = 0;
    for (size_t begin = 0, end; begin < program->items.count; begin = end) {
        end = program_fork_end(program, begin);
        tidy_processes(program, begin, end);
        bool is_one = program_processes(program, begin, end) == 1;
        for (size_t i = begin; i < end; i++)
            program->items.items[i].fork = is_one ? fork++ : fork;
        fork += !is_one;
    }
}

/* ---- references --------------------------------------------------------- */

struct mention {
    int64_t number, slot;
};

static bool is_another(void *context, int64_t number, int64_t slot)
{
    const struct mention *sought = context;
    return number != sought->number || slot != sought->slot;
}

bool value_mentions(const struct value *value, int64_t number, int64_t slot)
{
    struct mention sought = {number, slot};
    return !reference_visit_all(value, is_another, &sought);
}

/* What stands in the place of a reference; NULL: it stays. */
typedef struct value *(*replace_reference)(void *context, int64_t number,
                                           int64_t slot);

static struct value *replaced_text(const struct value *text,
                                   replace_reference replace, void *context)
{
    struct str old = value_text(text);
    struct reference_mark mark;
    struct buf made = {0};
    int64_t number, slot;
    size_t at = 0;
    while (reference_mark_find(old, at, &mark)) {
        struct value *other = replace(context, mark.number, mark.slot);
        buf_add(&made, old.data + at, mark.begin - at);
        if (other != NULL && value_is_reference(other, &number, &slot))
            reference_add_mark(&made, number, slot);
        else
            buf_add(&made, old.data + mark.begin, mark.end - mark.begin);
        value_unref(other);
        at = mark.end;
    }
    struct value *changed = NULL;
    if (at > 0) {
        buf_add(&made, old.data + at, old.length - at);
        changed = value_string(buf_str(&made));
    }
    buf_finish(&made);
    return changed != NULL ? changed : value_ref(text);
}

static struct value *replaced(const struct value *value,
                              replace_reference replace, void *context)
{
    int64_t number, slot;
    if (value_is_reference(value, &number, &slot)) {
        struct value *other = replace(context, number, slot);
        return other != NULL ? other : value_ref(value);
    }
    if (value->kind == VALUE_STRING)
        return replaced_text(value, replace, context);
    if (value->kind == VALUE_LIST) {
        struct value **items = memory_zeroed(value->count, sizeof *items);
        for (size_t i = 0; i < value->count; i++)
            items[i] = replaced(value->items[i], replace, context);
        struct value *list = value_list(items, value->count);
        free(items);
        return list;
    }
    if (value->kind == VALUE_OBJECT) {
        struct value_field *fields =
            memory_zeroed(value->count, sizeof *fields);
        for (size_t i = 0; i < value->count; i++) {
            fields[i].key = value_ref(value->fields[i].key);
            fields[i].value =
                replaced(value->fields[i].value, replace, context);
        }
        struct value *object = value_object(fields, value->count);
        free(fields);
        return object;
    }
    return value_ref(value);
}

struct exchange {
    int64_t from, from_slot, to, to_slot;
};

static struct value *exchange_reference(void *context, int64_t number,
                                        int64_t slot)
{
    const struct exchange *exchange = context;
    return number == exchange->from && slot == exchange->from_slot
               ? value_reference(exchange->to, exchange->to_slot)
               : NULL;
}

struct value *value_with_reference(const struct value *value, int64_t from,
                                   int64_t from_slot, int64_t to,
                                   int64_t to_slot)
{
    struct exchange exchange = {from, from_slot, to, to_slot};
    return replaced(value, exchange_reference, &exchange);
}

static struct value *renumber_reference(void *context, int64_t number,
                                        int64_t slot)
{
    const struct program *program = context;
    for (size_t i = 0; i < program->items.count; i++)
        if (program->items.items[i].number == number)
            return value_reference((int64_t)i, slot);
    return NULL;
}

void program_number(struct program *program)
{
    for (size_t i = 0; i < program->items.count; i++) {
        struct program_command *command = &program->items.items[i];
        struct value *arguments =
            replaced(command->arguments, renumber_reference, program);
        value_unref(command->arguments);
        command->arguments = arguments;
    }
    for (size_t i = 0; i < program->items.count; i++)
        program->items.items[i].number = (int64_t)i;
}

struct model_call program_call(const struct program_command *command)
{
    return (struct model_call){command->kind, command->number,
                               command->arguments};
}

/* ---- its text ----------------------------------------------------------- */

void program_add_key(struct buf *out, const struct program *program)
{
    for (size_t i = 0; i < program->items.count; i++) {
        const struct program_command *command = &program->items.items[i];
        buf_addf(out, "%zu %lld %zu %zu %zu ", command->kind,
                 (long long)command->number, command->fork, command->process,
                 command->user);
        value_add_json(out, command->arguments);
        buf_add_char(out, '\n');
    }
}
