/* What the actions on the page as a whole have in common: their arguments, the
 * question to the page whether they are timely, requests to the browser.
 *
 * Private to the room.
 */
#ifndef WEIR_CDP_ACT_PAGE_H
#define WEIR_CDP_ACT_PAGE_H

#include "cdp/browser_internal.h"

/* One action under way. */
struct page_act {
    struct browser *browser;
    const struct action *action;
    struct error *error;
};

typedef enum act_outcome page_performer(struct page_act *act);

/* Tables end with an id that is NULL. */
struct page_performer_entry {
    const char *id;
    page_performer *perform;
};
extern const struct page_performer_entry page_act_faults[];  /* act_fault.c */
extern const struct page_performer_entry page_act_dialogs[]; /* act_dialog.c */

/* null where there is none. */
const struct value *page_act_argument(const struct page_act *act, size_t index);

/* An argument of that kind, or a complaint: false. Numbers lie within the
 * bounds, both included. */
bool page_act_text(struct page_act *act, size_t index, const char *wanted,
                   struct str *text);
bool page_act_number(struct page_act *act, size_t index, const char *wanted,
                     double least, double most, double *number);

/* Complains of an argument; ACT_FAILED. */
enum act_outcome page_act_wrong(struct page_act *act, size_t index,
                                const char *wanted);

/* Nothing has been done; the words say why. */
enum act_outcome page_act_refused(struct page_act *act, const char *words);

/* Lets the page script perform its part (inject/travel.js) when the page is
 * still in the state in which the action was chosen. `argument` is JSON or
 * empty. *answer (NULL: not wanted) is the caller's. */
enum act_outcome page_act_ask(struct page_act *act, const char *kind,
                              struct str argument, struct json **answer);

/* Sends one request to the page's session and awaits the answer. */
enum act_outcome page_act_call(struct page_act *act, const char *method,
                               struct str params);
/* Awaits the answers of the group. */
enum act_outcome page_act_await(struct page_act *act);

#endif
