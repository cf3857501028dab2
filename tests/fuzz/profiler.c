/* What a browser says of the page's scripts: whatever the value, it is read to
 * its end, or is an error of the run with words. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "cdp/page/profiler.h"
#include "cdp/wire/wire.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error = ERROR_NONE;
    struct json *json =
        json_parse_utf16(str_from((const char *)data, size), &error);
    if (json == NULL)
        return 0;
    struct reach reach = {0};
    struct reach_functions functions = {0};
    error = ERROR_NONE;
    if (profiler_read(json, &reach, &error) != (error.code == ERROR_OK))
        abort();
    /* A way stands after the function that it leads through. */
    for (size_t i = 0; i < reach.count; i++)
        if (reach.items[i].kind == REACH_WAY &&
            (i == 0 || reach.items[i - 1].kind == REACH_WAY))
            abort();
    reach_functions_add(&functions, &reach);
    if (functions.ran.count > functions.known.count)
        abort();
    reach_functions_finish(&functions);
    reach_finish(&reach);
    json_destroy(json);
    return 0;
}
