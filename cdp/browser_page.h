/* The page of one session: a tab with the page script and the hooks, at its
 * address, in a browser that is there.
 *
 * Private to browser.c. */
#ifndef WEIR_CDP_BROWSER_PAGE_H
#define WEIR_CDP_BROWSER_PAGE_H

#include "cdp/executor/browser_internal.h"

/* Draws by the test's seed what was wished for of the environment. */
void browser_choose_environment(struct browser *browser);

/* Opens an empty one, in the browser that is there or in another one. False:
 * *error; the browser has_page or not, as browser_leave_page is to find it. */
bool browser_open_page(struct browser *browser, struct error *error);

/* Goes to the address, logged in as the options say. False: *error. */
bool browser_load_page(struct browser *browser, struct error *error);

/* is_alone: there was no other tab. Of a browser that has a page. */
void browser_leave_page(struct browser *browser, bool is_alone);

#endif
