/* Draws the values of generators (trace/generator.h). */
#ifndef WEIR_GEN_DRAW_H
#define WEIR_GEN_DRAW_H

#include "gen/choices.h"
#include "trace/value.h"

/* The template with a value in the place of each generator; a new reference.
 * Nothing is drawn where there is none. The template has been let through by
 * generator_check.
 *
 * Whole numbers: one in four is an end of the range, or one of -1, 0, 1;
 * otherwise uniform. Lengths are uniform. "some": one of the fields by its
 * weight or, as often as it says, several, which are two and more; each
 * number of them is as likely, and so are all sets of that number among the
 * fields that have a weight. */
struct value *draw(const struct value *template, struct choices *choices);

#endif
