/* The primitive actions and events in what an action or an event has come to.
 */
#ifndef WEIR_LANG_EVAL_EXTRACT_H
#define WEIR_LANG_EVAL_EXTRACT_H

#include <stdbool.h>

#include "lang/eval/machine.h"
#include "lang/eval/value.h"
#include "lang/session.h"

/* Appends the primitives found in `val` (reference, 7.3). `named` is the name
 * for objects that stand outside any action; VAL_NULL: none. */
bool extract_primitives(struct machine *machine, struct val val,
                        struct val named, const struct ast_global *declared,
                        struct lang_primitive_list *list);

#endif
