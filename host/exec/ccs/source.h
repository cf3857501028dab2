/* Texts of CCS models and places in them, for messages. */
#ifndef WEIR_EXEC_CCS_SOURCE_H
#define WEIR_EXEC_CCS_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/str.h"

/* Lives as long as the model it belongs to. */
struct ccs_source {
    const char *name; /* the path, or "`selector`" */
    struct str text;
};

struct ccs_place {
    const struct ccs_source *source;
    size_t offset; /* bytes */
};

/* Sets "NAME:LINE:COLUMN: words", below it the line and a mark. Returns
 * false. */
bool ccs_wrong(struct error *error, enum error_code code,
               struct ccs_place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
