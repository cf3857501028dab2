/* Shared by the files of the linter.
 *
 *     lint.c          names, silencing, order
 *     lint_import.c   what is heard while the program is read; unused imports
 *     lint_use.c      unused names, names that never happen
 *     lint_eager.c    operands that cannot change
 *     lint_fold.c     constants; what a name stands for
 *     lint_guard.c    guards that are never true
 *     lint_outcome.c  which definite answers a property can have
 *     lint_endless.c  properties that always demand a further state
 *     lint_check.c    what a check lists
 *     lint_field.c    misspelt fields
 *     lint_loose.c    always p && q
 *     lint_nested.c   selectors with ">>>" and a comma
 *     lint_same.c     what is compared with itself
 *     lint_text.c     lists: functions that are given a text, names of keys,
 *                     indices
 *     lint_list.c     a selector's list that is treated as one element
 *     lint_walk.c     the tree
 */
#ifndef WEIR_LANG_LINT_LINT_INTERNAL_H
#define WEIR_LANG_LINT_LINT_INTERNAL_H

#include "base/map.h"
#include "base/memory.h"
#include "base/vec.h"
#include "lang/lint/lint.h"
#include "lang/eval/machine.h"

struct lint_import;
struct lint_module;

struct lint {
    struct lang_listener listener;
    VEC(struct lint_module *) modules; /* by order of hearing */
    const struct lang_program *program;
    const struct lint_options *options;
    struct diag_list *diags;
    uint32_t spec_source;
    bool spec_checks; /* the specification itself has a check */
    struct machine machine;
    unsigned char *depends; /* by global: is it known, does it depend? */
    unsigned char *given;   /* the same of lint_is_given */
};

/* Is the place in a module of the library, or nowhere? */
bool lint_in_library(const struct lint *lint, struct span span);

/* Whether no property before it has the same definition: several checks may
 * name one. */
bool lint_is_first(const struct lang_program *program, size_t property);

/* Adds a warning; borrowed until the next one. */
struct diag *lint_add(struct lint *lint, enum lint_name name, struct span span,
                      const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* ---- the tree ----------------------------------------------------------- */

typedef void (*lint_visit)(void *context, const struct ast_expr *expr);

/* Calls `visit` for each direct part of the expression. */
void lint_parts(const struct ast_expr *expr, lint_visit visit, void *context);

/* The expressions of a declaration: body, `when`. */
void lint_declared(const struct ast_decl *decl, lint_visit visit,
                   void *context);

/* Calls `visit` for each action named in the pattern. */
void lint_pattern_actions(const struct ast_pattern *pattern,
                          void (*visit)(void *context,
                                        const struct ast_global *action,
                                        struct span span),
                          void *context);

static inline bool lint_is_primitive(const struct ast_expr *expr,
                                     enum primitive primitive)
{
    return expr->kind == AST_PRIMITIVE && expr->primitive == primitive;
}

/* The primitive that the expression applies to `count` or more arguments;
 * PRIMITIVE_COUNT when it does not. */
enum primitive lint_applied(const struct ast_expr *expr, size_t count);

/* The library's function of this name, applied to so many arguments. */
bool lint_applies(const struct lint *lint, const struct ast_expr *expr,
                  const char *name, size_t count);

/* Are two values compared, of which so many arguments are there? */
bool lint_is_comparison(const struct ast_expr *expr, size_t count);

/* ---- names and constants ------------------------------------------------ */

/* What variables stand for while a function is looked into. */
struct lint_scope {
    const struct ast_local *local;
    const struct ast_expr *expr;
    const struct lint_scope *scope; /* of `expr` */
    const struct lint_scope *outer;
};

/* An expression with what its variables stand for. */
struct lint_view {
    const struct ast_expr *expr;
    const struct lint_scope *scope;
};

/* Work left before an answer is "not known". */
struct lint_budget {
    struct arena arena;
    int64_t steps;
};
enum { LINT_STEPS = 100000, LINT_DEPTH = 400 };

/* A variable or a top-level name replaced by what it stands for, as long as
 * that is known and is no function's parameter. */
struct lint_view lint_meaning(struct lint_view view);

/* The same for variables only: the argument that was written. */
struct lint_view lint_argument(struct lint_view view);

/* The body of the function that is applied, with its parameters bound; false
 * when the expression is no application of a known function to all of its
 * parameters. */
bool lint_enter(struct lint_budget *budget, struct lint_view view,
                struct lint_view *body);

/* The value, when it is known without a state and not by --define: null,
 * boolean, integer; else VAL_FAIL. */
struct val lint_fold(struct lint *lint, struct lint_budget *budget,
                     struct lint_view view, int depth);

/* May the value differ from state to state? */
bool lint_depends(struct lint *lint, const struct ast_expr *expr);

/* May it look at more states than one? */
bool lint_may_be_temporal(struct lint *lint, const struct ast_expr *expr);

/* Has it a part that --define has given? */
bool lint_is_given(struct lint *lint, const struct ast_expr *expr);

/* ---- the warnings ------------------------------------------------------- */

void lint_hear(void *context, const struct lang_declaration *declaration);
void lint_modules_finish(struct lint *lint);
void lint_imports(struct lint *lint);
void lint_uses(struct lint *lint);
void lint_happened(struct lint *lint);
void lint_eager(struct lint *lint);
void lint_guards(struct lint *lint);
void lint_outcomes(struct lint *lint);
void lint_subscripts(struct lint *lint);
void lint_fields(struct lint *lint);
void lint_nested(struct lint *lint);
void lint_loose(struct lint *lint);
void lint_same(struct lint *lint);
void lint_texts(struct lint *lint);
void lint_endless(struct lint *lint);
void lint_checks(struct lint *lint);
void lint_lists(struct lint *lint);

#endif
