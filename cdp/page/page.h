/* The page under test: one DevTools session, the isolated world in it, and
 * what the page pushes.
 *
 * Everything that comes from the browser passes through page_pump, which keeps
 * this record up to date: which document is there, whether it has loaded, which
 * pushes wait to be taken, whether it crashed. Functions that wait are loops
 * around page_pump and end at a deadline (clock_now_ms()), on cancellation, and
 * when the page or the browser dies.
 *
 * Private to the room; browser.c is the entrance.
 */
#ifndef WEIR_CDP_PAGE_PAGE_H
#define WEIR_CDP_PAGE_PAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/json.h"
#include "cdp/wire/connection.h"
#include "cdp/network/delays.h"
#include "cdp/network/faults.h"
#include "cdp/targets/frame_bridge.h"
#include "cdp/page/frames.h"
#include "cdp/page/journal.h"
#include "cdp/network/network.h"
#include "cdp/wire/params.h"
#include "cdp/page/push.h"
#include "cdp/targets/service_workers.h"
#include "cdp/wire/session.h"
#include "cdp/wire/stock.h"
#include "cdp/page/watch.h"
#include "cdp/targets/workers.h"
#include "gen/environment.h"
#include "trace/notice.h"
#include "trace/value.h"

enum {
    /* Silence after which a page is called unresponsive. */
    PAGE_SILENCE_MS = 10000,
    /* Silence that is enough for that when the test's own deadline ends the
     * wait. */
    PAGE_DOUBT_MS = 3000,
};

/* As an error of a navigation: the document has begun, and was never whole. */
#define PAGE_BROKE_OFF "its document broke off"

struct page {
    struct cdp_session session;
    int64_t context;        /* of the isolated world; 0: there is none now */
    int64_t document;       /* ordinal of the current document, from 1 */
    int64_t *documents;     /* so far, in all tabs; borrowed */
    int64_t unborn_context; /* of the empty document that a tab begins with; 0:
                               there is none */
    const struct environment *environment; /* of the session; borrowed */
    bool is_tab;          /* opened by a page or an action, not by page_open */
    bool unborn;          /* it has not got its first document */
    bool posts;           /* fire and forget: page_group_send wants no answer */
    int64_t journeys;     /* through its history, begun so far */
    int64_t dialogs;      /* opened so far */
    struct value *dialog; /* the one that is open; NULL: none */
    char *dialog_text;    /* that it proposes (prompt); with `dialog` */
    int64_t expiries;     /* virtual time budgets that ran out, not yet seen */
    bool loaded;          /* its load event has fired */
    bool arrives;         /* its arrival is awaited (load.c): a push of that
                             kind is dropped at any other time */
    bool crashed;
    bool detached;   /* the target went away */
    bool navigating; /* the page asked for another document, which is not
                        there yet */
    bool submits;    /* ... by a form: a task of the page sends it, for which
                        virtual time has to go */
    bool departs; /* ... and stands still until it is (inject/act/navigation.js)
                   */
    bool reloads; /* the next document is the same again */
    int64_t last_context;   /* of the last document; a process counts upwards */
    struct buf last_origin; /* of the last document; empty: not known */
    int64_t replied_ms; /* when one of a group was answered last; 0: never */
    int64_t stopped_ms; /* since when (base/clock.h) the document has ended
                           without having loaded; 0: it has not */
    bool answered;      /* Page.navigate has been: the page's server did */
    bool input_ended;   /* the page script has seen the last event of the input
                           under way and settles from there */
    bool came_between; /* the page has changed on the way from the turn in which
                          an action on it as a whole was found to be timely
                          to that in which it arrived (inject/act/under_way.js)
                        */
    int64_t passed_turn; /* of the last input that the guard let pass, once the
                            page has settled after it */
    bool keeps_dialogs;  /* they are left open (dialog.h), not answered */
    bool out_of_time;    /* see page_gave_up */
    bool unresponsive;   /* the same: it was called so... */
    bool in_doubt;       /* ...after less than PAGE_SILENCE_MS */
    bool frame_control;  /* frames come only from us */
    char navigation_error[120]; /* of the last Page.navigate: "net::ERR_...", or
                                   PAGE_BROKE_OFF; empty: none */

    struct frames frames;
    struct journal journal;
    struct journal *diary; /* hears the same, for reports; or NULL */
    struct watch watch;
    struct network network;
    struct frame_bridge frame_bridge;
    struct workers workers;
    struct service_workers service_workers;

    double input_s; /* the date of input, in seconds since 1970; 0: the
                       browser's own (see page_clock.c) */

    struct buf dragged; /* what the browser's drag under way carries, as JSON;
                           empty: there is none */
    struct faults faults;
    struct delays delays;
    int64_t clock_shift_ms; /* of the page's calendar (setClock!) */
    char clock_script[40];  /* that sets it in documents to come; empty: none */

    struct page_push *pushes; /* a queue: oldest first */
    size_t push_count, push_capacity;
    struct push_known known; /* of the current document */

    /* The one group of requests that is awaited: ids in [first, last]. */
    int64_t await_first, await_last;
    size_t await_open;
    struct cdp_record await_reply; /* of await_last */
    char await_failure[300];       /* of any of them; empty: none */

    struct notice_list *notices; /* see page_options */
    struct notice_list *unseen;  /* the same */
    struct notice_list *live;    /* the same */
    const char *url;

    void (*on_idle)(void *context); /* called often while waiting; or NULL */
    /* Gets each record first; true: it was meant for somebody else. Or NULL. */
    bool (*on_record)(void *context, struct cdp_record *record);
    void *idle_context;
};

/* For page_open, which opens a fresh context with one page at about:blank.
 * `script` is the compiled
 * page script, `hook` what runs in the page's own world before its code (may
 * be empty); `frame_control`: its frames come only from us (the browser must
 * have been started for that). */
struct page_options {
    int width, height; /* of the viewport, where the environment has none */
    const struct environment *environment; /* borrowed */
    bool frame_control;
    struct str script, hook;
    struct str worker; /* what runs in each worker before its script; borrowed;
                          empty: they are left to themselves */
    const struct deps *deps;     /* what is read: the journal's part of it */
    struct notice_list *notices; /* watched for what does not repeat, and put
                                    here; borrowed. NULL: not watched for */
    struct notice_list *live;    /* so are ways on which messages come in real
                                    time while the page's clock goes at once;
                                    NULL: not watched for */
    struct notice_list *unseen;  /* what selectors lead to and nobody looks
                                    into is put here; borrowed */
    const char *url;             /* of the page under test, for notices */
    struct journal *diary; /* for reports: told of all that the page says, and
                              frames are taken as pictures; borrowed; or NULL */
    bool
        profiled; /* what of its scripts runs is kept account of (profiler.h) */
};

/* For a session that there is already: makes the record ready, and sends what
 * page_open sends in a group that the caller begins and awaits. */
void page_init(struct page *page, const struct page_options *options);
void page_set_up(struct page *page, const struct page_options *options);

/* Takes one that was made before, if there is one (NULL: never); else opens
 * one. In two halves: what is sent in the group that the first one leaves open
 * is answered by the second. */
bool page_open(struct page *page, struct cdp_connection *connection,
               struct cdp_stock *stock, const struct page_options *options,
               int64_t deadline_ms, struct error *error);
bool page_await_open(struct page *page, int64_t deadline_ms,
                     struct error *error);
void page_close(struct page *page);

/* Takes in what the browser sends; waits at most until the deadline. False:
 * the page is lost (crash, browser gone, cancelled): *error. */
bool page_pump(struct page *page, int64_t deadline_ms, struct error *error);

/* Waits until the document has been shown and takes input; for a second at
 * most, then it is left to its luck. Where frames come by themselves they are
 * not waited for. */
bool page_await_shown(struct page *page, int64_t deadline_ms,
                      struct error *error);

/* Evaluates an expression in the isolated world; its value must be a string,
 * which is parsed as JSON into *result (owned by the caller; NULL: the value is
 * not wanted). False with ERROR_OK in error->code: the document went away in
 * the middle, try again once the new one is there. */
bool page_evaluate(struct page *page, struct str expression,
                   int64_t deadline_ms, struct json **result,
                   struct error *error);

/* The same in two halves, for what is to leave together with the question:
 * nothing may be asked or awaited in between. */
void page_ask(struct page *page, struct str expression);
bool page_answer(struct page *page, int64_t deadline_ms, struct json **result,
                 struct error *error);

/* The same without waiting for an answer. */
void page_post(struct page *page, const char *expression);

/* It has been answered, or is no longer there. */
void page_forget_dialog(struct page *page);

/* Marks the start and the end of a group of requests and waits for all of
 * their answers. False with ERROR_OK in error->code: the page has opened a
 * dialog and answers nothing until that is closed. */
void page_group_begin(struct page *page);
void page_group_send(struct page *page, const char *method, struct str params);

/* Sends one piece of input: adds its date to the parameters and finishes them.
 */
void page_group_send_input(struct page *page, const char *method,
                           struct cdp_params *params);
bool page_group_await(struct page *page, int64_t deadline_ms,
                      struct error *error);

/* Sends, in the group under way, how large the window is, in CSS pixels. */
void page_set_viewport(struct page *page, int width, int height);

/* Sends, in the group under way, that everything is asked for from now on: what
 * the page has in its cache no fault would reach. */
void page_leave_cache(struct page *page);

/* Asks for the page's workers: dedicated ones where there is a script for them,
 * and once there are faults service workers. */
void page_attach_workers(struct page *page);

/* Sends, in the group under way, by how much the calendar of documents to come
 * is shifted; page_note_clock keeps the answer, so that the next such word
 * takes the place of this one. */
void page_set_clock(struct page *page);
void page_note_clock(struct page *page);

/* The oldest push, taken out of the queue; root NULL: there is none. */
struct page_push page_take_push(struct page *page);

/* Throws pushes away, one or all in the queue, except those that a standing
 * observation has told: these go to page->watch. */
void page_drop_push(struct page *page, struct page_push push);
void page_drop_pushes(struct page *page);

/* From when on the page has been silent: from `since_ms`, or from its last
 * answer in a group. A long text is many keys, and each may cost the page a
 * while. */
int64_t page_silent_since(const struct page *page, int64_t since_ms);

/* What to say when an answer awaited since `since_ms` does not come: that the
 * page is unresponsive; or, when the deadline left it little time to answer,
 * that the time is over. Then `unresponsive` or `out_of_time` is set. Returns
 * false. */
bool page_gave_up(struct page *page, int64_t since_ms, struct error *error);
bool page_unresponsive(struct page *page, struct error *error);
bool page_out_of_time(struct page *page, struct error *error);

#endif
