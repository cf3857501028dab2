/* Faults that a stand-in is told to have, each for one command or for whichever
 * comes, once or a number of times:
 *
 *     {"command": "Take", "times": 2, "status": 503}
 *
 *   "status": N      answers N, and does not do the command; "body" goes with
 *                    it
 *   "close": WHEN    closes the connection: "before" doing the command, "after"
 *                    it, or "within" the answer
 *   "answer": VALUE  does the command, and answers this
 *   "delay": N       answers N milliseconds later; goes with the others
 *
 * One stands after the other: the first that fits a command is used up. */
#ifndef WEIR_STANDIN_FAULT_H
#define WEIR_STANDIN_FAULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/vec.h"
#include "trace/value.h"

enum fault_close { CLOSE_NEVER, CLOSE_BEFORE, CLOSE_AFTER, CLOSE_WITHIN };

struct fault {
    char *command; /* owned; NULL: any */
    int64_t times; /* left, from 1 */
    int status;    /* 0: none */
    enum fault_close close;
    struct value *answer, *body; /* owned; NULL: none */
    int64_t delay_ms;
};
void fault_finish(struct fault *fault);

struct fault_list {
    VEC(struct fault) items;
};
void fault_list_finish(struct fault_list *faults); /* and empties it */

/* Appends it. False: ERROR_USAGE says what is wrong; `is_command` knows the
 * commands. */
bool fault_list_add(struct fault_list *faults, const struct value *value,
                    bool (*is_command)(void *context, const char *name),
                    void *context, struct error *error);

/* The fault that this command has, one less of it; *fault is the caller's.
 * False: none. */
bool fault_list_take(struct fault_list *faults, const char *command,
                     struct fault *fault);

/* Those that are left, a list; a new reference. */
struct value *fault_list_value(const struct fault_list *faults);

#endif
