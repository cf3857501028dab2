/* Which selectors and fields a property reads (reference, 7.6). */
#ifndef WEIR_LANG_DEPS_H
#define WEIR_LANG_DEPS_H

#include "lang/program.h"
#include "trace/deps.h"

/* The union over the property, every action and event of its check's `with`,
 * and its `when`. `deps` is initialised by the call; the caller finishes it. */
void lang_deps(const struct lang_program *program,
               const struct lang_property *property, struct deps *deps);

/* The same for one top-level name. */
void lang_deps_of_global(const struct lang_program *program,
                         const struct ast_global *global, struct deps *deps);

#endif
