/* A choice: one action that a run performed, written so that it can be found
 * again among the proposals of another run.
 *
 * An element is known to a run by a reference that means nothing to the next
 * one. A choice holds instead where the element stood in the state in which the
 * action was chosen, and what it showed:
 *
 *     {"names": ["choose!", "clickFilter!(\"Active\")"],
 *      "id": "click",
 *      "args": [{"element": {"text": "Active",
 *                            "found": [{"by": ".filters a", "at": 1, "of":
 * 3}]}}], "timeout": 500, "after": 230}
 *
 * "after": the application did something between the action before and this
 * one, at the latest so many milliseconds after that action's state. Not part
 * of what the choice is; a run in real time gives the application so much time.
 *
 * A choice is a plain `struct value`, immutable and counted: compare it with
 * value_equal, write it with value_add_json. `timeout`, `settle` and
 * `after` are left out where there is none, `names` where they are not known.
 */
#ifndef WEIR_RUN_CHOICE_H
#define WEIR_RUN_CHOICE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "trace/action.h"
#include "trace/value.h"

enum { CHOICE_AT_ONCE = 0 };

/* The action as a choice in this state; a new reference. `names` may be NULL
 * (port/actor.h). A string among the arguments that is the "ref" of an element
 * of the state is an element. after_ms: CHOICE_AT_ONCE, or as above. */
struct value *choice_make(const struct action *action,
                          const struct value *names, const struct value *state,
                          int64_t after_ms);

/* Marks one that stands beside what was drawn (run/generated.h), and whether it
 * is marked: there are many of these, and no order in which one of them failing
 * says much of the others. Not part of what the choice is. */
struct value *choice_mark_drawn(struct value *choice); /* takes it */
bool choice_is_drawn(const struct value *choice);

/* The element that an argument of a choice, or a part of one, is; NULL: it is a
 * plain value. Its "found" is a list of places, each with a "by". */
const struct value *choice_element(const struct value *argument);

/* Files say anything: no pause is longer, in milliseconds (a week). */
#define CHOICE_PAUSE_MOST INT64_C(604800000)

/* Its "pause" (struct action), or 0; the same choice without one, and with
 * another one. */
int64_t choice_pause_ms(const struct value *choice);
struct value *choice_without_pause(const struct value *choice);
struct value *choice_with_pause(const struct value *choice, int64_t pause_ms);

/* Its "after", or CHOICE_AT_ONCE. */
int64_t choice_after_ms(const struct value *choice);

/* Appends what the choice is, without its "after": the same text for the
 * same choice. */
void choice_add_key(struct buf *out, const struct value *choice);

/* The same for choices of the same action of the specification, whatever their
 * arguments are: equal texts are of kin. */
void choice_add_kin_key(struct buf *out, const struct value *choice);

/* How well a proposal stands for a recorded choice. */
struct choice_likeness {
    bool fits;       /* else it does not at all */
    int named;       /* 2: the same names; 1: only the first; 0: others */
    int place;       /* of the element that is least alike: see
                        choice_compare.c */
    bool settings;   /* the same timeout and rule for settling */
    size_t distance; /* places between the elements, summed up */
};

/* `choice` and `proposal` are both of choice_make; the proposal was made in
 * this state. Where the specification has another selector by now than those
 * that the choice knows, the action of the same name stands for it; by_place
 * also where it has them, but finds no such element. */
struct choice_likeness choice_compare(const struct value *choice,
                                      const struct value *proposal,
                                      const struct value *state, bool by_place);

/* Whether a fits, and better than b. by_place: an element at the same place
 * with another text before one with the same text at another place. */
bool choice_is_nearer(const struct choice_likeness *a,
                      const struct choice_likeness *b, bool by_place);

/* The same names, arguments and settings, the elements at the same places and
 * with the same text. */
bool choice_is_exact(const struct choice_likeness *likeness);

/* Whether all that it does is to let time pass, or to load the page anew. */
bool choice_only_waits(const struct value *choice);
bool choice_reloads(const struct value *choice);

/* Whether two choices are of the same action of the specification, so that one
 * may be tried for the other. */
bool choice_is_kin(const struct value *a, const struct value *b);

/* Whether b is several actions in order (specs/library/weir/order.strom) and a
 * is some of them, in that order: then a does less than b. */
bool choice_is_within(const struct value *a, const struct value *b);

/* How many actions it does in order: 1, or as many as its parts. */
size_t choice_parts(const struct value *choice);

/* How many values arrive with it: of a tick (specs/library/weir/channels.strom)
 * one on each of its inputs, else 1. */
size_t choice_arrivals(const struct value *choice);

/* Whether a has fewer parts than b, whatever they are. */
bool choice_does_less(const struct value *a, const struct value *b);

/* Whether a does more parts than b, or as many and has longer texts. */
bool choice_says_more(const struct value *a, const struct value *b);

/* Below 0: a is simpler than b: fewer actions in order, then shorter texts,
 * smaller numbers, earlier places, shorter timeouts; 0: neither. A total order
 * of kin. */
int choice_order(const struct value *a, const struct value *b);

/* Choices in order; the list owns a reference to each. */
struct choice_list {
    struct value **items;
    size_t count;
    size_t capacity;
};
void choice_list_push(struct choice_list *list, struct value *choice); /* takes
                                                                          it */
/* Appends all of them but those from `begin` to `end` (not included). */
void choice_list_add_without(struct choice_list *list,
                             const struct choice_list *all, size_t begin,
                             size_t end);
void choice_list_finish(struct choice_list *list); /* and empties it */

/* Whether a value, as it was read from a file, has the form of a choice. False:
 * ERROR_IO says what is wrong, without a place. */
bool choice_is_valid(const struct value *value, struct error *error);

#endif
