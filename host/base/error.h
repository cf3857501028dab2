/* The world's troubles: a file that is missing, a browser that dies.
 *
 * Functions that can fail return bool (or NULL) and fill the `struct error`
 * the caller passes. An error is written once, where it happens, and printed
 * once, by the command line. Mistakes in a specification are diagnostics
 * (lang/front/diag.h) and verdicts are data; neither is an error in this sense.
 * Our own bugs are asserts.
 *
 * `struct error` is a plain value with storage of its own: start it as
 * ERROR_NONE, copy it freely, nothing to free. NULL may be passed wherever the
 * caller does not care.
 */
#ifndef WEIR_BASE_ERROR_H
#define WEIR_BASE_ERROR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* What kind of ending an error leads to; the command line maps it to the exit
 * status (docs/REPORTS.md). */
enum error_code {
    ERROR_OK = 0,
    ERROR_USAGE,  /* flags that make no sense */
    ERROR_SPEC,   /* the specification is wrong, at load or in a state */
    ERROR_SETUP,  /* no browser, it dies at start, an invalid selector */
    ERROR_ORIGIN, /* the page under test cannot be loaded */
    ERROR_RUN,    /* one test could not be carried on */
    ERROR_LOST,   /* the application died in the middle of a test; the next
                     one gets another */
    ERROR_SILENT, /* the same: the application is there, and does not answer */
    ERROR_CANCELLED,      /* a signal or the time limit of the whole command */
    ERROR_IO,             /* a file or a socket */
    ERROR_UNJUDGED,       /* the specification is wrong in a state, where it was
                             evaluated first: this test ends, the others go on */
    ERROR_UNJUDGED_LATER, /* the same where it could be evaluated before */
};

struct error {
    enum error_code code;
    char message[1000]; /* one sentence, no newline at the end; may span
                           lines when it quotes source */
};

#define ERROR_NONE ((struct error){.code = ERROR_OK, .message = ""})

/* Sets the error (when not NULL) and returns false, so that a failing function
 * can end with `return error_set(...)`. Overwrites what was there. Longer
 * messages are cut at the end; control characters, which a page or a file may
 * have put into them, are hidden. */
bool error_set(struct error *error, enum error_code code, const char *format,
               ...) __attribute__((format(printf, 3, 4)));
bool error_setv(struct error *error, enum error_code code, const char *format,
                va_list arguments) __attribute__((format(printf, 3, 0)));

/* The same of a line of a file: "<path>:<line>: ". */
bool error_set_at(struct error *error, enum error_code code, const char *path,
                  size_t line, const char *format, va_list arguments)
    __attribute__((format(printf, 5, 0)));

/* Puts words in front of the message that is already there ("while ...: "). */
void error_prefix(struct error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
