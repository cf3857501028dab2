/* What is to be checked: a list of applications with what is expected of each.
 * todomvc/MANIFEST.md describes the files.
 *
 * A manifest is read for one profile: what it says of that profile stands in
 * place of what it says for all. Everything lives in the manifest's arena and
 * goes with it. */
#ifndef WEIR_TODOMVC_RUNNER_MANIFEST_H
#define WEIR_TODOMVC_RUNNER_MANIFEST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/str.h"
#include "todomvc/runner/expected.h"

/* Texts, in the arena. */
struct manifest_texts {
    const char **items;
    size_t count;
};

struct application {
    const char *name; /* letters, digits and ._- */
    const char *path; /* of its page, from "/", as in an address */
    struct expected expected;
    const char *spec;              /* NULL: that of the profile */
    struct manifest_texts words;   /* options and their values for weir check */
    struct manifest_texts reasons; /* of which a failure must show one; empty:
                                      any will do */
};

struct manifest {
    struct arena arena;
    const char *name;
    const char *apps; /* the folder to serve; NULL: it does not say */
    struct application *items;
    size_t count;
};

/* How the files that a manifest names are read, appended to `text`; NULL in
 * manifest_parse: it may name none. */
typedef bool (*manifest_reader)(const char *path, struct buf *text,
                                struct error *error);

/* Fills the manifest from its text. `path` is the file it came from: messages
 * begin with it, and paths in it are relative to its folder. False and
 * ERROR_USAGE when it is wrong; then there is nothing to finish. */
bool manifest_parse(struct manifest *manifest, struct str text,
                    const char *path, const char *profile,
                    manifest_reader reader, struct error *error);

/* The same with a file. ERROR_USAGE also when it cannot be read. */
bool manifest_load(struct manifest *manifest, const char *path,
                   const char *profile, struct error *error);

void manifest_finish(struct manifest *manifest);

/* NULL when there is none of this name. */
const struct application *manifest_find(const struct manifest *manifest,
                                        struct str name);

#endif
