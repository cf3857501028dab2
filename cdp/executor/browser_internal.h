/* What the files of the executor share. */
#ifndef WEIR_CDP_EXECUTOR_BROWSER_INTERNAL_H
#define WEIR_CDP_EXECUTOR_BROWSER_INTERNAL_H

#include "base/starved.h"
#include "cdp/browser.h"
#include "cdp/executor/ahead.h"
#include "cdp/time/page_clock.h"
#include "cdp/pictures/capture.h"
#include "cdp/launch/launch.h"
#include "cdp/page/login.h"
#include "cdp/page/page.h"
#include "cdp/page/page_setup.h"
#include "cdp/executor/patience.h"
#include "cdp/launch/profile.h"
#include "cdp/script/script_cache.h"
#include "cdp/executor/tabs.h"
#include "cdp/executor/written.h"
#include "cdp/time/timers.h"

enum browser_request { REQUEST_NONE, REQUEST_ACT, REQUEST_WAIT };

struct browser {
    struct executor base;
    struct browser_options options;
    char *shown_url; /* that of the options, as people may see it */
    struct loop *loop;
    struct starved starved; /* of its processes, while something is awaited */
    struct cdp_process *process;       /* NULL: not started, or not ours */
    struct cdp_connection *connection; /* NULL: none yet */

    struct script_cache script;     /* the page script */
    uint64_t seed;                  /* of the next session */
    struct environment environment; /* of the session */
    struct cdp_stock stock;         /* the pages of the next ones */
    struct page_setup_copy setup;   /* what these are told beforehand */
    int64_t sessions;               /* begun so far */
    /* The page of the session before, which stands still: it is closed when the
     * document of the next one has begun, because until then the browser has
     * better to do. */
    struct cdp_session left;
    enum executor_begin begin; /* of the next sessions */
    bool foresees;             /* a session is likely to follow the next one */
    bool changes_over; /* `left`, and the pages of the next ones, are to do */
    bool wants_reach;  /* in the next ones: what of the page's scripts runs */
    struct notice_list notices; /* of the session */

    /* Where files for file fields lie (act_files.c): in the browser's profile,
     * or where the browser is not ours in a folder like one. */
    struct cdp_profile folder; /* path NULL: none */
    double touch_s; /* the date of the last touch, 0: none (act_touch.c) */
    double tap_s;   /* the same of a tap by the page's clock */

    /* One session: */
    const struct deps *deps; /* borrowed while it starts */
    bool has_files;          /* written into the folder above */
    bool has_page;
    bool wants_dialogs; /* the specification answers them itself */
    bool wants_silence; /* it reads `responsive`: the page's falling silent is a
                           state to it, not an error */
    struct page page;   /* the current tab */
    struct page_clock page_clock;
    char login_script[CDP_ID_LIMIT]; /* login.h; "": none */
    struct tabs tabs;                /* the others */
    int64_t tabs_gone;   /* of them, when profiler_take last asked */
    int64_t documents;   /* so far, in all tabs */
    int64_t deadline_ms; /* of the whole session */
    int64_t version;     /* states sent */
    int refusals;        /* actions in a row that could not be performed */
    bool settling;       /* the page script pushes the settled state by itself,
                            once it has seen the end of the input */
    struct patience patience; /* of the action under way */
    struct ahead ahead;       /* parts that the page script begins by itself */
    struct action pressing;   /* the last click (act_again.c) */
    bool astray; /* as of the last settled state: what lies under the pointer
                    was no longer the element when it was pressed */
    int64_t then_wait_ms; /* a wait follows its state; 0: none */
    int64_t turn;         /* numbers what is asked to settle */
    int64_t input_turn;   /* of the input under way, or the last one */
    /* Where an action of several parts was chosen: the document, the tab. */
    int64_t chosen_context;
    char chosen_target[CDP_ID_LIMIT];
    bool stale;   /* what was refused last was chosen in another state */
    bool between; /* the state after it is not wanted: more parts of an action
                     come (act_order.c, or trace/action.h: is_part) */
    bool unseen;  /* the page is in such a state: nobody was told of it */
    int64_t generation;  /* of the page, as of the last state sent: an action
                            is chosen in it */
    struct value *shown; /* the last state read, as the page shows it: without
                            what the journal adds; NULL: none */
    int64_t heard;       /* its place in the order of the journal */
    bool has_died;       /* the page, and it has been told */
    struct value *last_state; /* what was shown by the last state that was sent;
                                 NULL: none. Two states that differ only in the
                                 journal are one to a person */

    struct written written;

    struct capture capture;

    struct timers timers;
    struct action_list told; /* events that came with a settled state */
    bool in_order; /* several actions are one: what came with the states
                      between them is told with the last (act_order.c) */

    enum browser_request request; /* to be carried out by the next `next` */
    struct action action;         /* REQUEST_ACT */
    int64_t wait_ms;              /* REQUEST_WAIT */

    struct executor_queue queue;
};

/* Where input of an action, or of a part of one, begins: tells the page script
 * of its patience, and that a new state is to settle. */
void browser_begin_input(struct browser *browser);

/* What has happened to requests of the page so far (network.h), for a rule that
 * waits for its network. -1 under virtual time: there it hangs on the machine
 * how much of an earlier request has been told, and a state's time may not. */
int64_t browser_activity_before(const struct browser *browser);

/* What is done now was chosen in the document and the tab that are current: a
 * state after it that is not wanted is left out only there. */
void browser_note_choice(struct browser *browser);

/* Whether frames come only from us. */
bool browser_has_frame_control(const struct browser *browser);

/* The page script for the session's dependencies; where frames come only from
 * us, it asks for them. */
bool browser_compile(struct browser *browser, bool frame_control,
                     struct str *script, struct error *error);

/* Whether the calendar of the page is shifted from the beginning: a date is
 * wished for, and the clock is not ours to set. */
bool browser_sets_clock(const struct browser *browser);

/* Whether the first state of the session is that at the page's load. */
bool browser_begins_at_load(const struct browser *browser);

/* Says what is being done now; NULL: the same as before. */
void browser_activity(struct browser *browser, const char *what);

#endif
