/* An executor whose application is prepared for each session: its server is
 * started (and ended at last), and what it remembers is reset.
 *
 * It hands everything on to another executor. In `start`, before that one's, it
 * starts the server unless it runs, in the time zone that the session's
 * environment has, waits until it answers, and resets: by a command, or by a
 * request. So it does before each test, each run of shrinking, and each run
 * that is repeated. What goes wrong is ERROR_SETUP. */
#ifndef WEIR_EXEC_PREPARED_PREPARED_H
#define WEIR_EXEC_PREPARED_PREPARED_H

#include <stdbool.h>

#include "base/error.h"
#include "base/loop.h"
#include "gen/environment.h"
#include "port/executor.h"

enum { PREPARED_WAIT_MS = 30 * 1000 }; /* for the server, and for a reset */

/* Strings are borrowed. */
struct prepared_options {
    const char *start; /* a command that is the server; NULL: it runs anyway */
    const char
        *ready; /* an address that it answers once it is up; of `start` */
    const char *reset; /* a command, or a request (ask.h); NULL: nothing */
    const struct environment_wish *environment; /* borrowed */
    const struct loop *loop; /* its cancelling ends each wait */
};

/* False: ERROR_USAGE, in the words of the command line. */
bool prepared_check(const struct prepared_options *options,
                    struct error *error);

/* Takes the inner executor, in any case. The options are copied; they fit. */
struct executor *prepared_create(struct executor *inner,
                                 const struct prepared_options *options);

#endif
