/* The tabs of a test, where a specification reads `::tabs` (weir/tabs): those
 * that the page opens (window.open, target=_blank) and those of newTab!.
 *
 * One tab is current: its page and its clock are `page` and `page_clock` of
 * struct browser, and everything that reads or acts goes there. The others wait
 * here; what the browser tells of them passes through them, but nobody observes
 * them. To make another tab current, the two change places.
 *
 * The browser hands us a new tab before it has loaded anything and keeps it
 * there until our scripts are in it (Target.setAutoAttach with
 * waitForDebuggerOnStart); the page that opened it waits meanwhile. Before the
 * next state is told each new tab has loaded.
 *
 * A tab that can reach the one that opened it (no `noopener`) shares its
 * process and with that its clock. Any other has a clock of its own, which
 * begins at that of its opener, stands while the tab is not current, and
 * catches up when it becomes so.
 *
 * Private to the room; part of struct browser. */
#ifndef WEIR_CDP_EXECUTOR_TABS_H
#define WEIR_CDP_EXECUTOR_TABS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cdp/time/page_clock.h"
#include "cdp/page/page.h"
#include "trace/deps.h"
#include "trace/value.h"

enum { TABS_LIMIT = 50 }; /* more than these are an error of the test */

struct browser;

/* What a tab is beside its page. */
struct tab_facts {
    int64_t serial;            /* in the order of opening, from 1 */
    bool has_arrived;          /* it has had its chance to load */
    bool is_held;              /* it is not navigated before its clock is set */
    struct value *url, *title; /* as last seen; NULL: never */
};

/* One that is not current. */
struct tab {
    struct page page;
    struct page_clock page_clock;
    struct tab_facts facts;
};

struct tabs {
    bool wanted;
    bool wants_url, wants_title; /* they are read */
    bool watched; /* the specification names kinds of events of its own */
    bool tells;   /* tabOpened? or tabClosed? among them */
    char context[CDP_ID_LIMIT]; /* of the browser, that they belong to */
    struct tab_facts current;
    int64_t opened;      /* so far */
    bool opening;        /* the next one is that of newTab! */
    struct tab *visited; /* a tab in the background whose page stands in
                            browser->page for a moment; it then holds the page
                            of the current one; or NULL */
    struct tab **others; /* in the order of opening */
    size_t count, capacity;
    bool too_many;
    /* For the pages to come: */
    struct page_options options;
    struct buf script, hook;
};

/* Begins, when the first page is open. The options are copied. */
void tabs_begin(struct browser *browser, const struct page_options *options);
void tabs_end(struct browser *browser);

/* on_record of every page; the context is the browser. */
bool tabs_hear(void *browser, struct cdp_record *record);

/* Before a state is told: lets new tabs load, forgets those that have been
 * closed, asks all for address and title. When the current one has been closed,
 * *moved says that another one is current now, whose state is not yet read. */
bool tabs_attend(struct browser *browser, bool *moved, struct error *error);

/* The current tab is gone, and there are others: the nearest becomes current.
 * True: *error is taken back. */
bool tabs_survive(struct browser *browser, struct error *error);

/* Makes the tab of that place (from 0, in the order of opening) current. */
bool tabs_switch(struct browser *browser, size_t place, struct error *error);

/* Opens an empty one and makes it current. */
bool tabs_open(struct browser *browser, struct error *error);

/* In the middle of an action: whether anything has changed in the other tabs
 * since it set out from one of them; `browser->page.came_between` has it. */
bool tabs_look_back(struct browser *browser, struct error *error);

/* Whether there are others than the current one, now. */
bool tabs_are_others(struct browser *browser);

/* Closes the current one, which is not the only one. ERROR_RUN: by the time it
 * was closed the others had gone, too. */
bool tabs_close(struct browser *browser, struct error *error);

/* The state with the list of tabs in its `::tabs`. Takes the state. */
struct value *tabs_add_to(const struct browser *browser, struct value *state);

#endif
