#include "base/error.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

bool error_setv(struct error *error, enum error_code code, const char *format,
                va_list arguments)
{
    if (error == NULL)
        return false;
    error->code = code;
    vsnprintf(error->message, sizeof error->message, format, arguments);
    utf8_hide_controls(error->message, strlen(error->message));
    return false;
}

bool error_set(struct error *error, enum error_code code, const char *format,
               ...)
{
    va_list arguments;
    va_start(arguments, format);
    error_setv(error, code, format, arguments);
    va_end(arguments);
    return false;
}

bool error_set_at(struct error *error, enum error_code code, const char *path,
                  size_t line, const char *format, va_list arguments)
{
    struct error plain = ERROR_NONE;
    error_setv(&plain, code, format, arguments);
    return error_set(error, code, "%s:%zu: %.500s", path, line, plain.message);
}

void error_prefix(struct error *error, const char *format, ...)
{
    if (error == NULL)
        return;
    char old[sizeof error->message];
    memcpy(old, error->message, sizeof old);
    va_list arguments;
    va_start(arguments, format);
    int used =
        vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    if (used >= 0 && (size_t)used < sizeof error->message)
        snprintf(error->message + used, sizeof error->message - (size_t)used,
                 "%s", old);
    utf8_hide_controls(error->message, strlen(error->message));
}
