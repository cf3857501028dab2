#include "base/buf.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void buf_init(struct buf *buf)
{
    *buf = (struct buf){.data = NULL, .length = 0, .capacity = 0};
}

void buf_finish(struct buf *buf)
{
    free(buf->data);
    buf_init(buf);
}

void buf_clear(struct buf *buf)
{
    buf->length = 0;
    if (buf->data != NULL)
        buf->data[0] = '\0';
}

char *buf_reserve(struct buf *buf, size_t more)
{
    size_t needed = buf->length + more + 1;
    assert(needed > more && "buffer length overflow");
    if (needed > buf->capacity) {
        size_t capacity = buf->capacity < 64 ? 64 : buf->capacity * 2;
        if (capacity < needed)
            capacity = needed;
        buf->data = memory_resized(buf->data, capacity, 1);
        buf->capacity = capacity;
    }
    return buf->data + buf->length;
}

void buf_add(struct buf *buf, const char *bytes, size_t length)
{
    char *end = buf_reserve(buf, length);
    if (length != 0)
        memcpy(end, bytes, length);
    buf->length += length;
    buf->data[buf->length] = '\0';
}

void buf_add_str(struct buf *buf, struct str text)
{
    buf_add(buf, text.data, text.length);
}

void buf_add_text(struct buf *buf, const char *text)
{
    buf_add(buf, text, strlen(text));
}

void buf_add_char(struct buf *buf, char byte)
{
    char *end = buf_reserve(buf, 1);
    end[0] = byte;
    end[1] = '\0';
    buf->length++;
}

void buf_add_int(struct buf *buf, int64_t number)
{
    enum { DIGITS = 20 };
    char text[DIGITS];
    size_t at = DIGITS;
    uint64_t left = number < 0 ? -(uint64_t)number : (uint64_t)number;
    do {
        text[--at] = (char)('0' + left % 10);
        left /= 10;
    } while (left > 0);
    if (number < 0)
        buf_add_char(buf, '-');
    buf_add(buf, text + at, DIGITS - at);
}

void buf_add_repeat(struct buf *buf, char byte, size_t count)
{
    memset(buf_reserve(buf, count), byte, count);
    buf->length += count;
    buf->data[buf->length] = '\0';
}

void buf_addv(struct buf *buf, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    assert(length >= 0);
    char *end = buf_reserve(buf, (size_t)length);
    vsnprintf(end, (size_t)length + 1, format, again);
    va_end(again);
    buf->length += (size_t)length;
}

void buf_addf(struct buf *buf, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    buf_addv(buf, format, arguments);
    va_end(arguments);
}

const char *buf_text(const struct buf *buf)
{
    return buf->data == NULL ? "" : buf->data;
}

struct str buf_str(const struct buf *buf)
{
    return str_from(buf_text(buf), buf->length);
}

char *buf_take(struct buf *buf)
{
    buf_reserve(buf, 0)[0] = '\0';
    char *text = buf->data;
    buf_init(buf);
    return text;
}
