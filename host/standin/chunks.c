#include "standin/chunks.h"

#include <string.h>

enum {
    SIZE_DIGITS = 8,        /* of one chunk: below 4 GB */
    LINE_BYTES = 16 * 1024, /* of a size with its extensions, of a trailer */
};

/* The line without its end; *at is after it. */
static enum chunks_state take_line(struct str bytes, size_t *at,
                                   struct str *line)
{
    size_t left = bytes.length - *at;
    const char *begin = bytes.data + *at;
    const char *end = left == 0 ? NULL : memchr(begin, '\n', left);
    if (end == NULL)
        return left > LINE_BYTES ? CHUNKS_WRONG : CHUNKS_MORE;
    size_t length = (size_t)(end - begin);
    *at += length + 1;
    if (length > 0 && begin[length - 1] == '\r')
        length--;
    *line = str_from(begin, length);
    return CHUNKS_DONE;
}

static int digit_of(char byte)
{
    static const char digits[] = "0123456789abcdef";
    char small = byte >= 'A' && byte <= 'F' ? (char)(byte - 'A' + 'a') : byte;
    const char *found = small == '\0' ? NULL : strchr(digits, small);
    return found == NULL ? -1 : (int)(found - digits);
}

/* After a size may stand a semicolon and extensions. */
static bool read_size(struct str line, size_t *size)
{
    size_t at = 0;
    *size = 0;
    while (at < line.length && digit_of(line.data[at]) >= 0) {
        if (at == SIZE_DIGITS)
            return false;
        *size = *size * 16 + (size_t)digit_of(line.data[at++]);
    }
    return at > 0 && (at == line.length || strchr("; \t", line.data[at]));
}

/* Trailers, which say nothing here, and the empty line. */
static enum chunks_state skip_trailers(struct chunks *chunks, struct str bytes)
{
    struct str line;
    enum chunks_state state;
    do
        state = take_line(bytes, &chunks->used, &line);
    while (state == CHUNKS_DONE && line.length > 0);
    return state;
}

/* One chunk whole, of which none is read twice: `used` is where it begins as
 * long as it has not come. */
static enum chunks_state take_chunk(struct chunks *chunks, struct str bytes)
{
    size_t at = chunks->used, size;
    struct str line;
    enum chunks_state state = take_line(bytes, &at, &line);
    if (state != CHUNKS_DONE)
        return state;
    if (!read_size(line, &size))
        return CHUNKS_WRONG;
    if (size == 0) {
        chunks->is_at_trailers = true;
        chunks->used = at;
        return CHUNKS_DONE;
    }
    if (bytes.length - at < size)
        return CHUNKS_MORE;
    size_t begin = at;
    at += size;
    state = take_line(bytes, &at, &line);
    if (state != CHUNKS_DONE || line.length > 0)
        return state == CHUNKS_DONE ? CHUNKS_WRONG : state;
    buf_add(&chunks->body, bytes.data + begin, size);
    chunks->used = at;
    return CHUNKS_DONE;
}

enum chunks_state chunks_read(struct chunks *chunks, struct str bytes)
{
    enum chunks_state state = CHUNKS_DONE;
    while (state == CHUNKS_DONE && !chunks->is_at_trailers)
        state = take_chunk(chunks, bytes);
    return state == CHUNKS_DONE ? skip_trailers(chunks, bytes) : state;
}

void chunks_finish(struct chunks *chunks)
{
    buf_finish(&chunks->body);
    *chunks = (struct chunks){0};
}
