/* What the page script pushes through its binding (inject/protocol.md).
 *
 * A push with a state tells the whole of it once for each document, and from
 * then on what differs from the push before. So every push is looked at when it
 * comes, in order, also one that nobody asked for: `known` has the last state.
 */
#ifndef WEIR_CDP_PAGE_PUSH_H
#define WEIR_CDP_PAGE_PUSH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/json.h"
#include "trace/value.h"

struct page_push {
    struct json *root;   /* owned; NULL: there is no push */
    struct value *state; /* owned, all of it; NULL: none was told, or it is told
                            as differing from one that is not known */
    int64_t heard;       /* its place in the order of the journal */
};

/* Takes `root`, which may be NULL. */
struct page_push page_push_make(struct json *root, int64_t heard);
void page_push_finish(struct page_push *push);

/* The last state that was pushed, what later pushes are told by. */
struct push_known {
    struct value *state; /* NULL: none */
};

/* Gives the push its state, and keeps that. */
void push_known_hear(struct push_known *known, struct page_push *push);

/* The document is another one. */
void push_known_forget(struct push_known *known);

#endif
