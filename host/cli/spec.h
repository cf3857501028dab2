/* Loading a specification for the smaller commands. */
#ifndef WEIR_CLI_SPEC_H
#define WEIR_CLI_SPEC_H

#include <stdbool.h>

#include "base/error.h"
#include "lang/program.h"

enum { SPEC_INCLUDE_LIMIT = 64 };

struct spec {
    const char *include[SPEC_INCLUDE_LIMIT];
    size_t include_count;
    char *library; /* owned */
    struct diag_list diags;
    struct source_table sources; /* when `program` is NULL */
    struct lang_program *program;
};

void spec_init(struct spec *spec);
void spec_finish(struct spec *spec);

/* Takes an -I; false and ERROR_USAGE when there are too many. */
bool spec_include(struct spec *spec, const char *folder, struct error *error);

/* The folders as options; borrowed. */
struct lang_options spec_options(const struct spec *spec);

/* Loads the specification; `listener` may be NULL. What is to be said goes into
 * spec->diags. */
bool spec_load(struct spec *spec, const char *path,
               const struct lang_listener *listener);

/* What spec->diags point into. */
const struct source_table *spec_sources(const struct spec *spec);

/* Prints spec->diags on stderr. */
void spec_print_diags(const struct spec *spec);

#endif
