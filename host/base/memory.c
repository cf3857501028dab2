#include "base/memory.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void out_of_memory(void)
{
    static const char words[] = "weir: out of memory\n";
    fputs(words, stderr);
    abort();
}

void *memory_zeroed(size_t count, size_t size)
{
    if (count == 0 || size == 0)
        count = size = 1;
    void *block = calloc(count, size);
    if (block == NULL)
        out_of_memory();
    return block;
}

void *memory_resized(void *old, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size)
        out_of_memory();
    size_t bytes = count * size;
    void *block = realloc(old, bytes == 0 ? 1 : bytes);
    if (block == NULL)
        out_of_memory();
    return block;
}

char *memory_copy_string(const char *bytes, size_t length)
{
    char *copy = memory_resized(NULL, length + 1, 1);
    if (length != 0)
        memcpy(copy, bytes, length);
    copy[length] = '\0';
    return copy;
}

char *memory_format(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = NULL;
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0)
        out_of_memory();
    return text;
}
