/* What is done before each test: its server is started (and ended at last), and
 * what it remembers is reset, by a command or by a request.
 *
 * A server has one time zone as long as it runs, that of the test's
 * environment: another one is another server. What goes wrong is ERROR_SETUP.
 */
#ifndef WEIR_EXEC_PREPARED_PREPARATION_H
#define WEIR_EXEC_PREPARED_PREPARATION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/guardian.h"
#include "base/loop.h"
#include "exec/prepared/ask.h"
#include "exec/prepared/command.h"
#include "gen/environment.h"

enum { PREPARATION_WAIT_MS = 30 * 1000 }; /* for the server, and for a reset */

/* Strings are borrowed. */
struct preparation_options {
    const char *start; /* a command that is the server; NULL: it runs anyway */
    const char
        *ready; /* an address that it answers once it is up; of `start` */
    const char *reset; /* a command, or a request (ask.h); NULL: nothing */
    const struct environment_wish *environment; /* borrowed */
    const struct loop *loop; /* its cancelling ends each wait */
};

/* False: ERROR_USAGE, in the words of the command line. */
bool preparation_check(const struct preparation_options *options,
                       struct error *error);

/* To be embedded. */
struct preparation {
    struct preparation_options options;
    struct ask_target ready;
    struct ask_target request; /* of the reset, where it is one */
    struct guardian *guardian;
    struct shell_command server;
    bool runs;       /* the server was started, and not ended by us */
    bool was_told;   /* that it has ended all the same */
    bool has_failed; /* so it did once: then it may do so after the last
                        state of a test, too */
    int status;      /* that it answered last before it was up; 0: nothing */
    char zone[64];   /* in which it runs; "": ours */
};

/* The options are copied; they fit. */
void preparation_init(struct preparation *preparation,
                      const struct preparation_options *options);

/* For the test of this seed. */
bool preparation_do(struct preparation *preparation, uint64_t seed,
                    int64_t deadline_ms, struct error *error);

/* The next test has another server. False: there is none of ours. */
bool preparation_renew(struct preparation *preparation);

/* Whether the server that was started has ended by itself, told once: that is a
 * failure of the test that goes on, and the next one has another server.
 * *words, a clause, is the caller's. */
bool preparation_has_lost(struct preparation *preparation, char **words);
/* A connection to it has broken: gives it a moment to end, if that is why. */
void preparation_await_loss(struct preparation *preparation);
/* Something has gone wrong for who asked it: gives it a moment to end, unless
 * it answers. */
void preparation_await_ending(struct preparation *preparation);

/* Ends the server. */
void preparation_finish(struct preparation *preparation);

#endif
