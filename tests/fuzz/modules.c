/* The text of a JavaScript module: whatever it is, it becomes a function of as
 * many lines, or is refused with a line. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fake/modules.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds)
        abort();
}

static size_t count_lines(struct str text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.length; i++)
        count += text.data[i] == '\n';
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str text = str_from((const char *)data, size);
    struct buf out = {0};
    struct error error = ERROR_NONE;
    if (module_translate(text, &out, &error)) {
        must(count_lines(buf_str(&out)) >= count_lines(text));
    } else {
        must(error.code == ERROR_SPEC && error.message[0] >= '1' &&
             error.message[0] <= '9');
        must(out.length == 0);
    }
    buf_finish(&out);
    return 0;
}
