/* What is said of a mistake in types, and what helps: names as people know
 * them, where things were declared. Private to infer.c. */
#ifndef WEIR_LANG_TYPES_INFER_WORDS_H
#define WEIR_LANG_TYPES_INFER_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "lang/program.h"
#include "lang/types/types.h"

/* An inference under way. */
struct inference {
    struct types types;
    struct type **locals;  /* by id */
    struct type **globals; /* by index: generalised; NULL: not known */
    struct type *primitives[PRIMITIVE_COUNT];
    const struct lang_program *program;
    struct diag_list *diags;
    int depth;
    bool failed;
};

/* The mistake itself; borrowed from the list. */
struct diag *infer_report(struct inference *inference, enum type_unity unity,
                          struct span span, struct type *found,
                          struct type *expected);

/* Where else to look: the place that asks for the expected type. */
void infer_add_place(struct inference *inference, struct diag *diag,
                     const char *what, struct span span);

/* "an argument of '&&'"; as long as the types. */
const char *infer_argument_text(struct inference *inference,
                                const struct ast_expr *applied);

/* A function stands where a value should: arguments are missing. `expr` may be
 * NULL. */
void infer_help_missing(const struct inference *inference, struct diag *diag,
                        const struct ast_expr *expr, struct type *found);

/* A value is applied: `given` arguments were taken before. */
void infer_help_applied(const struct inference *inference, struct diag *diag,
                        const struct ast_expr *applied, size_t given);

/* `let f = value; … f(x) …` is an application of what stands after it. */
void infer_help_bound(const struct inference *inference, struct diag *diag,
                      const struct ast_expr *applied, size_t index);

/* Does a function come among the arguments after this one? */
bool infer_has_function_behind(struct inference *inference,
                               const struct ast_expr *apply, size_t index);

#endif
