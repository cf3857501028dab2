/* What a draft (draft.h, draft_model.h) knows of a page: which controls it has,
 * what people do with them, selectors and names for them. Elements and states
 * are values as the browser gives them for the dependency set of the draft;
 * texts are borrowed from them. */
#ifndef WEIR_CLI_DRAFT_PAGE_H
#define WEIR_CLI_DRAFT_PAGE_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/str.h"
#include "trace/value.h"

/* What people act upon, and what is read of each element: parts of a
 * dependency set in JSON. "body *" is read beside, to know which selectors are
 * of one element. */
#define DRAFT_CONTROLS                                                         \
    "a[href], button, input, select, textarea, summary, canvas, "              \
    "[role=button], [contenteditable], [draggable=true]"
#define DRAFT_FIELDS                                                           \
    "{\"ref\":{},\"tag\":{},\"id\":{},\"name\":{},\"type\":{},"                \
    "\"classList\":{},\"visible\":{},\"enabled\":{},\"interactable\":{},"      \
    "\"computedLabel\":{},\"href\":{},\"hash\":{},\"isContentEditable\":{},"   \
    "\"readOnly\":{},"                                                         \
    "\"attributes\":{\"data-testid\":{},\"aria-label\":{},\"href\":{},"        \
    "\"type\":{},\"draggable\":{}}}"
/* What tells elements apart in their selectors. */
#define DRAFT_NAMES                                                            \
    "{\"tag\":{},\"id\":{},\"name\":{},\"classList\":{},"                      \
    "\"attributes\":{\"data-testid\":{},\"aria-label\":{}}}"
#define DRAFT_PAGE                                                             \
    "\"" DRAFT_CONTROLS "\":" DRAFT_FIELDS ",\"body *\":" DRAFT_FIELDS         \
    ",\"h1\":{\"visible\":{},\"textContent\":{}}"                              \
    ",\"::page\":{\"title\":{},\"blank\":{},\"errors\":{\"message\":{}}}"

/* In open shadow roots and in frames, one and two deep (draft_scopes). */
#define DRAFT_INSIDE                                                           \
    "\"* >>> " DRAFT_CONTROLS "\":" DRAFT_FIELDS ",\"* >>> *\":" DRAFT_NAMES   \
    ",\"* >>> * >>> " DRAFT_CONTROLS "\":" DRAFT_FIELDS                        \
    ",\"* >>> * >>> *\":" DRAFT_NAMES

/* Where controls are, and what their selectors begin with: selectors see only
 * the document, unless they say more (docs/NESTED.md). */
struct draft_scope {
    const char *prefix;
    const char *controls, *everything; /* selectors that are read */
};
enum { DRAFT_SCOPES = 3 };
/* The document, then what is one deep and two deep in it. */
extern const struct draft_scope draft_scopes[DRAFT_SCOPES];

enum { DRAFT_LIMIT = 12 }; /* actions: a first draft is to be read */

/* A field of an element or an attribute; "" where it has none. */
struct str draft_text(const struct value *object, const char *field);
struct str draft_attribute(const struct value *element, const char *name);
bool draft_is(const struct value *element, const char *field);

/* What the state has for a selector; null: nothing. */
const struct value *draft_list(const struct value *state, const char *name);
const struct value *draft_controls(const struct value *state,
                                   const struct draft_scope *scope);
const struct value *draft_page(const struct value *state); /* "::page" */

/* Appends the steadiest selector that the element has: what somebody has named
 * is kept longer than what it looks like. It has no backslash, no backtick, no
 * control character. False: there is nothing but its tag and type. */
bool draft_add_selector(struct buf *out, const struct value *state,
                        const struct draft_scope *scope,
                        const struct value *element);
/* Whether a selector of the tag alone, of an input's type, also finds controls
 * that are called otherwise. */
bool draft_has_others(const struct value *state,
                      const struct draft_scope *scope,
                      const struct value *element);

/* Appends "clickAddItem": letters and digits of ASCII, from what people call
 * the element, or else from what the page calls it. `any`: from its tag,
 * because the action is for others as well. */
void draft_add_name(struct buf *out, const char *verb,
                    const struct value *element, bool any);

/* Values for a field that is no text to people and has a picker: it is set, not
 * typed into. Ended by NULL. NULL: it is no such field. */
const char *const *draft_settings(const struct value *element);

/* What people do with it: "click", "type", "tick", "choose", "follow", "drag";
 * NULL: nothing that a draft says, or only that it is set. */
const char *draft_verb(const struct value *element);

/* What is typed into a field of this type. */
const char *draft_example(struct str type);

/* Whether nothing in the text could end a line or play tricks on the reader's
 * eye. */
bool draft_is_legible(struct str text);
/* A text of the page on one line of a comment: what could do so is "?". */
void draft_add_comment(struct buf *out, struct str text);

#endif
