#include "cdp/wire/spare.h"

#include <assert.h>

#include "cdp/wire/session_internal.h"

void cdp_spare_close(struct cdp_spare *spare)
{
    int64_t awaited = spare->awaited;
    cdp_session_close(&spare->session);
    /* Its answer may still come. */
    *spare = (struct cdp_spare){.stage = CDP_SPARE_NONE, .awaited = awaited};
}

void cdp_spare_begin(struct cdp_spare *spare, struct cdp_connection *connection,
                     const struct cdp_session_options *options)
{
    if (spare->stage != CDP_SPARE_NONE || !cdp_connection_is_open(connection))
        return;
    *spare = (struct cdp_spare){
        .stage = CDP_SPARE_CONTEXT,
        .session = {.connection = connection},
        .options = *options,
    };
    spare->awaited = cdp_session_ask_context(&spare->session);
}

/* The answer to what was asked last; asks for the next. */
static bool advance(struct cdp_spare *spare, const struct cdp_record *reply)
{
    struct cdp_session *session = &spare->session;
    struct error unused = ERROR_NONE;
    if (reply->failed)
        return false;
    switch (spare->stage) {
    case CDP_SPARE_CONTEXT:
        if (!cdp_session_take_context(session, reply, &unused))
            return false;
        spare->awaited = cdp_session_ask_target(session, &spare->options);
        break;
    case CDP_SPARE_TARGET:
        if (!cdp_session_take_target(session, reply, &unused))
            return false;
        spare->awaited = cdp_session_ask_attachment(session);
        break;
    case CDP_SPARE_ATTACHED:
        if (!cdp_session_take_attachment(session, reply, &unused))
            return false;
        break;
    case CDP_SPARE_NONE:
    case CDP_SPARE_READY:
        break;
    }
    spare->stage++;
    return true;
}

/* Its process may crash like any other. */
static bool has_ended(const struct cdp_spare *spare,
                      const struct cdp_record *event)
{
    struct str target =
        json_read_string(json_read_field(event->body, "targetId"));
    return spare->session.target[0] != '\0' &&
           str_is(target, spare->session.target) &&
           (str_is(event->method, "Target.targetCrashed") ||
            str_is(event->method, "Target.targetDestroyed") ||
            str_is(event->method, "Target.detachedFromTarget"));
}

static bool is_of_its_target(const struct cdp_spare *spare,
                             const struct cdp_record *event)
{
    const struct json *info = json_read_field(event->body, "targetInfo");
    struct str target = json_read_string(json_read_field(info, "targetId"));
    return spare->session.target[0] != '\0' &&
           str_is(target, spare->session.target);
}

static bool hear_reply(struct cdp_spare *spare, const struct cdp_record *reply)
{
    if (spare->awaited == 0 || reply->id != spare->awaited)
        return false;
    spare->awaited = 0;
    if (spare->stage != CDP_SPARE_NONE && !advance(spare, reply))
        cdp_spare_close(spare);
    return true;
}

/* One that has been told something tells of itself. */
static bool hear_page(struct cdp_spare *spare, const struct cdp_record *event)
{
    if (!cdp_session_owns(&spare->session, event))
        return false;
    if (str_is(event->method, "Inspector.targetCrashed"))
        cdp_spare_close(spare);
    return true;
}

bool cdp_spare_hear(struct cdp_spare *spare, const struct cdp_record *record)
{
    if (record->kind == CDP_REPLY)
        return hear_reply(spare, record);
    if (spare->stage == CDP_SPARE_NONE)
        return false;
    if (record->session.length > 0)
        return hear_page(spare, record);
    if (!has_ended(spare, record))
        return is_of_its_target(spare, record);
    cdp_spare_close(spare);
    return true;
}

bool cdp_spare_fits(const struct cdp_spare *spare,
                    const struct cdp_connection *connection,
                    const struct cdp_session_options *options)
{
    return spare->stage != CDP_SPARE_NONE &&
           spare->session.connection == connection &&
           spare->options.frame_control == options->frame_control &&
           (spare->options.kind == 0 || spare->options.kind == options->kind) &&
           spare->options.width == options->width &&
           spare->options.height == options->height;
}

struct cdp_session cdp_spare_give(struct cdp_spare *spare)
{
    assert(spare->stage == CDP_SPARE_READY);
    struct cdp_session session = spare->session;
    *spare = (struct cdp_spare){.stage = CDP_SPARE_NONE};
    return session;
}
