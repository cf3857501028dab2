/* Order of this file: requests, the crossing from its end to its beginning, the
 * queue. */
#include "cdp/ferry.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "cdp/params.h"

/* So many frames may wait; more are let go (they are not looked into). */
enum { WAITING_LIMIT = 1000 };

/* What the handles of a crossing are kept under. */
#define GROUP "weir-ferry"

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

static void serve_next(struct ferry *ferry, struct cdp_session *session);

/* The page script looks by itself whether its node has arrived. */
static void land(struct ferry *ferry, struct cdp_session *session, bool good)
{
    tell(session, ferry->page, "weir.landed()");
    if (!good)
        let_go(session, ferry->frame);
    cdp_session_post(session, "Runtime.releaseObjectGroup",
                     STR("{\"objectGroup\":\"" GROUP "\"}"));
    /* While this is on, the browser keeps account of every change. */
    cdp_session_post(session, "DOM.disable", STR(""));
    ferry->frame = 0;
    serve_next(ferry, session);
}

/* Both places have answered: with handles at first, then with nodes. */
static void go_on(struct ferry *ferry, struct cdp_session *session)
{
    ferry->moved = true;
    ferry->asked[NODE] = move(session, ferry->nodes);
}

static bool take(struct ferry *ferry, struct cdp_session *session, size_t place,
                 const struct json *body)
{
    const struct json *node = json_read_field(body, "nodeId");
    if (node != NULL) {
        ferry->nodes[place] = json_read_int(node);
        return true;
    }
    struct str object = json_read_string(
        json_read_field(json_read_field(body, "result"), "objectId"));
    if (object.length > 0)
        ferry->asked[place] = ask_for_node(session, object);
    return object.length > 0;
}

bool ferry_take_reply(struct ferry *ferry, struct cdp_session *session,
                      const struct cdp_record *reply)
{
    size_t place = 0;
    while (place < 2 && (ferry->frame == 0 || ferry->asked[place] != reply->id))
        place++;
    if (place == 2)
        return false;
    ferry->asked[place] = 0;
    if (reply->failed || ferry->moved)
        land(ferry, session, !reply->failed);
    else if (!take(ferry, session, place, reply->body))
        land(ferry, session, false);
    else if (ferry->asked[NODE] == 0 && ferry->asked[PARENT] == 0)
        go_on(ferry, session);
    return true;
}

static void depart(struct ferry *ferry, struct cdp_session *session,
                   int64_t frame)
{
    ferry->frame = frame;
    ferry->moved = false;
    cdp_session_post(session, "DOM.enable", STR(""));
    cdp_session_post(session, "DOM.getDocument", STR("{\"depth\":0}"));
    ferry->asked[NODE] = evaluate(session, ferry->page, "weir.ferry()");
    ferry->asked[PARENT] = evaluate(session, frame, "weirHarbour");
}

/* ---- the queue ----------------------------------------------------------- */

static void take_out(struct ferry *ferry, size_t place)
{
    ferry->count--;
    memmove(ferry->waiting + place, ferry->waiting + place + 1,
            (ferry->count - place) * sizeof *ferry->waiting);
}

static void serve_next(struct ferry *ferry, struct cdp_session *session)
{
    if (ferry->frame != 0 || ferry->count == 0)
        return;
    int64_t frame = ferry->waiting[0];
    take_out(ferry, 0);
    depart(ferry, session, frame);
}

void ferry_call(struct ferry *ferry, struct cdp_session *session, int64_t frame,
                int64_t page)
{
    if (page == 0 || ferry->count == WAITING_LIMIT) {
        let_go(session, frame);
        return;
    }
    if (ferry->count == ferry->capacity) {
        ferry->capacity = ferry->capacity == 0 ? 8 : ferry->capacity * 2;
        ferry->waiting = memory_resized(ferry->waiting, ferry->capacity,
                                        sizeof *ferry->waiting);
    }
    ferry->waiting[ferry->count++] = frame;
    ferry->page = page;
    serve_next(ferry, session);
}

void ferry_forget_frame(struct ferry *ferry, struct cdp_session *session,
                        int64_t frame)
{
    for (size_t i = ferry->count; i-- > 0;)
        if (ferry->waiting[i] == frame)
            take_out(ferry, i);
    if (ferry->frame != frame || frame == 0)
        return;
    ferry->frame = 0;
    serve_next(ferry, session);
}

void ferry_forget_all(struct ferry *ferry)
{
    free(ferry->waiting);
    *ferry = (struct ferry){.waiting = NULL};
}
