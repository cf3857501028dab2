/* A JavaScript machine: one Duktape heap with a limit on its memory.
 *
 * What always holds: nothing a script does ends the process; errors and
 * exhausted memory come back as `struct error` with ERROR_RUN, whose message
 * begins with "name:line: ". The one exception is time: a loop that never ends
 * is never interrupted, so load only scripts of ours into a machine of this
 * process.
 *
 * The language is ES5 plus const, Symbol and Proxy. Strings go in and out as
 * UTF-8: what is not UTF-8 on the way in, and surrogates without a partner on
 * the way out, become U+FFFD.
 *
 * Scripts share one global object and see what earlier scripts defined. A
 * machine belongs to one thread.
 */
#ifndef WEIR_JS_MACHINE_H
#define WEIR_JS_MACHINE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/str.h"

/* Enough for the script compiler and for the page script under test; an empty
 * heap takes about 150 kB. */
enum { JS_MEMORY_BYTES = 64 * 1024 * 1024 };

struct js_machine; /* opaque */

/* A machine whose scripts may hold `memory_limit_bytes` in all; NULL and the
 * error when that is too little even for an empty heap. */
struct js_machine *js_machine_create(size_t memory_limit_bytes,
                                     struct error *error);
void js_machine_destroy(struct js_machine *machine);

/* Runs `source` as a program. `name` stands in error messages. What the
 * program defined before it failed stays defined. */
bool js_machine_load(struct js_machine *machine, const char *name,
                     struct str source, struct error *error);

/* Calls the global function `function` with `count` string arguments and
 * appends what it returns, made a string as by String(), to `result` (NULL: not
 * wanted). Nothing is appended on failure. */
bool js_machine_call(struct js_machine *machine, const char *function,
                     const struct str *arguments, size_t count,
                     struct buf *result, struct error *error);

/* Compiles `source` as a program without running it. False: the error says
 * where it is wrong. */
bool js_check_syntax(const char *name, struct str source, struct error *error);

#endif
