/* What kind of formula a residual is: the same for formulas that differ in
 * their subscripts only. */
#ifndef WEIR_LOGIC_SHAPE_H
#define WEIR_LOGIC_SHAPE_H

#include <stdint.h>

#include "logic/formula.h"

/* A hash of the formula without its subscripts and strengths, in which a leaf
 * is what `of_leaf` says. The order of conjuncts and disjuncts does not count.
 * Of a very large formula only a part is looked at. */
uint64_t ltl_shape(const struct ltl_formula *formula,
                   uint64_t (*of_leaf)(ltl_leaf leaf));

#endif
