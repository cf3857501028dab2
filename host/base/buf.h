/* A growable string of bytes, always followed by a NUL that does not count.
 * Used to build messages, JSON and reports. `data` may be NULL while empty;
 * buf_text() never is. */
#ifndef WEIR_BASE_BUF_H
#define WEIR_BASE_BUF_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

struct buf {
    char *data;
    size_t length;
    size_t capacity;
};

void buf_init(struct buf *buf);
void buf_finish(struct buf *buf);
void buf_clear(struct buf *buf);

void buf_add(struct buf *buf, const char *bytes, size_t length);
void buf_add_str(struct buf *buf, struct str text);
void buf_add_text(struct buf *buf, const char *text);
void buf_add_char(struct buf *buf, char byte);
void buf_add_int(struct buf *buf, int64_t number); /* decimal */
void buf_add_repeat(struct buf *buf, char byte, size_t count);
void buf_addf(struct buf *buf, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void buf_addv(struct buf *buf, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/* Makes room for `more` bytes after the end and returns where they go; the
 * caller then adds to `length` what it wrote. */
char *buf_reserve(struct buf *buf, size_t more);

/* The text, NUL terminated; borrowed until the next change. */
const char *buf_text(const struct buf *buf);
struct str buf_str(const struct buf *buf);

/* Hands the heap string to the caller and leaves the buffer empty. */
char *buf_take(struct buf *buf);

#endif
