/* Actions: from the one that was chosen to input in the page.
 *
 * Private to the room. */
#ifndef WEIR_CDP_ACTIONS_ACT_H
#define WEIR_CDP_ACTIONS_ACT_H

#include "cdp/executor/browser_internal.h"

enum act_outcome {
    ACT_DONE,
    ACT_REFUSED, /* the element is gone, covered or without a box, or the page
                    has changed: nothing was done; *error holds the words */
    ACT_FAILED,  /* *error */
};

/* Performs the action's input. On ACT_DONE *target describes the
 * element (owned, NULL when there is none). */
enum act_outcome browser_act(struct browser *browser,
                             const struct action *action, struct value **target,
                             struct error *error);

/* As browser_settle; but where the page has moved the element away from the
 * pointer (a menu that closes, a row that grows), the press is done again where
 * it is now, a few times. *blocked with `astray`: it was moved away each time.
 */
bool act_settle(struct browser *browser, struct value **state, bool *blocked,
                struct error *error);

/* Removes what performing has left in the file system in this session; with
 * the browser's end all of it (act_files.c). */
void browser_forget_files(struct browser *browser);
void browser_finish_files(struct browser *browser);

#endif
