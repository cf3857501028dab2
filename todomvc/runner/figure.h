/* The figure: false negatives and running time against the subscript, after
 * Figure 13 of the paper, one curve for each group and one for the paper. */
#ifndef WEIR_TODOMVC_RUNNER_FIGURE_H
#define WEIR_TODOMVC_RUNNER_FIGURE_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/error.h"
#include "todomvc/runner/results.h"

/* What gnuplot is given; it writes the SVG to `svg`. Appended. */
void figure_add_script(const struct results *results, const char *svg,
                       struct buf *out);

enum figure_made {
    FIGURE_MADE,
    FIGURE_NO_GNUPLOT,
    FIGURE_WRONG, /* gnuplot does not do it: *error */
};

/* Runs gnuplot with the script in a file. */
enum figure_made figure_make(const char *script, struct error *error);

#endif
