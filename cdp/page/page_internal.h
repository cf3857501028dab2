/* What page.c, page_hear.c and page_ask.c share. */
#ifndef WEIR_CDP_PAGE_PAGE_INTERNAL_H
#define WEIR_CDP_PAGE_PAGE_INTERNAL_H

#include "cdp/page/page.h"

/* The isolated world that the page script runs in, and the function by which
 * it pushes. */
#define PAGE_WORLD "weir"
#define PAGE_BINDING "weirPush"

/* Takes in one record of the connection; one that is kept is left empty
 * (page_hear.c). */
void page_hear(struct page *page, struct cdp_record *record);

/* True: it was the answer to something that the page's frames, those of other
 * origins among them, or its workers had asked for by themselves. */
bool page_take_reply(struct page *page, const struct cdp_record *record);

#endif
