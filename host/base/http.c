#include "base/http.h"

#include <stdio.h>
#include <string.h>

#include "base/base_internal.h"

/* One request; lives on the stack of http_get. */
struct request {
    struct loop *loop;
    struct lws *wsi; /* NULL before and after */
    struct buf *body;
    size_t limit_bytes;
    int status;
    bool complete; /* the whole answer was read */
    bool ended;
    char reason[200];
};

static void end(struct request *request, const char *reason)
{
    request->wsi = NULL;
    loop_mark_active(request->loop);
    if (request->ended)
        return;
    request->ended = true;
    if (request->reason[0] == '\0')
        snprintf(request->reason, sizeof request->reason, "%s", reason);
}

static int take(struct request *request, const char *bytes, size_t length)
{
    if (request->body->length + length > request->limit_bytes) {
        snprintf(request->reason, sizeof request->reason,
                 "the answer is larger than %zu bytes", request->limit_bytes);
        return -1;
    }
    buf_add(request->body, bytes, length);
    return 0;
}

static int read_more(struct lws *wsi)
{
    char block[LWS_PRE + 4096];
    char *start = block + LWS_PRE;
    int length = (int)sizeof block - LWS_PRE;
    return lws_http_client_read(wsi, &start, &length) < 0 ? -1 : 0;
}

int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user,
                  void *in, size_t length)
{
    (void)user;
    struct request *request = lws_get_opaque_user_data(wsi);
    if (request == NULL)
        return reason == LWS_CALLBACK_RECEIVE_CLIENT_HTTP ? -1 : 0;
    switch (reason) {
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        end(request, "no connection");
        return 0;
    case LWS_CALLBACK_ESTABLISHED_CLIENT_HTTP:
        request->status = (int)lws_http_client_http_response(wsi);
        return 0;
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP:
        return read_more(wsi);
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP_READ:
        return take(request, in, length);
    case LWS_CALLBACK_COMPLETED_CLIENT_HTTP:
        request->complete = true;
        loop_mark_active(request->loop);
        return -1;
    case LWS_CALLBACK_CLOSED_CLIENT_HTTP:
    case LWS_CALLBACK_WSI_DESTROY:
        end(request, "it broke the connection off");
        return 0;
    default:
        return 0;
    }
}

bool http_get(struct loop *loop, const struct ws_address *address,
              size_t limit_bytes, int64_t deadline_ms, int *status,
              struct buf *body, struct error *error)
{
    struct request request = {
        .loop = loop, .body = body, .limit_bytes = limit_bytes};
    char host[WS_HOST_BYTES];
    ws_host_text(address, host);
    struct lws_client_connect_info info = {
        .context = loop_context(loop),
        .address = address->host,
        .port = address->port,
        .path = address->path,
        .host = host,
        .method = "GET",
        .ietf_version_or_minus_one = -1,
        .local_protocol_name = "weir-http",
        .opaque_user_data = &request,
        .pwsi = &request.wsi,
    };
    if (lws_client_connect_via_info(&info) == NULL)
        end(&request, "no connection");
    enum loop_result result = LOOP_ACTIVE;
    while (!request.complete && !request.ended && result == LOOP_ACTIVE)
        result = loop_run_once(loop, deadline_ms);
    if (request.wsi != NULL) {
        lws_set_opaque_user_data(request.wsi, NULL);
        lws_set_timeout(request.wsi, 1, LWS_TO_KILL_ASYNC);
    }
    *status = request.status;
    if (request.complete)
        return true;
    if (!request.ended)
        return loop_gave_up(loop, ERROR_IO, "the answer", error);
    return error_set(error, ERROR_IO, "%s", request.reason);
}
