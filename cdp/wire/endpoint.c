#include "cdp/wire/endpoint.h"

#include <stdlib.h>

#include "base/http.h"
#include "base/json.h"
#include "base/memory.h"

char *cdp_endpoint_read(struct str body)
{
    struct json *json = json_parse(body, NULL);
    struct str url =
        json_read_string(json_read_field(json, "webSocketDebuggerUrl"));
    char *found =
        url.length > 0 ? memory_copy_string(url.data, url.length) : NULL;
    json_destroy(json);
    return found;
}

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
    if (!http_get(loop, &address, ANSWER_LIMIT_BYTES, deadline_ms, &status,
                  &body, error)) {
        if (error != NULL && error->code != ERROR_CANCELLED)
            error->code = ERROR_SETUP;
        error_prefix(error, "no browser answers at %s: ", url);
        goto free_body;
    }
    if (status == 200)
        found = cdp_endpoint_read(buf_str(&body));
    if (found == NULL)
        error_set(error, ERROR_SETUP,
                  "%s is not a DevTools address: /json/version names no "
                  "webSocketDebuggerUrl (HTTP status %d)",
                  url, status);
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
