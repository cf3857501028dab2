/* Which document the page has: it comes and goes with its context, is on its
 * way to another one, has been loaded.
 *
 * Order of this file: documents, contexts, loading, navigation, the table. */
#include "cdp/page/page_internal.h"

#include <stdio.h>

#include "base/clock.h"
#include "cdp/page/notices.h"

/* In another process the browser's window is another one, too; and so it may be
 * where a server has led a reload to another origin. */
static void note_window(struct page *page, int64_t context, struct str origin)
{
    if (page->reloads && (context < page->last_context ||
                          !str_equal(origin, buf_str(&page->last_origin))))
        frames_forget(&page->frames, false);
    page->last_context = context;
    buf_clear(&page->last_origin);
    buf_add_str(&page->last_origin, origin);
    page->reloads = false;
}

/* Those of the document that goes. The next one may ask for something before we
 * hear of its context. */
static void forget_requests(struct page *page)
{
    network_forget(&page->network);
    delays_forget_all(&page->delays);
}

static void begin_document(struct page *page, int64_t context,
                           struct str origin)
{
    if (page->context != 0)
        forget_requests(page);
    note_window(page, context, origin);
    page->context = context;
    page->document = ++*page->documents;
    workers_forget(&page->workers);
    push_known_forget(&page->known);
    char start[100];
    /* The page script of a tab may have waited for its document (tabs.c). */
    snprintf(start, sizeof start, "%sweir.start(%lld)",
             page->is_tab ? "globalThis.weirBegin&&weirBegin();" : "",
             (long long)page->document);
    page_post(page, start);
}

static void on_context_created(struct page *page, const struct json *params)
{
    const struct json *context = json_read_field(params, "context");
    const struct json *aux = json_read_field(context, "auxData");
    struct str frame = json_read_string(json_read_field(aux, "frameId"));
    struct str name = json_read_string(json_read_field(context, "name"));
    if (!str_is(name, PAGE_WORLD) || !str_is(frame, page->session.target))
        return;
    int64_t id = json_read_int(json_read_field(context, "id"));
    if (page->unborn)
        page->unborn_context = id;
    else
        begin_document(page, id,
                       json_read_string(json_read_field(context, "origin")));
}

static void forget_document(struct page *page)
{
    page->context = 0;
    page->departs = false;
    page->submits = false;
    forget_requests(page);
    page->unborn_context = 0;
    page->loaded = false;
    page->stopped_ms = 0;
    workers_forget(&page->workers);
    frames_forget(&page->frames, page->reloads);
    frame_bridge_forget_all(&page->frame_bridge);
    page_drop_pushes(page);
}

static void on_context_destroyed(struct page *page, const struct json *params)
{
    const struct json *id = json_read_field(params, "executionContextId");
    if (page->context != 0 && json_read_int(id) == page->context)
        forget_document(page);
    else
        frame_bridge_forget_frame(&page->frame_bridge, &page->session,
                                  json_read_int(id));
}

static void on_contexts_cleared(struct page *page, const struct json *params)
{
    (void)params;
    forget_document(page);
}

/* The first document of a tab takes the place of an empty one, and may keep its
 * window and with that the context. */
static void be_born(struct page *page)
{
    int64_t context = page->unborn_context;
    page->unborn = false;
    page->unborn_context = 0;
    if (context != 0)
        begin_document(page, context, STR(""));
}

static void on_load(struct page *page, const struct json *params)
{
    (void)params;
    if (page->unborn) /* nobody heard of its beginning */
        be_born(page);
    page->loaded = true;
    page->navigating = false;
    page->stopped_ms = 0;
}

static bool is_main_frame(const struct page *page, const struct json *id)
{
    return str_is(json_read_string(id), page->session.target);
}

static void on_navigation_wish(struct page *page, const struct json *params)
{
    struct str where = json_read_string(json_read_field(params, "disposition"));
    struct str reason = json_read_string(json_read_field(params, "reason"));
    if (!is_main_frame(page, json_read_field(params, "frameId")) ||
        !str_is(where, "currentTab"))
        return;
    page->navigating = true;
    page->submits = str_starts_with(reason, "formSubmission");
}

/* Also without a new document: a download, an empty answer, a fragment, a wish
 * withdrawn. */
static void on_stopped_loading(struct page *page, const struct json *params)
{
    if (!is_main_frame(page, json_read_field(params, "frameId")))
        return;
    if (page->context != 0 && !page->loaded && !page->navigating)
        page->stopped_ms = clock_now_ms();
    if (page->departs && page->context != 0)
        page_post(page, "weir.stay()");
    page->departs = false;
    page->submits = false;
    page->navigating = false;
}

/* Between two documents a server may die; what the browser shows then is taken
 * for the application. Faults of the specification's own may show it, too. */
static void note_unreachable(struct page *page, const struct json *frame)
{
    struct str url = json_read_string(json_read_field(frame, "unreachableUrl"));
    if (url.length > 0 && page->unseen != NULL && page->document > 1 &&
        !page->faults.offline && page->faults.rule_count == 0)
        notices_hear_unreachable(page->unseen, url);
}

/* A document that was kept aside comes back as it was, and loads no more. */
static void on_navigated(struct page *page, const struct json *params)
{
    const struct json *frame = json_read_field(params, "frame");
    struct str type = json_read_string(json_read_field(params, "type"));
    if (!is_main_frame(page, json_read_field(frame, "id")))
        return;
    page->stopped_ms = 0;
    if (page->unborn)
        be_born(page);
    note_unreachable(page, frame);
    if (!str_is(type, "BackForwardCacheRestore"))
        return;
    page->loaded = true;
    page->navigating = false;
}

/* A journey through the history does not announce itself as a wish. */
static void on_started_navigating(struct page *page, const struct json *params)
{
    struct str type =
        json_read_string(json_read_field(params, "navigationType"));
    if (!is_main_frame(page, json_read_field(params, "frameId")))
        return;
    page->reloads =
        str_is(type, "reload") || str_is(type, "reloadBypassingCache");
    page->departs =
        !str_is(type, "sameDocument") && !str_is(type, "historySameDocument");
    if (!str_is(type, "historySameDocument") &&
        !str_is(type, "historyDifferentDocument"))
        return;
    page->journeys++;
    page->navigating = true;
}

static const struct page_handler handlers[] = {
    {"Runtime.executionContextCreated", on_context_created},
    {"Runtime.executionContextDestroyed", on_context_destroyed},
    {"Runtime.executionContextsCleared", on_contexts_cleared},
    {"Page.loadEventFired", on_load},
    {"Page.frameRequestedNavigation", on_navigation_wish},
    {"Page.frameStoppedLoading", on_stopped_loading},
    {"Page.frameStartedNavigating", on_started_navigating},
    {"Page.frameNavigated", on_navigated},
    {"Page.navigatedWithinDocument", on_stopped_loading},
};

bool page_documents_hear(struct page *page, const struct cdp_record *record)
{
    return page_handle(handlers, sizeof handlers / sizeof *handlers, page,
                       record);
}
