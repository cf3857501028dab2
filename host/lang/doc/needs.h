/* What the properties of a program need to see: the dependency set and which
 * property reads which part of it, for people and for programs. */
#ifndef WEIR_LANG_DOC_NEEDS_H
#define WEIR_LANG_DOC_NEEDS_H

#include "base/buf.h"
#include "lang/program.h"

/* For people:
 *
 *     `#toggle`
 *         enabled, interactable, ref, visible
 *         textContent                          safety, timeUp
 *
 * Fields without names of properties are read by all of them. */
void lang_needs_print(struct buf *out, const struct lang_program *program);

/* One object per property, in the order of the checks: "property", "file",
 * "line" (of its check) and "dependencies" (reference, 7.1: DEPS). */
void lang_needs_print_json(struct buf *out, const struct lang_program *program);

#endif
