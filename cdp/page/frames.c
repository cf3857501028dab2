#include "cdp/page/frames.h"

#include <string.h>

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

/* The page has had its frame and, if it waits for that, the browser's answer.
 */
static void end_wish(struct frames *frames)
{
    if (frames->wished || !frames->answered || frames->under_way != 0)
        return;
    frames->answered = false;
    frames->over = true;
}

static bool has(struct str wish, const char *member)
{
    return memmem(wish.data, wish.length, member, strlen(member)) != NULL;
}

bool frames_hear(struct frames *frames, struct cdp_session *session,
                 struct str push)
{
    if (str_is(push, FRAMES_THANKS)) {
        frames->wished = false;
        end_wish(frames);
        return true;
    }
    if (!str_starts_with(push, FRAMES_WISH))
        return false;
    frames->shown = has(push, "\"shown\"");
    frames->patient = has(push, "\"patient\"");
    frames->answered = has(push, "\"answered\"");
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
    end_wish(frames);
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
    if (!frames->patient && frames->tries++ == TRIES) {
        frames->wished = false;
        frames->answered = false;
        frames->over = true;
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
    frames->answered = false;
    if (stays && frames->done >= SHOWN)
        return;
    frames->begun = 0;
    /* The answer that is on its way is for the document before. */
    frames->done = frames->under_way == 0 ? 0 : -1;
}
