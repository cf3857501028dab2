/* What a report shows of a state beside what the property reads: a picture of
 * the page and what the page has said. Taken only when it is asked for
 * (browser.h), at the moment when a state is sent; nothing of it reaches a
 * checker.
 *
 * The value of a step (docs/REPORTS.md):
 *
 *     {"picture": {"type": "image/jpeg", "data": base64} or null,
 *      "places": {ref: {"x", "y", "width", "height"} or null} or null,
 *      "console", "errors", "requests": as in `::page` (journal.h)}
 *
 * Where frames come only from us, every frame that the page asks for is taken
 * as a picture, and the last one before the state is shown: a further frame
 * would run the page's animation callbacks once more than without a report.
 * Only where the page has asked for none since the last state, and so waits for
 * none, one is begun for the picture. Elsewhere the page is photographed when
 * the state has been read.
 *
 * Nothing that goes wrong here ends a test: then there is no picture.
 *
 * Lives: capture_begin for each session, capture_end. Private to the room. */
#ifndef WEIR_CDP_PICTURES_CAPTURE_H
#define WEIR_CDP_PICTURES_CAPTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "cdp/page/journal.h"
#include "trace/value.h"

enum {
    /* Pictures of one session, in bytes of base64; a run that goes on for hours
     * is not to fill the memory. */
    EVIDENCE_LIMIT_BYTES = 64 * 1024 * 1024,
};

struct page;

struct capture {
    bool wanted;
    struct journal journal; /* all that the page says, whatever is read */
    struct value *picture;  /* the last one, shared by states that look alike;
                               NULL: none yet */
    int64_t bytes;          /* of all pictures of the session */
    bool blind;             /* no more pictures: the browser gave none, or they
                               are too many */
};

/* wanted is set by the caller, and stays. */
void capture_begin(struct capture *capture);
void capture_end(struct capture *capture);

/* The evidence of the state that is about to be sent; owned, NULL when none is
 * wanted. `upto`: as journal_forget. `is_now`: the page still shows that state;
 * otherwise there is no picture in it. */
struct value *capture_take(struct capture *capture, struct page *page,
                           int64_t upto, bool is_now, int64_t deadline_ms);

#endif
