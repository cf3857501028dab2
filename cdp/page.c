/* Order of this file: what comes in (events from the bottom up, then the pump),
 * requests, opening and closing. */
#include "cdp/page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/memory.h"
#include "cdp/dialog.h"
#include "cdp/notices.h"
#include "cdp/params.h"

static const char world[] = "weir";
static const char binding[] = "weirPush";

/* The page script's word, as it pushes it. */
#define INPUT_ENDED "{\"kind\":\"ended\"}"

/* ---- what comes in ------------------------------------------------------ */

static void on_context_created(struct page *page, const struct json *params)
{
    const struct json *context = json_read_field(params, "context");
    const struct json *aux = json_read_field(context, "auxData");
    struct str frame = json_read_string(json_read_field(aux, "frameId"));
    struct str name = json_read_string(json_read_field(context, "name"));
    if (!str_is(name, world) || !str_is(frame, page->session.target))
        return;
    page->context = json_read_int(json_read_field(context, "id"));
    page->document++;
    network_forget(&page->network);
    char start[60];
    snprintf(start, sizeof start, "weir.start(%lld)",
             (long long)page->document);
    page_post(page, start);
}

static void forget_document(struct page *page)
{
    page->context = 0;
    page->loaded = false;
    frames_forget(&page->frames);
    page_drop_pushes(page);
}

static void on_context_destroyed(struct page *page, const struct json *params)
{
    const struct json *id = json_read_field(params, "executionContextId");
    if (page->context != 0 && json_read_int(id) == page->context)
        forget_document(page);
}

static void on_binding(struct page *page, const struct json *params)
{
    struct str name = json_read_string(json_read_field(params, "name"));
    if (str_is(name, NOTICES_BINDING) && page->notices != NULL)
        notices_hear(page->notices,
                     json_read_string(json_read_field(params, "payload")));
    if (!str_is(name, binding))
        return;
    const struct json *id = json_read_field(params, "executionContextId");
    if (json_read_int(id) != page->context)
        return;
    struct error error = ERROR_NONE;
    struct str payload = json_read_string(json_read_field(params, "payload"));
    if (frames_hear(&page->frames, &page->session, payload))
        return;
    if (str_is(payload, INPUT_ENDED)) {
        page->input_ended = true;
        return;
    }
    if (str_is(payload, NETWORK_QUESTION)) {
        char call[80];
        network_answer(&page->network, call, sizeof call);
        page_post(page, call);
        return;
    }
    struct json *root = cdp_wire_parse(payload, &error);
    if (root == NULL) {
        log_warn("the page script pushed something that is %s", error.message);
        return;
    }
    if (page->push_count == page->push_capacity) {
        page->push_capacity =
            page->push_capacity == 0 ? 8 : page->push_capacity * 2;
        page->pushes = memory_resized(page->pushes, page->push_capacity,
                                      sizeof *page->pushes);
    }
    page->pushes[page->push_count++] =
        (struct page_push){.root = root, .heard = page->journal.heard};
}

void page_forget_dialog(struct page *page)
{
    value_unref(page->dialog);
    page->dialog = NULL;
}

static void on_dialog_closed(struct page *page, const struct json *params)
{
    (void)params;
    page_forget_dialog(page);
}

/* Nobody answers a dialog while it is open the page stands still. An alert is
 * closed, leaving a page is allowed, everything else is declined. */
static void on_dialog(struct page *page, const struct json *params)
{
    struct str type = json_read_string(json_read_field(params, "type"));
    page->dialogs++;
    if (page->keeps_dialogs && page->loaded) {
        page_forget_dialog(page);
        page->dialog = dialog_value(params);
        return;
    }
    bool accept = str_is(type, "alert") || str_is(type, "beforeunload");
    log_info("the page opened a dialog (%.*s); it was %s", STR_ARGS(type),
             accept ? "accepted" : "declined");
    cdp_session_post(&page->session, "Page.handleJavaScriptDialog",
                     accept ? STR("{\"accept\":true}")
                            : STR("{\"accept\":false}"));
}

typedef void event_handler(struct page *page, const struct json *params);

static void on_contexts_cleared(struct page *page, const struct json *params)
{
    (void)params;
    forget_document(page);
}

static void on_load(struct page *page, const struct json *params)
{
    (void)params;
    page->loaded = true;
    page->navigating = false;
}

static bool is_main_frame(const struct page *page, const struct json *id)
{
    return str_is(json_read_string(id), page->session.target);
}

static void on_navigation_wish(struct page *page, const struct json *params)
{
    struct str where = json_read_string(json_read_field(params, "disposition"));
    if (is_main_frame(page, json_read_field(params, "frameId")) &&
        str_is(where, "currentTab"))
        page->navigating = true;
}

/* Also without a new document: a download, a fragment, a wish withdrawn. */
static void on_stopped_loading(struct page *page, const struct json *params)
{
    if (is_main_frame(page, json_read_field(params, "frameId")))
        page->navigating = false;
}

/* A document that was kept aside comes back as it was, and loads no more. */
static void on_navigated(struct page *page, const struct json *params)
{
    const struct json *frame = json_read_field(params, "frame");
    struct str type = json_read_string(json_read_field(params, "type"));
    if (!is_main_frame(page, json_read_field(frame, "id")) ||
        !str_is(type, "BackForwardCacheRestore"))
        return;
    page->loaded = true;
    page->navigating = false;
}

/* A journey through the history does not announce itself as a wish. */
static void on_started_navigating(struct page *page, const struct json *params)
{
    struct str type =
        json_read_string(json_read_field(params, "navigationType"));
    if (!is_main_frame(page, json_read_field(params, "frameId")) ||
        !(str_is(type, "historySameDocument") ||
          str_is(type, "historyDifferentDocument")))
        return;
    page->journeys++;
    page->navigating = true;
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

static void on_request(struct page *page, const struct json *params)
{
    if (page->notices != NULL)
        notices_hear_request(page->notices, page->url, params);
}

static void on_drag(struct page *page, const struct json *params)
{
    buf_clear(&page->dragged);
    json_add(&page->dragged, json_read_field(params, "data"));
}

static const struct {
    const char *method;
    event_handler *handler;
} handlers[] = {
    {"Runtime.bindingCalled", on_binding},
    {"Emulation.virtualTimeBudgetExpired", on_expiry},
    {"Runtime.executionContextCreated", on_context_created},
    {"Runtime.executionContextDestroyed", on_context_destroyed},
    {"Runtime.executionContextsCleared", on_contexts_cleared},
    {"Page.loadEventFired", on_load},
    {"Network.requestWillBeSent", on_request},
    {"Page.javascriptDialogOpening", on_dialog},
    {"Page.javascriptDialogClosed", on_dialog_closed},
    {"Page.frameRequestedNavigation", on_navigation_wish},
    {"Page.frameStoppedLoading", on_stopped_loading},
    {"Page.frameStartedNavigating", on_started_navigating},
    {"Page.frameNavigated", on_navigated},
    {"Page.navigatedWithinDocument", on_stopped_loading},
    {"Page.downloadWillBegin", on_download},
    {"Input.dragIntercepted", on_drag},
    {"Inspector.targetCrashed", on_crash},
    {"Inspector.detached", on_detached},
};

static void on_event(struct page *page, const struct cdp_record *record)
{
    journal_hear(&page->journal, record->method, record->body, page->context);
    for (size_t i = 0; i < sizeof handlers / sizeof *handlers; i++) {
        if (str_is(record->method, handlers[i].method)) {
            handlers[i].handler(page, record->body);
            return;
        }
    }
    faults_hear(&page->faults, &page->session, record);
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

static void on_reply(struct page *page, struct cdp_record *record)
{
    if (frames_take_reply(&page->frames, record))
        return;
    if (str_is(record->method, "Page.navigate")) {
        page->answered = true;
        note_navigation(page, record);
    }
    if (record->id < page->await_first || record->id > page->await_last)
        return;
    page->await_open--;
    if (record->failed && page->await_failure[0] == '\0')
        snprintf(page->await_failure, sizeof page->await_failure, "%.*s: %.*s",
                 STR_ARGS(record->method), STR_ARGS(record->message));
    if (record->id != page->await_last)
        return;
    page->await_reply = *record;
    cdp_record_init(record);
}

/* The target's own end is told by the browser session. */
static void on_browser_event(struct page *page, const struct cdp_record *record)
{
    const struct json *id = json_read_field(record->body, "targetId");
    if (!str_is(json_read_string(id), page->session.target))
        return;
    if (str_is(record->method, "Target.targetCrashed"))
        page->crashed = true;
    if (str_is(record->method, "Target.detachedFromTarget") ||
        str_is(record->method, "Target.targetDestroyed"))
        page->detached = true;
}

static void take_in(struct page *page, struct cdp_record *record)
{
    if (record->kind == CDP_REPLY)
        on_reply(page, record);
    else if (cdp_session_owns(&page->session, record)) {
        network_hear(&page->network, record);
        on_event(page, record);
    } else if (record->session.length == 0)
        on_browser_event(page, record);
}

bool page_pump(struct page *page, int64_t deadline_ms, struct error *error)
{
    enum { IDLE_MS = 100 };
    int64_t soon =
        frames_pump(&page->frames, &page->session, clock_now_ms() + IDLE_MS);
    if (page->frames.gave_up) {
        page->frames.gave_up = false;
        page_post(page, "weir.noFrame()");
    }
    struct cdp_record record;
    cdp_record_init(&record);
    enum cdp_next next = cdp_connection_next(
        page->session.connection, soon < deadline_ms ? soon : deadline_ms,
        &record, error);
    if (page->on_idle != NULL)
        page->on_idle(page->idle_context);
    if (next == CDP_NEXT_FAILED)
        return false;
    if (next == CDP_NEXT_RECORD)
        take_in(page, &record);
    cdp_record_finish(&record);
    if (page->crashed)
        return error_set(error, ERROR_LOST, "the page crashed");
    if (page->detached)
        return error_set(error, ERROR_LOST, "the page was closed");
    return true;
}

bool page_unresponsive(struct error *error)
{
    return error_set(error, ERROR_RUN,
                     "the page does not respond: a script of it may be in an "
                     "endless loop");
}

bool page_out_of_time(struct page *page, struct error *error)
{
    page->out_of_time = true;
    return error_set(error, ERROR_RUN,
                     "the time limit was over before the page had answered; "
                     "raise --timeout");
}

bool page_gave_up(struct page *page, int64_t since_ms, struct error *error)
{
    return clock_now_ms() - since_ms < PAGE_DOUBT_MS
               ? page_out_of_time(page, error)
               : page_unresponsive(error);
}

/* ---- requests ----------------------------------------------------------- */

void page_group_begin(struct page *page)
{
    cdp_record_finish(&page->await_reply);
    page->await_first = 0;
    page->await_last = -1;
    page->await_open = 0;
    page->await_failure[0] = '\0';
}

void page_group_send(struct page *page, const char *method, struct str params)
{
    int64_t id = cdp_session_send(&page->session, method, params);
    if (page->await_open++ == 0 && page->await_last < 0)
        page->await_first = id;
    page->await_last = id;
}

void page_group_send_input(struct page *page, const char *method,
                           struct cdp_params *params)
{
    if (page->input_s > 0)
        cdp_params_float(params, "timestamp", page->input_s);
    page_group_send(page, method, cdp_params_end(params));
    cdp_params_finish(params);
}

bool page_group_await(struct page *page, int64_t deadline_ms,
                      struct error *error)
{
    int64_t since = clock_now_ms();
    int64_t silence = since + PAGE_SILENCE_MS;
    int64_t until = silence < deadline_ms ? silence : deadline_ms;
    while (page->await_open > 0) {
        if (page->dialog != NULL) {
            page->await_last = -1;
            *error = ERROR_NONE;
            return false;
        }
        if (clock_now_ms() >= until) {
            page->await_last = -1; /* late answers are not ours any more */
            return page_gave_up(page, since, error);
        }
        if (!page_pump(page, until, error))
            return false;
    }
    if (page->await_failure[0] != '\0')
        return error_set(error, ERROR_RUN, "%s", page->await_failure);
    return true;
}

static void add_evaluation(struct page *page, struct cdp_params *params,
                           struct str expression)
{
    cdp_params_init(params);
    cdp_params_text(params, "expression", expression);
    cdp_params_int(params, "contextId", page->context);
}

void page_post(struct page *page, const char *expression)
{
    if (page->context == 0)
        return;
    struct cdp_params params;
    add_evaluation(page, &params, str_text(expression));
    cdp_session_post(&page->session, "Runtime.evaluate",
                     cdp_params_end(&params));
    cdp_params_finish(&params);
}

/* Words of Chromium's for "that document is no longer there". */
static bool speaks_of_lost_context(const char *words)
{
    return strstr(words, "Cannot find context") != NULL ||
           strstr(words, "context was destroyed") != NULL ||
           strstr(words, "Cannot find execution context") != NULL ||
           strstr(words, "uniqueContextId not found") != NULL ||
           strstr(words, "Inspected target navigated") != NULL;
}

static bool read_value(const struct cdp_record *reply, struct json **result,
                       struct error *error)
{
    const struct json *thrown =
        json_read_field(reply->body, "exceptionDetails");
    const struct json *value =
        json_read_field(json_read_field(reply->body, "result"), "value");
    if (thrown != NULL) {
        const struct json *exception = json_read_field(thrown, "exception");
        struct str words =
            json_read_string(json_read_field(exception, "description"));
        return error_set(error, ERROR_RUN, "weir's page script failed: %.*s",
                         STR_ARGS(words));
    }
    if (result == NULL)
        return true;
    *result = cdp_wire_parse(json_read_string(value), error);
    return *result != NULL;
}

bool page_evaluate(struct page *page, struct str expression,
                   int64_t deadline_ms, struct json **result,
                   struct error *error)
{
    if (page->context == 0) {
        error->code = ERROR_OK;
        return false;
    }
    struct cdp_params params;
    add_evaluation(page, &params, expression);
    page_group_begin(page);
    page_group_send(page, "Runtime.evaluate", cdp_params_end(&params));
    cdp_params_finish(&params);
    if (page_group_await(page, deadline_ms, error))
        return read_value(&page->await_reply, result, error);
    if (page->await_open == 0 && speaks_of_lost_context(page->await_failure))
        *error = ERROR_NONE;
    return false;
}

struct page_push page_take_push(struct page *page)
{
    struct page_push oldest = {.root = NULL};
    if (page->push_count == 0)
        return oldest;
    oldest = page->pushes[0];
    page->push_count--;
    memmove(page->pushes, page->pushes + 1,
            page->push_count * sizeof *page->pushes);
    return oldest;
}

void page_drop_push(struct page *page, struct page_push push)
{
    if (!watch_keep(&page->watch, push.root, push.heard))
        json_destroy(push.root);
}

void page_drop_pushes(struct page *page)
{
    for (size_t i = 0; i < page->push_count; i++)
        page_drop_push(page, page->pushes[i]);
    page->push_count = 0;
}

/* ---- opening and closing ------------------------------------------------ */

static void add_script(struct page *page, struct str source, const char *name)
{
    struct cdp_params params;
    cdp_params_init(&params);
    cdp_params_text(&params, "source", source);
    if (name != NULL)
        cdp_params_text(&params, "worldName", str_text(name));
    page_group_send(page, "Page.addScriptToEvaluateOnNewDocument",
                    cdp_params_end(&params));
    cdp_params_finish(&params);
}

static void add_binding(struct page *page)
{
    struct cdp_params params;
    cdp_params_init(&params);
    cdp_params_text(&params, "name", str_text(binding));
    cdp_params_text(&params, "executionContextName", str_text(world));
    page_group_send(page, "Runtime.addBinding", cdp_params_end(&params));
    cdp_params_finish(&params);
}

void page_set_viewport(struct page *page, int width, int height)
{
    struct cdp_params params;
    cdp_params_init(&params);
    cdp_params_int(&params, "width", width);
    cdp_params_int(&params, "height", height);
    cdp_params_int(&params, "deviceScaleFactor", 1);
    cdp_params_bool(&params, "mobile", false);
    page_group_send(page, "Emulation.setDeviceMetricsOverride",
                    cdp_params_end(&params));
    cdp_params_finish(&params);
}

static void watch_for_notices(struct page *page,
                              const struct page_options *options)
{
    page->notices = options->notices;
    page->url = options->url;
    page_group_send(page, "Runtime.addBinding",
                    STR("{\"name\":\"" NOTICES_BINDING "\"}"));
    page_group_send(page, "Network.enable", STR("{\"maxPostDataSize\":0}"));
}

/* What a page gives to keep is no file of ours. */
static void deny_downloads(struct page *page)
{
    struct cdp_params params;
    cdp_params_init(&params);
    cdp_params_text(&params, "behavior", STR("deny"));
    cdp_params_text(&params, "browserContextId",
                    str_text(page->session.context));
    cdp_connection_post(page->session.connection, STR(""),
                        "Browser.setDownloadBehavior", cdp_params_end(&params));
    cdp_params_finish(&params);
}

bool page_open(struct page *page, struct cdp_connection *connection,
               const struct page_options *options, int64_t deadline_ms,
               struct error *error)
{
    struct cdp_session_options session = {.frame_control =
                                              options->frame_control};
    cdp_record_init(&page->await_reply);
    journal_init(&page->journal, options->deps);
    buf_init(&page->dragged);
    page->frame_control = options->frame_control;
    if (!cdp_session_open(&page->session, connection, &session, deadline_ms,
                          error))
        return false;
    deny_downloads(page);
    page_group_begin(page);
    page_group_send(page, "Page.enable", STR(""));
    page_group_send(page, "Inspector.enable", STR(""));
    add_binding(page);
    if (options->notices != NULL)
        watch_for_notices(page, options);
    /* The hook first: it waits for a word of the page script. */
    if (options->hook.length > 0)
        add_script(page, options->hook, NULL);
    add_script(page, options->script, world);
    page_group_send(page, "Runtime.enable", STR(""));
    if (journal_needs_log(&page->journal))
        page_group_send(page, "Log.enable", STR(""));
    if (journal_needs_network(&page->journal) || page->network.counts)
        page_group_send(page, "Network.enable", STR(""));
    page_set_viewport(page, options->width, options->height);
    page_group_send(page, "Emulation.setFocusEmulationEnabled",
                    STR("{\"enabled\":true}"));
    if (page_group_await(page, deadline_ms, error))
        return true;
    page_close(page);
    return false;
}

void page_close(struct page *page)
{
    cdp_session_close(&page->session);
    cdp_record_finish(&page->await_reply);
    buf_finish(&page->dragged);
    page_drop_pushes(page);
    journal_finish(&page->journal);
    watch_finish(&page->watch);
    network_finish(&page->network);
    faults_clear(&page->faults);
    page_forget_dialog(page);
    free(page->pushes);
    page->pushes = NULL;
    page->push_capacity = 0;
}
