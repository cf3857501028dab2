/* A system under test that is a page (docs/MODELS.md, "A page"), over an
 * executor (port/executor.h): the browser, prepared or not.
 *
 * A command is what its call's `real` says, {"actions": [...], "settle": ...}:
 * actions of a person, one after the other. Its answer is the view, what the
 * page shows after the last of them (inject/read/view.js reads it).
 *
 *   all were done                              OK: the view
 *   ...and an error came that nothing caught   OK, with a text
 *   one cannot be done: what it means is not   REFUSED
 *   there, or covered, for two seconds
 *   the page has crashed                       LOST
 *   the specification of an action is wrong    ERROR
 *
 * One client: a page has one person before it (users.h: several pages). Each
 * run has a fresh context. */
#ifndef WEIR_EXEC_PAGE_PAGE_H
#define WEIR_EXEC_PAGE_PAGE_H

#include <stdbool.h>

#include "base/error.h"
#include "port/executor.h"
#include "port/system.h"

struct page_system_options {
    const struct value *view;  /* the description; borrowed, as all of this */
    bool ignores_errors;       /* that the page does not catch */
    enum executor_begin begin; /* which of its states is the first */
    bool foresees;  /* a run is likely to be followed by another one, whose page
                       is opened meanwhile */
    bool is_nested; /* actions may name what lies behind ">>>" */
    bool holds;     /* commands may keep answers from the page (held.h) */
    bool stops; /* calls may ask it to stop at scheduling points (stops.h) */
};

/* Takes the executor. Nothing is started yet: `reset` does. */
struct system *page_system_create(struct executor *executor,
                                  const struct page_system_options *options);

#endif
