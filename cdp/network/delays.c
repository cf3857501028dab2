/* Order of this file: the list, sending, the page's clock. */
#include "cdp/network/delays.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/memory.h"
#include "cdp/wire/params.h"
#include "cdp/wire/wire.h"

/* So many at a time; more are sent at once. */
enum { DELAY_LIMIT = 1000 };

bool delays_are_wanted(const struct deps *deps)
{
    const struct deps_node *found = deps_find(&deps->root, STR("::delays"));
    return found != NULL && found->count > 0;
}

/* ---- the list ----------------------------------------------------------- */

bool delays_hold(struct delays *delays, struct str id, struct str request,
                 int64_t for_ms)
{
    if (delays->count == DELAY_LIMIT || delays->asleep)
        return false;
    if (delays->count == delays->capacity) {
        delays->capacity = delays->capacity == 0 ? 8 : delays->capacity * 2;
        delays->held = memory_resized(delays->held, delays->capacity,
                                      sizeof *delays->held);
    }
    delays->held[delays->count++] = (struct delay){
        .id = memory_copy_string(id.data, id.length),
        .request = memory_copy_string(request.data, request.length),
        .for_ms = for_ms,
        .due_ms = clock_now_ms() + for_ms,
    };
    return true;
}

/* Those after it move up: what is due together is sent in the order of its
 * beginning. */
static void take_out(struct delays *delays, size_t place)
{
    free(delays->held[place].id);
    free(delays->held[place].request);
    delays->count--;
    memmove(delays->held + place, delays->held + place + 1,
            (delays->count - place) * sizeof *delays->held);
}

void delays_forget(struct delays *delays, struct str request)
{
    for (size_t i = delays->count; i-- > 0;)
        if (str_is(request, delays->held[i].request))
            take_out(delays, i);
}

void delays_forget_all(struct delays *delays)
{
    while (delays->count > 0)
        take_out(delays, delays->count - 1);
    free(delays->held);
    delays->held = NULL;
    delays->capacity = 0;
    delays->answers_owed = 0;
}

/* ---- sending ------------------------------------------------------------ */

static void send(struct delays *delays, struct cdp_session *session,
                 size_t place)
{
    struct cdp_params params;
    cdp_params_init(&params);
    cdp_params_text(&params, "requestId", str_text(delays->held[place].id));
    cdp_session_post(session, "Fetch.continueRequest", cdp_params_end(&params));
    cdp_params_finish(&params);
    take_out(delays, place);
}

void delays_send_all(struct delays *delays, struct cdp_session *session)
{
    while (delays->count > 0)
        send(delays, session, 0);
}

int64_t delays_pump(struct delays *delays, struct cdp_session *session)
{
    int64_t now_ms = clock_now_ms();
    int64_t next_ms = INT64_MAX;
    if (delays->by_page)
        return next_ms;
    for (size_t i = 0; i < delays->count;) {
        int64_t due_ms = delays->held[i].due_ms;
        if (due_ms <= now_ms) {
            send(delays, session, i);
            continue;
        }
        if (due_ms < next_ms)
            next_ms = due_ms;
        i++;
    }
    return next_ms;
}

/* ---- the page's clock --------------------------------------------------- */

bool delays_hear(struct delays *delays, struct str payload)
{
    struct error error = ERROR_NONE;
    if (!str_starts_with(payload, "{\"kind\":\"due\""))
        return false;
    struct json *root = json_parse_utf16(payload, &error);
    struct str id = json_read_string(json_read_field(root, "id"));
    for (size_t i = 0; i < delays->count; i++)
        if (str_is(id, delays->held[i].id))
            delays->held[i].due = true;
    delays->answers_owed++;
    json_destroy(root);
    return true;
}

bool delays_tell(struct delays *delays, struct buf *call)
{
    for (size_t i = 0; delays->by_page && i < delays->count; i++) {
        struct delay *delay = &delays->held[i];
        if (delay->told)
            continue;
        delay->told = true;
        buf_add_text(call, "weir.delay(");
        json_add_string(call, str_text(delay->id));
        buf_addf(call, ",%" PRId64 ")", delay->for_ms);
        return true;
    }
    return false;
}

size_t delays_send_due(struct delays *delays, struct cdp_session *session)
{
    size_t owed = delays->answers_owed;
    delays->answers_owed = 0;
    for (size_t i = 0; i < delays->count;)
        if (delays->held[i].due)
            send(delays, session, i);
        else
            i++;
    return owed;
}
