#include "cdp/wire/session.h"

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

/* Calls the browser and keeps one id of its answer. */
static bool call_for_id(struct cdp_connection *connection, const char *method,
                        struct str params, int64_t deadline_ms,
                        const char *field, char kept[CDP_ID_LIMIT],
                        struct error *error)
{
    struct cdp_record reply;
    if (!cdp_connection_call(connection, STR(""), method, params, deadline_ms,
                             &reply, error))
        return false;
    bool good = keep_id(kept, &reply, field, error);
    cdp_record_finish(&reply);
    return good;
}

static bool create_target(struct cdp_session *session,
                          const struct cdp_session_options *options,
                          int64_t deadline_ms, struct error *error)
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
    bool good = call_for_id(session->connection, "Target.createTarget",
                            cdp_params_end(&params), deadline_ms, "targetId",
                            session->target, error);
    cdp_params_finish(&params);
    return good;
}

/* Writes the sessionId of the target into `id`. */
static bool attach(struct cdp_connection *connection, struct str target,
                   int64_t deadline_ms, char id[CDP_ID_LIMIT],
                   struct error *error)
{
    struct cdp_params params;
    cdp_params_init(&params);
    cdp_params_text(&params, "targetId", target);
    cdp_params_bool(&params, "flatten", true);
    bool good = call_for_id(connection, "Target.attachToTarget",
                            cdp_params_end(&params), deadline_ms, "sessionId",
                            id, error);
    cdp_params_finish(&params);
    return good;
}

bool cdp_session_open(struct cdp_session *session,
                      struct cdp_connection *connection,
                      const struct cdp_session_options *options,
                      int64_t deadline_ms, struct error *error)
{
    *session = (struct cdp_session){.connection = connection};
    /* The context goes with the connection, however that ends. */
    if (call_for_id(connection, "Target.createBrowserContext",
                    STR("{\"disposeOnDetach\":true}"), deadline_ms,
                    "browserContextId", session->context, error) &&
        create_target(session, options, deadline_ms, error) &&
        attach(connection, str_text(session->target), deadline_ms, session->id,
               error))
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
