/* Thousands of questions to a module in a few lines: its engine knows the calls
 * and the answers that were got (claims) by number, as it knows its states, and
 * says which states explain which claim. */
#ifndef WEIR_FAKE_CLAIMS_H
#define WEIR_FAKE_CLAIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/vec.h"
#include "fake/conversation.h"
#include "port/model.h"

struct claims {
    struct conversation *conversation; /* borrowed, like the next two */
    const struct model_info *info;
    const char *name;
    struct buf unsent; /* claims that the engine does not know yet */
    VEC(struct claims_item) items;
};
struct claims_item {
    size_t command;
    int64_t number;
    struct value *arguments; /* owned */
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

/* Appends what was found. *odd: the first question that got different outcomes
 * when it was asked twice; then nothing behind it is answered. */
bool claims_explain(struct claims *claims,
                    const struct model_question *questions, size_t count,
                    struct model_explained *explained,
                    const struct model_question **odd, struct error *error);

/* As port/model.h says. */
bool claims_partition(struct claims *claims,
                      const struct model_call *const *calls, size_t count,
                      struct value **keys, struct error *error);

#endif
