/* Order of this file: requests, the crossing from its end to its beginning, the
 * queue. */
#include "cdp/targets/frame_bridge.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "cdp/wire/params.h"

/* So many frames may wait; more are let go (they are not looked into). */
enum { WAITING_LIMIT = 1000 };

/* What the handles of a crossing are kept under. */
#define GROUP "weir-bridge"

enum { NODE, PARENT };

/* ---- requests ------------------------------------------------------------ */

static int64_t evaluate(struct cdp_session *session, int64_t context,
                        const char *expression)
{
    struct cdp_params params;
    cdp_params_init(&params);
    cdp_params_text(&params, "expression", str_text(expression));
    cdp_params_int(&params, "contextId", context);
    cdp_params_text(&params, "objectGroup", STR(GROUP));
    int64_t id =
        cdp_session_send(session, "Runtime.evaluate", cdp_params_end(&params));
    cdp_params_finish(&params);
    return id;
}

static void tell(struct cdp_session *session, int64_t context,
                 const char *expression)
{
    struct cdp_params params;
    cdp_params_init(&params);
    cdp_params_text(&params, "expression", str_text(expression));
    cdp_params_int(&params, "contextId", context);
    cdp_session_post(session, "Runtime.evaluate", cdp_params_end(&params));
    cdp_params_finish(&params);
}

static void let_go(struct cdp_session *session, int64_t frame)
{
    tell(session, frame, "weirLetGo()");
}

static int64_t ask_for_node(struct cdp_session *session, struct str object)
{
    struct cdp_params params;
    cdp_params_init(&params);
    cdp_params_text(&params, "objectId", object);
    int64_t id =
        cdp_session_send(session, "DOM.requestNode", cdp_params_end(&params));
    cdp_params_finish(&params);
    return id;
}

static int64_t move(struct cdp_session *session, const int64_t nodes[2])
{
    struct cdp_params params;
    cdp_params_init(&params);
    cdp_params_int(&params, "nodeId", nodes[NODE]);
    cdp_params_int(&params, "targetNodeId", nodes[PARENT]);
    int64_t id =
        cdp_session_send(session, "DOM.moveTo", cdp_params_end(&params));
    cdp_params_finish(&params);
    return id;
}

/* ---- the crossing -------------------------------------------------------- */

static void serve_next(struct frame_bridge *frame_bridge,
                       struct cdp_session *session);

/* The page script looks by itself whether its node has arrived. */
static void land(struct frame_bridge *frame_bridge, struct cdp_session *session,
                 bool good)
{
    tell(session, frame_bridge->page, "weir.landed()");
    if (!good)
        let_go(session, frame_bridge->frame);
    cdp_session_post(session, "Runtime.releaseObjectGroup",
                     STR("{\"objectGroup\":\"" GROUP "\"}"));
    /* While this is on, the browser keeps account of every change. */
    cdp_session_post(session, "DOM.disable", STR(""));
    frame_bridge->frame = 0;
    serve_next(frame_bridge, session);
}

/* Both places have answered: with handles at first, then with nodes. */
static void go_on(struct frame_bridge *frame_bridge,
                  struct cdp_session *session)
{
    frame_bridge->moved = true;
    frame_bridge->asked[NODE] = move(session, frame_bridge->nodes);
}

static bool take(struct frame_bridge *frame_bridge, struct cdp_session *session,
                 size_t place, const struct json *body)
{
    const struct json *node = json_read_field(body, "nodeId");
    if (node != NULL) {
        frame_bridge->nodes[place] = json_read_int(node);
        return true;
    }
    struct str object = json_read_string(
        json_read_field(json_read_field(body, "result"), "objectId"));
    if (object.length > 0)
        frame_bridge->asked[place] = ask_for_node(session, object);
    return object.length > 0;
}

bool frame_bridge_take_reply(struct frame_bridge *frame_bridge,
                             struct cdp_session *session,
                             const struct cdp_record *reply)
{
    size_t place = 0;
    while (place < 2 && (frame_bridge->frame == 0 ||
                         frame_bridge->asked[place] != reply->id))
        place++;
    if (place == 2)
        return false;
    frame_bridge->asked[place] = 0;
    if (reply->failed || frame_bridge->moved)
        land(frame_bridge, session, !reply->failed);
    else if (!take(frame_bridge, session, place, reply->body))
        land(frame_bridge, session, false);
    else if (frame_bridge->asked[NODE] == 0 && frame_bridge->asked[PARENT] == 0)
        go_on(frame_bridge, session);
    return true;
}

static void depart(struct frame_bridge *frame_bridge,
                   struct cdp_session *session, int64_t frame)
{
    frame_bridge->frame = frame;
    frame_bridge->moved = false;
    cdp_session_post(session, "DOM.enable", STR(""));
    cdp_session_post(session, "DOM.getDocument", STR("{\"depth\":0}"));
    frame_bridge->asked[NODE] =
        evaluate(session, frame_bridge->page, "weir.bridge()");
    frame_bridge->asked[PARENT] = evaluate(session, frame, "weirBridgeEnd");
}

/* ---- the queue ----------------------------------------------------------- */

static void take_out(struct frame_bridge *frame_bridge, size_t place)
{
    frame_bridge->count--;
    memmove(frame_bridge->waiting + place, frame_bridge->waiting + place + 1,
            (frame_bridge->count - place) * sizeof *frame_bridge->waiting);
}

static void serve_next(struct frame_bridge *frame_bridge,
                       struct cdp_session *session)
{
    if (frame_bridge->frame != 0 || frame_bridge->count == 0)
        return;
    int64_t frame = frame_bridge->waiting[0];
    take_out(frame_bridge, 0);
    depart(frame_bridge, session, frame);
}

void frame_bridge_call(struct frame_bridge *frame_bridge,
                       struct cdp_session *session, int64_t frame, int64_t page)
{
    if (page == 0 || frame_bridge->count == WAITING_LIMIT) {
        let_go(session, frame);
        return;
    }
    if (frame_bridge->count == frame_bridge->capacity) {
        frame_bridge->capacity =
            frame_bridge->capacity == 0 ? 8 : frame_bridge->capacity * 2;
        frame_bridge->waiting =
            memory_resized(frame_bridge->waiting, frame_bridge->capacity,
                           sizeof *frame_bridge->waiting);
    }
    frame_bridge->waiting[frame_bridge->count++] = frame;
    frame_bridge->page = page;
    serve_next(frame_bridge, session);
}

void frame_bridge_forget_frame(struct frame_bridge *frame_bridge,
                               struct cdp_session *session, int64_t frame)
{
    for (size_t i = frame_bridge->count; i-- > 0;)
        if (frame_bridge->waiting[i] == frame)
            take_out(frame_bridge, i);
    if (frame_bridge->frame != frame || frame == 0)
        return;
    frame_bridge->frame = 0;
    serve_next(frame_bridge, session);
}

void frame_bridge_forget_all(struct frame_bridge *frame_bridge)
{
    free(frame_bridge->waiting);
    *frame_bridge = (struct frame_bridge){.waiting = NULL};
}
