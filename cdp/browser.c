/* Order of this file: messages, one session's requests, start and end, the
 * browser itself. */
#include "cdp/browser.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/memory.h"
#include "cdp/browser_internal.h"
#include "cdp/dialog.h"
#include "cdp/notices.h"
#include "cdp/script.h"
#include "cdp/version.h"
#include "inject/bytes.h"

enum {
    VIEWPORT_WIDTH = 1200,
    VIEWPORT_HEIGHT = 1200,
    LAUNCH_TIMEOUT_MS = 30000,
    /* The first event is awaited for so long (reference, 8.1). */
    INITIAL_WAIT_MS = 10000,
    /* Actions in a row that the page refuses, until that is an error. */
    REFUSAL_LIMIT = 20,
    /* While a dialog is open all are refused but those that answer it; that
     * costs nothing. */
    ASKED_LIMIT = 1000,
};

static struct browser *of(struct executor *executor)
{
    return (struct browser *)executor;
}

void browser_activity(struct browser *browser, const char *what)
{
    if (browser->options.activity != NULL)
        browser->options.activity(browser->options.context, what);
}

static void on_idle(void *context)
{
    browser_activity(context, NULL);
}

/* ---- messages ----------------------------------------------------------- */

static struct executor_message *queue_add(struct browser *browser)
{
    if (browser->queue_count == browser->queue_capacity) {
        browser->queue_capacity =
            browser->queue_capacity == 0 ? 4 : browser->queue_capacity * 2;
        browser->queue = memory_resized(browser->queue, browser->queue_capacity,
                                        sizeof *browser->queue);
    }
    struct executor_message *message = &browser->queue[browser->queue_count++];
    executor_message_init(message);
    return message;
}

/* A message that carries a state raises the version. */
static void queue_state(struct browser *browser,
                        const struct executor_message *message)
{
    struct executor_message *added = queue_add(browser);
    *added = *message;
    added->time_us = clockwork_now_us(&browser->clockwork);
    browser->version++;
    value_unref(browser->last_state);
    browser->last_state = value_ref(browser->shown);
    journal_forget(&browser->page.journal, browser->heard);
    /* A dialog needs a state to stand in. */
    browser->page.keeps_dialogs = browser->wants_dialogs;
}

static bool queue_take(struct browser *browser,
                       struct executor_message *message)
{
    if (browser->queue_count == 0)
        return false;
    *message = browser->queue[0];
    browser->queue_count--;
    memmove(browser->queue, browser->queue + 1,
            browser->queue_count * sizeof *browser->queue);
    return true;
}

static void queue_clear(struct browser *browser)
{
    while (browser->queue_count > 0)
        executor_message_finish(&browser->queue[--browser->queue_count]);
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
    queue_add(browser)->kind = EXECUTOR_STALE;
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
        browser->clockwork.now_ms + INT64_C(1000) * CLOCKWORK_EPOCH_S;
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
        return false;
    }
    queue_state(browser, &message);
    return true;
}

/* Nothing was done, in a state that is still the current one: another action is
 * to be chosen. Too often in a row is an error of the specification. */
static void refuse(struct browser *browser, const char *words)
{
    struct executor_message *message = queue_add(browser);
    log_info("%s", words);
    bool is_asked = browser->page.dialog != NULL;
    if (++browser->refusals < (is_asked ? ASKED_LIMIT : REFUSAL_LIMIT)) {
        message->kind = EXECUTOR_STALE;
        message->choose_again = true;
        return;
    }
    message->kind = EXECUTOR_ERROR;
    message->text = memory_format(
        "%s (%d actions in a row were refused; a guard such as `interactable` "
        "keeps them from being chosen)",
        words, browser->refusals);
}

/* States that the page has told of by itself, each a step of its own.
 * *count: how many. */
static bool tell_heard(struct browser *browser, size_t *count,
                       struct error *error)
{
    for (*count = 0;; ++*count) {
        struct executor_message message;
        bool found;
        executor_message_init(&message);
        if (!browser_hear(browser, &message, &found, error) || !found) {
            executor_message_finish(&message);
            return !found;
        }
        queue_state(browser, &message);
    }
}

/* A state with the events that came with it. Takes the state. */
static void tell_events(struct browser *browser, struct value *state)
{
    struct executor_message message;
    executor_message_init(&message);
    message.kind = EXECUTOR_EVENTS;
    message.state = state;
    message.events = browser->told;
    browser->told = (struct action_list){0};
    queue_state(browser, &message);
}

/* What is shown is what the last state sent has shown. */
static bool is_last_state(const struct browser *browser)
{
    return browser->last_state != NULL &&
           value_equal(browser->shown, browser->last_state);
}

/* Tells first what the page told before the state at hand. */
static bool tell_before(struct browser *browser, size_t *count,
                        struct error *error)
{
    struct value *shown = value_ref(browser->shown);
    bool fine = tell_heard(browser, count, error);
    value_unref(browser->shown);
    browser->shown = shown;
    return fine;
}

/* The page is no longer in the state in which the action was chosen: says so,
 * and how it is now. Takes the state. */
static bool tell_stale(struct browser *browser, struct value *state,
                       struct error *error)
{
    size_t count;
    queue_add(browser)->kind = EXECUTOR_STALE;
    if (!tell_before(browser, &count, error)) {
        value_unref(state);
        return false;
    }
    if (count > 0 && browser->told.count == 0 && is_last_state(browser))
        value_unref(state);
    else
        tell_events(browser, state);
    return true;
}

/* Whether the page told of something before the state at hand. */
static bool has_news(const struct browser *browser)
{
    return browser->page.watch.count > 0;
}

static bool stale_or_refused(struct browser *browser, const char *words,
                             struct error *error)
{
    struct value *state;
    bool blocked;
    patience_end(&browser->patience);
    if (!browser_settle(browser, &state, &blocked, error))
        return false;
    if (has_news(browser) || browser->told.count > 0 || !is_last_state(browser))
        return tell_stale(browser, state, error);
    value_unref(state);
    refuse(browser, words);
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
    if (!browser_settle(browser, &message.state, &blocked, error)) {
        executor_message_finish(&message);
        return false;
    }
    if (blocked || has_news(browser)) {
        bool fine = tell_stale(browser, value_ref(message.state), error);
        executor_message_finish(&message);
        return fine;
    }
    browser->refusals = 0;
    struct value *state = value_ref(message.state);
    queue_state(browser, &message);
    if (browser->told.count > 0)
        tell_events(browser, state);
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
    bool can = browser->clockwork.virtual_time && !browser->page.watch.stands;
    return can && action->timeout_ms != ACTION_NO_TIMEOUT ? action->timeout_ms
                                                          : 0;
}

static bool perform(struct browser *browser, const struct action *action,
                    struct error *error)
{
    struct value *target = NULL;
    struct error refusal = ERROR_NONE;
    page_drop_pushes(&browser->page);
    if (has_news(browser)) {
        size_t count;
        queue_add(browser)->kind = EXECUTOR_STALE;
        return tell_heard(browser, &count, error);
    }
    if (!patience_of(&browser->patience, action, error))
        return false;
    if (browser->patience.call[0] != '\0')
        page_post(&browser->page, browser->patience.call);
    browser->turn++;
    browser->settling = false;
    browser->page.input_ended = false;
    browser->then_wait_ms = wait_behind(browser, action);
    switch (browser_act(browser, action, &target, &refusal)) {
    case ACT_REFUSED:
        value_unref(target);
        return stale_or_refused(browser, refusal.message, error);
    case ACT_FAILED:
        value_unref(target);
        *error = refusal;
        return false;
    case ACT_DONE:
        break;
    }
    if (!tell_performed(browser, target, error))
        return false;
    bool performed =
        browser->queue[browser->queue_count - 1].kind == EXECUTOR_PERFORMED;
    if (performed && action->timeout_ms != ACTION_NO_TIMEOUT)
        return observe(browser, action->timeout_ms, error);
    clockwork_stop_behind(&browser->clockwork, &browser->page);
    return true;
}

static bool carry_out(struct browser *browser, struct error *error)
{
    enum browser_request request = browser->request;
    browser->request = REQUEST_NONE;
    if (request == REQUEST_WAIT)
        return observe(browser, browser->wait_ms, error);
    struct action action = browser->action;
    bool fine = perform(browser, &action, error);
    action_finish(&action);
    return fine;
}

/* The connection speaks of its own end, or of the request that it was too late
 * for; what matters here is the run. */
static void tell_of_loss(struct browser *browser, struct error *error)
{
    if (error->code == ERROR_CANCELLED || browser->connection == NULL ||
        cdp_connection_is_open(browser->connection))
        return;
    error_prefix(error, "the browser was lost: ");
    error->code = ERROR_LOST;
    if (browser->process != NULL)
        cdp_process_explain(browser->process, error);
}

/* The request has failed. True: the session ends here and now; what was done
 * before the trouble is still told. */
static bool is_fatal(struct browser *browser, struct error *error)
{
    if (browser->page.out_of_time) {
        *error = ERROR_NONE; /* no trouble; the caller sees the deadline */
        return false;
    }
    tell_of_loss(browser, error);
    if (browser->queue_count == 0 || error->code == ERROR_CANCELLED ||
        error->code == ERROR_SETUP)
        return true;
    struct executor_message *trouble = queue_add(browser);
    trouble->kind = EXECUTOR_ERROR;
    trouble->lost = error->code == ERROR_LOST;
    trouble->text = memory_copy_string(error->message, strlen(error->message));
    return false;
}

static enum executor_next next(struct executor *executor, int64_t deadline_ms,
                               struct executor_message *message,
                               struct error *error)
{
    struct browser *browser = of(executor);
    if (queue_take(browser, message))
        return EXECUTOR_MESSAGE;
    if (browser->request != REQUEST_NONE && !carry_out(browser, error) &&
        is_fatal(browser, error))
        return EXECUTOR_FAILED;
    if (queue_take(browser, message))
        return EXECUTOR_MESSAGE;
    while (clock_now_ms() < deadline_ms)
        if (!page_pump(&browser->page, deadline_ms, error)) {
            tell_of_loss(browser, error);
            return EXECUTOR_FAILED;
        }
    return EXECUTOR_DEADLINE;
}

/* ---- the browser itself ------------------------------------------------- */

static void stop_browser(struct browser *browser)
{
    browser_finish_files(browser);
    cdp_connection_destroy(browser->connection);
    browser->connection = NULL;
    cdp_process_end(browser->process);
    browser->process = NULL;
}

static bool launch(struct browser *browser, int64_t deadline_ms,
                   struct error *error)
{
    struct cdp_launch_options options = {
        .program = browser->options.program,
        .headful = browser->options.headful,
        /* In real time frames come as they come. */
        .frame_control = browser->options.virtual_time,
        .width = browser->options.width,
        .height = browser->options.height,
        .quiet = browser->options.quiet,
    };
    browser_activity(browser, "starting the browser");
    browser->process = cdp_launch(browser->loop, &options, deadline_ms, error);
    return browser->process != NULL;
}

/* What --connect needs. */
static void advise(struct error *error)
{
    struct error whole = *error;
    if (whole.code != ERROR_SETUP)
        return;
    error_set(error, whole.code,
              "%.900s; was it started with --remote-debugging-port?",
              whole.message);
}

static bool connect(struct browser *browser, struct error *error)
{
    if (browser->connection != NULL &&
        cdp_connection_is_open(browser->connection))
        return true;
    stop_browser(browser);
    int64_t deadline = clock_now_ms() + LAUNCH_TIMEOUT_MS;
    if (deadline > browser->deadline_ms)
        deadline = browser->deadline_ms;
    const char *url = browser->options.connect;
    if (url == NULL) {
        if (!launch(browser, deadline, error))
            return false;
        url = cdp_process_url(browser->process);
    }
    browser->connection =
        cdp_connection_open(browser->loop, url, deadline, error);
    if (browser->connection != NULL &&
        cdp_version_check(browser->connection, deadline, error))
        return true;
    if (browser->process == NULL && browser->connection == NULL)
        advise(error);
    stop_browser(browser);
    return false;
}

/* ---- start and end ------------------------------------------------------ */

static bool names(const struct deps *deps, const char *special,
                  const char *field)
{
    const struct deps_node *found = deps_find(&deps->root, str_text(special));
    return found != NULL && deps_find(found, str_text(field)) != NULL;
}

static bool has_frame_control(const struct browser *browser)
{
    return browser->process != NULL &&
           cdp_process_has_frame_control(browser->process);
}

static bool open_page(struct browser *browser, const struct deps *deps,
                      struct error *error)
{
    bool frame_control = has_frame_control(browser);
    struct inject_options options = {
        .virtual_time = browser->options.virtual_time,
        .frame_control = frame_control,
    };
    struct buf script, hook;
    buf_init(&script);
    buf_init(&hook);
    browser_add_hook(&hook, browser, deps);
    bool fine = inject_compile(deps, &options, &script, error);
    struct page_options page = {
        .width = browser->options.width,
        .height = browser->options.height,
        .frame_control = frame_control,
        .script = buf_str(&script),
        .hook = buf_str(&hook),
        .deps = deps,
        .notices = browser->options.deterministic ? &browser->notices : NULL,
        .url = browser->options.url,
    };
    browser->page.watch.stands = browser_is_watching(deps);
    browser->page.network.counts =
        names(deps, "::watch", "network") || names(deps, "::settle", "network");
    fine = fine && page_open(&browser->page, browser->connection, &page,
                             browser->deadline_ms, error);
    buf_finish(&script);
    buf_finish(&hook);
    browser->has_page = fine;
    return fine;
}

static void end(struct executor *executor)
{
    struct browser *browser = of(executor);
    forget_request(browser);
    queue_clear(browser);
    value_unref(browser->last_state);
    browser->last_state = NULL;
    value_unref(browser->shown);
    browser->shown = NULL;
    action_list_finish(&browser->told);
    timers_finish(&browser->timers);
    if (browser->has_page)
        page_close(&browser->page);
    browser->has_page = false;
    browser_forget_files(browser);
    browser->touch_s = 0;
}

static bool start(struct executor *executor, const struct deps *deps,
                  int64_t deadline_ms, struct error *error)
{
    struct browser *browser = of(executor);
    end(executor);
    browser->deadline_ms = deadline_ms;
    browser->version = 0;
    browser->refusals = 0;
    notice_list_finish(&browser->notices);
    if (browser->options.connect != NULL)
        notices_add_connected(&browser->notices);
    browser->wants_dialogs = dialog_is_wanted(deps);
    browser->page = (struct page){.on_idle = on_idle, .idle_context = browser};
    if (!connect(browser, error) || !open_page(browser, deps, error))
        return false;
    if (!clockwork_start(&browser->clockwork, &browser->page,
                         browser->options.virtual_time, deadline_ms, error) ||
        !browser_load(browser, error)) {
        tell_of_loss(browser, error);
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
    stop_browser(browser);
    notice_list_finish(&browser->notices);
    free(browser->queue);
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

static const struct executor_ops table = {
    .seed = seed,
    .start = start,
    .act = act,
    .expect = expect,
    .wait = await,
    .next = next,
    .end = end,
    .notices = notices,
    .destroy = destroy,
};

struct executor *browser_create(struct loop *loop,
                                const struct browser_options *options)
{
    struct browser *browser = MEMORY_NEW(struct browser);
    browser->base.ops = &table;
    browser->options = *options;
    browser->loop = loop;
    browser->folder.lock = -1;
    if (browser->options.width <= 0)
        browser->options.width = VIEWPORT_WIDTH;
    if (browser->options.height <= 0)
        browser->options.height = VIEWPORT_HEIGHT;
    return &browser->base;
}
