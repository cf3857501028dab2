/* What a stand-in is told to have gone wrong, a fault on a line: each is
 * refused with words, or kept, listed in a form that is accepted again, and
 * used up. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "standin/fault.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds)
        abort();
}

static bool is_command(void *context, const char *name)
{
    (void)context;
    return strcmp(name, "Take") == 0;
}

static void add(struct fault_list *faults, struct str line)
{
    struct error error = ERROR_NONE;
    struct value *value = value_parse(line, NULL);
    if (value == NULL)
        return;
    if (!fault_list_add(faults, value, is_command, NULL, &error))
        must(error.message[0] != '\0');
    value_unref(value);
}

static void list_again(const struct fault_list *faults)
{
    struct fault_list again = {.items = VEC_EMPTY};
    struct value *list = fault_list_value(faults);
    for (size_t i = 0; i < list->count; i++)
        must(fault_list_add(&again, list->items[i], is_command, NULL, NULL));
    struct value *other = fault_list_value(&again);
    must(value_equal(list, other));
    value_unref(list);
    value_unref(other);
    fault_list_finish(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { MOST = 1000 }; /* "times" may be a million */
    struct fault_list faults = {.items = VEC_EMPTY};
    struct fault fault;
    struct str rest = str_from((const char *)data, size);
    while (rest.length > 0) {
        const char *end = memchr(rest.data, '\n', rest.length);
        size_t length = end == NULL ? rest.length : (size_t)(end - rest.data);
        add(&faults, str_from(rest.data, length));
        length += end != NULL;
        rest = str_from(rest.data + length, rest.length - length);
    }
    list_again(&faults);
    for (int i = 0; i < MOST && fault_list_take(&faults, "Take", &fault); i++)
        fault_finish(&fault);
    fault_list_finish(&faults);
    return 0;
}
