/* What people are told of an exchange: the request that a command was, and what
 * came back before `real.answer` made an answer of it. */
#ifndef WEIR_EXEC_HTTP_EXCHANGE_H
#define WEIR_EXEC_HTTP_EXCHANGE_H

#include "exec/http/answer.h"
#include "exec/http/request.h"
#include "trace/value.h"

/* system_event.detail: {"request": "PUT /items/7", "status": 200, "requests":
 * [{"method": "PUT", "url": "/items/7", "sent": ..., "status": 200, "received":
 * ...}]}. The texts are the bodies, cut off where they are long; each is left
 * out where the command (`real`, or NULL) and its answer say the same. */
struct value *http_exchange_detail(const struct http_request *request,
                                   const struct http_answer *answer,
                                   const struct value *real);

/* Clauses; the caller's. A status of 500 and more; a body that is no JSON. */
char *http_exchange_server_error(const struct http_request *request,
                                 const struct http_answer *answer);
char *http_exchange_no_json(const struct http_request *request,
                            const struct http_answer *answer);

#endif
