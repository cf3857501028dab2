/* The executor's table. Order of this file: requests, what has run, end and
 * start of a session, what else it is told, making one. */
#include "cdp/browser.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/url.h"
#include "cdp/actions/act.h"
#include "cdp/browser_page.h"
#include "cdp/browser_perform.h"
#include "cdp/connect.h"
#include "cdp/executor/outbox.h"
#include "cdp/page/dialog.h"
#include "cdp/page/notices.h"
#include "cdp/page/page_state.h"
#include "cdp/page/profiler.h"

enum {
    VIEWPORT_WIDTH = 1200,
    VIEWPORT_HEIGHT = 1200,
    /* The first event is awaited for so long (reference, 8.1). */
    INITIAL_WAIT_MS = 10000,
};

static struct browser *of(struct executor *executor)
{
    return (struct browser *)executor;
}

/* ---- requests ----------------------------------------------------------- */

static void forget_request(struct browser *browser)
{
    if (browser->request == REQUEST_ACT)
        action_finish(&browser->action);
    browser->request = REQUEST_NONE;
}

static bool is_stale(struct browser *browser, int64_t version)
{
    if (version == browser->version)
        return false;
    outbox_add(browser)->kind = EXECUTOR_STALE;
    return true;
}

static bool act(struct executor *executor, const struct action *action,
                int64_t version, struct error *error)
{
    (void)error;
    struct browser *browser = of(executor);
    if (is_stale(browser, version))
        return true;
    forget_request(browser);
    browser->request = REQUEST_ACT;
    browser->action = action_copy(action);
    return true;
}

static bool await(struct executor *executor, int64_t time_ms, int64_t version,
                  struct error *error)
{
    (void)error;
    struct browser *browser = of(executor);
    if (is_stale(browser, version))
        return true;
    forget_request(browser);
    browser->request = REQUEST_WAIT;
    browser->wait_ms = time_ms;
    return true;
}

/* What the page script is to know of the timers; a new document knows
 * nothing. */
static void tell_timers(struct browser *browser)
{
    struct buf call;
    if (browser->page.context == 0)
        return;
    buf_init(&call);
    timers_add_call(&call, &browser->timers);
    page_post(&browser->page, buf_text(&call));
    buf_finish(&call);
    browser->timers.document = browser->page.document;
}

static bool expect(struct executor *executor, const struct action_list *events,
                   struct error *error)
{
    struct browser *browser = of(executor);
    int64_t now_ms =
        browser->page_clock.now_ms + 1000 * browser->page_clock.epoch_s;
    bool changed;
    if (!timers_want(&browser->timers, events, now_ms, &changed, error))
        return false;
    if (changed || (browser->timers.count > 0 &&
                    browser->timers.document != browser->page.document))
        tell_timers(browser);
    return true;
}

/* The request has failed; with `acted` it was an action. True: the session ends
 * here and now; what was done before the trouble is still told. */
static bool is_fatal(struct browser *browser, bool acted, struct error *error)
{
    if (browser->page.out_of_time) {
        *error = ERROR_NONE; /* no trouble; the caller sees the deadline */
        return false;
    }
    browser_explain_loss(browser, error);
    if (outbox_crash(browser, acted, error))
        return false;
    if (executor_queue_count(&browser->queue) == 0 ||
        error->code == ERROR_CANCELLED || error->code == ERROR_SETUP ||
        error->code == ERROR_SPEC)
        return true;
    struct executor_message *trouble = outbox_add(browser);
    trouble->kind = EXECUTOR_ERROR;
    trouble->lost = error->code == ERROR_LOST;
    trouble->silent = error->code == ERROR_SILENT;
    trouble->text = memory_copy_string(error->message, strlen(error->message));
    return false;
}

static enum executor_next next(struct executor *executor, int64_t deadline_ms,
                               struct executor_message *message,
                               struct error *error)
{
    struct browser *browser = of(executor);
    if (outbox_take(browser, message))
        return EXECUTOR_MESSAGE;
    bool acted = browser->request == REQUEST_ACT;
    if (browser->request != REQUEST_NONE)
        browser->deadline_ms = deadline_ms;
    bool fine =
        browser->request == REQUEST_NONE || browser_carry_out(browser, error);
    starved_rest(&browser->starved);
    if (!fine && is_fatal(browser, acted, error))
        return EXECUTOR_FAILED;
    if (outbox_take(browser, message))
        return EXECUTOR_MESSAGE;
    while (clock_now_ms() < deadline_ms)
        if (!page_pump(&browser->page, deadline_ms, error)) {
            browser_explain_loss(browser, error);
            return outbox_crash(browser, false, error) &&
                           outbox_take(browser, message)
                       ? EXECUTOR_MESSAGE
                       : EXECUTOR_FAILED;
        }
    return EXECUTOR_DEADLINE;
}

/* ---- what of the page's scripts has run --------------------------------- */

static void want_reach(struct executor *executor, bool wanted)
{
    of(executor)->wants_reach = wanted;
}

/* A tab may share its process with another one; when it is closed, V8 stops
 * keeping account in all of the process, and tells the same again and again. */
static bool reach(struct executor *executor, struct reach *reach,
                  struct error *error)
{
    struct browser *browser = of(executor);
    const struct tabs *tabs = &browser->tabs;
    int64_t gone = tabs->wanted ? tabs->opened - 1 - (int64_t)tabs->count : 0;
    bool anew = gone != browser->tabs_gone;
    bool fine = profiler_take(&browser->page, &anew, browser->deadline_ms,
                              reach, error) ||
                tabs_survive(browser, error);
    if (!fine)
        browser_explain_loss(browser, error);
    if (!anew)
        browser->tabs_gone = gone;
    return fine;
}

/* ---- start and end ------------------------------------------------------ */

static void end(struct executor *executor)
{
    struct browser *browser = of(executor);
    forget_request(browser);
    outbox_clear(browser);
    browser->has_died = false;
    value_unref(browser->last_state);
    browser->last_state = NULL;
    value_unref(browser->shown);
    browser->shown = NULL;
    written_finish(&browser->written);
    action_list_finish(&browser->told);
    action_finish(&browser->pressing);
    ahead_finish(&browser->ahead);
    timers_finish(&browser->timers);
    bool is_alone = !browser->tabs.wanted;
    tabs_end(browser);
    if (browser->has_page)
        browser_leave_page(browser, is_alone);
    browser->has_page = false;
    browser->changes_over = false;
    capture_end(&browser->capture);
    browser_forget_files(browser);
    browser->touch_s = 0;
    browser->tap_s = 0;
}

static bool start(struct executor *executor, const struct deps *deps,
                  int64_t deadline_ms, struct error *error)
{
    struct browser *browser = of(executor);
    end(executor);
    browser->deps = deps;
    browser->deadline_ms = deadline_ms;
    browser->sessions++;
    browser->version = 0;
    browser->refusals = 0;
    browser->generation = 0;
    browser->heard = 0;
    browser_forget_action(browser);
    notice_list_finish(&browser->notices);
    if (browser->options.connect != NULL)
        notices_add_connected(&browser->notices);
    browser->wants_dialogs = dialog_is_wanted(deps);
    browser->wants_silence = page_state_reads(deps, "responsive");
    browser->tabs_gone = 0;
    capture_begin(&browser->capture);
    browser_choose_environment(browser);
    browser->documents = 0;
    starved_await(&browser->starved);
    if (!browser_open_page(browser, error)) {
        browser_explain_loss(browser, error);
        return false;
    }
    bool starts = page_clock_start(&browser->page_clock, &browser->page,
                                   deadline_ms, error);
    /* The empty one, whether it has told of itself or not: those that count
     * have the same numbers in every run. */
    browser->documents = 1;
    if (!starts || !browser_load_page(browser, error)) {
        browser_explain_loss(browser, error);
        return false;
    }
    browser_activity(browser, "testing");
    browser->request = REQUEST_WAIT;
    browser->wait_ms = INITIAL_WAIT_MS;
    return true;
}

static void destroy(struct executor *executor)
{
    struct browser *browser = of(executor);
    end(executor);
    browser_disconnect(browser);
    notice_list_finish(&browser->notices);
    script_cache_finish(&browser->script);
    page_setup_finish(&browser->setup);
    executor_queue_finish(&browser->queue);
    starved_finish(&browser->starved);
    free(browser->shown_url);
    free(browser);
}

static const struct notice_list *notices(struct executor *executor)
{
    return &of(executor)->notices;
}

static void seed(struct executor *executor, uint64_t number)
{
    of(executor)->seed = number;
}

static void foresee(struct executor *executor, bool another)
{
    of(executor)->foresees = another;
}

static bool picture(struct executor *executor, bool wanted)
{
    struct browser *browser = of(executor);
    browser->capture.wanted = browser->options.evidence && wanted;
    return browser->options.evidence;
}

static void begin(struct executor *executor, enum executor_begin where)
{
    of(executor)->begin = where;
}

/* As long as a person looks at an empty page before they think it is broken. */
enum { PATIENCE_MS = 5000 };

static char *awaited(struct executor *executor)
{
    return journal_requests_open(&of(executor)->page.journal);
}

static const struct executor_ops table = {
    .patience_ms = PATIENCE_MS,
    .seed = seed,
    .begin = begin,
    .foresee = foresee,
    .picture = picture,
    .start = start,
    .act = act,
    .expect = expect,
    .wait = await,
    .next = next,
    .awaited = awaited,
    .want_reach = want_reach,
    .reach = reach,
    .end = end,
    .notices = notices,
    .destroy = destroy,
};

struct executor *browser_create(struct loop *loop,
                                const struct browser_options *options)
{
    struct browser *browser = MEMORY_NEW(struct browser);
    browser->base.ops = &table;
    browser->base.pauses_ms = options->pauses_ms;
    browser->base.has_clock = options->virtual_time;
    browser->options = *options;
    browser->shown_url = url_hide_password(options->url);
    browser->loop = loop;
    browser->folder.lock = -1;
    browser->capture.wanted = options->evidence;
    if (browser->options.width <= 0)
        browser->options.width = VIEWPORT_WIDTH;
    if (browser->options.height <= 0)
        browser->options.height = VIEWPORT_HEIGHT;
    return &browser->base;
}
