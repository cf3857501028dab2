/* Generators: values that are drawn when an action is done
 * (specs/library/weir/any.strom). A specification proposes an action whose
 * arguments hold them; who requests it puts a value in the place of each.
 *
 *     {"any'": "integer", "low": L, "high": H}          L <= H
 *     {"any'": "one", "of": [A, ...], "weights": [N, ...]}
 *     {"any'": "text", "min": N, "max": N, "of": "characters"}
 *     {"any'": "list", "min": N, "max": N, "of": A}
 *     {"any'": "some", "of": {name: A, ...}, "weights": {name: N, ...},
 *      "several": P}
 *
 * `weights` and `several` may be left out. A is any value, and may hold
 * generators itself. "some" is an object with one of the fields or, with P in a
 * hundred, with several of them.
 */
#ifndef WEIR_TRACE_GENERATOR_H
#define WEIR_TRACE_GENERATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "trace/value.h"

enum generator_kind {
    GENERATOR_NONE, /* a plain value */
    GENERATOR_INTEGER,
    GENERATOR_ONE,
    GENERATOR_TEXT,
    GENERATOR_LIST,
    GENERATOR_SOME,
};

enum {
    GENERATOR_LENGTH_LIMIT = 10000, /* of texts and lists */
    GENERATOR_WEIGHT_LIMIT = 1000000,
    GENERATOR_SEVERAL = 10, /* where "several" is left out */
};

/* GENERATOR_NONE also for what generator_check refuses to be one. */
enum generator_kind generator_kind_of(const struct value *value);

/* Whether the value is one, or holds one. */
bool generator_in(const struct value *value);

/* Whether all generators in the value are well-formed. False: ERROR_SPEC, in
 * words that can stand alone. */
bool generator_check(const struct value *value, struct error *error);

/* The functions below expect what generator_check has let through. */

/* Whether `value` may come of the template: equal where it is plain, within
 * bounds where it is a generator. */
bool generator_admits(const struct value *template, const struct value *value);

/* "low", "high", "min", "max"; of what has none, 0. */
int64_t generator_number(const struct value *generator, const char *name);

/* "of", borrowed. */
const struct value *generator_of(const struct value *generator);

/* How likely the choice with this number is, beside the others: 1 where nothing
 * is said of it. */
int64_t generator_weight(const struct value *generator, size_t index);

#endif
