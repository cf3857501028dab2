/* The resolved program as S-expressions, one declaration a line: for tests and
 * for people who debug the front.
 *
 *     let f(x, ~y) = x + g;      (let @f (fun (x ~y) (#_+_ x @g)))
 *
 * Locals are written as they are, globals with @ (and their index after a
 * second @ when an earlier global has the same name), primitives with #.
 */
#ifndef WEIR_LANG_FRONT_AST_PRINT_H
#define WEIR_LANG_FRONT_AST_PRINT_H

#include "base/buf.h"
#include "lang/program.h"

void ast_print_expr(struct buf *buf, const struct lang_program *program,
                    const struct ast_expr *expr);
void ast_print_pattern(struct buf *buf, const struct lang_program *program,
                       const struct ast_pattern *pattern);
void ast_print_decl(struct buf *buf, const struct lang_program *program,
                    const struct ast_decl *decl);
void ast_print_program(struct buf *buf, const struct lang_program *program);

#endif
