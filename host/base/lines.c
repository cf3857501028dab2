#include "base/lines.h"

#include <string.h>

bool lines_feed(struct buf *unread, const char *bytes, size_t length,
                lines_take take, void *data, struct error *error)
{
    while (length > 0) {
        const char *newline = memchr(bytes, '\n', length);
        size_t part = newline == NULL ? length : (size_t)(newline - bytes);
        buf_add(unread, bytes, part);
        if (newline == NULL)
            return true;
        bool is_taken = take(data, buf_str(unread), error);
        buf_clear(unread);
        if (!is_taken)
            return false;
        bytes += part + 1;
        length -= part + 1;
    }
    return true;
}
