/* The environment that a page runs in, as the protocol's Emulation and Network
 * domains take it: the size of its window, touch, what the browser calls itself
 * and which languages it asks for, what the person prefers, headers of
 * requests, permissions. (Time zone and language of the calendar go with the
 * clock: time/page_clock.h.)
 *
 * Private to the room. */
#ifndef WEIR_CDP_PAGE_PAGE_ENVIRONMENT_H
#define WEIR_CDP_PAGE_PAGE_ENVIRONMENT_H

#include "cdp/page/page.h"
#include "gen/environment.h"

/* Sent in the page's open group. */
void page_set_environment(struct page *page,
                          const struct environment *environment);

#endif
