/* One run of one property: the program evaluated state by state.
 *
 * The session owns everything that lasts from one state to the next: the
 * residual formula, frozen values, thunks. Thunk caches are keyed by a number
 * that is unique over all states and phases of all sessions, so that nothing
 * leaks from one property to the next, nor from the guards (evaluated with
 * nothing happened) to the formula (reference, 7.4 [F]).
 *
 * Order of calls for each state: lang_session_enter, then any of match and
 * observe, in that order; then propose for as long as the state is current.
 */
#ifndef WEIR_LANG_SESSION_H
#define WEIR_LANG_SESSION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/error.h"
#include "lang/program.h"
#include "port/checker.h"
#include "trace/action.h"
#include "trace/deps.h"
#include "trace/value.h"
#include "trace/verdict.h"

struct lang_session;
struct lang_value; /* may hold functions, actions, formulas (eval/value.h) */

/* A primitive action found in an action value (reference, 7.3). */
struct lang_primitive {
    struct action action;
    int64_t weight;          /* specs/library/weir/weights.strom; from 1 */
    struct lang_value *name; /* the action value that `happened` will hold when
                                this is what led to a state; NULL: none */
    const struct ast_global *declared; /* the action named in `with`; NULL for
                                          the `when` expression */
};

struct lang_primitive_list {
    struct lang_primitive *items;
    size_t count;
    size_t capacity;
};
void lang_primitive_list_finish(struct lang_primitive_list *list);

/* The program and the property must outlive the session. */
struct lang_session *lang_session_create(const struct lang_program *program,
                                         const struct lang_property *property);
void lang_session_destroy(struct lang_session *session);

/* What the states of this session hold, for lang_session_unread; borrowed for
 * as long as the session lives. */
void lang_session_ask(struct lang_session *session, const struct deps *asked);

/* What has been evaluated so far and the states do not hold, because it was not
 * asked for (a field of a computed name is null then, another one an error);
 * borrowed until the next call. NULL: nothing. */
const struct deps *lang_session_unread(const struct lang_session *session);

/* Makes `state` (an object: selector -> value) the current state, with nothing
 * happened. `version` appears in messages only. */
void lang_session_enter(struct lang_session *session, const struct value *state,
                        int64_t version);

/* What the step of the state to be entered next tells beside it: its time, what
 * was done (of several actions as one: how many of them), what got a value
 * (lang/eval/signals.h). All borrowed until the
 * observe of that state. Without it the time stands still. */
void lang_session_moment(struct lang_session *session, int64_t time_us,
                         const struct value *ticked,
                         const struct action_list *what, int64_t parts_done);

/* What its signals were in the states observed so far: a table as in
 * port/checker.h, or NULL: it has none. A new reference. */
struct value *lang_session_signals(const struct lang_session *session);

/* Which primitives. */
enum lang_which {
    LANG_INITIAL, /* of the `when` expression; without `when` as LANG_WITH */
    LANG_WITH,    /* of every action and event of `with`, in order */
};

/* Appends the primitives in the current state, guards evaluated with nothing
 * happened. False: evaluation error, *error (ERROR_SPEC) holds the whole text:
 * message, place, source line, call trace. */
bool lang_session_primitives(struct lang_session *session,
                             enum lang_which which,
                             struct lang_primitive_list *list,
                             struct error *error);

/* Evaluates the property (first call) or steps its residual (later calls) in
 * the current state, where `happened` holds the given action values.
 *   verdict: DEFINITELY or NONE;  stop: PROBABLY when stoppable, else NONE.
 * False: ERROR_SPEC for an evaluation error; ERROR_RUN when the property is
 * neither true, false nor a formula ("Unexpected value: …"). */
bool lang_session_observe(struct lang_session *session,
                          struct lang_value *const *happened, size_t count,
                          struct verdict *verdict, struct verdict *stop,
                          struct error *error);

/* What the last evaluation, which failed, could not do and where: `text` is the
 * sentence alone. For whoever tells it as a reason; reason_list_finish frees
 * it. */
struct reason lang_session_fault(const struct lang_session *session);

/* Whether the condition that it stands in has never been evaluated before: then
 * there is no telling whether it can be. */
bool lang_session_fault_is_first(const struct lang_session *session);

/* What to say of a run that is cut off now: PROBABLY false when what is already
 * overdue decides it whatever the rest turns out to be, else INCONCLUSIVE. */
struct verdict lang_session_cut_off(const struct lang_session *session);

/* How many further states are demanded at least (port/checker.h). */
int64_t lang_session_demand(const struct lang_session *session);

/* Explains the verdict reached by the last observe (false, presumptively false,
 * or not stoppable): which parts of which expressions, with their values. */
void lang_session_explain(struct lang_session *session,
                          struct reason_list *reasons);

/* The guards that are false now, for "nothing can be done": heap text, or NULL
 * when there is nothing to say. */
char *lang_session_why_no_action(struct lang_session *session);

/* "click!(`#toggle`)": for people. */
void lang_value_add_text(struct buf *buf, const struct lang_value *value);

struct lang_value *lang_value_ref(struct lang_value *value);
void lang_value_unref(struct lang_value *value);

#endif
