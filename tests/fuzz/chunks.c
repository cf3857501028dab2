/* A body in chunks: whatever a client sends, what is left out is its marks. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "standin/chunks.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* Whole, and in two pieces: the same. */
    struct str bytes = str_from((const char *)data, size);
    struct chunks chunks = {0}, parts = {0};
    enum chunks_state state = chunks_read(&chunks, bytes);
    enum chunks_state half =
        chunks_read(&parts, str_from(bytes.data, size / 2));
    if (half == CHUNKS_MORE)
        half = chunks_read(&parts, bytes);
    /* A line that is too long is wrong before its end has come. */
    if (half != CHUNKS_WRONG &&
        (half != state || parts.used != chunks.used ||
         !str_equal(buf_str(&parts.body), buf_str(&chunks.body))))
        abort();
    if (chunks.body.length > size || chunks.used > size ||
        (state == CHUNKS_DONE && chunks.body.length >= chunks.used))
        abort();
    chunks_finish(&chunks);
    chunks_finish(&parts);
    return 0;
}
