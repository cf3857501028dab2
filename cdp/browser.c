/* Order of this file: one session's requests, start and end, what can be
 * reached. */
#include "cdp/browser.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/url.h"
#include "cdp/actions/act.h"
#include "cdp/connect.h"
#include "cdp/page/dialog.h"
#include "cdp/page/notices.h"
#include "cdp/page/page_state.h"
#include "cdp/page/profiler.h"
#include "cdp/script/script.h"
#include "cdp/executor/hook.h"
#include "cdp/executor/load.h"
#include "cdp/executor/outbox.h"
#include "cdp/executor/settle.h"

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

static void on_idle(void *context)
{
    struct browser *browser = context;
    browser_activity(browser, NULL);
    if (browser->options.excuses_starvation && browser->process != NULL)
        starved_look(&browser->starved, cdp_process_pid(browser->process));
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

static bool observe(struct browser *browser, int64_t wait_ms,
                    struct error *error)
{
    struct executor_message message;
    executor_message_init(&message);
    if (!browser_observe(browser, wait_ms, &message, error)) {
        executor_message_finish(&message);
        return outbox_silence(browser, EXECUTOR_TIMEOUT, NULL, error);
    }
    outbox_state(browser, &message);
    return true;
}

static bool stale_or_refused(struct browser *browser, const char *words,
                             struct error *error)
{
    struct value *state;
    bool blocked;
    patience_end(&browser->patience);
    browser->in_order = false;
    browser->between = false;
    browser->then_wait_ms = 0; /* nothing was done that could be waited for */
    if (!browser_settle(browser, &state, &blocked, error))
        return false;
    if (browser->unseen || outbox_has_news(browser) ||
        browser->told.count > 0 || !outbox_is_last_state(browser))
        return outbox_stale(browser, state, error);
    value_unref(state);
    outbox_refused(browser, words);
    return true;
}

/* Events that tell of what the state behind the action shows. */
static bool is_of_change(const struct action *event)
{
    static const char *const ids[] = {
        "changed",      "added",        "removed",           "textChanged",
        "valueChanged", "stateChanged", "attributesChanged", "attributeChanged",
        "styleChanged"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        if (str_is(value_text(event->id), ids[i]))
            return true;
    return false;
}

/* What the page told while it was leaving came behind the input. The changes
 * are in the state that is told with the action. */
static void absorb_departure(struct browser *browser)
{
    struct action_list *told = &browser->told;
    size_t kept = 0;
    browser_absorb(browser);
    for (size_t i = 0; i < told->count; i++) {
        if (is_of_change(&told->items[i]))
            action_finish(&told->items[i]);
        else
            told->items[kept++] = told->items[i];
    }
    told->count = kept;
}

/* Between the parts of several actions nothing parts them. */
static bool came_between(const struct browser *browser)
{
    return browser->page.came_between && !browser->in_order;
}

/* The state behind the action, unless nobody wants it. What is told with a
 * state (what has come between, events) has one all the same. */
static bool settle_behind(struct browser *browser, struct value **state,
                          bool *blocked, struct error *error)
{
    if (!act_settle(browser, state, blocked, error))
        return false;
    browser->between = false;
    if (*state != NULL || !(outbox_has_news(browser) || came_between(browser)))
        return true;
    return browser_settle(browser, state, blocked, error);
}

/* The element was moved away from each press, and nothing else has become of
 * it. */
static bool tell_escaped(struct browser *browser)
{
    if (!browser->astray || outbox_has_news(browser) ||
        browser->told.count > 0 || !outbox_is_last_state(browser))
        return false;
    outbox_refused(browser, "the action cannot be performed: its element moves "
                            "away when the pointer comes");
    return true;
}

static bool tell_performed(struct browser *browser, struct value *target,
                           struct error *error)
{
    struct executor_message message;
    bool blocked;
    executor_message_init(&message);
    message.kind = EXECUTOR_PERFORMED;
    message.target = target;
    if (!settle_behind(browser, &message.state, &blocked, error)) {
        if (outbox_silence(browser, EXECUTOR_PERFORMED, target, error))
            return true;
        executor_message_finish(&message);
        return false;
    }
    if (browser->in_order)
        browser_absorb(browser);
    else if (browser_has_left(browser))
        absorb_departure(browser);
    if ((blocked && (!browser->in_order || browser->astray)) ||
        outbox_has_news(browser) || came_between(browser)) {
        bool fine = tell_escaped(browser) ||
                    outbox_stale(browser, value_ref(message.state), error);
        executor_message_finish(&message);
        return fine;
    }
    browser->refusals = 0;
    if (message.state == NULL) {
        outbox_part(browser, &message);
        return true;
    }
    struct value *state = value_ref(message.state);
    outbox_state(browser, &message);
    if (browser->told.count > 0)
        outbox_events(browser, state);
    else
        value_unref(state);
    return true;
}

/* How long is waited right behind the state after the action: the page script
 * can begin with it by itself. Not with a standing observation, which may have
 * told of something meanwhile. */
static int64_t wait_behind(const struct browser *browser,
                           const struct action *action)
{
    bool can = browser->page_clock.virtual_time && !browser->page.watch.stands;
    return can && action->timeout_ms != ACTION_NO_TIMEOUT ? action->timeout_ms
                                                          : 0;
}

/* What a session that ended in the middle of one has left. */
static void forget_action(struct browser *browser)
{
    browser->patience = (struct patience){0};
    browser->settling = false;
    browser->then_wait_ms = 0;
    browser->in_order = false;
    browser->between = false;
    browser->unseen = false;
    browser->stale = false;
    browser->astray = false;
    action_finish(&browser->pressing);
}

static bool perform(struct browser *browser, const struct action *action,
                    struct error *error)
{
    struct value *target = NULL;
    struct error refusal = ERROR_NONE;
    bool is_begun = ahead_take_up(browser, action);
    if (!is_begun)
        page_drop_pushes(&browser->page);
    if (outbox_has_news(browser)) {
        size_t count;
        ahead_forget(browser);
        outbox_add(browser)->kind = EXECUTOR_STALE;
        return outbox_heard(browser, &count, error);
    }
    if (!patience_of(&browser->patience, action,
                     browser_activity_before(browser), error))
        return false;
    browser->between = action->is_part;
    browser_note_choice(browser);
    browser_begin_input(browser);
    if (!is_begun)
        ahead_tell(browser, action);
    browser->in_order = false;
    browser->then_wait_ms = wait_behind(browser, action);
    switch (browser_act(browser, action, &target, &refusal)) {
    case ACT_REFUSED:
        value_unref(target);
        return stale_or_refused(browser, refusal.message, error);
    case ACT_FAILED:
        if (tabs_survive(browser, &refusal))
            break; /* the action has closed its own tab */
        if (outbox_silence(browser, EXECUTOR_PERFORMED, target, &refusal))
            return true;
        value_unref(target);
        *error = refusal;
        return false;
    case ACT_DONE:
        break;
    }
    if (!tell_performed(browser, target, error))
        return false;
    bool performed =
        vec_last(&browser->queue.messages).kind == EXECUTOR_PERFORMED;
    if (performed && action->timeout_ms != ACTION_NO_TIMEOUT)
        return observe(browser, action->timeout_ms, error);
    if (browser->ahead.stage != AHEAD_BEGUN)
        page_clock_stop_behind(&browser->page_clock, &browser->page);
    return true;
}

/* In real time a wait is so long for its own sake, and no patience. */
static bool carry_out(struct browser *browser, struct error *error)
{
    enum browser_request request = browser->request;
    browser->request = REQUEST_NONE;
    if (request == REQUEST_WAIT)
        ahead_forget(browser);
    if (request == REQUEST_ACT || browser->options.virtual_time)
        starved_await(&browser->starved);
    if (request == REQUEST_WAIT)
        return observe(browser, browser->wait_ms, error);
    struct action action = browser->action;
    bool fine = perform(browser, &action, error);
    action_finish(&action);
    return fine;
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
    bool fine = browser->request == REQUEST_NONE || carry_out(browser, error);
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

static bool names(const struct deps *deps, const char *special,
                  const char *field)
{
    const struct deps_node *found = deps_find(&deps->root, str_text(special));
    return found != NULL && deps_find(found, str_text(field)) != NULL;
}

/* What the test's seed has drawn of what was wished for. */
static void choose_environment(struct browser *browser)
{
    static const struct environment_wish nothing = {0};
    const struct environment_wish *wish = browser->options.environment;
    browser->environment =
        environment_of(wish == NULL ? &nothing : wish, browser->seed,
                       browser->options.virtual_time ? "UTC" : NULL);
}

/* Under virtual time the clock begins at the date. */
static void set_date(struct browser *browser)
{
    if (!browser_sets_clock(browser))
        return;
    browser->page.clock_shift_ms =
        browser->environment.date_s * 1000 - (int64_t)(clock_wall_s() * 1000);
    page_set_clock(&browser->page);
}

static bool open_page(struct browser *browser, struct error *error)
{
    const struct deps *deps = browser->deps;
    bool frame_control = browser_has_frame_control(browser);
    struct str script = STR("");
    struct buf hook;
    buf_init(&hook);
    browser_add_hook(&hook, browser, deps);
    bool fine = browser_compile(browser, frame_control, &script, error);
    struct page_options page = {
        .width = browser->options.width,
        .height = browser->options.height,
        .environment = &browser->environment,
        .frame_control = frame_control,
        .script = script,
        .hook = buf_str(&hook),
        .worker = browser_worker_hook(browser),
        .deps = deps,
        .notices = browser->options.deterministic ? &browser->notices : NULL,
        .unseen = &browser->notices,
        .live = browser->options.virtual_time && !browser->options.deterministic
                    ? &browser->notices
                    : NULL,
        .url = browser->options.url,
        .diary = browser->capture.wanted ? &browser->capture.journal : NULL,
        .profiled = browser->wants_reach,
    };
    browser->page.watch.stands = browser_is_watching(deps);
    browser->page.network.counts =
        names(deps, "::watch", "network") || names(deps, "::watch", "rest") ||
        names(deps, "::settle", "network") || delays_are_wanted(deps);
    browser->page.network.awaits_bodies = !browser->options.virtual_time;
    browser->page.delays.by_page = browser->options.virtual_time;
    fine =
        fine && page_open(&browser->page, browser->connection, &browser->stock,
                          &page, browser->deadline_ms, error);
    if (fine) {
        set_date(browser);
        page_clock_set_out(&browser->page_clock, &browser->page,
                           &browser->environment,
                           browser->options.virtual_time);
        fine = page_await_open(&browser->page, browser->deadline_ms, error);
    }
    browser->has_page = fine;
    if (fine)
        page_setup_keep(&browser->setup, &browser->page, &page);
    if (fine)
        tabs_begin(browser, &page);
    buf_finish(&hook);
    return fine;
}

/* Nothing of the page is wanted any more. Where its clock stands it does
 * nothing either, and need not be gone before the next one comes; unless a
 * server serves one connection after the other, and waits for the end of its.
 */
static void leave_page(struct browser *browser, bool is_alone)
{
    struct page *page = &browser->page;
    bool stands = browser->page_clock.virtual_time && browser->options.local &&
                  is_alone && !page->crashed && !page->detached &&
                  page->dialog == NULL;
    cdp_session_close(&browser->left);
    if (stands && browser->foresees) {
        page_clock_stop(&browser->page_clock, page);
        browser->left = page->session;
        page->session = (struct cdp_session){.connection = NULL};
    }
    page_close(page);
}

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
        leave_page(browser, is_alone);
    browser->has_page = false;
    browser->changes_over = false;
    capture_end(&browser->capture);
    browser_forget_files(browser);
    browser->touch_s = 0;
    browser->tap_s = 0;
}

static bool hear(void *context, struct cdp_record *record)
{
    struct browser *browser = context;
    starved_heard(&browser->starved);
    if (browser->changes_over &&
        str_is(record->method, "Page.frameNavigated") &&
        cdp_session_owns(&browser->page.session, record))
        browser_change_over(browser);
    return cdp_stock_hear(&browser->stock, record) ||
           tabs_hear(browser, record);
}

static void begin_page(struct browser *browser)
{
    browser->page = (struct page){
        .on_idle = on_idle,
        .on_record = hear,
        .idle_context = browser,
        .documents = &browser->documents,
    };
}

/* That a browser has died since the last test, or that the page which was
 * opened in advance has crashed, shows only when it is asked for a page: then
 * there is another one. */
static bool open_somewhere(struct browser *browser, struct error *error)
{
    bool is_old = browser->connection != NULL &&
                  cdp_connection_is_open(browser->connection);
    bool is_early = cdp_stock_has(&browser->stock);
    begin_page(browser);
    if (!browser_connect(browser, error))
        return false;
    if (open_page(browser, error))
        return true;
    bool has_died = is_old && !cdp_connection_is_open(browser->connection);
    if (!has_died && !(is_early && browser->page.crashed))
        return false;
    *error = ERROR_NONE;
    begin_page(browser);
    /* What one of them met, others may have met, too. */
    cdp_stock_close(&browser->stock);
    return browser_connect(browser, error) && open_page(browser, error);
}

static bool load(struct browser *browser, struct error *error)
{
    const struct browser_options *options = &browser->options;
    if (!login_begin(options->login, &browser->page, options->url,
                     browser->deadline_ms, browser->login_script, error) ||
        !browser_load(browser, error))
        return false;
    login_end(&browser->page, browser->login_script);
    return true;
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
    forget_action(browser);
    notice_list_finish(&browser->notices);
    if (browser->options.connect != NULL)
        notices_add_connected(&browser->notices);
    browser->wants_dialogs = dialog_is_wanted(deps);
    browser->wants_silence = page_state_reads(deps, "responsive");
    browser->tabs_gone = 0;
    capture_begin(&browser->capture);
    choose_environment(browser);
    browser->documents = 0;
    starved_await(&browser->starved);
    if (!open_somewhere(browser, error)) {
        browser_explain_loss(browser, error);
        return false;
    }
    bool starts = page_clock_start(&browser->page_clock, &browser->page,
                                   deadline_ms, error);
    /* The empty one, whether it has told of itself or not: those that count
     * have the same numbers in every run. */
    browser->documents = 1;
    if (!starts || !load(browser, error)) {
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
