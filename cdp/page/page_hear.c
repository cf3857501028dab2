/* What comes from the browser, and what it means for the page under test.
 *
 * Order of this file: pushes, dialogs, the rest, the table of events, replies,
 * the entrance. What tells of documents stands in page_documents.c. */
#include "cdp/page/page_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/memory.h"
#include "cdp/page/dialog.h"
#include "cdp/page/notices.h"

/* The page script's word, as it pushes it. */
#define INPUT_ENDED "{\"kind\":\"ended\"}"
#define CAME_BETWEEN "{\"kind\":\"between\"}"

/* Of several tabs each has a journal, and the report one of all: what any of
 * them says has a place in one order, that of the report's. */
static void join_order(struct page *page)
{
    if (page->diary != NULL)
        page->journal.heard = page->diary->heard;
}

/* What needs no state. */
static bool hear_word(struct page *page, struct str payload)
{
    if (frames_hear(&page->frames, &page->session, payload) ||
        delays_hear(&page->delays, payload) ||
        workers_hear(&page->workers, payload) ||
        notices_hear_unseen(page->unseen, payload) ||
        notices_hear_opened(page->live, payload))
        return true;
    if (str_is(payload, INPUT_ENDED)) {
        page->input_ended = true;
        return true;
    }
    if (str_is(payload, CAME_BETWEEN)) {
        page->came_between = true;
        return true;
    }
    if (!str_is(payload, NETWORK_QUESTION))
        return false;
    char call[80];
    network_answer(&page->network, call, sizeof call);
    page_post(page, call);
    return true;
}

/* Where the host has gone on without it (a dialog, a wish to leave), the
 * arrival of the page answers nothing that is asked by then. */
static bool is_unasked(const struct page *page, const struct json *root)
{
    struct str kind = json_read_string(json_read_field(root, "kind"));
    return str_is(kind, "arrived") && !page->arrives;
}

/* Takes the push. */
static void add_push(struct page *page, struct json *root)
{
    if (is_unasked(page, root)) {
        json_destroy(root);
        return;
    }
    if (page->push_count == page->push_capacity) {
        page->push_capacity =
            page->push_capacity == 0 ? 8 : page->push_capacity * 2;
        page->pushes = memory_resized(page->pushes, page->push_capacity,
                                      sizeof *page->pushes);
    }
    join_order(page);
    struct page_push *push = &page->pushes[page->push_count++];
    *push = page_push_make(root, page->journal.heard);
    push_known_hear(&page->known, push);
    if (str_is(json_read_string(json_read_field(root, "decision")), "passed"))
        page->passed_turn = llabs(json_read_int(json_read_field(root, "turn")));
}

static void on_binding(struct page *page, const struct json *params)
{
    struct str name = json_read_string(json_read_field(params, "name"));
    if (str_is(name, NOTICES_BINDING) && page->notices != NULL)
        notices_hear(page->notices,
                     json_read_string(json_read_field(params, "payload")));
    if (!str_is(name, PAGE_BINDING))
        return;
    int64_t id = json_read_int(json_read_field(params, "executionContextId"));
    struct str payload = json_read_string(json_read_field(params, "payload"));
    if (str_is(payload, BRIDGE_CALL))
        frame_bridge_call(&page->frame_bridge, &page->session, id,
                          page->context);
    if (id != page->context || hear_word(page, payload))
        return;
    struct error error = ERROR_NONE;
    struct json *root = json_parse_utf16(payload, &error);
    if (root != NULL)
        add_push(page, root);
    else
        log_warn("the page script pushed something that is %s", error.message);
}

void page_forget_dialog(struct page *page)
{
    value_unref(page->dialog);
    page->dialog = NULL;
    free(page->dialog_text);
    page->dialog_text = NULL;
}

static void on_dialog_closed(struct page *page, const struct json *params)
{
    (void)params;
    page_forget_dialog(page);
}

/* An open dialog blocks the page, so it is answered at once: an alert is
 * accepted, and so is leaving the page; everything else is dismissed. */
static void on_dialog(struct page *page, const struct json *params)
{
    struct str type = json_read_string(json_read_field(params, "type"));
    page->dialogs++;
    if (page->keeps_dialogs && page->loaded) {
        page_forget_dialog(page);
        page->dialog = dialog_value(params);
        page->dialog_text = json_copy_text(params, "defaultPrompt");
        return;
    }
    bool accept = str_is(type, "alert") || str_is(type, "beforeunload");
    log_info("the page opened a dialog (%.*s); it was %s", STR_ARGS(type),
             accept ? "accepted" : "declined");
    cdp_session_post(&page->session, "Page.handleJavaScriptDialog",
                     accept ? STR("{\"accept\":true}")
                            : STR("{\"accept\":false}"));
}

static void on_download(struct page *page, const struct json *params)
{
    (void)params;
    page_post(page, "weir.downloads()");
}

static void on_expiry(struct page *page, const struct json *params)
{
    (void)params;
    page->expiries++;
}

static void on_crash(struct page *page, const struct json *params)
{
    (void)params;
    page->crashed = true;
}

static void on_detached(struct page *page, const struct json *params)
{
    (void)params;
    page->detached = true;
}

/* With --deterministic the hook tells of it, and more. */
static void note_live(struct page *page, const char *what)
{
    if (page->live != NULL && page->network.counts)
        notices_hear_live(page->live, what);
}

static void on_request(struct page *page, const struct json *params)
{
    if (page->notices != NULL)
        notices_hear_request(page->notices, page->url, params);
}

/* By what it is and not by who reads it: inject/hooks/hook_stream.js. */
static void on_response(struct page *page, const struct json *params)
{
    const struct json *response = json_read_field(params, "response");
    struct str mime = json_read_string(json_read_field(response, "mimeType"));
    if (str_is(mime, "text/event-stream"))
        note_live(page, NOTICES_STREAM);
}

static void on_websocket(struct page *page, const struct json *params)
{
    (void)params;
    note_live(page, NOTICES_SOCKET);
}

static void on_failure(struct page *page, const struct json *params)
{
    delays_forget(&page->delays,
                  json_read_string(json_read_field(params, "requestId")));
}

static void on_attached(struct page *page, const struct json *params)
{
    if (!service_workers_attach(&page->service_workers, &page->session,
                                &page->faults, params))
        workers_attach(&page->workers, &page->session, params);
}

static void on_worker_gone(struct page *page, const struct json *params)
{
    service_workers_detach(&page->service_workers, params);
}

static void on_drag(struct page *page, const struct json *params)
{
    buf_clear(&page->dragged);
    json_add(&page->dragged, json_read_field(params, "data"));
}

static const struct page_handler handlers[] = {
    {"Runtime.bindingCalled", on_binding},
    {"Emulation.virtualTimeBudgetExpired", on_expiry},
    {"Network.requestWillBeSent", on_request},
    {"Network.responseReceived", on_response},
    {"Network.webSocketCreated", on_websocket},
    {"Network.loadingFailed", on_failure},
    {"Page.javascriptDialogOpening", on_dialog},
    {"Page.javascriptDialogClosed", on_dialog_closed},
    {"Page.downloadWillBegin", on_download},
    {"Input.dragIntercepted", on_drag},
    {"Target.attachedToTarget", on_attached},
    {"Target.detachedFromTarget", on_worker_gone},
    {"Inspector.targetCrashed", on_crash},
    {"Inspector.detached", on_detached},
};

bool page_handle(const struct page_handler *list, size_t count,
                 struct page *page, const struct cdp_record *record)
{
    for (size_t i = 0; i < count; i++)
        if (str_is(record->method, list[i].method)) {
            list[i].handler(page, record->body);
            return true;
        }
    return false;
}

static void on_event(struct page *page, const struct cdp_record *record)
{
    join_order(page);
    journal_hear(&page->journal, record->method, record->body, page->context);
    if (page->diary != NULL)
        journal_hear(page->diary, record->method, record->body, page->context);
    if (page_documents_hear(page, record) ||
        page_handle(handlers, sizeof handlers / sizeof *handlers, page, record))
        return;
    faults_hear(&page->faults, &page->delays, &page->network, &page->session,
                record);
}

static void note_navigation(struct page *page, const struct cdp_record *record)
{
    struct str text =
        record->failed
            ? record->message
            : json_read_string(json_read_field(record->body, "errorText"));
    snprintf(page->navigation_error, sizeof page->navigation_error, "%.*s",
             STR_ARGS(text));
}

bool page_take_reply(struct page *page, const struct cdp_record *record)
{
    return frames_take_reply(&page->frames, record) ||
           frame_bridge_take_reply(&page->frame_bridge, &page->session,
                                   record) ||
           workers_take_reply(&page->workers, &page->session, record);
}

static void on_reply(struct page *page, struct cdp_record *record)
{
    if (page_take_reply(page, record))
        return;
    if (str_is(record->method, "Page.navigate")) {
        page->answered = true;
        note_navigation(page, record);
    }
    if (record->id < page->await_first || record->id > page->await_last)
        return;
    page->await_open--;
    page->replied_ms = clock_now_ms();
    if (record->failed && page->await_failure[0] == '\0')
        snprintf(page->await_failure, sizeof page->await_failure, "%.*s: %.*s",
                 STR_ARGS(record->method), STR_ARGS(record->message));
    if (record->id != page->await_last)
        return;
    page->await_reply = *record;
    cdp_record_init(record);
}

/* The target's own end is told by the browser session. Where it was attached to
 * twice, only the end of our session counts. */
static void on_browser_event(struct page *page, const struct cdp_record *record)
{
    const struct json *id = json_read_field(record->body, "targetId");
    struct str session =
        json_read_string(json_read_field(record->body, "sessionId"));
    if (str_is(record->method, "Target.detachedFromTarget") &&
        str_is(session, page->session.id))
        page->detached = true;
    if (!str_is(json_read_string(id), page->session.target))
        return;
    if (str_is(record->method, "Target.targetCrashed"))
        page->crashed = true;
    if (str_is(record->method, "Target.targetDestroyed") ||
        (str_is(record->method, "Target.detachedFromTarget") &&
         session.length == 0))
        page->detached = true;
}

void page_hear(struct page *page, struct cdp_record *record)
{
    if (record->kind == CDP_REPLY)
        on_reply(page, record);
    else if (cdp_session_owns(&page->session, record)) {
        network_hear(&page->network, record);
        on_event(page, record);
    } else if (record->session.length == 0)
        on_browser_event(page, record);
    else
        service_workers_hear(&page->service_workers, &page->faults, record);
}
