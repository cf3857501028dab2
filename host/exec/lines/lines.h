/* A system under test that is a program and speaks JSON lines on its standard
 * input and output (docs/MODELS.md, "A program"):
 *
 *   {"id":7,"process":1,"op":"Put","args":[0,5]}   a command
 *   {"id":7,"ok":null}                             its answer, in any order; or
 *   {"id":7,"fail":"..."}                          certainly had no effect
 *   {"id":7,"info":"..."}                          may or may not have had one
 *   {"id":8,"op":"reset"}                          begin as new; answered, too
 *   {"id":7,"yield":"read"}                        command 7 is at a scheduling
 *                                                  point, and waits for
 *   {"id":7,"go":"read"}
 *   {"id":7,"blocked":"lock"}                      the same, at something that
 *                                                  another command holds: told
 *                                                  to go when that has moved
 *
 * The program is started with /bin/sh, in a process group of its own, and
 * ended with it. One that does not answer `reset` with "ok" is started anew for
 * each run. What it writes to standard error is kept for messages. */
#ifndef WEIR_EXEC_LINES_LINES_H
#define WEIR_EXEC_LINES_LINES_H

#include "base/error.h"
#include "base/loop.h"
#include "base/str.h"
#include "port/system.h"

struct lines_options {
    const char *command; /* for /bin/sh */
    /* NULL, or the loop whose cancelling makes a wait fail with
     * ERROR_CANCELLED. */
    struct loop *loop;
    /* How long the first `reset` may take; 0: ten seconds. A program that says
     * nothing to it does not know it, or has not started yet. */
    int64_t learn_ms;
};

/* Starts nothing yet. Never NULL. */
struct system *lines_create(const struct lines_options *options);

/* What one line of the program says. */
enum lines_answer_kind {
    LINES_OK,
    LINES_FAIL,
    LINES_INFO,
    LINES_YIELD,
    LINES_BLOCKED,
};
struct lines_answer {
    enum lines_answer_kind kind;
    int64_t id;
    struct value *value; /* owned; of OK */
    char *text;          /* owned; of the others */
};
void lines_answer_finish(struct lines_answer *answer); /* and empties it */

/* False: ERROR_RUN says what is wrong with the line. */
bool lines_read(struct str line, struct lines_answer *answer,
                struct error *error);

#endif
