/* Between the files of this room that use libwebsockets; nobody else includes
 * it. */
#ifndef WEIR_BASE_INTERNAL_H
#define WEIR_BASE_INTERNAL_H

#include <libwebsockets.h>

#include "base/loop.h"

/* One receive callback a message for almost all messages. */
enum { LOOP_RECEIVE_BYTES = 128 * 1024 };

struct lws_context *loop_context(struct loop *loop);

/* A handler of the caller is about to run: loop_run_once will return. */
void loop_mark_active(struct loop *loop);

/* The callbacks of libwebsockets' "protocols", one for each kind of thing. */
int ws_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user,
                void *in, size_t length);
int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user,
                  void *in, size_t length);

#endif
