/* JSON: what is read is written so that it reads the same again. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "trace/value.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error = ERROR_NONE;
    struct value *value =
        value_parse(str_from((const char *)data, size), &error);
    if (value == NULL) {
        if (error.message[0] == '\0')
            abort();
        return 0;
    }
    struct buf text;
    buf_init(&text);
    value_add_json(&text, value);
    struct value *again = value_parse(buf_str(&text), &error);
    if (again == NULL || !value_equal(value, again) ||
        value_hash(value) != value_hash(again))
        abort();
    value_unref(again);
    value_unref(value);
    buf_finish(&text);
    return 0;
}
