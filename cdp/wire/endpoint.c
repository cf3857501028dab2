#include "cdp/wire/endpoint.h"

#include <stdlib.h>

#include "base/http.h"
#include "base/json.h"
#include "base/memory.h"

/* What /json/version says: the address of the browser itself. Owned. */
static char *ask_for_url(struct loop *loop, const struct ws_url *parts,
                         const char *url, int64_t deadline_ms,
                         struct error *error)
{
    enum { ANSWER_LIMIT_BYTES = 64 * 1024 };
    struct ws_address address = {
        .host = parts->host, .port = parts->port, .path = "/json/version"};
    struct buf body;
    buf_init(&body);
    int status = 0;
    char *found = NULL;
    struct json *json = NULL;
    if (!http_get(loop, &address, ANSWER_LIMIT_BYTES, deadline_ms, &status,
                  &body, error)) {
        if (error != NULL && error->code != ERROR_CANCELLED)
            error->code = ERROR_SETUP;
        error_prefix(error, "no browser answers at %s: ", url);
        goto free_body;
    }
    json = status == 200 ? json_parse(buf_str(&body), NULL) : NULL;
    struct str answer =
        json_read_string(json_read_field(json, "webSocketDebuggerUrl"));
    if (answer.length > 0)
        found = memory_copy_string(answer.data, answer.length);
    else
        error_set(error, ERROR_SETUP,
                  "%s is not a DevTools address: /json/version names no "
                  "webSocketDebuggerUrl (HTTP status %d)",
                  url, status);
    json_destroy(json);
free_body:
    buf_finish(&body);
    return found;
}

bool cdp_endpoint_find(struct ws_url *parts, struct loop *loop, const char *url,
                       int64_t deadline_ms, struct error *error)
{
    if (!ws_url_read(parts, url, error))
        return false;
    if (!parts->is_http)
        return true;
    char *found = ask_for_url(loop, parts, url, deadline_ms, error);
    ws_url_finish(parts);
    bool good = found != NULL && ws_url_read(parts, found, error);
    free(found);
    return good;
}
