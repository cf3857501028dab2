/* What the parts of `tabs` share. */
#ifndef WEIR_CDP_EXECUTOR_TABS_INTERNAL_H
#define WEIR_CDP_EXECUTOR_TABS_INTERNAL_H

#include "cdp/executor/browser_internal.h"
#include "cdp/executor/tabs.h"

/* Into the order of opening. Takes it. */
void tabs_add(struct tabs *tabs, struct tab *tab);
void tabs_destroy(struct tab *tab);

/* Tells the current tab's page script of an event, whoever has its place. */
void tabs_tell(struct browser *browser, const char *event);

/* The faults and the date of the one are those of the other. */
void tabs_make_like(struct page *page, const struct page *like);

#endif
