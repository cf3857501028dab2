/* What the parts of a fake share: what it is, and the questions that it is
 * asked (fake/conversation.h). */
#ifndef WEIR_FAKE_FAKE_INTERNAL_H
#define WEIR_FAKE_FAKE_INTERNAL_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/map.h"
#include "fake/claims.h"
#include "fake/conversation.h"
#include "fake/fake.h"
#include "fake/pick.h"
#include "fake/states.h"

struct fake {
    struct model base;
    struct conversation *conversation;
    char *name;
    struct arena arena;
    struct model_info info;
    struct value *given; /* the answer to "info", where info.*real lie */
    struct claims claims;
    /* A module keeps its states itself and names them by number; those of a
     * program are kept here. */
    bool keeps_states;
    struct states states;
    struct states_cache cache; /* of a module: those that were asked for */
    uint32_t first;            /* has_first: the state to begin with */
    bool has_first;
    struct map steps; /* state, command and arguments -> what it gave */
    size_t step_count;
};

struct fake *fake_of(struct model *model);
const struct model_command *fake_command(const struct fake *fake,
                                         size_t command);

/* ---- questions: question.c ---------------------------------------------- */

void question_begin(struct buf *line, const char *ask);
void question_add_state(const struct fake *fake, struct buf *line,
                        const char *name, uint32_t state);
void question_add_call(const struct fake *fake, struct buf *line,
                       const struct model_call *call);

/* Ends the question, asks it and clears the line. `doing` names it in errors.
 * NULL: *error. */
struct value *question_ask(struct fake *fake, struct buf *line,
                           const char *doing, struct pick *pick,
                           struct error *error);
/* The same for what cannot be refused: the answer itself. */
struct value *question_ask_ok(struct fake *fake, struct buf *line,
                              const char *doing, struct error *error);
/* ...that must be of a kind; a list: of texts. */
struct value *question_ask_kind(struct fake *fake, struct buf *line,
                                const char *doing, enum value_kind kind,
                                struct error *error);

/* The number of a state that was given. False: it makes no sense. */
bool question_read_state(struct fake *fake, const struct value *given,
                         uint32_t *state);

/* ---- what a fake does (port/model.h): a file for each part --------------- */

/* step.c */
enum model_answer fake_allowed(struct model *model, uint32_t state,
                               const struct model_call *call, char **why,
                               struct error *error);
enum model_answer fake_step(struct model *model, uint32_t state,
                            const struct model_call *call,
                            struct model_outcomes *outcomes,
                            struct error *error);
bool fake_claim(struct model *model, const struct model_claim *claim,
                uint32_t *number);
bool fake_explain(struct model *model, const struct model_question *questions,
                  size_t count, struct model_explained *explained,
                  struct error *error);
bool fake_point_of(struct model *model, uint32_t state, uint32_t *point,
                   struct error *error);
bool fake_state_of(struct model *model, uint32_t point, uint32_t *state,
                   struct error *error);
void fake_forget_steps(struct fake *fake);

/* foresee.c */
bool fake_foresee(struct model *model, const struct model_step *steps,
                  size_t count, struct error *error);

/* fake.c */
const struct value *fake_state(struct model *model, uint32_t state);
/* The state in which something has failed: a new reference; NULL: the model has
 * ended, and nobody knows. */
struct value *fake_state_after_failure(struct fake *fake, uint32_t state);

/* arguments.c */
bool fake_arguments(struct model *model, uint32_t state, size_t command,
                    const struct model_refs *refs, struct tape *tape,
                    struct value **arguments, struct error *error);

/* about.c */
bool fake_same(struct model *model, const struct model_call *call,
               const struct value *expected, const struct value *got,
               bool *is_same, struct error *error);
bool fake_partition(struct model *model, const struct model_call *const *calls,
                    size_t count, struct value **keys, struct error *error);
bool fake_real(struct model *model, int64_t function, const struct value *given,
               struct value **made, struct error *error);
bool fake_labels(struct model *model, uint32_t before,
                 const struct model_call *call, const struct value *answer,
                 uint32_t after, struct value **labels, struct error *error);
bool fake_classify(struct model *model, uint32_t state,
                   const struct model_call *call, uint64_t *choices,
                   struct error *error);
bool fake_broken(struct model *model, uint32_t state, struct value **names,
                 struct error *error);
bool fake_project(struct model *model, uint32_t state,
                  struct value **projection, struct error *error);
bool fake_page(struct model *model, uint32_t state,
               const struct model_call *call, struct value **actions,
               struct error *error);

#endif
