/* What the tests of evaluation share: specifications as text, states as JSON,
 * values and verdicts as text. Every helper fails the test when something is
 * not as it says. */
#ifndef WEIR_TESTS_LANG_BACK_SUPPORT_H
#define WEIR_TESTS_LANG_BACK_SUPPORT_H

#include <stdbool.h>

#include "lang/program.h"
#include "lang/session.h"
#include "port/checker.h"

/* The program made of "import quickstrom;" and the text; must load. */
struct lang_program *load(const char *text);
/* The same without the import. */
struct lang_program *load_bare(const char *text);

/* Must not load: some diagnostic of this class contains `part`. */
void assert_rejected(const char *text, enum diag_class kind, const char *part);

/* The expression, evaluated in a state (JSON), prints as `expected`. `before`
 * are declarations that stand in front. */
void assert_value(const char *expression, const char *expected);
void assert_value_in(const char *state, const char *before,
                     const char *expression, const char *expected);
/* Evaluating it fails with a text that contains `part`. */
void assert_failure(const char *expression, const char *part);
void assert_failure_in(const char *state, const char *before,
                       const char *expression, const char *part);

/* A session that is fed one state after the other. */
struct run {
    struct lang_program *program;
    struct lang_session *session;
    struct lang_primitive_list primitives; /* of the last state */
    int64_t version;
    struct verdict verdict;
    struct verdict stop;
    struct error error;
};

/* Starts a run of the program's n-th property. The program stays the
 * caller's. */
void run_init(struct run *run, struct lang_program *program, size_t property);
/* load, then run_init of the first property; finish destroys both. */
void run_text(struct run *run, const char *text);
void run_finish(struct run *run);

/* The next state, with nothing happened, must be evaluated without error.
 * Returns what it makes of it: "more", "Definitely true", "Probably
 * false"… */
const char *run_state(struct run *run, const char *state);
/* The same, after an event with this id, which must match some primitive. */
const char *run_event(struct run *run, const char *id, const char *state);
/* The same, after the first action with this id offered in the last state. */
const char *run_action(struct run *run, const char *id, const char *state);
/* An error with a text that contains `part`. */
void run_fails(struct run *run, const char *state, enum error_code code,
               const char *part);

/* The primitives of `which` in the last state, as text: "id args name" lines
 * with a timeout where there is one, as in
 *     click ["e1"] timeout 5 as go!
 * Valid until the next call. */
const char *run_offers(struct run *run, enum lang_which which);

/* The n-th reason for the last verdict as "TEXT | VALUES"; "" when there is
 * none. Valid until the next call. */
const char *run_reason(struct run *run, size_t index);

/* The selectors that it reads, with blanks between them. */
const char *run_reason_reads(struct run *run, size_t index);

#endif
