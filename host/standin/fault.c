#include "standin/fault.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { TIMES_LIMIT = 1000 * 1000, DELAY_LIMIT_MS = 10 * 60 * 1000 };

void fault_finish(struct fault *fault)
{
    free(fault->command);
    value_unref(fault->answer);
    value_unref(fault->body);
    *fault = (struct fault){.times = 0};
}

void fault_list_finish(struct fault_list *faults)
{
    for (size_t i = 0; i < faults->items.count; i++)
        fault_finish(&faults->items.items[i]);
    vec_finish(&faults->items);
}

/* ---- reading ------------------------------------------------------------ */

static const char *const closes[] = {
    [CLOSE_BEFORE] = "before",
    [CLOSE_AFTER] = "after",
    [CLOSE_WITHIN] = "within",
};

static bool take_number(const struct value *value, int64_t least, int64_t most,
                        int64_t *number)
{
    if (value->kind != VALUE_INT || value->integer < least ||
        value->integer > most)
        return false;
    *number = value->integer;
    return true;
}

static bool take_close(struct fault *fault, const struct value *value)
{
    for (int i = CLOSE_BEFORE; i <= CLOSE_WITHIN; i++)
        if (str_is(value_text(value), closes[i]))
            fault->close = (enum fault_close)i;
    return fault->close != CLOSE_NEVER;
}

/* NULL, or what the field wants. */
static const char *take_field(struct fault *fault, struct str name,
                              const struct value *value)
{
    int64_t number = 0;
    if (str_is(name, "command")) {
        if (value->kind == VALUE_STRING)
            fault->command =
                memory_copy_string(value_text(value).data, value->count);
        return value->kind == VALUE_STRING ? NULL : "a text";
    }
    if (str_is(name, "times"))
        return take_number(value, 1, TIMES_LIMIT, &fault->times)
                   ? NULL
                   : "a number from 1";
    if (str_is(name, "delay"))
        return take_number(value, 0, DELAY_LIMIT_MS, &fault->delay_ms)
                   ? NULL
                   : "milliseconds, up to ten minutes";
    if (str_is(name, "status")) {
        bool is_fine = take_number(value, 400, 599, &number);
        fault->status = (int)number;
        return is_fine ? NULL : "a number from 400 to 599";
    }
    if (str_is(name, "close"))
        return take_close(fault, value) ? NULL
                                        : "\"before\", \"after\" or \"within\"";
    struct value **place = str_is(name, "answer") ? &fault->answer
                           : str_is(name, "body") ? &fault->body
                                                  : NULL;
    if (place == NULL)
        return "";
    *place = value_ref(value);
    return NULL;
}

static bool read_fields(struct fault *fault, const struct value *value,
                        struct error *error)
{
    for (size_t i = 0; i < value->count; i++) {
        struct str name = value_text(value->fields[i].key);
        const char *wants = take_field(fault, name, value->fields[i].value);
        if (wants == NULL)
            continue;
        if (wants[0] == '\0')
            return error_set(error, ERROR_USAGE,
                             "a fault has command, times, status, body, close, "
                             "answer and delay, but no %.*s",
                             STR_ARGS(name));
        return error_set(error, ERROR_USAGE, "%.*s of a fault wants %s",
                         STR_ARGS(name), wants);
    }
    return true;
}

static bool makes_sense(const struct fault *fault, struct error *error)
{
    int kinds = (fault->status != 0) + (fault->close != CLOSE_NEVER) +
                (fault->answer != NULL);
    if (kinds == 0 && fault->delay_ms == 0)
        return error_set(error, ERROR_USAGE,
                         "a fault says what goes wrong: status, close, answer "
                         "or delay");
    if (kinds > 1)
        return error_set(error, ERROR_USAGE,
                         "a fault has one of status, close and answer");
    return fault->body == NULL || fault->status != 0 ||
           error_set(error, ERROR_USAGE, "body goes with status");
}

bool fault_list_add(struct fault_list *faults, const struct value *value,
                    bool (*is_command)(void *context, const char *name),
                    void *context, struct error *error)
{
    struct fault fault = {.times = 1};
    bool is_fine = value->kind == VALUE_OBJECT ||
                   error_set(error, ERROR_USAGE,
                             "a fault is an object such as {\"status\": 503}");
    is_fine = is_fine && read_fields(&fault, value, error) &&
              makes_sense(&fault, error);
    if (is_fine && fault.command != NULL && !is_command(context, fault.command))
        is_fine = error_set(error, ERROR_USAGE,
                            "the model has no command %s to be at fault",
                            fault.command);
    if (is_fine)
        vec_push(&faults->items, fault);
    else
        fault_finish(&fault);
    return is_fine;
}

/* ---- using -------------------------------------------------------------- */

static struct fault copy(const struct fault *fault)
{
    struct fault copied = *fault;
    copied.command =
        fault->command == NULL ? NULL : memory_format("%s", fault->command);
    copied.answer = fault->answer == NULL ? NULL : value_ref(fault->answer);
    copied.body = fault->body == NULL ? NULL : value_ref(fault->body);
    return copied;
}

static void remove_at(struct fault_list *faults, size_t place)
{
    fault_finish(&faults->items.items[place]);
    faults->items.count--;
    memmove(faults->items.items + place, faults->items.items + place + 1,
            (faults->items.count - place) * sizeof(struct fault));
}

bool fault_list_take(struct fault_list *faults, const char *command,
                     struct fault *fault)
{
    for (size_t i = 0; i < faults->items.count; i++) {
        struct fault *armed = &faults->items.items[i];
        if (armed->command != NULL && strcmp(armed->command, command) != 0)
            continue;
        *fault = copy(armed);
        if (--armed->times == 0)
            remove_at(faults, i);
        return true;
    }
    return false;
}

static struct value *value_of(const struct fault *fault)
{
    struct value_field fields[8];
    size_t count = 0;
    if (fault->command != NULL)
        fields[count++] =
            value_named("command", value_string(str_text(fault->command)));
    fields[count++] = value_named("times", value_int(fault->times));
    if (fault->status != 0)
        fields[count++] = value_named("status", value_int(fault->status));
    if (fault->body != NULL)
        fields[count++] = value_named("body", value_ref(fault->body));
    if (fault->close != CLOSE_NEVER)
        fields[count++] =
            value_named("close", value_string(str_text(closes[fault->close])));
    if (fault->answer != NULL)
        fields[count++] = value_named("answer", value_ref(fault->answer));
    if (fault->delay_ms != 0)
        fields[count++] = value_named("delay", value_int(fault->delay_ms));
    return value_object(fields, count);
}

struct value *fault_list_value(const struct fault_list *faults)
{
    size_t count = faults->items.count;
    struct value **items = memory_zeroed(count + 1, sizeof *items);
    for (size_t i = 0; i < count; i++)
        items[i] = value_of(&faults->items.items[i]);
    struct value *list = value_list(items, count);
    free(items);
    return list;
}
