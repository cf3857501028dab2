/* A page as a system, between its files: what it has told (page_state.c), the
 * command under way (page_command.c), runs (page.c). */
#ifndef WEIR_EXEC_PAGE_INTERNAL_H
#define WEIR_EXEC_PAGE_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/vec.h"
#include "exec/page/page.h"
#include "exec/page/stops.h"
#include "trace/deps.h"

/* The command under way. */
struct command {
    const char *name; /* borrowed; NULL: nobody's */
    int64_t process, number;
    int64_t call_ns;
    struct value *actions; /* owned; NULL: there is none */
    struct value *settle;  /* owned, or NULL */
    size_t at;             /* the next action */
    bool answers;          /* a dialog is answered that no action is for */
    int refusals, stale;
    int64_t most_ms;     /* that an action waits for what it means */
    int64_t patience_ms; /* that is left for the next action */
    char *refused;       /* why the last attempt was turned down, or NULL */
    struct stops stops;
    enum stops_step step; /* that is asked for */
    bool is_waiting;      /* at a scheduling point */
};

struct page_system {
    struct system base;
    struct executor *executor;
    struct page_system_options options;
    struct deps deps;
    int64_t version;              /* states that the executor has sent */
    int64_t time_us;              /* of the last one */
    struct value *state;          /* owned; NULL: none yet */
    struct value *evidence;       /* owned, or NULL */
    VEC(struct value *) requests; /* of the page since the command began */
    char *broken;                 /* an error that nothing caught; told once */
    char *told_broken;            /* the one that was told */
    char *ended;                  /* why the application has, or NULL */
    bool asked;                   /* the executor owes an answer */
    struct command command;
};

/* What the page script is to read. */
void page_fill_deps(struct page_system *page);
/* What the view shows; the caller's. */
struct value *page_view(const struct page_system *page);
/* system_ops.troubles */
char *page_troubles(const struct page_system *page);
void page_forget_requests(struct page_system *page);

/* Takes what the message carries. */
void page_take_state(struct page_system *page,
                     struct executor_message *message);
/* What has come by itself is taken in. Between commands nothing is awaited, and
 * the queue ends at once. */
bool page_drain(struct page_system *page, struct error *error);

/* The action that gives this answer to a dialog; the caller's. */
struct action page_answering(const struct value *answer);

/* The command is the one under way; a command of no actions, whose state waits
 * for this rule (taken). page_command_next goes on with it, as system_ops.next;
 * with each of its actions that has been done the time until the deadline
 * begins anew, since a page that goes on is slow, and not silent. */
void page_command_begin(struct page_system *page,
                        const struct system_call *call);
void page_command_begin_idle(struct page_system *page, struct value *settle);
enum system_next page_command_next(struct page_system *page,
                                   int64_t deadline_ms,
                                   struct system_event *event,
                                   struct error *error);
void page_forget_command(struct page_system *page);

#endif
