/* A browser of our own: a process with a fresh profile.
 *
 * Lives: cdp_launch starts it, cdp_process_connect waits until it answers;
 * cdp_process_end (or the end of this program, however it comes) kills it with
 * all its children and removes the profile. While it lives, its stderr is read
 * whenever the loop runs; the last few kB are kept for error messages.
 *
 * DevTools goes over the browser's pipe (its descriptors 3 and 4): no port is
 * opened that others on the machine could use, and a trip takes less time than
 * over a WebSocket. */
#ifndef WEIR_CDP_LAUNCH_LAUNCH_H
#define WEIR_CDP_LAUNCH_LAUNCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/loop.h"
#include "cdp/wire/connection.h"

struct cdp_process; /* opaque */

/* Zeroed options are the defaults. Everything is borrowed for the call. */
struct cdp_launch_options {
    const char *program; /* --browser; NULL: sought (cdp/launch/find.h) */
    bool headful;
    bool frame_control; /* asked for; given only by a headless shell: see
                           cdp_process_has_frame_control */
    bool pictures; /* are to be taken of its pages: without, a headless shell
                      draws nothing */
    int width, height; /* of the window; 0: 1200 x 1200 */
    bool quiet;        /* what is the same at every start has been said */
    const char *const *flags; /* further switches for the browser */
    size_t flag_count;
};

/* Starts a browser; what is to be done meanwhile can be done then. `loop` is
 * borrowed and must live longer. NULL: ERROR_SETUP (no browser, or it cannot
 * be started). */
struct cdp_process *cdp_launch(struct loop *loop,
                               const struct cdp_launch_options *options,
                               struct error *error);

/* Waits until the browser answers; once for each process. The connection is
 * destroyed before the process is ended. NULL: ERROR_SETUP (it died, with its
 * own last words; it said nothing until the deadline; what it said is not
 * DevTools), ERROR_IO (no room in the loop) or ERROR_CANCELLED. */
struct cdp_connection *cdp_process_connect(struct cdp_process *process,
                                           int64_t deadline_ms,
                                           struct error *error);

/* Kills the browser and removes its profile; frees the process. NULL is fine.
 * Takes some 10 ms, never asks the browser. */
void cdp_process_end(struct cdp_process *process);

const char *cdp_process_program(const struct cdp_process *process);
/* What it calls itself (version.h), empty before it has answered. */
struct str cdp_process_product(const struct cdp_process *process);
bool cdp_process_is_shell(const struct cdp_process *process);
bool cdp_process_has_frame_control(const struct cdp_process *process);
const char *cdp_process_profile(const struct cdp_process *process);
int cdp_process_pid(const struct cdp_process *process);

/* True when it died by itself. */
bool cdp_process_has_ended(struct cdp_process *process);

/* Waits until it has died by itself; false when the deadline passed. Does not
 * run the loop. */
bool cdp_process_wait(struct cdp_process *process, int64_t deadline_ms);

/* Appends to the message of `error` how it ended and the last lines it wrote.
 * A browser whose connection broke is about to end: it is given some 100 ms
 * for that. */
void cdp_process_explain(struct cdp_process *process, struct error *error);

#endif
