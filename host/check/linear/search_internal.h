/* What the files of the search (search.h) share.
 *
 *     window.c    which operations may be next at a point
 *     nodes.c     the points that were reached, and the search as a whole
 *     search.c    what is tried from a point, and in what order
 */
#ifndef WEIR_CHECK_LINEAR_SEARCH_INTERNAL_H
#define WEIR_CHECK_LINEAR_SEARCH_INTERNAL_H

#include "check/linear/search.h"

/* Stages of a node. */
enum {
    SEARCH_DUE,  /* what only looks, or what is due, is to be tried */
    SEARCH_ALL,  /* everything is */
    SEARCH_DONE, /* everything was */
};

/* window.c -------------------------------------------------------------- */

/* LINEAR_PROCESSES: fills `previous` and `lasts`; once, before the search. */
void window_link_processes(struct search *search);

/* Fills `search->window` with what may be next after `search->done`, what is
 * due first in front. In real time: the operations that are called before the
 * first return of what is left. By process: the first of each process that is
 * not through. */
void window_open(struct search *search);

/* nodes.c --------------------------------------------------------------- */

/* Valid until a node is added. */
static inline struct search_node *nodes_at(const struct search *search,
                                           uint32_t node)
{
    return &search->nodes.items[node];
}

/* Makes the node the one that is looked at: its operations, and what may be
 * next. */
void nodes_load(struct search *search, uint32_t node);

/* Adds the node after this operation, unless the point was reached before.
 * `search->done` is what is done at the parent, and stays so. `is_ahead`: the
 * operation is taken ahead of what is due. */
void nodes_add(struct search *search, uint32_t parent, size_t place,
               int32_t set, bool is_ahead);

/* Puts the node among those that are to be looked at. */
void nodes_queue(struct search *search, uint32_t at);

#endif
