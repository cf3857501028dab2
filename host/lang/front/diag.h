/* Mistakes in a specification: collected, several per run, printed in one
 * place, each with its place, the source line and an underline. */
#ifndef WEIR_LANG_FRONT_DIAG_H
#define WEIR_LANG_FRONT_DIAG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "lang/front/source.h"

enum diag_severity { DIAG_ERROR, DIAG_WARNING, DIAG_NOTE };

/* The classes of the reference, 4.3. */
enum diag_class {
    DIAG_LEXICAL,
    DIAG_PARSE,
    DIAG_TYPE,
    DIAG_EVALUATION,
};

struct diag {
    enum diag_severity severity;
    enum diag_class kind;
    const char *name; /* of a warning (lint.h), a literal; NULL: none */
    struct span span;
    char *message; /* one sentence, what is wrong; owned */
    char *help;    /* what to do about it, or NULL; owned */
    char *details; /* further lines (a call trace, readings of an ambiguous
                      expression), or NULL; owned */
};

struct diag_list {
    struct diag *items;
    size_t count;
    size_t capacity;
    size_t error_count;
};

/* Names in a text may be of any length. Messages and help are cut after so
 * many bytes, and then end in "…". */
enum { DIAG_TEXT_LIMIT = 1000 };

void diag_list_init(struct diag_list *list);
void diag_list_finish(struct diag_list *list);

/* Appends an error and returns it, so that help and details can be set.
 * Borrowed until the next append. At most DIAG_LIMIT are kept; later ones are
 * counted but dropped (the returned object is then a throw-away). */
enum { DIAG_LIMIT = 50 };
struct diag *diag_add(struct diag_list *list, enum diag_severity severity,
                      enum diag_class kind, struct span span,
                      const char *format, ...)
    __attribute__((format(printf, 5, 6)));
void diag_help(struct diag *diag, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The source line of the place and under it `^~~~`, each four columns in and
 * with its newline. Nothing when there is no such source. */
void diag_add_source(struct buf *buf, const struct source_table *sources,
                     struct span span);

/* "FILE:LINE:COL: error: MESSAGE", the source line, an underline, help,
 * details. The only place where diagnostics become text. */
void diag_print(struct buf *buf, const struct source_table *sources,
                const struct diag *diag);

/* All of a list. Of notes that say the same of several places, all but the
 * first are a line each. */
void diag_list_print(struct buf *buf, const struct source_table *sources,
                     const struct diag_list *list);

#endif
