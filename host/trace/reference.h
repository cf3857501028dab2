/* References in values, and inside texts.
 *
 * {"$ref": [number, slot]} is a value of its own (operation.h). A model may
 * make a text of a reference, `/items/${ref}` in JavaScript. What it stands for
 * is known only once a system has answered, so the text holds a mark in its
 * place: U+2068 "#" number "." slot U+2069 (two characters that isolate what is
 * between them and that nobody sees; fake/harness.js makes them). */
#ifndef WEIR_TRACE_REFERENCE_H
#define WEIR_TRACE_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"
#include "trace/value.h"

struct reference_mark {
    size_t begin, end; /* in the text, in bytes */
    int64_t number, slot;
};

/* The first mark from `from` on. False: there is none. */
bool reference_mark_find(struct str text, size_t from,
                         struct reference_mark *mark);

/* Appends one. */
void reference_add_mark(struct buf *out, int64_t number, int64_t slot);

/* The text as people read it, with "#number.slot", or "#number" where the slot
 * is 0, for each mark. */
void reference_add_text(struct buf *out, struct str text);

/* Visits all references in a value: those of their own, in texts and in names
 * of fields. False: at the first for which `visit` is false. */
bool reference_visit_all(const struct value *value,
                         bool (*visit)(void *context, int64_t number,
                                       int64_t slot),
                         void *context);

/* Appends such a name. */
void reference_add_name(struct buf *out, int64_t number, int64_t slot);

#endif
