/* Diagnostic lines on stderr for people who debug weir or its browser. Silent
 * below the chosen level; warnings are always shown. Not for results: those go
 * through reporters. */
#ifndef WEIR_BASE_LOG_H
#define WEIR_BASE_LOG_H

enum log_level { LOG_LEVEL_WARN, LOG_LEVEL_INFO, LOG_LEVEL_DEBUG };

void log_set_level(enum log_level level);
enum log_level log_level(void);

/* One line: "weir: message". No newline in `format`. */
void log_line(enum log_level level, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#define log_warn(...) log_line(LOG_LEVEL_WARN, __VA_ARGS__)
#define log_info(...) log_line(LOG_LEVEL_INFO, __VA_ARGS__)
#define log_debug(...) log_line(LOG_LEVEL_DEBUG, __VA_ARGS__)

#endif
