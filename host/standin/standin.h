/* A model that stands in for the system that it models: it answers requests as
 * the fake does (docs/MODELS.md, "The model as a stand-in"). The `real` of a
 * command, which says how weir asks a system, is read backwards: which command
 * a request is, and what an answer of the fake looks like.
 *
 * What a command creates gets a name, "TYPE-N", which stands for the reference
 * in answers and in later requests. */
#ifndef WEIR_STANDIN_STANDIN_H
#define WEIR_STANDIN_STANDIN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/str.h"
#include "port/model.h"
#include "standin/fault.h"

struct standin; /* opaque */

/* The model must outlive it. NULL: ERROR_SPEC, a `real` cannot be used, or the
 * model failed. */
struct standin *standin_create(struct model *model, struct error *error);
void standin_destroy(struct standin *standin); /* NULL is fine */

/* As it was in the beginning, with the faults that last. False: the model
 * failed. */
bool standin_reset(struct standin *standin, struct error *error);

/* A fault more. One that lasts is there again after each reset. False:
 * ERROR_USAGE. */
bool standin_arm(struct standin *standin, const struct value *fault, bool lasts,
                 struct error *error);

/* A request; borrowed. */
struct standin_request {
    struct str verb;   /* "POST" */
    struct str target; /* "/Take?x=1", as sent */
    struct str body;
};

struct standin_reply {
    int status;
    struct buf body;        /* JSON; may be empty */
    enum fault_close close; /* BEFORE and AFTER: no answer is sent; WITHIN: half
                               of it */
    int64_t delay_ms;       /* before it is sent */
    bool is_unknown;        /* no command is asked so; somebody else may know */
};
void standin_reply_finish(struct standin_reply *reply);

/* Every request has a reply. What is wrong with it is told by a status and
 * {"message": ...}: 400 the body, 404 no such command, 409 the precondition
 * does not hold, 500 the model failed. */
void standin_answer(struct standin *standin,
                    const struct standin_request *request,
                    struct standin_reply *reply);

/* How commands are asked, a line each ("Take: POST /Take"), for people. */
void standin_add_routes(const struct standin *standin, struct buf *out);

#endif
