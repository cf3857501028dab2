/* Names, selectors and rows, as the draft of a model (draft_view.h) writes what
 * it proposes to read of a page. */
#ifndef WEIR_CLI_DRAFT_ROWS_H
#define WEIR_CLI_DRAFT_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/map.h"
#include "base/str.h"
#include "trace/value.h"

/* As a text of JavaScript, in quotes. */
void draft_add_quoted(struct buf *out, struct str text);
/* A name that is not in *names yet, and then is. */
void draft_add_new_name(struct map *names, struct buf *name);
/* Such a name, of the first of these texts that gives one; else the usual one.
 */
void draft_add_member(struct buf *name, struct map *names,
                      const struct str *texts, size_t count, const char *usual);

/* Of an element; empty: it has none. */
struct str draft_tag(const struct value *element);
struct str draft_class(const struct value *element); /* the first plain one */
bool draft_is_leaf(const struct value *element);
/* Whether the element is one of the list. */
bool draft_has_ref(const struct value *list, const struct value *element);

/* `all` are the tables or the lists. False: the selector finds others of them,
 * too. */
bool draft_add_own_selector(struct buf *out, const struct value *state,
                            const struct value *all,
                            const struct value *element);

/* `name: 'part', ` of each; empty: a row is its text. */
struct draft_parts {
    struct buf text;
    struct map names, selectors;
    size_t count;
};

void draft_parts_init(struct draft_parts *parts);
void draft_parts_finish(struct draft_parts *parts);
/* Unless there are enough, or one with this selector. The name: as above. */
void draft_parts_add(struct draft_parts *parts, const struct str *texts,
                     size_t count, const char *usual, struct str selector);

/* `name: all('ROWS', {PARTS}),` */
void draft_add_rows(struct buf *view, struct buf *project, struct map *fields,
                    const struct str *names, size_t count, struct str rows,
                    const struct draft_parts *parts);

#endif
