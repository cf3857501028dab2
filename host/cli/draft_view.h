/* What a first model of a page (draft_model.h) proposes to read of what the
 * page lists and says: rows of tables and of lists, texts of elements that have
 * an identifier. Proposals: the author of the model keeps what it is about. */
#ifndef WEIR_CLI_DRAFT_VIEW_H
#define WEIR_CLI_DRAFT_VIEW_H

#include "base/buf.h"
#include "base/map.h"
#include "trace/value.h"

/* What is read for it, as parts of a dependency set in JSON. Elements come in
 * the order of the document, so that a row stands after its table and before
 * its cells. */
#define DRAFT_TABLES "table, caption, thead, tr, th, td"
#define DRAFT_LISTS "ul, ol, li, li *"
#define DRAFT_INNER "table table, table li, li li, table ul, table ol"
#define DRAFT_ROW_FIELDS                                                       \
    "{\"ref\":{},\"tag\":{},\"id\":{},\"name\":{},\"type\":{},"                \
    "\"classList\":{},\"visible\":{},\"textContent\":{},"                      \
    "\"childElementCount\":{},"                                                \
    "\"attributes\":{\"data-testid\":{},\"aria-label\":{},\"href\":{},"        \
    "\"type\":{}}}"
#define DRAFT_VIEW_READS                                                       \
    "\"" DRAFT_TABLES "\":" DRAFT_ROW_FIELDS ",\"" DRAFT_LISTS                 \
    "\":" DRAFT_ROW_FIELDS ",\"" DRAFT_INNER                                   \
    "\":{\"ref\":{}},\"[id]\":" DRAFT_ROW_FIELDS

/* Appends lines to *view, and to *project as comments. `fields` has the names
 * that are taken. */
void draft_view_add(struct buf *view, struct buf *project,
                    const struct value *state, struct map *fields);

#endif
