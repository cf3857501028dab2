/* Hearing a program as it is read: every declaration of every module as it
 * stands in the text, with its trees before macros are expanded. What the
 * resolved program (ast.h) no longer knows - imports, operators, macros, which
 * words were used - is here, for the formatter, the documentation and the
 * linter.
 *
 *     struct lang_listener listener = {on_declaration, context};
 *     struct lang_options options = {.listener = &listener};
 *     lang_load(…, &options, …)
 */
#ifndef WEIR_LANG_FRONT_LISTEN_H
#define WEIR_LANG_FRONT_LISTEN_H

#include <stdbool.h>
#include <stdint.h>

#include "lang/front/lexer.h"
#include "lang/front/tree.h"

struct front;

enum lang_declaration_kind {
    LANG_IMPORT,
    LANG_SYNTAX,
    LANG_MACRO,
    LANG_LET,
    LANG_ACTION,
    LANG_CHECK,
    LANG_END, /* of a module: nothing but documentation may stand before it */
};

/* One declaration that could be parsed, whether or not it makes sense. All of
 * it is borrowed until the call returns. */
struct lang_declaration {
    enum lang_declaration_kind kind;
    const char *module; /* its name: "quickstrom/keys" */
    uint32_t source;    /* index in the program's table */
    bool is_spec;       /* in the specification itself, not in an import */
    struct str text;    /* of the whole module */
    const struct token *tokens; /* the same */
    uint32_t start;             /* the keyword */
    uint32_t end;               /* the token after it; at the end of the
                                   module the same as `start` */
    /* LET, ACTION, MACRO: both sides of the `=` (or, as in the paper, what
     * stands before and in { }). CHECK: `right` is the expression of `when`,
     * or NULL. Others: NULL. */
    const struct tree *left;
    const struct tree *right;
    uint32_t right_at; /* the token where `right` begins */
};

struct lang_listener {
    /* After the declaration has been understood; for an import: after its
     * module has been read. */
    void (*declaration)(void *context,
                        const struct lang_declaration *declaration);
    void *context;
};

/* For declaration.c: tells the listener of the options, if there is one, about
 * the declaration of tokens [start, end) that was just read. */
void listen_to(struct front *front, uint32_t start, uint32_t end);

#endif
