#include "cdp/frames.h"

#include "base/clock.h"
#include "base/json.h"

/* The page's thanks take another way than the browser's answer; this much later
 * they are not on their way any more. */
enum { AGAIN_MS = 4, TRIES = 6 };

/* A document takes input only once it has been shown. */
enum { SHOWN = 2 };

static void begin(struct frames *frames, struct cdp_session *session)
{
    bool shows = frames->shown || frames->begun < SHOWN;
    struct str params = shows ? STR("{}") : STR("{\"noDisplayUpdates\":true}");
    if (frames->pictured)
        params = STR("{\"screenshot\":{\"format\":\"jpeg\",\"quality\":60}}");
    frames->begun++;
    frames->under_way =
        cdp_session_send(session, "HeadlessExperimental.beginFrame", params);
}

bool frames_hear(struct frames *frames, struct cdp_session *session,
                 struct str push)
{
    if (str_is(push, FRAMES_THANKS)) {
        frames->wished = false;
        return true;
    }
    bool shown = str_is(push, FRAMES_WISH_SHOWN);
    if (!shown && !str_is(push, FRAMES_WISH))
        return false;
    frames->shown = shown;
    frames->wished = true;
    frames->tries = 0;
    frames->again_ms = 0;
    frames_pump(frames, session, INT64_MAX);
    return true;
}

/* A frame in which nothing is drawn anew may come without one. */
static void take_picture(struct frames *frames, const struct cdp_record *reply)
{
    struct str data =
        json_read_string(json_read_field(reply->body, "screenshotData"));
    if (data.length == 0)
        return;
    buf_clear(&frames->picture);
    buf_add_str(&frames->picture, data);
    frames->fresh = true;
}

bool frames_take_reply(struct frames *frames, const struct cdp_record *reply)
{
    if (frames->under_way == 0 || reply->id != frames->under_way)
        return false;
    frames->under_way = 0;
    frames->done += reply->failed ? 0 : 1;
    if (frames->pictured)
        take_picture(frames, reply);
    /* A new wish may have come before the answer to the last one. */
    if (frames->again_ms != 0 || reply->failed)
        frames->again_ms = clock_now_ms() + AGAIN_MS;
    return true;
}

int64_t frames_pump(struct frames *frames, struct cdp_session *session,
                    int64_t until_ms)
{
    if (!frames->wished || frames->under_way != 0)
        return until_ms;
    if (clock_now_ms() < frames->again_ms)
        return frames->again_ms < until_ms ? frames->again_ms : until_ms;
    if (frames->tries++ == TRIES) {
        frames->wished = false;
        frames->gave_up = true;
        return until_ms;
    }
    frames->again_ms = 1; /* from now on with a pause */
    begin(frames, session);
    return until_ms;
}

bool frames_are_shown(struct frames *frames, struct cdp_session *session)
{
    if (frames->done >= SHOWN)
        return true;
    if (frames->under_way == 0 && clock_now_ms() >= frames->again_ms)
        begin(frames, session);
    return false;
}

void frames_give_up(struct frames *frames)
{
    frames->done = SHOWN;
}

void frames_take_picture(struct frames *frames, struct cdp_session *session)
{
    if (frames->under_way == 0)
        begin(frames, session);
}

void frames_forget(struct frames *frames, bool stays)
{
    frames->wished = false;
    if (stays && frames->done >= SHOWN)
        return;
    frames->begun = 0;
    /* The answer that is on its way is for the document before. */
    frames->done = frames->under_way == 0 ? 0 : -1;
}
