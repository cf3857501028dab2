/* Shared by the files of this room. */
#ifndef WEIR_TRACE_TRACE_INTERNAL_H
#define WEIR_TRACE_TRACE_INTERNAL_H

#include "trace/value.h"
#include "trace/verdict.h"

/* The word of a trace file for the verdict: "definitely". Static. */
const char *trace_verdict_name(enum verdict_kind kind);

/* A value that is not filled in yet, of a kind that is no constant, with room
 * for so many bytes of text, items or fields. */
struct value *value_make(enum value_kind kind, size_t payload_bytes);

/* The list or object itself, or, if `same`, what it is the same as. Takes
 * `value`. */
struct value *value_unless_same(struct value *value, bool same,
                                const struct value *before);

#endif
