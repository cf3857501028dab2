/* Documentation of a specification and the modules it imports, as Markdown:
 * the `///` lines above each declaration, the `///#` lines as texts of their
 * own, operators with their level. */
#ifndef WEIR_LANG_DOC_DOCUMENT_H
#define WEIR_LANG_DOC_DOCUMENT_H

#include "base/buf.h"
#include "lang/front/listen.h"
#include "lang/program.h"

struct document;

/* Create it, load the specification with document_listener in its options,
 * print it, destroy it. */
struct document *document_create(void);
void document_destroy(struct document *document);
struct lang_listener document_listener(struct document *document);

/* `library` (or NULL) is the folder of modules that are to be left out. The
 * program is the one that was listened to, or what was read of it. */
void document_print(const struct document *document,
                    const struct source_table *sources, const char *library,
                    struct buf *out);

#endif
