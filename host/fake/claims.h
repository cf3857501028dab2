/* Thousands of questions to a module in a few lines: its engine knows the calls
 * and the answers that were got (claims) by number, as it knows its states, and
 * says which states explain which claim, and what it looked at to say so. What
 * follows from that is not asked again (footprints.h). States are points here.
 */
#ifndef WEIR_FAKE_CLAIMS_H
#define WEIR_FAKE_CLAIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/vec.h"
#include "fake/conversation.h"
#include "fake/footprints.h"
#include "port/model.h"

struct claims {
    struct conversation *conversation; /* borrowed, like the next two */
    const struct model_info *info;
    const char *name;
    struct buf unsent; /* claims that the engine does not know yet */
    VEC(struct claims_item) items;
    struct footprints prints;
    VEC(uint32_t) trees; /* in prints, of calls */
    size_t known;        /* items that the engine knows */
};
struct claims_item {
    size_t command;
    int64_t number;
    struct value *arguments; /* owned */
    uint32_t tree;           /* in prints; once the engine knows it */
    uint32_t answer;         /* that explains it there; 0: any */
};

void claims_init(struct claims *claims, struct conversation *conversation,
                 const struct model_info *info, const char *name);
void claims_finish(struct claims *claims);

/* False: JavaScript does not tell the answer from others, because of numbers
 * beyond 2^53 or written as fractions. */
bool claims_add(struct claims *claims, const struct model_claim *claim,
                uint32_t *number);

/* The call of a claim. *arguments is a new reference. */
void claims_call(const struct claims *claims, uint32_t number,
                 struct model_call *call, struct value **arguments);

/* The point of a state of the engine, and back. False: the engine failed. */
bool claims_enter(struct claims *claims, uint32_t state, uint32_t *point,
                  struct error *error);
bool claims_leave(struct claims *claims, uint32_t point, uint32_t *state,
                  struct error *error);

/* Appends what was found. *odd: the first question that got different outcomes
 * when it was asked twice; then nothing is answered. */
bool claims_explain(struct claims *claims,
                    const struct model_question *questions, size_t count,
                    struct model_explained *explained,
                    const struct model_question **odd, struct error *error);

/* As port/model.h says. */
bool claims_partition(struct claims *claims,
                      const struct model_call *const *calls, size_t count,
                      struct value **keys, struct error *error);

#endif
