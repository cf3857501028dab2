/* A JavaScript module as the body of a function, for an engine whose interface
 * knows scripts only.
 *
 *     import {a as b} from './m.js';        becomes a constant at the beginning
 *     export const x = 1;                   const x = 1; and an entry `x`
 *
 * Imports are done before the rest, as the standard has it, but once: an
 * imported name keeps the value that it has then. What is exported is read when
 * it is asked for. A text without import and export declarations is a CommonJS
 * module and stays as it is. Lines keep their numbers.
 *
 * The result is an expression, a function of (module, exports, require,
 * __weir); `__weir` has the methods open(getters), import(specifier),
 * take(namespace, name, specifier), star(specifier) and the field `exports`:
 * harness.js.
 */
#ifndef WEIR_FAKE_MODULES_H
#define WEIR_FAKE_MODULES_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/str.h"

/* Appends the function to `out`. False: ERROR_SPEC, "line: what is wrong". */
bool module_translate(struct str text, struct buf *out, struct error *error);

#endif
