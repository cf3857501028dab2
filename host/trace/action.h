/* A primitive action or event: what crosses between checker and executor
 * (reference, 7.1: PRIM). */
#ifndef WEIR_TRACE_ACTION_H
#define WEIR_TRACE_ACTION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/json.h"
#include "trace/value.h"

enum { ACTION_NO_TIMEOUT = -1 };

struct action {
    struct value *id;     /* a string: "click", "changed", ... */
    bool is_event;        /* started by the application, not by us */
    struct value *args;   /* a list */
    int64_t timeout_ms;   /* ACTION_NO_TIMEOUT: none */
    struct value *settle; /* when the state after it is to be taken, an object
                             that the executor understands; NULL: as always */
    int64_t pause_ms;     /* before it, the application was given so much of its
                             time; 0: none */
    bool is_part; /* another action of the same thing follows at once, and
                     nobody looks at the state between the two: an executor may
                     leave that out. Between requests only, in no trace */
    struct value *following; /* with `is_part`: the parts that come after it,
                                {id, args} each, as far as they are known; an
                                executor may begin with them by itself. NULL:
                                none. As the one before */
};

/* Takes the references to id and args. */
struct action action_make(struct value *id, bool is_event, struct value *args,
                          int64_t timeout_ms);
struct action action_copy(const struct action *action);
void action_finish(struct action *action);

/* Same id, kind and arguments; the timeout is ignored (reference, 7.2). */
bool action_matches(const struct action *a, const struct action *b);

/* Arguments nest no deeper: they stand in messages and traces, in other lists
 * and objects, and all of it has to be read again (JSON_DEPTH_LIMIT). */
enum { ACTION_DEPTH_LIMIT = 500 };

/* Several actions that are one (weir/order): this id, and their list, which is
 * not empty, as the only argument. */
#define ACTION_IN_ORDER "inOrder"

/* The list, borrowed; NULL: it is no such action. Of the parts themselves
 * nothing is known: a specification may write what it likes. */
const struct value *action_parts(const struct action *action);

/* Of how many actions it consists: its parts, or 1. */
size_t action_part_count(const struct action *action);

/* {"id":…,"isEvent":…,"args":[…],"timeout":ms|null}, and "settle":{…} where it
 * is not NULL. */
void action_add_json(struct buf *buf, const struct action *action);

/* Fills `action` from such an object; a missing timeout means none. */
bool action_from_json(struct action *action, const struct json *json,
                      struct error *error);

/* A counted list of actions is a plain array: */
struct action_list {
    struct action *items;
    size_t count;
    size_t capacity;
};
void action_list_push(struct action_list *list, struct action action);
void action_list_clear(struct action_list *list);  /* keeps the storage */
void action_list_finish(struct action_list *list); /* and empties it */

#endif
