/* Traces: any bytes end in a trace or an error that names the line; a trace
 * that was read is written so that it reads again. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "trace/trace_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct trace trace, again;
    struct error error = ERROR_NONE;
    if (!trace_read(&trace, "fuzz", str_from((const char *)data, size),
                    &error)) {
        if (error.message[0] == '\0')
            abort();
        return 0;
    }
    struct buf text;
    buf_init(&text);
    trace_add(&text, &trace);
    if (!trace_read(&again, "again", buf_str(&text), &error))
        abort();
    if (again.count != trace.count)
        abort();
    trace_finish(&again);
    trace_finish(&trace);
    buf_finish(&text);
    return 0;
}
