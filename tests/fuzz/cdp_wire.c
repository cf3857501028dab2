/* Messages from the browser's side: whatever the bytes, reading them ends in a
 * whole record or in an error with nothing left over. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "cdp/wire/wire.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cdp_record record;
    struct error error = ERROR_NONE;
    struct str bytes = str_from((const char *)data, size);
    int64_t id = 0;
    bool is_done = cdp_wire_glance(bytes, &id) == CDP_GLANCE_DONE;
    if (!cdp_wire_read(&record, bytes, &error)) {
        if (is_done || record.root != NULL || error.code != ERROR_RUN)
            abort();
        return 0;
    }
    if (record.kind == CDP_REPLY ? record.id <= 0 : record.method.length == 0)
        abort();
    /* A glance sees no more than there is. */
    if (is_done && (record.kind != CDP_REPLY || record.failed ||
                    record.id != id || json_read_count(record.body) != 0))
        abort();
    struct buf text;
    buf_init(&text);
    json_add(&text, record.root);
    cdp_record_finish(&record);
    /* What was read once is read again from its own print. */
    if (!cdp_wire_read(&record, buf_str(&text), &error))
        abort();
    cdp_record_finish(&record);
    buf_finish(&text);
    return 0;
}
