/* Parts of one thing that the page script begins by itself.
 *
 * Between two parts (trace/action.h: is_part) nobody looks at the page. So the
 * page script is told beforehand what comes after a part, and begins the next
 * one where it would else only say that the part has settled
 * (inject/settle/parts_unread.js): one trip for each part, and no word to the
 * clock, which the page script holds. What is begun is the first half of a text
 * in one piece: its field is selected, and the text is still the host's to
 * send. Nothing is begun that cannot be begun again, in another document or
 * behind a question that the page asks; and nothing whose input comes as more
 * than one event: between the two of a key tasks of the page would run or not
 * as the machine likes, where the clock goes.
 *
 * Lives: zeroed it knows of nothing; ahead_finish empties it. */
#ifndef WEIR_CDP_EXECUTOR_AHEAD_H
#define WEIR_CDP_EXECUTOR_AHEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/json.h"
#include "trace/action.h"

struct browser;

enum ahead_stage {
    AHEAD_NONE,
    AHEAD_BEGUN, /* by the page script, and nobody has asked for it yet */
    AHEAD_DOING, /* it is the action under way */
};

struct ahead {
    struct value *parts; /* owned, that were told: {id, args} each; or NULL */
    size_t at;           /* the next of them */
    enum ahead_stage stage;
    int64_t turn;        /* of the one that was begun */
    struct json *answer; /* of the page script to its first half; owned */
};

/* The action begins. True: the page script has begun it. Otherwise what it was
 * told before is forgotten. */
bool ahead_take_up(struct browser *browser, const struct action *action);

/* Tells the page script what comes after the action, after
 * browser_begin_input and before its first word of the action. */
void ahead_tell(struct browser *browser, const struct action *action);

/* Adds the call by which the page script begins the action itself: a part of
 * which it can. It pushes "begun", with its answer. False: it is none, and what
 * was added is of no use. */
bool ahead_add_call(const struct browser *browser, const struct action *action,
                    struct buf *call);

/* A part has settled, and the push may say that the next one has begun. */
void ahead_hear(struct browser *browser, const struct json *push);

/* The answer to the first half of the action under way, for the caller; NULL:
 * it was not begun by the page script. */
struct json *ahead_take_answer(struct browser *browser);

/* The next action is another one, or nothing is known any more. */
void ahead_forget(struct browser *browser);

void ahead_finish(struct ahead *ahead);

#endif
