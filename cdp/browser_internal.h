/* What the files of the executor share. */
#ifndef WEIR_CDP_BROWSER_INTERNAL_H
#define WEIR_CDP_BROWSER_INTERNAL_H

#include "cdp/browser.h"
#include "cdp/clockwork.h"
#include "cdp/evidence.h"
#include "cdp/launch.h"
#include "cdp/login.h"
#include "cdp/page.h"
#include "cdp/patience.h"
#include "cdp/profile.h"
#include "cdp/script_cache.h"
#include "cdp/tabs.h"
#include "cdp/timers.h"

enum browser_request { REQUEST_NONE, REQUEST_ACT, REQUEST_WAIT };

struct browser {
    struct executor base;
    struct browser_options options;
    char *shown_url; /* that of the options, as people may see it */
    struct loop *loop;
    struct cdp_process *process;       /* NULL: not started, or not ours */
    struct cdp_connection *connection; /* NULL: none yet */

    struct script_cache script; /* the page script */
    uint64_t seed;              /* of the next session */
    bool wants_reach;           /* the same: what of the page's scripts runs */
    struct notice_list notices; /* of the session */

    /* Where files for file fields lie (act_files.c): in the browser's profile,
     * or where the browser is not ours in a folder like one. */
    struct cdp_profile folder; /* path NULL: none */
    int64_t folders;           /* made in this session */
    double touch_s; /* the date of the last touch, 0: none (act_touch.c) */
    double tap_s;   /* the same of a tap by the page's clock */

    /* One session: */
    const struct deps *deps; /* borrowed while it starts */
    bool has_page;
    bool wants_dialogs; /* the specification answers them itself */
    bool wants_silence; /* it reads `responsive`: the page's falling silent is a
                           state to it, not an error */
    struct page page;   /* the current tab */
    struct clockwork clockwork;
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
    int64_t then_wait_ms;     /* a wait follows its state; 0: none */
    int64_t turn;             /* numbers what is asked to settle */
    int64_t input_turn;       /* of the input under way, or the last one */
    /* Where an action of several parts was chosen: the document, the tab. */
    int64_t chosen_context;
    char chosen_target[CDP_ID_LIMIT];
    bool stale;   /* what was refused last was chosen in another state */
    bool between; /* the state behind it is not wanted: more parts of an action
                     come (act_order.c) */
    int64_t generation;  /* of the page, as of the last state sent: an action
                            is chosen in it */
    struct value *shown; /* the last state read, as the page shows it: without
                            what the journal adds; NULL: none */
    int64_t heard;       /* its place in the order of the journal */
    struct value *last_state; /* what was shown by the last state that was sent;
                                 NULL: none. Two states that differ only in the
                                 journal are one to a person */

    struct evidence evidence;

    struct timers timers;
    struct action_list told; /* events that came with a settled state */
    bool in_order; /* several actions are one: what came with the states
                      between them is told with the last (act_order.c) */

    enum browser_request request; /* to be carried out by the next `next` */
    struct action action;         /* REQUEST_ACT */
    int64_t wait_ms;              /* REQUEST_WAIT */

    struct executor_queue queue;
};

/* Starts a browser or finds the one given, where none is connected (connect.c);
 * and ends what it began. */
bool browser_connect(struct browser *browser, struct error *error);
void browser_disconnect(struct browser *browser);

/* Says of trouble that it was the browser's end, when it was. */
void browser_explain_loss(struct browser *browser, struct error *error);

/* The page script for the session's dependencies; where frames come only from
 * us, it asks for them (browser.c). */
bool browser_compile(struct browser *browser, bool frame_control,
                     struct str *script, struct error *error);

/* Navigates to the page under test and waits until it is there, has loaded and
 * has settled, or has had a second of its own time to start up (load.c). */
bool browser_load(struct browser *browser, struct error *error);

/* Waits for a document that the page itself has navigated to (load.c). */
bool browser_await_document(struct browser *browser, struct error *error);

enum act_outcome {
    ACT_DONE,
    ACT_REFUSED, /* the element is gone, covered or without a box, or the page
                    has changed: nothing was done; *error holds the words */
    ACT_FAILED,  /* *error */
};

/* Performs the action's input (act.c). On ACT_DONE *target describes the
 * element (owned, NULL when there is none). */
enum act_outcome browser_act(struct browser *browser,
                             const struct action *action, struct value **target,
                             struct error *error);

/* Where input of an action, or of a part of one, begins: tells the page script
 * of its patience, and that a new state is to settle (browser.c). */
void browser_begin_input(struct browser *browser);

/* Removes what performing has left in the file system in this session; with
 * the browser's end all of it (act_files.c). */
void browser_forget_files(struct browser *browser);
void browser_finish_files(struct browser *browser);

/* The number of what settles next, as the page script is told it: negative
 * where the state behind it is not wanted (settle.c). */
int64_t browser_turn(const struct browser *browser);

/* Runs until the page has settled after an action, and reads the state
 * (settle.c). *blocked: the guard found another state than the one in which the
 * action was chosen, and no event of it has reached the page. *state: NULL
 * where it was not wanted and not read. */
bool browser_settle(struct browser *browser, struct value **state,
                    bool *blocked, struct error *error);

/* Several actions as one: what the page has told of by itself belongs to the
 * state that is told behind the last (settle.c). */
void browser_absorb(struct browser *browser);

/* The input has arrived in the state in which it was chosen, and the page was
 * about to leave then: what it told from there on came behind the input. */
bool browser_has_left(const struct browser *browser);

/* Waits for events for at most wait_ms; fills an Events or Timeout message
 * (settle.c). */
bool browser_observe(struct browser *browser, int64_t wait_ms,
                     struct executor_message *message, struct error *error);

/* Fills a message from the oldest state that the page has told of by itself in
 * the meantime; *found: there was one (settle.c). */
bool browser_hear(struct browser *browser, struct executor_message *message,
                  bool *found, struct error *error);

/* Appends what runs in the page's own world, before its scripts (hook.c). */
void browser_add_hook(struct buf *hook, const struct browser *browser,
                      const struct deps *deps);

/* What runs in each worker before its own script; empty under real time
 * (hook.c). */
struct str browser_worker_hook(const struct browser *browser);

/* Whether the specification names kinds of events of its own (hook.c). */
bool browser_is_watching(const struct deps *deps);

/* Says what is being done now; NULL: the same as before. */
void browser_activity(struct browser *browser, const char *what);

#endif
