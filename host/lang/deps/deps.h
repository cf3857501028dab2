/* Which selectors and fields a property reads (reference, 7.6). */
#ifndef WEIR_LANG_DEPS_DEPS_H
#define WEIR_LANG_DEPS_DEPS_H

#include "lang/program.h"
#include "trace/deps.h"

/* The union over the property, every action and event of its check's `with`,
 * and its `when`, and what runs have learned (program.h). `deps` is initialised
 * by the call; the caller finishes it. */
void lang_deps(const struct lang_program *program,
               const struct lang_property *property, struct deps *deps);

/* Whom they are for. */
enum lang_deps_extent {
    /* Any executor: as the reference has them. */
    LANG_DEPS_REFERENCE,
    /* Our own: and what evaluating it reads besides. The reference leaves out
     * what stands in a record or a symbol of which only other parts are used,
     * although all parts are evaluated when it is made (3.2): a state without
     * them is an error. */
    LANG_DEPS_EVALUATED,
    /* Our browser: and `position`, which the reference gives every element
     * (8.3), where elements are looked at as a whole (compared, given to an
     * action). */
    LANG_DEPS_PAGE,
};

void lang_deps_for(const struct lang_program *program,
                   const struct lang_property *property,
                   enum lang_deps_extent extent, struct deps *deps);

/* As lang_deps for one top-level name. */
void lang_deps_of_global(const struct lang_program *program,
                         const struct ast_global *global, struct deps *deps);

#endif
