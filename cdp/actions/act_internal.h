/* What the files of the performers (act*.c) share: one action under way, the
 * questions to the page script, the tables of performers.
 *
 * A performer begins with a question to the page script that says in which
 * generation the action was chosen (`act_aim`, `act_aim_keys`, `act_scripted`);
 * from then on the guard decides at the first event. What it does in several
 * turns asks `act_goes_on` in between. */
#ifndef WEIR_CDP_ACTIONS_ACT_INTERNAL_H
#define WEIR_CDP_ACTIONS_ACT_INTERNAL_H

#include "base/buf.h"
#include "cdp/actions/act.h"
#include "cdp/executor/observe.h"
#include "cdp/executor/settle.h"
#include "cdp/executor/told.h"

/* One action under way. */
struct acting {
    struct browser *browser;
    const struct action *action;
    struct value **target;
    struct error *error;
};

struct performer {
    const char *id;
    enum act_outcome (*perform)(struct acting *acting);
};

/* Each ends with an entry without an id. */
extern const struct performer act_pointer_performers[];
extern const struct performer act_drag_performers[];
extern const struct performer act_touch_performers[];
extern const struct performer act_keys_performers[];
extern const struct performer act_form_performers[];
extern const struct performer act_files_performers[];
extern const struct performer act_page_performers[];
extern const struct performer act_fault_performers[];
extern const struct performer act_answers_performers[];
extern const struct performer act_dialog_performers[];
extern const struct performer act_tab_performers[];
extern const struct performer act_order_performers[];

/* What empties a field in which all is selected, as browsers are asked for it
 * (U+E017). */
#define ACT_DELETE_KEY "\xee\x80\x97"

/* ---- arguments ----------------------------------------------------------- */

/* What the action is called. Borrowed. */
struct str act_name(const struct acting *acting);

/* Null where there are fewer. */
const struct value *act_argument(const struct acting *acting, size_t index);
/* ACT_FAILED, with words: "argument 1 must be WANTED". */
enum act_outcome act_wrong_argument(struct acting *acting, size_t index,
                                    const char *wanted);
/* A number in `*number`; false: *error says that it is none. */
bool act_number(struct acting *acting, size_t index, const char *wanted,
                double *number);

/* The same within bounds, both included. */
bool act_number_within(struct acting *acting, size_t index, const char *wanted,
                       double least, double most, double *number);
/* A text, borrowed from the action. */
bool act_text(struct acting *acting, size_t index, const char *wanted,
              struct str *text);

/* Two of them, pixels, neither beyond the limit. */
struct act_spot {
    double x, y;
};
bool act_distance(struct acting *acting, size_t index, double limit,
                  struct act_spot *by);

/* ---- questions to the page script ---------------------------------------- */

/* Asks; ACT_REFUSED when the answer is not ok, ACT_FAILED when it tells of a
 * mistake in the arguments. *answer is the caller's, and may be NULL. */
enum act_outcome act_ask(struct acting *acting, const struct buf *expression,
                         struct json **answer);

/* What an answer of the page script to a question of that kind says. */
enum act_outcome act_outcome_of(struct acting *acting,
                                const struct json *answer);

/* The action is a part that the page script begins by itself, or has begun: its
 * answer is the caller's, and may be NULL. False: it is none. */
bool act_ahead(struct acting *acting, struct json **answer,
               enum act_outcome *outcome);

/* Where to point, once the page has heard of it when it had to be scrolled
 * there. The coming input ends with so many events of the type; 0: the
 * end is that of its answers. */
enum act_outcome act_aim(struct acting *acting, const struct value *ref,
                         int count, const char *type, struct act_spot *spot);

/* The action under way is a press that the page script looks at
 * (inject/act/guard.js): it is kept, to be done again where it goes astray. */
void act_note_press(struct acting *acting);

/* The same with the argument of that index, which must be an element. */
enum act_outcome act_aim_at(struct acting *acting, size_t index, int count,
                            const char *type, struct act_spot *spot);

/* From here on input passes only in the generation in which the action was
 * chosen, and ends with so many keys released. False: *error. */
bool act_aim_keys(struct acting *acting, int releases);

/* A scripted action, for which no real input exists; `extra` is JSON or
 * empty. */
enum act_outcome act_scripted(struct acting *acting, const char *kind,
                              const struct value *ref, struct str extra);

/* ---- the page as a whole ------------------------------------------------- */

/* Nothing has been done; the words say why. */
enum act_outcome act_refused(struct acting *acting, const char *words);

/* Lets the page script perform its part (inject/act/navigation.js) when the
 * page is still in the state in which the action was chosen. `argument` is JSON
 * or empty. *answer (NULL: not wanted) is the caller's. */
enum act_outcome act_ask_page(struct acting *acting, const char *kind,
                              struct str argument, struct json **answer);

/* Sends one request to the page's session and awaits the answer; a dialog that
 * opens in the meantime keeps that back, nothing else. */
enum act_outcome act_call(struct acting *acting, const char *method,
                          struct str params);

/* The host has done what a page does not hear of. What has changed since it was
 * asked came between, and is told (inject/act/under_way.js). */
enum act_outcome act_arrived(struct acting *acting);

/* Says what the action acts on, out of an answer. */
void act_note_target(struct acting *acting, const struct json *answer);

/* ---- input under way ----------------------------------------------------- */

/* Input has been sent. Where the page script sees its end by itself
 * (`settles`), the state comes without being asked for; otherwise the answers
 * are awaited. */
enum act_outcome act_finish(struct acting *acting, bool settles);

/* The answers of all input that was sent. False: *error. */
bool act_await(struct acting *acting);

/* The same for input that is delivered only with a frame (wheel, touch), after
 * `weir.draw(true)`: that ends here. */
bool act_await_framed(struct acting *acting);

/* In the middle of an action: lets so much of the page's time pass. */
bool act_pass(struct acting *acting, int64_t milliseconds);

/* In the middle of an action: evaluates a function of the page script. False
 * when the action does not go on: the guard has stopped it, the document went
 * away, or *error. */
bool act_goes_on(struct acting *acting, const struct buf *expression,
                 struct json **answer);
/* The same, with nothing to ask but that. False: *error. */
bool act_ask_guard(struct acting *acting, bool *passed);

#endif
