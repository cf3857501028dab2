/* The front: from files to a resolved tree (ast.h), without types. */
#ifndef WEIR_LANG_FRONT_READ_H
#define WEIR_LANG_FRONT_READ_H

#include "lang/front/diag.h"
#include "lang/program.h"

/* Reads the specification and every module it imports into `program`, whose
 * arena, names and sources are initialised and empty. Keeps going after a
 * mistake where it can, so that several are reported; false when there was any
 * error (the program is then only good for printing diagnostics). A
 * specification that imports nothing and can be read only with the library is
 * read with it. A path may lead to a pipe: `weir lint <(…)`. */
bool lang_read(struct lang_program *program, const char *spec,
               const struct lang_options *options, struct diag_list *diags);

/* The same for a text in memory, without touching a file unless it imports.
 * `name` stands for its path in messages; the text is copied. */
bool lang_read_text(struct lang_program *program, const char *name,
                    struct str text, const struct lang_options *options,
                    struct diag_list *diags);

/* What every program that was read keeps to, so that passes over it may
 * recurse: no expression or pattern nests deeper than this. */
enum { LANG_DEPTH_LIMIT = 3000 };

#endif
