/* The browser as an executor: one Chromium, a fresh context and page for each
 * session, real input, states read by the page script.
 *
 * Implements host/port/executor.h. The browser is started (or connected to) at
 * the first session, or at browser_start_early, and kept for the next ones;
 * when it dies, the session under way fails with ERROR_LOST and the next one
 * starts a new one.
 */
#ifndef WEIR_CDP_BROWSER_H
#define WEIR_CDP_BROWSER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/loop.h"
#include "port/executor.h"

struct environment_wish; /* gen/environment.h */
struct login;            /* page/login.h */

struct browser_options {
    const char *program; /* NULL: found */
    const char *connect; /* ws:// or http:// address of a running browser that
                            is not ours; NULL: start one */
    const char *const *flags; /* further switches for one that is started */
    size_t flag_count;
    bool headful;
    bool quiet; /* another one has said what is the same for all browsers */
    bool virtual_time;
    bool deterministic; /* the page's chance comes from the seed; with
                           virtual time only */
    int64_t pauses_ms;  /* see struct executor */
    bool at_load;    /* the first state is that at the page's load, settled as
                        after an action, and what comes later is events;
                        else the page has a second to come to rest (load.c);
                        a session may ask for either (executor.h: begin) */
    const char *url; /* of the page under test, absolute */
    bool local;      /* it is a file, or of weir's own server, and no other
                        server is prepared for each session: what the page of a
                        session leaves open keeps nobody waiting */
    const struct login
        *login;        /* what each session begins with; NULL: nothing */
    bool evidence;     /* each step carries what a report shows (capture.h) */
    int width, height; /* of the viewport; 0: 1200 x 1200 */
    const struct environment_wish
        *environment; /* that each session runs in; NULL: nothing is wished */
    int64_t load_timeout_ms; /* for the page to load; 0: 30 s */
    bool excuses_starvation; /* time in which its processes have no processor is
                                not counted (base/starved.h) */

    /* Called often while something is waited for, and with a short description
     * when what is done changes ("loading the page"; else NULL). */
    void (*activity)(void *context, const char *what);
    void *context;
};

/* The options' strings and lists and `loop` are borrowed and must outlive the
 * executor. Nothing is started yet. */
struct executor *browser_create(struct loop *loop,
                                const struct browser_options *options);

/* Starts the browser in the background, so that it comes up while the
 * specification is being read; the first session waits for it. Does nothing
 * with `connect`. A failure is told of by the first session, which tries again.
 */
void browser_start_early(struct executor *executor);

#endif
