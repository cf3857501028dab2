/* What people should know of the runs of a command though it is no fault: the
 * page does what cannot be made deterministic, the browser is not ours. One of
 * each kind is enough. */
#ifndef WEIR_TRACE_NOTICE_H
#define WEIR_TRACE_NOTICE_H

#include <stdbool.h>
#include <stddef.h>

struct notice {
    char *kind; /* a word for programs: "worker" */
    char *text; /* a clause for people */
};

struct notice_list {
    struct notice *items;
    size_t count;
    size_t capacity;
};

/* Adds copies of both, unless there is one of that kind: then false. */
bool notice_list_add(struct notice_list *list, const char *kind,
                     const char *text);
/* It was none after all; nothing when there is none of that kind. */
void notice_list_drop(struct notice_list *list, const char *kind);
void notice_list_finish(struct notice_list *list); /* and empties it */

#endif
