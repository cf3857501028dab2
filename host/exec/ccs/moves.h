/* What a running process can do next: the transitions of CCS (docs/CCS.md;
 * reference, 9.1). */
#ifndef WEIR_EXEC_CCS_MOVES_H
#define WEIR_EXEC_CCS_MOVES_H

#include "exec/ccs/term.h"

enum ccs_move_kind { CCS_MOVE_TAU, CCS_MOVE_OUTPUT, CCS_MOVE_INPUT };

/* A global variable that changes when the move is made. */
struct ccs_update {
    uint32_t index;
    struct value *value;
};

struct ccs_update_list {
    struct ccs_update *items;
    size_t count, capacity;
};

/* One transition. Owns what it holds. */
struct ccs_move {
    enum ccs_move_kind kind;
    intern_t name;                  /* NULL for tau */
    struct value **values;          /* of an output: count of them */
    uint32_t count;                 /* of an input: how many values it takes */
    const struct ccs_proc *input;   /* of an input: where it stands */
    struct ccs_update_list updates; /* in order */
    struct ccs_term *target;        /* an input's has a receiver */
};

struct ccs_move_list {
    struct ccs_move *items;
    size_t count, capacity;
};
void ccs_move_list_finish(struct ccs_move_list *list); /* and empties it */

enum {
    /* Of calls and what stands around them, before the first action. */
    CCS_MOVES_DEPTH_LIMIT = 2000,
    CCS_MOVES_PROCESSES_LIMIT = 1000 * 1000, /* unfolded in one search */
    CCS_MOVES_LIMIT = 100 * 1000,
};

/* Appends every transition of the term, in a fixed order: of the left
 * component, of the right one, of both together. False: *error (ERROR_RUN) for
 * an expression that cannot be evaluated, or a process that unfolds without
 * end, or to too many others. */
bool ccs_moves(const struct ccs_model *model, struct ccs_term *term,
               struct value *const *globals, struct ccs_move_list *moves,
               struct error *error);

#endif
