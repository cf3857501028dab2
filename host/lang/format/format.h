/* The formatter: the text of a module again, in one style.
 *
 * Tokens, their order and comments stay exactly as they are, so that the
 * meaning does too; only white space changes. Indentation follows from the
 * structure of the expressions, spaces from what stands beside them. Where
 * lines end is the author's choice, except that lines wider than
 * FORMAT_COLUMNS are broken, from the outside in, and that what belongs
 * together (`} else {`, `f(`) is joined. Formatting what was formatted changes
 * nothing.
 *
 * The unit of indentation is that of the text: what its first indented line
 * has, when that is 2 or 8; else 4.
 */
#ifndef WEIR_LANG_FORMAT_FORMAT_H
#define WEIR_LANG_FORMAT_FORMAT_H

#include <stdbool.h>

#include "base/buf.h"
#include "lang/front/diag.h"
#include "lang/program.h"

enum { FORMAT_COLUMNS = 80 };

/* Appends the formatted text of a module. `path` stands for it in messages;
 * what it imports is sought as `options` say. False when the text cannot be
 * parsed: then `diags` and `sources` (initialised by the call, finished by the
 * caller) say why, and nothing is appended. */
bool lang_format(const char *path, struct str text,
                 const struct lang_options *options, struct buf *out,
                 struct diag_list *diags, struct source_table *sources);

#endif
