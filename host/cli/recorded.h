/* Which property of a program a recorded test is of. */
#ifndef WEIR_CLI_RECORDED_H
#define WEIR_CLI_RECORDED_H

#include <stdbool.h>
#include <stddef.h>

#include "lang/program.h"
#include "trace/trace_file.h"

enum recorded {
    RECORDED_FOUND,    /* one; several of its name where no number says which */
    RECORDED_LEFT_OUT, /* the command line has left it out (cli/select.h) */
    RECORDED_NOT_THERE, /* the specification checks none of this name */
};

/* By number and name, else by the name. Fills `picked`, which has room for all
 * properties, in their order, and *count: none for the last two. */
enum recorded recorded_find(const struct lang_program *program,
                            const struct trace_header *header, size_t *picked,
                            size_t *count);

#endif
