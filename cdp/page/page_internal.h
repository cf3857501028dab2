/* What the files of a page share. */
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

/* What to do about an event of the browser. */
struct page_handler {
    const char *method;
    void (*handler)(struct page *page, const struct json *params);
};
/* False: the list has no handler for it. */
bool page_handle(const struct page_handler *list, size_t count,
                 struct page *page, const struct cdp_record *record);

/* Takes in an event about documents and their contexts; false: it is about
 * something else (page_documents.c). */
bool page_documents_hear(struct page *page, const struct cdp_record *record);

/* True: it was the answer to something that the page's frames, those of other
 * origins among them, or its workers had asked for by themselves. */
bool page_take_reply(struct page *page, const struct cdp_record *record);

/* Each is sent in the group under way (page.c): a script of the world of that
 * name (NULL: the page's own), the function by which it pushes, what tells of
 * things that do not repeat. */
void page_add_script(struct page *page, struct str source, const char *name);
void page_add_binding(struct page *page);
void page_watch_for_notices(struct page *page);

#endif
