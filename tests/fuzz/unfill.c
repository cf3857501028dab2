/* Two lines, a template and a text: what the places have to be is found or not,
 * in a path, in a text and in a value. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "exec/http/unfill.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void try_text(struct str template, struct str text,
                     enum template_escape escape)
{
    struct unfill_root items[] = {{"args", NULL}, {"body", NULL}};
    struct unfill_roots roots = {items, 2};
    unfill_text(template, text, escape, &roots);
    unfill_finish(&roots);
}

static void try_value(struct str template, struct str text)
{
    struct unfill_root items[] = {{"args", NULL}, {"body", NULL}};
    struct unfill_roots roots = {items, 2};
    struct value *pattern = value_parse(template, NULL);
    struct value *value = value_parse(text, NULL);
    if (pattern != NULL && value != NULL)
        unfill_value(pattern, value, &roots);
    unfill_finish(&roots);
    value_unref(pattern);
    value_unref(value);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *end = size == 0 ? NULL : memchr(data, '\n', size);
    if (end == NULL)
        return 0;
    struct str template = str_from((const char *)data, (size_t)(end - data));
    struct str text =
        str_from((const char *)end + 1, size - template.length - 1);
    try_text(template, text, TEMPLATE_PATH);
    try_text(template, text, TEMPLATE_PLAIN);
    try_value(template, text);
    return 0;
}
