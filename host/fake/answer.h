/* A line that the process of a model has answered (fake/conversation.h), and
 * what it means. It comes from a program that anybody has written: whatever its
 * bytes, it is an answer or an error that says what is wrong with it. */
#ifndef WEIR_FAKE_ANSWER_H
#define WEIR_FAKE_ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/str.h"
#include "trace/value.h"

/* Of a line that is no answer. */
struct answer_trouble {
    bool is_failed; /* a function of the model failed: another question may be
                       asked */
    int64_t stopped_at; /* which of many questions did not end; -1: not said */
};

/* An object with "ok", "pick" or "refused"; a new reference. `doing` names the
 * function that was asked for, for messages. NULL: ERROR_SPEC, or ERROR_SETUP
 * where our engine could not begin; without the name of the model. */
struct value *answer_read(struct str line, const char *doing,
                          struct answer_trouble *trouble, struct error *error);

/* Whether it is an action of a page: an object with "id" and "args". */
bool answer_is_action(const struct value *action);
/* Whether it is a list of such actions. */
bool answer_is_actions(const struct value *ok);

/* The choices of one category, of so many (at most 64), given by their places;
 * as bits. False: there is something else in the list. */
bool answer_read_choices(const struct value *list, size_t count,
                         uint64_t *choices);

#endif
