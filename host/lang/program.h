/* A loaded program: every module a specification needs, parsed, resolved and
 * type-checked, with its checks. The entrance to this room for others.
 *
 *     struct lang_options options = {.include = dirs, .include_count = n};
 *     struct lang_program *program = lang_load("todo.strom", &options, &diags);
 *     if (program == NULL) print the diagnostics
 */
#ifndef WEIR_LANG_PROGRAM_H
#define WEIR_LANG_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/intern.h"
#include "lang/front/ast.h"
#include "lang/front/diag.h"
#include "lang/front/source.h"

struct deps;          /* trace/deps.h */
struct lang_code;     /* lang/eval/code.h, for this room only */
struct lang_listener; /* lang/front/listen.h */

struct lang_define {
    const char *name;  /* replaces the literal of a top-level let NAME = … */
    const char *value; /* source text of one literal */
};

struct lang_options {
    const char *const *include; /* searched in order, after them the folder of
                                   the specification, then the library */
    size_t include_count;
    const char *folder;  /* of a text in memory: where it stands, as if it were
                            a file there; NULL: nowhere */
    const char *library; /* folder of the built-in modules, or NULL */
    const struct lang_define *defines;
    size_t define_count;
    int64_t subscript; /* value of unsubscripted operators; 0 means 100 */
    const struct lang_listener *listener; /* hears each declaration, or NULL */
};

/* One property of one check: a test subject. */
struct lang_property {
    struct ast_global *global;
    const struct ast_decl *check;
    int64_t number; /* its place among those of all checks, from 1 */
};

struct lang_program {
    struct arena arena; /* the tree */
    struct intern names;
    struct source_table sources;
    uint32_t spec_source;    /* of the specification itself, in the table */
    struct ast_decl **decls; /* in order; in the arena */
    size_t decl_count;
    struct ast_global **globals; /* by index; in the arena */
    size_t global_count;
    uint32_t local_count;             /* ids of ast_local are below this */
    struct lang_property *properties; /* of all checks in order; arena */
    size_t property_count;
    size_t left_out_count; /* so many stand after them that are not to be
                              tested, though the checks have them */
    const char *library;   /* folder of the built-in modules, or NULL; arena */
    int64_t subscript;
    struct lang_code *code; /* the same in runnable form; made by lang_load */
    struct deps *learned;   /* what runs have read that dependency analysis did
                               not find: grows while the program is in use, and
                               is part of what lang_deps finds from then on */
};

/* Loads `spec`: a path (with a slash or the suffix .strom) or a module name.
 * Always fills `diags` (warnings too). NULL when there are errors; the sources
 * the diagnostics point to are then moved to *sources, which the caller
 * finishes (it is left empty on success). */
struct lang_program *lang_load(const char *spec,
                               const struct lang_options *options,
                               struct diag_list *diags,
                               struct source_table *sources);
/* The same for a text in memory; `name` stands for its path in messages. */
struct lang_program *lang_load_text(const char *name, struct str text,
                                    const struct lang_options *options,
                                    struct diag_list *diags,
                                    struct source_table *sources);
void lang_program_destroy(struct lang_program *program);

/* Whether a run of one is a run of the other: their checks are the same, or
 * alike in their actions, with the same names in the same order, and in the
 * event with which they begin. */
bool lang_properties_share_runs(const struct lang_program *program,
                                const struct lang_property *a,
                                const struct lang_property *b);

/* Whether the source is a module of the library. */
bool lang_program_has_in_library(const struct lang_program *program,
                                 const struct source *source);

#endif
