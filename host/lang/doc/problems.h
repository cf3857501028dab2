/* Diagnostics for programs: the form that problem matchers of editors and CI
 * understand. */
#ifndef WEIR_LANG_DOC_PROBLEMS_H
#define WEIR_LANG_DOC_PROBLEMS_H

#include "lang/front/diag.h"

/* An array of {"file", "line", "column", "endLine", "endColumn", "severity",
 * "code", "message", "help"}; lines and columns from 1, the end is the place
 * after the last character; severity "error", "warning" or "info"; "code" is
 * the name of a warning, or the class of a mistake. Without a place the file is
 * null and the numbers are left out; so is "help" where there is none. */
void problems_print(struct buf *out, const struct source_table *sources,
                    const struct diag_list *diags);

#endif
