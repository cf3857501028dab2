/* An executor that plays a written dialogue: for tests of the session and of
 * checkers, without a browser.
 *
 * A dialogue is a list of turns. Each turn names the request it waits for and
 * the messages that the executor then sends (reference, 7.1: one JSON object a
 * line, {"tag":"Performed","contents":{…}}). The first turn waits for "start".
 * Requests are written down, one a line, for the test to look at:
 *
 *     start {"#a":{"textContent":{}}}
 *     act click ["e1"] timeout 500 version 1
 *     wait 1000 version 2
 *     end
 *
 * The version is checked as the port demands, so a turn that sends a state
 * raises it. A request that no turn waits for makes the executor fail.
 */
#ifndef WEIR_EXEC_SCRIPTED_SCRIPTED_H
#define WEIR_EXEC_SCRIPTED_SCRIPTED_H

#include <stddef.h>

#include "port/executor.h"

struct scripted_turn {
    const char *request; /* "start", "act click", "act" (any), "wait",
                            "any" (act or wait) */
    const char *answers; /* lines of JSON; may be empty or NULL */
    bool repeats;        /* serves every further request, too */
};

/* The turns are borrowed and must outlive the executor. */
struct executor *scripted_create(const struct scripted_turn *turns,
                                 size_t count);

/* What was requested so far; borrowed until the next request. */
const char *scripted_transcript(const struct executor *executor);

#endif
