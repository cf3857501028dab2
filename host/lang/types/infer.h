/* Type inference (reference, section 4): functions and non-functions. */
#ifndef WEIR_LANG_TYPES_INFER_H
#define WEIR_LANG_TYPES_INFER_H

#include "base/buf.h"
#include "lang/program.h"

/* False when there are type errors; reports all it finds. */
bool lang_infer(const struct lang_program *program, struct diag_list *diags);

/* Appends the type of a top-level name of a program without type errors:
 * "V -> a -> V". */
void lang_print_type(struct buf *out, const struct lang_program *program,
                     const struct ast_global *global);

#endif
