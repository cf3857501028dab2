/* Golden files: texts that a program makes anew, and which have to come out as
 * they are.
 *
 * In most of them cases stand one after the other, input and expectation
 * together:
 *
 *     === kind: a title
 *     the input
 *     ---
 *     what comes of it
 *
 * with anything above the first. */
#ifndef WEIR_TESTS_SUPPORT_GOLDEN_H
#define WEIR_TESTS_SUPPORT_GOLDEN_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/str.h"

/* Appends to `out` what the text should be, the whole of it. False: it is
 * something else; where has been printed. */
typedef bool (*golden_text)(const char *path, struct str text, struct buf *out);

/* `PROGRAM [--update] FILE...`: each file is held against what `make` gives of
 * it, or becomes that. The exit status. */
int golden_run(int count, char **arguments, golden_text make);

/* Appends what comes of one case. */
typedef void (*golden_case)(struct str kind, struct str input, struct buf *out);

/* A golden_text, of a file with cases. */
bool golden_run_cases(const char *path, struct str text, struct buf *out,
                      golden_case run);

/* The first line with its end; *rest: what stands after it. */
struct str golden_take_line(struct str *rest);

#endif
