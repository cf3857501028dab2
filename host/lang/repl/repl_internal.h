/* Shared by the files of the read-eval-print loop.
 *
 *     repl.c        commands, input
 *     repl_eval.c   from a text to a program, a value, a type
 *     repl_trace.c  the recorded tests
 */
#ifndef WEIR_LANG_REPL_REPL_INTERNAL_H
#define WEIR_LANG_REPL_REPL_INTERNAL_H

#include "base/memory.h"
#include "base/vec.h"
#include "lang/repl/repl.h"
#include "trace/trace_file.h"

struct repl {
    struct lang_options options;
    char *folder;     /* of the specification, or NULL */
    char *name;       /* of the text, in messages */
    struct buf base;  /* the specification */
    struct buf added; /* declarations that were entered */
    struct {
        struct trace *items;
        size_t count;
        size_t capacity;
    } tests;
    size_t test; /* index; meaningful when there are tests */
    size_t step; /* from 1; 0: no state */
    char prompt[32];
};

/* What an expression is looked at for. */
enum repl_wish { REPL_VALUE, REPL_TYPE, REPL_DEPS };

/* Whether the specification with `more` declarations loads; what is wrong goes
 * to `out`. */
bool repl_loads(struct repl *repl, const char *more, struct buf *out);

/* Appends the value (in the current state), the type or the dependencies of the
 * expression, or what is wrong with it. */
void repl_show(struct repl *repl, enum repl_wish wish, const char *expression,
               struct buf *out);

/* ---- repl_trace.c ------------------------------------------------------- */

bool repl_read_trace(struct repl *repl, const char *path, struct error *error);

/* The current test; NULL when there is none. */
const struct trace *repl_test(const struct repl *repl);
/* The current step; NULL when there is none. */
const struct step *repl_step(const struct repl *repl);

/* Lists the steps of the test, the current one marked. */
void repl_list_steps(const struct repl *repl, struct buf *out);

/* Moves; says where one is then, or why that cannot be. */
void repl_go_to_step(struct repl *repl, int64_t number, struct buf *out);
void repl_go_to_test(struct repl *repl, int64_t number, struct buf *out);

#endif
