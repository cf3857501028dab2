/* Frames of a page that gets them only from us (begin-frame control of a
 * headless shell). The page script asks for one frame at a time, when its
 * animation frame callback is in place; so a frame comes at a moment of the
 * page's own clock and never by chance.
 *
 * A frame that the browser begins before it has heard of the callback is spent
 * without it: then, and when the browser refuses (the one before is not quite
 * over), another one is sent a little later. A page that may not render now (it
 * is being changed within a view transition) gets none, however many are
 * begun. */
#ifndef WEIR_CDP_PAGE_FRAMES_H
#define WEIR_CDP_PAGE_FRAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "cdp/wire/session.h"

struct frames {
    bool wished;  /* the page waits for one */
    bool shown;   /* one that is drawn */
    bool patient; /* however often it takes: the page says when it is over */
    int64_t under_way;  /* id of the request for it; 0: there is none */
    int64_t again_ms;   /* not before this moment; clock_now_ms() */
    int64_t begun;      /* for this document */
    int64_t done;       /* of these, how many the browser has answered */
    int tries;          /* for this wish */
    bool pictured;      /* each frame is taken as a picture... */
    struct buf picture; /* ...the last one, base64; empty: none */
    bool fresh;         /* it came since the reader reset this */
    bool answered;      /* the page waits for the browser's answer, too */
    bool over;          /* the page has to be told that it is there, or that
                           none comes (endFrame); the caller does, and resets
                           this */
};

/* The page script's words, as it pushes them; a wish goes on with members of
 * inject/protocol.md. */
#define FRAMES_WISH "{\"kind\":\"frame\""
#define FRAMES_THANKS "{\"kind\":\"framed\"}"

/* True: the push was one of these, and is dealt with. */
bool frames_hear(struct frames *frames, struct cdp_session *session,
                 struct str push);

/* True: the reply was to a frame, and is dealt with. */
bool frames_take_reply(struct frames *frames, const struct cdp_record *reply);

/* Sends what is due. Returns the moment of the next try, at most until_ms. */
int64_t frames_pump(struct frames *frames, struct cdp_session *session,
                    int64_t until_ms);

/* Until a document has been shown, the browser acknowledges input and throws it
 * away. False: it has not been; the frames that are wanting have been asked
 * for, and the answers (or again_ms) are to be awaited. */
bool frames_are_shown(struct frames *frames, struct cdp_session *session);
/* They do not come: this document counts as shown. */
void frames_give_up(struct frames *frames);

/* Begins a frame that nobody has asked for, to take a picture. There must be
 * none under way. */
void frames_take_picture(struct frames *frames, struct cdp_session *session);

/* The document that waited is gone. `stays`: the next one comes into the same
 * window of the browser, which is shown if this one was. (So it is with a
 * reload, without Chromium's RenderDocument.) */
void frames_forget(struct frames *frames, bool stays);

#endif
