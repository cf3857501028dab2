/* The page's clock: virtual time moved by us (Emulation.setVirtualTimePolicy),
 * or real time waited for.
 *
 * A virtual clock stands still except while page_clock_run lets it go; then it
 * jumps from timer to timer and costs real time only where scripts or the
 * network do. It is stopped exactly at a push of the page script: after a push
 * the script keeps its page busy until it is to settle or to wait again
 * (inject/time/hold_clock.js), and virtual time advances only while a page has
 * nothing to do.
 */
#ifndef WEIR_CDP_TIME_PAGE_CLOCK_H
#define WEIR_CDP_TIME_PAGE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "cdp/page/page.h"
#include "gen/environment.h"

struct page_clock {
    bool virtual_time;
    enum {
        PAGE_CLOCK_PATIENT,  /* requests of the page hold the clock back */
        PAGE_CLOCK_ADVANCES, /* they do not, until the next run */
        PAGE_CLOCK_STARVES,  /* and the page never rests */
    } pace;
    bool counts_tasks; /* there was such a run: from then on tasks put the
                          clock on when they are too many in a row */
    int held_out;      /* runs in a row that requests have held back for too
                          long */
    int64_t waited_ms; /* so long they did in the last of these */
    bool goes;         /* on a budget without end. A page that leaves in the
                          meantime keeps itself busy until it has left, and so
                          does the next document at its beginning: to stop the
                          clock between the two would change what that one
                          sees of it */
    bool steps;        /* weir delays all the requests under way, so the clock
                          goes on in small steps in spite of them */
    bool step_open;    /* one has been given and has not come to its end */
    bool goes_behind;  /* the clock is not to stop at the next push */
    int64_t behind;    /* context of the document for which it went on after
                          its push; 0: none */
    int64_t released;  /* ordinal of the last document that was let go */
    int64_t epoch_s;   /* since 1970: the start of a virtual clock */
    const struct environment *environment; /* of the session; borrowed */
    int64_t now_ms;     /* virtual, since the start; as last told by the page */
    int64_t due_us;     /* when a timer of the page is due, as last told, in
                           virtual time since the start; 0: none is */
    int64_t started_ms; /* clock_now_ms() at the start */
    double started_s;   /* by the calendar, when virtual time began */
    int ahead_s;        /* so far it was sent ahead before the first document */
};

/* The moment at which virtual clocks start where nothing else is wished for:
 * 2024-01-01T00:00:00Z. */
#define PAGE_CLOCK_EPOCH_S 1704067200

/* The page must be at about:blank. Virtual: sends, in the page's open group,
 * what stops the clock and sets the date. Either: time zone and language, where
 * they are not the browser's; of a virtual clock they are UTC and en-US where
 * nothing else is wished for. The environment is borrowed. */
void page_clock_set_out(struct page_clock *page_clock, struct page *page,
                        const struct environment *environment,
                        bool virtual_time);
/* After the group's answers: waits until the clock is ready for a document. */
bool page_clock_start(struct page_clock *page_clock, struct page *page,
                      int64_t deadline_ms, struct error *error);

/* Loads a document that was just navigated to: lets the clock go in small
 * portions (as long as requests of the page are pending it stands still) until
 * the load event has fired. False with ERROR_OK in error->code: the deadline
 * passed, or page->navigation_error says why there will be none. */
bool page_clock_load(struct page_clock *page_clock, struct page *page,
                     int64_t deadline_ms, struct error *error);

/* Waits while the page is on its way to another document and still the old one:
 * until the new one begins, or it turns out that there will be none (a
 * download). The clock stands meanwhile, but not for ever. False as in
 * page_clock_load. */
bool page_clock_leave(struct page_clock *page_clock, struct page *page,
                      int64_t deadline_ms, struct error *error);

/* Lets the clock go until a push is there, which the page script has been asked
 * for and which is due within `for_ms` of the page's time; real time: also
 * until these have passed. What holds a virtual clock back (requests of the
 * page, tasks without end) does so for at most the same time in real life, and
 * at least a second (page_clock_patience_ms); then it goes on without. Also
 * returns when the document goes away (page->context is 0 then, or another), or
 * takes long to do so (page->navigating). */
bool page_clock_run(struct page_clock *page_clock, struct page *page,
                    int64_t for_ms, int64_t deadline_ms, struct error *error);

/* How long (real time) requests may hold a virtual clock back, at least. Where
 * they always do (the page has one that stays open) that is less. */
int64_t page_clock_patience_ms(const struct page_clock *page_clock);

/* Lets a virtual clock go without waiting for anything: after input that has
 * been delivered and from which the page script settles by itself.
 * page_clock_stop then stops it at the push. */
void page_clock_let_go(struct page_clock *page_clock, struct page *page);
void page_clock_stop(struct page_clock *page_clock, struct page *page);

/* Lets a virtual clock go already; the next page_clock_run finds it going. */
void page_clock_go_early(struct page_clock *page_clock, struct page *page);

/* A portion of an earlier load may end while the clock goes, and stops it: lets
 * it go on. For loops around page_pump between the two above. */
void page_clock_keep_going(struct page_clock *page_clock, struct page *page);
/* The page has been asked to go on waiting after the push that comes next:
 * that does not stop the clock, and the next page_clock_run finds it going. */
void page_clock_go_on(struct page_clock *page_clock);
/* Whether it does. Not any more once the document is gone. */
bool page_clock_goes_on(const struct page_clock *page_clock,
                        const struct page *page);
/* It goes on after the push that came last, held by the page script. */
void page_clock_leave_going(struct page_clock *page_clock, struct page *page);
/* True: it does so, and from here on is the caller's to stop. */
bool page_clock_take_over(struct page_clock *page_clock,
                          const struct page *page);
/* It is not to go on after all. */
void page_clock_stop_behind(struct page_clock *page_clock, struct page *page);

enum page_clock_kin {
    PAGE_CLOCK_SHARES, /* in the opener's process, and time is the process's */
    PAGE_CLOCK_APART,  /* its first document may be there at any moment: its
                         clock is not sent ahead, and begins where it is to be */
    PAGE_CLOCK_EMPTY,  /* it stays empty until it is navigated */
};

/* The clock of a tab that a page has opened or that was opened beside it; it
 * has not begun. True: the budget that this gives has to run out first
 * (page->expiries). Waits for nothing. */
bool page_clock_join(struct page_clock *page_clock, struct page *page,
                     const struct page_clock *opener, enum page_clock_kin kin);

/* A new document may begin, although nobody waits for it. */
void page_clock_begin(struct page_clock *page_clock, struct page *page);

/* Takes the time out of what the page script pushed or answered ("now"). */
void page_clock_hear(struct page_clock *page_clock, struct page *page,
                     const struct json *message);

int64_t page_clock_now_us(const struct page_clock *page_clock);

#endif
