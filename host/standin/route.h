/* Which command a request is: the `real` of commands read backwards. */
#ifndef WEIR_STANDIN_ROUTE_H
#define WEIR_STANDIN_ROUTE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/str.h"
#include "port/model.h"
#include "trace/value.h"

/* Whether all of the model's `real` can be read. */
bool route_check(const struct model_info *info, struct error *error);

enum route_found {
    ROUTE_FOUND,
    ROUTE_RESET,   /* the request that begins a run */
    ROUTE_UNKNOWN, /* no command has such a path and method */
    ROUTE_WRONG,   /* one has, but not such a body: *error */
};

/* *arguments: a list, a new reference, when FOUND. The body is JSON or
 * empty. */
enum route_found route_find(const struct model_info *info, struct str verb,
                            struct str target, struct str body, size_t *command,
                            struct value **arguments, struct error *error);

/* What a system would send for the fake's answer: status and body (a new
 * reference). */
int route_reply(const struct model_command *command, const struct value *answer,
                struct value **body);

/* "Take: POST /Take" and a line end. */
void route_add_words(const struct model_command *command, struct buf *out);

#endif
