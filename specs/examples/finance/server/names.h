/* The order of names: as people sort them, "B" after "a", "é" beside "e".
 * Names that differ in accents and in capitals of A to Z only come one after
 * the other, in the order of their characters' numbers. */
#ifndef WEIR_EXAMPLES_FINANCE_NAMES_H
#define WEIR_EXAMPLES_FINANCE_NAMES_H

#include "bugs.h"

/* Below, above or equal to 0. */
int names_compare(const char *a, const char *b, enum bug bug);

#endif
