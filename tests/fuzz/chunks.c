/* A body in chunks: whatever a client sends, what is left out is its marks. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "standin/chunks.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct buf body = {0};
    size_t used = 0;
    enum chunks_state state =
        chunks_read(str_from((const char *)data, size), &body, &used);
    if (body.length > size ||
        (state == CHUNKS_DONE && (used > size || body.length >= used)))
        abort();
    buf_finish(&body);
    return 0;
}
