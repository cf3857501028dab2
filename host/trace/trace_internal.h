/* Shared by the files that write and read traces. */
#ifndef WEIR_TRACE_TRACE_INTERNAL_H
#define WEIR_TRACE_TRACE_INTERNAL_H

#include "trace/verdict.h"

/* The word of a trace file for the verdict: "definitely". Static. */
const char *trace_verdict_name(enum verdict_kind kind);

#endif
