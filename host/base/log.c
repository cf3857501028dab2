#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/utf8.h"

/* Set once by the command line, before anything runs. */
static enum log_level shown = LOG_LEVEL_WARN;

void log_set_level(enum log_level level)
{
    shown = level;
}

enum log_level log_level(void)
{
    return shown;
}

void log_line(enum log_level level, const char *format, ...)
{
    if (level > shown)
        return;
    char line[2000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    utf8_hide_controls(line, strlen(line));
    if (shown == LOG_LEVEL_DEBUG)
        fprintf(stderr, "weir: %9.3f %s\n", (double)clock_now_us() / 1000.0,
                line);
    else
        fprintf(stderr, "weir: %s\n", line);
}
