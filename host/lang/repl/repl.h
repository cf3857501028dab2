/* Trying expressions out in the states of a recorded test.
 *
 * Input is a line: an expression, a declaration (kept until the end), or a
 * command that begins with a colon; `:help` lists them. Whatever is wrong with
 * a line is said, and the next one is read.
 */
#ifndef WEIR_LANG_REPL_REPL_H
#define WEIR_LANG_REPL_REPL_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/error.h"
#include "lang/program.h"

struct repl;

/* `spec` (a path or a module name) may be NULL: then it is the one named in the
 * trace, if that is there, else the library alone. `trace` may be NULL.
 * `options` and what it points to must outlive the object. NULL: *error says
 * why, or, with ERROR_SPEC, `out` has the mistakes of the specification. */
struct repl *repl_create(const char *spec, const char *trace,
                         const struct lang_options *options, struct buf *out,
                         struct error *error);
void repl_destroy(struct repl *repl); /* NULL is fine */

/* Does the input go on in the next line: is a bracket open? */
bool repl_is_open(const char *input);

/* Takes one input; appends what there is to say. False: the end is wanted. */
bool repl_take(struct repl *repl, const char *input, struct buf *out);

/* "weir> ", or with the number of the step: "3> ". Valid until the next
 * call. */
const char *repl_prompt(struct repl *repl);

#endif
