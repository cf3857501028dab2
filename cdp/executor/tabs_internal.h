/* What the parts of `tabs` share. */
#ifndef WEIR_CDP_EXECUTOR_TABS_INTERNAL_H
#define WEIR_CDP_EXECUTOR_TABS_INTERNAL_H

#include "cdp/executor/browser_internal.h"
#include "cdp/executor/tabs.h"

/* A new tab that has not loaded by then is left as it is. */
enum { TABS_ARRIVAL_MS = 5000 };

/* Into the order of opening. Takes it. */
void tabs_add(struct tabs *tabs, struct tab *tab);
void tabs_take_out(struct tabs *tabs, struct tab *tab);
void tabs_destroy(struct tab *tab);

/* The current tab and this one change places; order is the caller's affair. */
void tabs_exchange(struct browser *browser, struct tab *tab);

/* So long from now, and not beyond the browser's deadline. */
int64_t tabs_soon(const struct browser *browser, int64_t ms);

/* Closes the current tab, and waits until it is gone. False: *error. */
bool tabs_await_end(struct browser *browser, struct error *error);

/* The current one has been closed. Another that was there may have gone as
 * well, meanwhile. False: *error, there is none to go on with. */
bool tabs_move_on(struct browser *browser, struct error *error);

/* Destroys those that are not current and have gone. */
void tabs_forget_gone(struct tabs *tabs);

/* Tells the current tab's page script of an event, whoever has its place. */
void tabs_tell(struct browser *browser, const char *event);

/* The faults and the date of the one are those of the other. */
void tabs_make_like(struct page *page, const struct page *like);

#endif
