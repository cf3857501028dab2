/* The browser itself: starting it or finding it, and what its end means. */
#include "cdp/connect.h"

#include "base/clock.h"
#include "cdp/actions/act.h"
#include "cdp/wire/version.h"

enum { LAUNCH_TIMEOUT_MS = 30000 };

void browser_disconnect(struct browser *browser)
{
    browser_finish_files(browser);
    cdp_session_close(&browser->left);
    cdp_stock_close(&browser->stock);
    cdp_connection_destroy(browser->connection);
    browser->connection = NULL;
    cdp_process_end(browser->process);
    browser->process = NULL;
}

/* What goes wrong here goes wrong again when the script is needed. */
static void prepare_script(struct browser *browser)
{
    struct str script;
    struct error error = ERROR_NONE;
    browser_compile(browser, cdp_process_has_frame_control(browser->process),
                    &script, &error);
}

static bool launch(struct browser *browser, struct error *error)
{
    struct cdp_launch_options options = {
        .program = browser->options.program,
        .headful = browser->options.headful,
        .flags = browser->options.flags,
        .flag_count = browser->options.flag_count,
        /* In real time frames come as they come. */
        .frame_control = browser->options.virtual_time,
        .pictures = browser->options.evidence,
        .width = browser->options.width,
        .height = browser->options.height,
        .quiet = browser->options.quiet,
    };
    browser_activity(browser, "starting the browser");
    browser->process = cdp_launch(browser->loop, &options, error);
    return browser->process != NULL;
}

static bool launch_and_reach(struct browser *browser, int64_t deadline_ms,
                             struct error *error)
{
    if (browser->process == NULL && !launch(browser, error))
        return false;
    prepare_script(browser); /* while it starts */
    browser->connection =
        cdp_process_connect(browser->process, deadline_ms, error);
    return browser->connection != NULL &&
           cdp_version_is_fine(cdp_process_product(browser->process), error);
}

void browser_start_early(struct executor *executor)
{
    struct browser *browser = (struct browser *)executor;
    struct error error = ERROR_NONE;
    if (browser->options.connect == NULL && browser->process == NULL)
        launch(browser, &error);
}

/* --connect */
static bool reach(struct browser *browser, int64_t deadline_ms,
                  struct error *error)
{
    browser->connection = cdp_connection_open(
        browser->loop, browser->options.connect, deadline_ms, error);
    if (browser->connection != NULL)
        return cdp_version_check(browser->connection, deadline_ms, error);
    struct error whole = *error;
    if (whole.code == ERROR_SETUP)
        error_set(error, whole.code,
                  "%.900s; was it started with --remote-debugging-port?",
                  whole.message);
    return false;
}

bool browser_connect(struct browser *browser, struct error *error)
{
    if (browser->connection != NULL &&
        cdp_connection_is_open(browser->connection))
        return true;
    bool is_early = browser->process != NULL && browser->connection == NULL;
    if (!is_early)
        browser_disconnect(browser);
    int64_t deadline = clock_now_ms() + LAUNCH_TIMEOUT_MS;
    if (deadline > browser->deadline_ms)
        deadline = browser->deadline_ms;
    bool is_ours = browser->options.connect == NULL;
    if (is_ours ? launch_and_reach(browser, deadline, error)
                : reach(browser, deadline, error))
        return true;
    browser_disconnect(browser);
    return false;
}

/* The connection speaks of its own end, or of the request that it was too late
 * for; what matters here is the run. */
void browser_explain_loss(struct browser *browser, struct error *error)
{
    if (error->code == ERROR_CANCELLED || browser->connection == NULL ||
        cdp_connection_is_open(browser->connection))
        return;
    error_prefix(error, "the browser was lost: ");
    error->code = ERROR_LOST;
    if (browser->process != NULL)
        cdp_process_explain(browser->process, error);
}
