/* Where a command on a page stops, so that others may do something meanwhile:
 * before each action after the first, and wherever the page waits for answers
 * of its server. While the command is under way answers are held in the page
 * (weir/answers), and go on to it one by one, in the order of their requests.
 * So nothing of the page is done while another one is at work, and which
 * request the server sees first is the schedule's choice (run/model/execute.h).
 *
 * What is never complete while it is waited for (a request that is answered
 * when something happens) is no reason to stop; it is let go with the command's
 * end.
 *
 * What this must not break: a page that nobody shares holds nothing. */
#ifndef WEIR_EXEC_PAGE_STOPS_H
#define WEIR_EXEC_PAGE_STOPS_H

#include <stdbool.h>
#include <stddef.h>

#include "trace/deps.h"
#include "trace/value.h"

enum stops_step {
    STOPS_ACT,     /* the next action */
    STOPS_HOLD,    /* begin to hold answers */
    STOPS_YIELD,   /* the process stops: `label` */
    STOPS_RELEASE, /* the page has the answer `answer` */
    STOPS_LOOK,    /* look again in a moment: an answer is on its way */
    STOPS_END,     /* hold nothing any more */
    STOPS_DONE,    /* the command has ended */
};

/* Of one command. All zero at first. */
struct stops {
    bool is_wanted; /* else the next step is always ACT or DONE */
    size_t passed;  /* the last action that was stopped before */
    int looks;      /* for what is on its way */
    char *answer;   /* owned: a ref of `::held`, whose turn it is; or NULL */
    char *label;    /* owned: of the point at which it stops; or NULL */
};
void stops_finish(struct stops *stops); /* and empties it */

/* What has to be read of the page. */
void stops_add_deps(struct deps *deps);

/* What comes next, in this state of the page, before action `at` of `count`. */
enum stops_step stops_next(struct stops *stops, const struct value *state,
                           size_t at, size_t count);

/* The page was asked to do this step, and has, or would not. */
void stops_did(struct stops *stops, enum stops_step step);

/* The action of the executor that does HOLD, RELEASE or END: its id, and its
 * only argument (owned; NULL: none). */
const char *stops_action(const struct stops *stops, enum stops_step step,
                         struct value **argument);

#endif
