/* Order of this file: what is asked, one after the other, closing, sending. */
#include "cdp/wire/session_internal.h"

#include <string.h>

#include "cdp/wire/params.h"

/* Copies an id out of a reply. */
static bool keep_id(char kept[CDP_ID_LIMIT], const struct cdp_record *reply,
                    const char *field, struct error *error)
{
    struct str id = json_read_string(json_read_field(reply->body, field));
    if (id.length == 0 || id.length >= CDP_ID_LIMIT)
        return error_set(error, ERROR_RUN, "%.*s: the browser gave no %s",
                         STR_ARGS(reply->method), field);
    memcpy(kept, id.data, id.length);
    kept[id.length] = '\0';
    return true;
}

/* ---- what is asked ------------------------------------------------------ */

static int64_t ask(const struct cdp_session *session, const char *method,
                   struct cdp_params *params)
{
    int64_t id = cdp_connection_send(session->connection, STR(""), method,
                                     cdp_params_end(params));
    cdp_params_finish(params);
    return id;
}

/* The context goes with the connection, however that ends. */
int64_t cdp_session_ask_context(const struct cdp_session *session)
{
    struct cdp_params params;
    cdp_params_init(&params);
    cdp_params_bool(&params, "disposeOnDetach", true);
    return ask(session, "Target.createBrowserContext", &params);
}

bool cdp_session_take_context(struct cdp_session *session,
                              const struct cdp_record *reply,
                              struct error *error)
{
    return keep_id(session->context, reply, "browserContextId", error);
}

int64_t cdp_session_ask_target(const struct cdp_session *session,
                               const struct cdp_session_options *options)
{
    struct cdp_params params;
    cdp_params_init(&params);
    cdp_params_text(&params, "url", STR("about:blank"));
    cdp_params_text(&params, "browserContextId", str_text(session->context));
    if (options->width > 0 && options->height > 0) {
        cdp_params_int(&params, "width", options->width);
        cdp_params_int(&params, "height", options->height);
    }
    if (options->frame_control)
        cdp_params_bool(&params, "enableBeginFrameControl", true);
    return ask(session, "Target.createTarget", &params);
}

bool cdp_session_take_target(struct cdp_session *session,
                             const struct cdp_record *reply,
                             struct error *error)
{
    return keep_id(session->target, reply, "targetId", error);
}

int64_t cdp_session_ask_attachment(const struct cdp_session *session)
{
    struct cdp_params params;
    cdp_params_init(&params);
    cdp_params_text(&params, "targetId", str_text(session->target));
    cdp_params_bool(&params, "flatten", true);
    return ask(session, "Target.attachToTarget", &params);
}

bool cdp_session_take_attachment(struct cdp_session *session,
                                 const struct cdp_record *reply,
                                 struct error *error)
{
    return keep_id(session->id, reply, "sessionId", error);
}

/* ---- one after the other ------------------------------------------------ */

/* Waits for the answer and lets `take` have it. */
static bool await(struct cdp_session *session, int64_t id, int64_t deadline_ms,
                  bool (*take)(struct cdp_session *session,
                               const struct cdp_record *reply,
                               struct error *error),
                  struct error *error)
{
    struct cdp_record reply;
    if (!cdp_connection_await(session->connection, id, deadline_ms, &reply,
                              error))
        return false;
    bool good = take(session, &reply, error);
    cdp_record_finish(&reply);
    return good;
}

bool cdp_session_open(struct cdp_session *session,
                      struct cdp_connection *connection,
                      const struct cdp_session_options *options,
                      int64_t deadline_ms, struct error *error)
{
    *session = (struct cdp_session){.connection = connection};
    if (await(session, cdp_session_ask_context(session), deadline_ms,
              cdp_session_take_context, error) &&
        await(session, cdp_session_ask_target(session, options), deadline_ms,
              cdp_session_take_target, error) &&
        await(session, cdp_session_ask_attachment(session), deadline_ms,
              cdp_session_take_attachment, error))
        return true;
    cdp_session_close(session);
    return false;
}

void cdp_session_close(struct cdp_session *session)
{
    if (session->connection == NULL)
        return;
    if (session->context[0] != '\0') {
        struct cdp_params params;
        cdp_params_init(&params);
        cdp_params_text(&params, "browserContextId",
                        str_text(session->context));
        cdp_connection_post(session->connection, STR(""),
                            "Target.disposeBrowserContext",
                            cdp_params_end(&params));
        cdp_params_finish(&params);
    }
    *session = (struct cdp_session){.connection = NULL};
}

int64_t cdp_session_send(struct cdp_session *session, const char *method,
                         struct str params)
{
    return cdp_connection_send(session->connection, str_text(session->id),
                               method, params);
}

void cdp_session_post(struct cdp_session *session, const char *method,
                      struct str params)
{
    cdp_connection_post(session->connection, str_text(session->id), method,
                        params);
}

bool cdp_session_call(struct cdp_session *session, const char *method,
                      struct str params, int64_t deadline_ms,
                      struct cdp_record *reply, struct error *error)
{
    return cdp_connection_call(session->connection, str_text(session->id),
                               method, params, deadline_ms, reply, error);
}

bool cdp_session_owns(const struct cdp_session *session,
                      const struct cdp_record *record)
{
    return session->connection != NULL && str_is(record->session, session->id);
}
