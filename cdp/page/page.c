/* Order of this file: the pump, pushes, opening and closing. */
#include "cdp/page/page_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/memory.h"
#include "cdp/page/notices.h"
#include "cdp/page/page_environment.h"
#include "cdp/page/page_setup.h"

bool page_pump(struct page *page, int64_t deadline_ms, struct error *error)
{
    enum { IDLE_MS = 100 };
    int64_t soon =
        frames_pump(&page->frames, &page->session, clock_now_ms() + IDLE_MS);
    int64_t due = delays_pump(&page->delays, &page->session);
    if (due < soon)
        soon = due;
    if (page->frames.over) {
        page->frames.over = false;
        page_post(page, "weir.endFrame()");
    }
    if (workers_are_late(&page->workers)) {
        log_debug("workers of the page take too long");
        page_post(page, "weir.leaveWorkers()");
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
    bool is_other = next == CDP_NEXT_RECORD && page->on_record != NULL &&
                    page->on_record(page->idle_context, &record);
    if (next == CDP_NEXT_RECORD && !is_other)
        page_hear(page, &record);
    cdp_record_finish(&record);
    if (page->crashed)
        return error_set(error, ERROR_LOST, "the page crashed");
    if (page->detached)
        return error_set(error, ERROR_LOST, "the page was closed");
    return true;
}

bool page_await_shown(struct page *page, int64_t deadline_ms,
                      struct error *error)
{
    enum { PATIENCE_MS = 1000 };
    int64_t until = clock_now_ms() + PATIENCE_MS;
    if (!page->frame_control)
        return true;
    while (!frames_are_shown(&page->frames, &page->session) &&
           clock_now_ms() < until && clock_now_ms() < deadline_ms &&
           page->dialog == NULL)
        if (!page_pump(page, until < deadline_ms ? until : deadline_ms, error))
            return false;
    if (clock_now_ms() >= until)
        frames_give_up(&page->frames);
    return true;
}

/* ---- pushes -------------------------------------------------------------- */

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
    if (!watch_keep(&page->watch, &push))
        page_push_finish(&push);
}

void page_drop_pushes(struct page *page)
{
    for (size_t i = 0; i < page->push_count; i++)
        page_drop_push(page, page->pushes[i]);
    page->push_count = 0;
}

/* ---- opening and closing ------------------------------------------------ */

void page_add_script(struct page *page, struct str source, const char *name)
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

void page_add_binding(struct page *page)
{
    struct cdp_params params;
    cdp_params_init(&params);
    cdp_params_text(&params, "name", STR(PAGE_BINDING));
    cdp_params_text(&params, "executionContextName", STR(PAGE_WORLD));
    page_group_send(page, "Runtime.addBinding", cdp_params_end(&params));
    cdp_params_finish(&params);
}

void page_leave_cache(struct page *page)
{
    page_group_send(page, "Network.enable", STR(""));
    page_group_send(page, "Network.setCacheDisabled",
                    STR("{\"cacheDisabled\":true}"));
}

void page_set_viewport(struct page *page, int width, int height)
{
    struct cdp_params params;
    cdp_params_init(&params);
    cdp_params_int(&params, "width", width);
    cdp_params_int(&params, "height", height);
    cdp_params_float(&params, "deviceScaleFactor",
                     page->environment->pixel_ratio > 0
                         ? page->environment->pixel_ratio
                         : 1);
    cdp_params_bool(&params, "mobile", page->environment->mobile);
    page_group_send(page, "Emulation.setDeviceMetricsOverride",
                    cdp_params_end(&params));
    cdp_params_finish(&params);
}

void page_watch_for_notices(struct page *page)
{
    page_group_send(page, "Runtime.addBinding",
                    STR("{\"name\":\"" NOTICES_BINDING "\"}"));
    page_group_send(page, "Network.enable", STR("{\"maxPostDataSize\":0}"));
}

/* Service workers only where there are faults: theirs is another process. */
void page_attach_workers(struct page *page)
{
    page_group_send(
        page, "Target.setAutoAttach",
        page->faults.ever_set || page->workers.script.length == 0
            ? STR("{\"autoAttach\":true,\"waitForDebuggerOnStart\":true,"
                  "\"flatten\":true,\"filter\":[{\"type\":\"worker\"},"
                  "{\"type\":\"service_worker\"}]}")
            : STR("{\"autoAttach\":true,\"waitForDebuggerOnStart\":true,"
                  "\"flatten\":true,\"filter\":[{\"type\":\"worker\"}]}"));
}

void page_set_clock(struct page *page)
{
    char source[80];
    /* In frames there is no such name; the page's own script tells them. */
    snprintf(source, sizeof source, "globalThis.weir&&weir.clock(%" PRId64 ")",
             page->clock_shift_ms);
    if (page->clock_script[0] != '\0') {
        struct cdp_params params;
        cdp_params_init(&params);
        cdp_params_text(&params, "identifier", str_text(page->clock_script));
        page_group_send(page, "Page.removeScriptToEvaluateOnNewDocument",
                        cdp_params_end(&params));
        cdp_params_finish(&params);
        page->clock_script[0] = '\0';
    }
    page_add_script(page, str_text(source), PAGE_WORLD);
}

void page_note_clock(struct page *page)
{
    struct str id =
        json_read_string(json_read_field(page->await_reply.body, "identifier"));
    if (id.length > 0 && id.length < sizeof page->clock_script)
        snprintf(page->clock_script, sizeof page->clock_script, "%.*s",
                 STR_ARGS(id));
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

void page_init(struct page *page, const struct page_options *options)
{
    cdp_record_init(&page->await_reply);
    journal_init(&page->journal, options->deps);
    page->journal.notices = options->unseen;
    buf_init(&page->dragged);
    buf_init(&page->last_origin);
    page->diary = options->diary;
    page->frames.pictured = options->diary != NULL;
    page->frame_control = options->frame_control;
    page->workers.script = options->worker;
    page->notices = options->notices;
    page->unseen = options->unseen;
    page->live = options->live;
    page->url = options->url;
    page->environment = options->environment;
}

/* What a test's seed may choose. */
static void set_up_late(struct page *page, const struct page_options *options)
{
    bool has_size = options->environment->width > 0;
    page_set_viewport(
        page, has_size ? options->environment->width : options->width,
        has_size ? options->environment->height : options->height);
    page_set_environment(page, options->environment);
    page_group_send(page, "Emulation.setFocusEmulationEnabled",
                    STR("{\"enabled\":true}"));
}

void page_set_up(struct page *page, const struct page_options *options)
{
    struct page_setup setup = page_setup_of(page, options);
    page_setup_send(page, &setup, options);
    set_up_late(page, options);
}

bool page_open(struct page *page, struct cdp_connection *connection,
               struct cdp_stock *stock, const struct page_options *options,
               int64_t deadline_ms, struct error *error)
{
    struct cdp_session_options session = {.frame_control =
                                              options->frame_control};
    page_init(page, options);
    struct page_setup setup = page_setup_of(page, options);
    session.kind = page_setup_kind(&setup, options);
    bool is_there =
        stock != NULL && cdp_stock_take(stock, connection, &session,
                                        deadline_ms, &page->session);
    if (!is_there && !cdp_session_open(&page->session, connection, &session,
                                       deadline_ms, error))
        return false;
    deny_downloads(page);
    page_group_begin(page);
    if (page->session.kind == 0)
        page_setup_send(page, &setup, options);
    set_up_late(page, options);
    return true;
}

bool page_await_open(struct page *page, int64_t deadline_ms,
                     struct error *error)
{
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
    buf_finish(&page->last_origin);
    buf_finish(&page->frames.picture);
    page->diary = NULL;
    page_drop_pushes(page);
    push_known_forget(&page->known);
    journal_finish(&page->journal);
    watch_finish(&page->watch);
    network_finish(&page->network);
    frame_bridge_forget_all(&page->frame_bridge);
    workers_finish(&page->workers);
    faults_clear(&page->faults);
    delays_forget_all(&page->delays);
    page_forget_dialog(page);
    free(page->pushes);
    page->pushes = NULL;
    page->push_capacity = 0;
}
