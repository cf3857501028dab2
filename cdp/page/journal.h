/* What a page says between two states, and does not show: messages to its
 * console, uncaught errors, requests that are answered or fail. The browser
 * tells of them in messages of their own; they are kept here until a state
 * takes them with it, as lists of its `::page`.
 *
 * Order is that of the browser's messages, and so is what belongs to which
 * state: every place in the order has a number (`heard`), each push of the page
 * script carries the number of its own place (page.h), and the state in it gets
 * what came before. What is left over waits for the next state. Requests of one
 * state stand in the order in which they began: servers answer as they like.
 *
 * Only what a specification reads is listened to. Each list holds at most
 * JOURNAL_LIMIT entries in a state, texts of at most JOURNAL_TEXT_LIMIT bytes;
 * what is beyond is dropped.
 *
 * Lives: journal_init, then journal_finish. Private to the room. */
#ifndef WEIR_CDP_PAGE_JOURNAL_H
#define WEIR_CDP_PAGE_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/json.h"
#include "base/str.h"
#include "trace/deps.h"
#include "trace/notice.h"
#include "trace/value.h"

enum { JOURNAL_LIMIT = 1000, JOURNAL_TEXT_LIMIT = 4000 };

/* Their names are fields of `::page`. */
enum journal_list {
    JOURNAL_CONSOLE,  /* {level, text, source} */
    JOURNAL_ERRORS,   /* {message, kind, where} */
    JOURNAL_REQUESTS, /* {url, method, status, type, failed} */
    JOURNAL_LISTS,
};

struct journal_entry {
    enum journal_list list;
    int64_t place; /* in the order of all messages */
    int64_t rank;  /* in its list: the place, or for a request its beginning */
    int64_t exception; /* id of an error, by which it can be taken back */
    struct value *value;
};

/* A request that has begun and is not over. */
struct journal_request {
    char *id, *url, *method, *type; /* owned */
    int64_t rank;
    int64_t status; /* 0: no answer yet */
};

struct journal {
    bool wants[JOURNAL_LISTS];
    int64_t heard; /* messages so far, also of the sort that is not kept */
    struct notice_list *notices; /* borrowed; told of the first error that
                                    nobody reads; NULL: not told */
    int64_t noticed;      /* the browser's number of that error; 0: none */
    struct value *broken; /* owned: the first error, whoever reads it, as people
                             are told of it; NULL: none */
    int64_t broken_by;    /* its number */
    struct journal_entry *entries;
    size_t count, capacity;
    struct journal_request *requests;
    size_t request_count, request_capacity;
};

/* Empty; wants what the dependency set reads; all with NULL. */
void journal_init(struct journal *journal, const struct deps *deps);
void journal_finish(struct journal *journal);

/* The browser has to be asked first: for the domain `Log`, for `Network`.
 * (`Runtime` is on in any case.) */
bool journal_needs_log(const struct journal *journal);
bool journal_needs_network(const struct journal *journal);

/* A message of the page's session. `own_context`: our isolated world, whose
 * words are not the page's. */
void journal_hear(struct journal *journal, struct str method,
                  const struct json *params, int64_t own_context);

/* One of the lists, as far as it came up to the place; owned. */
struct value *journal_list(const struct journal *journal,
                           enum journal_list list, int64_t upto);
const char *journal_list_name(enum journal_list list); /* static */

/* The state with the lists in its `::page`, as far as they came up to the
 * place. Takes the state. */
struct value *journal_add_to(const struct journal *journal, int64_t upto,
                             struct value *state);

/* The requests that are not over, in the order in which they began: "GET URL,
 * POST URL"; owned; NULL: there are none. */
char *journal_requests_open(const struct journal *journal);

/* A state has been sent with what came up to the place. */
void journal_forget(struct journal *journal, int64_t upto);

#endif
