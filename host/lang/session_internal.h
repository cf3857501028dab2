/* The inside of a session, for what looks into it: explaining a verdict, what
 * was exercised, the REPL. */
#ifndef WEIR_LANG_SESSION_INTERNAL_H
#define WEIR_LANG_SESSION_INTERNAL_H

#include "lang/eval/machine.h"
#include "lang/eval/signal_table.h"
#include "lang/program.h"
#include "lang/session.h"

struct lang_session {
    const struct lang_program *program;
    const struct lang_property *property;
    const struct code *when; /* of the check, or NULL */
    struct machine machine;
    struct signal_table signal_table;
    struct value *state;          /* the current one */
    struct ltl_formula *residual; /* NULL: not evaluated yet */
    struct ltl_formula *before;   /* the residual that was stepped to it; NULL
                                     when there was none */
    struct moment moment;         /* of the current state */
    /* The moment of the last observe, to come back to it. */
    uint64_t observed_state;
    uint64_t observed_moment;
    struct val observed; /* what had happened */
    struct val observed_declared;
};

#endif
