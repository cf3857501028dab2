/* The value of an expression, for the values that are bound where it stands
 * and those of the global variables. Integers have 64 bits; a result that does
 * not fit is an error, not a wrong number. */
#ifndef WEIR_EXEC_CCS_EVAL_H
#define WEIR_EXEC_CCS_EVAL_H

#include "exec/ccs/model.h"

/* The values bound by parameters and inputs, the last one first. Immutable,
 * counted. */
struct ccs_env {
    uint32_t references;
    struct value *value;
    struct ccs_env *outer;
};

/* Takes both references. */
struct ccs_env *ccs_env_bind(struct value *value, struct ccs_env *outer);
struct ccs_env *ccs_env_ref(struct ccs_env *env); /* NULL is fine */
void ccs_env_unref(struct ccs_env *env);          /* NULL is fine */

/* What a computation may use up before it is called endless. */
struct ccs_budget {
    uint32_t depth; /* of calls and expressions, at present */
    uint64_t steps; /* expressions evaluated */
};

enum {
    CCS_EVAL_DEPTH_LIMIT = 3000,
    CCS_EVAL_STEP_LIMIT = 2 * 1000 * 1000,
};

/* NULL: *error (ERROR_RUN) with the place. A global that has no value yet is
 * NULL in `globals`. */
struct value *ccs_eval(const struct ccs_model *model,
                       const struct ccs_expr *expr, const struct ccs_env *env,
                       struct value *const *globals, struct ccs_budget *budget,
                       struct error *error);

/* "a string", "3", "true": for messages. At least 40 bytes. */
const char *ccs_value_words(const struct value *value, char *text);

#endif
