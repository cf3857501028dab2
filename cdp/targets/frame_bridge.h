/* Frames of other origins that live in the page's process. The page script has
 * no way into such a frame, and what runs there (inject/frames/frame_script.js)
 * none out; but the protocol moves nodes from one document into another. So a
 * node of the page script goes over once for each such document, and with it
 * both have the document at hand (inject/frames/foreign_frames.js).
 *
 * Nobody waits for it: a crossing is a few requests, each sent when the answers
 * to those before have come. One goes at a time, the others wait their turn. */
#ifndef WEIR_CDP_TARGETS_FRAME_BRIDGE_H
#define WEIR_CDP_TARGETS_FRAME_BRIDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cdp/wire/connection.h"
#include "cdp/wire/session.h"

struct frame_bridge {
    int64_t *waiting; /* execution contexts of frames; oldest first */
    size_t count, capacity;
    int64_t frame;    /* the one that is being served; 0: none */
    int64_t page;     /* the context of the page script */
    int64_t asked[2]; /* ids of the requests that are open; 0: answered */
    int64_t nodes[2]; /* what goes where: the node, and its new parent */
    bool moved;       /* the last request has been sent */
};

/* What runs in a frame of another origin says so, as it pushes it. */
#define BRIDGE_CALL "{\"kind\":\"foreign\"}"

/* Serves the frame that has this execution context, for the page script in
 * another; `page` 0: there is none, and the frame is let go. */
void frame_bridge_call(struct frame_bridge *frame_bridge,
                       struct cdp_session *session, int64_t frame,
                       int64_t page);

/* True: the reply was to a request of the frame_bridge, and is dealt with. */
bool frame_bridge_take_reply(struct frame_bridge *frame_bridge,
                             struct cdp_session *session,
                             const struct cdp_record *reply);

/* The frame, or the page, has another document. */
void frame_bridge_forget_frame(struct frame_bridge *frame_bridge,
                               struct cdp_session *session, int64_t frame);
void frame_bridge_forget_all(struct frame_bridge *frame_bridge);

#endif
