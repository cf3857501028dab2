/* A Specstrom property as checker and actor: what the reference's state machine
 * (7.2) does with each state, without its loop.
 *
 * One object serves one test. It embeds both sockets: pass &spec->checker and
 * &spec->actor to run/session.
 */
#ifndef WEIR_CHECK_SPEC_SPEC_H
#define WEIR_CHECK_SPEC_SPEC_H

#include "lang/deps/deps.h"
#include "lang/program.h"
#include "port/actor.h"
#include "port/checker.h"

struct check_spec {
    struct checker checker;
    struct actor actor;
    /* the rest is in spec_internal.h */
};

/* The program and the property must outlive the object. Destroy it through
 * checker.ops->destroy. */
struct check_spec *check_spec_create(const struct lang_program *program,
                                     const struct lang_property *property);

/* The same for an executor that is asked for more (lang/deps/deps.h). */
struct check_spec *check_spec_create_for(const struct lang_program *program,
                                         const struct lang_property *property,
                                         enum lang_deps_extent extent);

/* The declared primitives that the events of the last step matched, each as
 * often as it is declared (reference, 7.2: M); borrowed until the next step. */
const struct action_list *check_spec_matched(const struct check_spec *spec);

#endif
