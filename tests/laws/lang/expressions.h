/* Random expressions of Specstrom that have a type and a value, the same for
 * the same seed on every machine: elements of a page go into them through all
 * that the language has (lists of lists, records, symbols, closures, folds,
 * zips, what has happened), and fields are read where they come out. */
#ifndef WEIR_TESTS_LAWS_LANG_EXPRESSIONS_H
#define WEIR_TESTS_LAWS_LANG_EXPRESSIONS_H

#include <stdint.h>

#include "base/buf.h"

/* Selectors `s0`, `s1`, …; and fields of each kind that an element has: n0 (an
 * integer), t0 (a text), on0 (a boolean), css.c0, data.d0 (texts). */
enum { EXPRESSIONS_SELECTORS = 4, EXPRESSIONS_FIELDS = 4 };

struct expressions;

struct expressions *expressions_create(uint64_t seed);
void expressions_destroy(struct expressions *expressions);

/* From 0 to bound - 1. */
int expressions_below(struct expressions *expressions, int bound);

/* Appends a specification with so many properties, p0, p1, …, of one check, and
 * what it imports. */
void expressions_add_specification(struct expressions *expressions,
                                   struct buf *buf, int properties);

#endif
