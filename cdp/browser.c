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
#include "cdp/script.h"
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
    browser->last_state = value_ref(message->state);
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

/* The page is no longer in the state in which the action was chosen: says so,
 * and how it is now. Takes the state. */
static void tell_stale(struct browser *browser, struct value *state)
{
    struct executor_message message;
    executor_message_init(&message);
    message.kind = EXECUTOR_EVENTS;
    message.state = state;
    queue_add(browser)->kind = EXECUTOR_STALE;
    queue_state(browser, &message);
}

static bool stale_or_refused(struct browser *browser, const char *words,
                             struct error *error)
{
    struct value *state;
    bool blocked;
    if (!browser_settle(browser, &state, &blocked, error))
        return false;
    if (browser->last_state != NULL &&
        value_equal(state, browser->last_state)) {
        value_unref(state);
        refuse(browser, words);
    } else {
        tell_stale(browser, state);
    }
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
    if (blocked) {
        tell_stale(browser, value_ref(message.state));
        executor_message_finish(&message);
        return true;
    }
    browser->refusals = 0;
    queue_state(browser, &message);
    return true;
}

static bool perform(struct browser *browser, const struct action *action,
                    struct error *error)
{
    struct value *target = NULL;
    struct error refusal = ERROR_NONE;
    browser->turn++;
    browser->settling = false;
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
    return !performed || action->timeout_ms == ACTION_NO_TIMEOUT ||
           observe(browser, action->timeout_ms, error);
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
    if (browser->connection != NULL)
        return true;
    if (browser->process == NULL)
        advise(error);
    stop_browser(browser);
    return false;
}

/* ---- start and end ------------------------------------------------------ */

static void add_file(struct buf *script, const char *name)
{
    for (size_t i = 0; i < inject_file_count; i++)
        if (strcmp(inject_files[i].name, name) == 0)
            buf_add(script, (const char *)inject_files[i].bytes,
                    inject_files[i].length);
}

/* What runs in the page's own world. */
static void add_hook(struct buf *hook, const struct browser *browser)
{
    if (browser->options.deterministic) {
        add_file(hook, "chance");
        buf_addf(hook, "(%" PRIu32 ");\n",
                 (uint32_t)(browser->seed ^ (browser->seed >> 32)));
    }
    add_file(hook, "hook");
    buf_addf(hook, "(%s);", browser->options.virtual_time ? "true" : "false");
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
    add_hook(&hook, browser);
    bool fine = inject_compile(deps, &options, &script, error);
    struct page_options page = {
        .width = browser->options.width,
        .height = browser->options.height,
        .frame_control = frame_control,
        .script = buf_str(&script),
        .hook = buf_str(&hook),
    };
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
    if (browser->has_page)
        page_close(&browser->page);
    browser->has_page = false;
}

static bool start(struct executor *executor, const struct deps *deps,
                  int64_t deadline_ms, struct error *error)
{
    struct browser *browser = of(executor);
    end(executor);
    browser->deadline_ms = deadline_ms;
    browser->version = 0;
    browser->refusals = 0;
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
    free(browser->queue);
    free(browser);
}

static void seed(struct executor *executor, uint64_t number)
{
    of(executor)->seed = number;
}

static const struct executor_ops table = {
    .seed = seed,
    .start = start,
    .act = act,
    .wait = await,
    .next = next,
    .end = end,
    .destroy = destroy,
};

struct executor *browser_create(struct loop *loop,
                                const struct browser_options *options)
{
    struct browser *browser = MEMORY_NEW(struct browser);
    browser->base.ops = &table;
    browser->options = *options;
    browser->loop = loop;
    if (browser->options.width <= 0)
        browser->options.width = VIEWPORT_WIDTH;
    if (browser->options.height <= 0)
        browser->options.height = VIEWPORT_HEIGHT;
    return &browser->base;
}
