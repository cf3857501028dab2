/* Order of this file: its environment, opening it, hearing of it, opening it
 * wherever there is a browser, loading, leaving. */
#include "cdp/browser_page.h"

#include "base/clock.h"
#include "cdp/connect.h"
#include "cdp/executor/hook.h"
#include "cdp/executor/load.h"
#include "cdp/script/script.h"

static bool names(const struct deps *deps, const char *special,
                  const char *field)
{
    const struct deps_node *found = deps_find(&deps->root, str_text(special));
    return found != NULL && deps_find(found, str_text(field)) != NULL;
}

void browser_choose_environment(struct browser *browser)
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

/* What of the page is looked at beside its state. */
static void say_what_is_wanted(struct page *page, const struct deps *deps,
                               bool virtual_time)
{
    page->watch.stands = browser_is_watching(deps);
    page->network.counts =
        names(deps, "::watch", "network") || names(deps, "::watch", "rest") ||
        names(deps, "::settle", "network") || delays_are_wanted(deps);
    page->network.awaits_bodies = !virtual_time;
    page->delays.by_page = virtual_time;
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
    say_what_is_wanted(&browser->page, deps, browser->options.virtual_time);
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

static void on_idle(void *context)
{
    struct browser *browser = context;
    browser_activity(browser, NULL);
    if (browser->options.excuses_starvation && browser->process != NULL)
        starved_look(&browser->starved, cdp_process_pid(browser->process));
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
bool browser_open_page(struct browser *browser, struct error *error)
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

bool browser_load_page(struct browser *browser, struct error *error)
{
    const struct browser_options *options = &browser->options;
    if (!login_begin(options->login, &browser->page, options->url,
                     browser->deadline_ms, browser->login_script, error) ||
        !browser_load(browser, error))
        return false;
    login_end(&browser->page, browser->login_script);
    return true;
}

/* Nothing of the page is wanted any more. Where its clock stands it does
 * nothing either, and need not be gone before the next one comes; unless a
 * server serves one connection after the other, and waits for the end of its.
 */
void browser_leave_page(struct browser *browser, bool is_alone)
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
