/* Questions ahead: of an action in several parts (act_order.c) the page script
 * is told at once what will be asked at the beginning of the parts to come, and
 * gives each answer with its word that the part before has settled
 * (inject/between.js). Whoever asks looks here first: a trip less for each
 * part.
 *
 * A question is an expression in which AHEAD_GENERATION stands for the
 * generation that the page will be in. */
#ifndef WEIR_CDP_AHEAD_H
#define WEIR_CDP_AHEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/json.h"
#include "base/str.h"

#define AHEAD_GENERATION "\x01"

enum { AHEAD_LIMIT = 16 }; /* parts; those behind them are asked as all are */

struct ahead {
    char *questions[AHEAD_LIMIT]; /* in the order of the parts */
    size_t count;
    size_t answered;    /* of them, or passed over by the page */
    bool is_told;       /* the page has been told of them */
    char *answer;       /* to the last one answered; NULL: none, or taken */
    int64_t generation; /* in which it was given */
};

/* An empty one is all zero. */
void ahead_clear(struct ahead *ahead);

/* One more; takes the text over. False: there are enough. */
bool ahead_add(struct ahead *ahead, char *question);

/* Appends the expression, together with the questions when the page has not
 * been told of them: its value stays the same. */
void ahead_add_call(struct ahead *ahead, struct buf *call,
                    struct str expression);

/* The page script's word that a part has settled, and the state is not told. */
void ahead_hear(struct ahead *ahead, const struct json *push);

/* The answer when this is what was asked ahead: the page script's text, the
 * caller's; otherwise NULL. */
char *ahead_take(struct ahead *ahead, struct str expression);

#endif
