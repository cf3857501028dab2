/* Loading the page under test. */
#include "cdp/executor/load.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/clock.h"
#include "cdp/wire/params.h"

enum {
    DEFAULT_LOAD_TIMEOUT_MS = 30000,
    /* After the load event a page has this long to start up before it is
     * observed (reference, 8.1). Virtual time makes it free; in real time a
     * page that rests for QUIET_MS has started. */
    START_UP_MS = 1000,
    QUIET_MS = 100,
    /* How long a load takes by the page's clock depends a little on the
     * machine: each pause between two requests lets the clock advance by one
     * portion. To be the same in every run, the first state is taken at a
     * multiple of this. */
    ROUND_MS = 250,
    /* The same where the first state is that at the load: as little as may be
     * of what comes later is to be lost in it. */
    LOAD_ROUND_MS = 50,
    /* So long a page that has not loaded may take to say what it waits for. */
    AWAITED_MS = 300,
};

static int64_t load_deadline(const struct browser *browser)
{
    int64_t timeout = browser->options.load_timeout_ms;
    int64_t until =
        clock_now_ms() + (timeout > 0 ? timeout : DEFAULT_LOAD_TIMEOUT_MS);
    return until < browser->deadline_ms ? until : browser->deadline_ms;
}

/* From now on the document that is there counts no more. */
static void navigate(struct page *page, const char *url)
{
    struct cdp_params params;
    page->context = 0;
    page->loaded = false;
    cdp_params_init(&params);
    cdp_params_text(&params, "url", str_text(url));
    page_group_begin(page);
    page_group_send(page, "Page.navigate", cdp_params_end(&params));
    cdp_params_finish(&params);
}

/* Words for the net errors that people meet. */
static const char *advice(const char *net_error)
{
    static const struct {
        const char *code, *words;
    } known[] = {
        {"net::ERR_CONNECTION_REFUSED",
         "nothing listens there; is the server running?"},
        {"net::ERR_NAME_NOT_RESOLVED", "there is no host of that name"},
        {"net::ERR_FILE_NOT_FOUND", "there is no such file"},
        {"net::ERR_EMPTY_RESPONSE", "the server closed the connection"},
        {"net::ERR_CONNECTION_RESET", "the server broke the connection off"},
        {"net::ERR_CONNECTION_CLOSED", "the server broke the connection off"},
        {"net::ERR_CONNECTION_TIMED_OUT", "nothing answers there"},
        {"net::ERR_ADDRESS_UNREACHABLE", "no way leads there"},
        {"net::ERR_INVALID_HTTP_RESPONSE",
         "what answers there is no web server"},
        {"net::ERR_TOO_MANY_REDIRECTS", "it redirects in a circle"},
        {"net::ERR_SSL_PROTOCOL_ERROR", "that server does not speak https"},
        {"net::ERR_CERT_AUTHORITY_INVALID",
         "its certificate is not trusted; where it is your own, "
         "--browser-flag=--ignore-certificate-errors"},
        {"net::ERR_HTTP_RESPONSE_CODE_FAILURE",
         "the server answered with an error and no page"},
        {PAGE_BROKE_OFF, "the server closed the connection too early, or sent "
                         "what cannot be decoded"},
        {"net::ERR_ABORTED", "it is a download, or not a page"},
        {"net::ERR_UNSAFE_PORT", "browsers refuse this port"},
        {"net::ERR_INVALID_URL", "it is not a valid address"},
        {"Cannot navigate to invalid URL", "it is not a valid address"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (str_is(str_text(net_error), known[i].code))
            return known[i].words;
    return "the browser could not load it";
}

static bool cannot_load(const struct browser *browser, struct error *error)
{
    const char *trouble = browser->page.navigation_error;
    return error_set(error, ERROR_ORIGIN, "cannot load %s: %s (%s)",
                     browser->shown_url, advice(trouble), trouble);
}

/* What the document waits for, as far as it can tell. A script that is in an
 * endless loop does not answer; it is not waited for. */
static void add_awaited(struct browser *browser, struct buf *what)
{
    struct json *awaited = NULL;
    struct error silence = ERROR_NONE;
    if (!page_evaluate(&browser->page, STR("weir.missing()"),
                       clock_now_ms() + AWAITED_MS, &awaited, &silence)) {
        buf_add_text(what, ", or a script of it is in an endless loop");
        return;
    }
    struct str address = json_read_string(json_read_field(awaited, "address"));
    if (address.length > 0)
        buf_addf(what, ": %.*s", STR_ARGS(address));
    json_destroy(awaited);
}

static bool took_too_long(struct browser *browser, int64_t started_ms,
                          struct error *error)
{
    int64_t now_ms = clock_now_ms();
    const char *limit =
        now_ms >= browser->deadline_ms ? " (the time limit)" : "";
    struct buf what;
    buf_init(&what);
    if (browser->page.answered) {
        buf_add_text(&what, "did not finish loading: a request of it stays "
                            "unanswered");
        add_awaited(browser, &what);
    } else {
        buf_add_text(&what, "did not answer");
    }
    error_set(error, ERROR_ORIGIN, "within %.1f s%s %s %s",
              (double)(now_ms - started_ms) / 1000, limit, browser->shown_url,
              buf_text(&what));
    buf_finish(&what);
    return false;
}

static bool is_markup(struct str type)
{
    return str_is(type, "text/html") || str_is(type, "application/xhtml+xml") ||
           str_is(type, "image/svg+xml");
}

static const char *advice_on_status(int64_t status)
{
    if (status == 401)
        return "it wants a name and a password: http://NAME:PASSWORD@HOST/";
    return status < 500 ? "is the address right?" : "is the server all right?";
}

/* The page script's answer about the document: status, type. */
static bool check_document(struct browser *browser, struct error *error)
{
    struct json *about = NULL;
    if (!page_answer(&browser->page, browser->deadline_ms, &about, error)) {
        if (error->code == ERROR_OK)
            return true; /* it navigates on; the next document is checked by
                            nobody, as when a link is followed */
        return false;
    }
    page_clock_hear(&browser->page_clock, &browser->page, about);
    int64_t status = json_read_int(json_read_field(about, "status"));
    struct str type = json_read_string(json_read_field(about, "type"));
    bool fine = true;
    if (status >= 400)
        fine = error_set(error, ERROR_ORIGIN,
                         "%s answers with HTTP status %" PRId64 "; %s",
                         browser->shown_url, status, advice_on_status(status));
    else if (!is_markup(type))
        fine = error_set(error, ERROR_ORIGIN,
                         "%s is not an HTML page: its type is %.*s",
                         browser->shown_url, STR_ARGS(type));
    json_destroy(about);
    return fine;
}

/* Real time: until the page rests, or START_UP_MS are over. */
static bool await_rest(struct browser *browser, struct error *error)
{
    int64_t until = clock_now_ms() + START_UP_MS;
    int64_t generation = -1;
    while (clock_now_ms() < until) {
        struct json *about = NULL;
        if (!page_evaluate(&browser->page, STR("weir.about()"),
                           browser->deadline_ms, &about, error))
            return error->code == ERROR_OK;
        int64_t now = json_read_int(json_read_field(about, "generation"));
        bool busy = json_read_bool(json_read_field(about, "busy"));
        json_destroy(about);
        if (now == generation && !busy)
            return true;
        generation = now;
        if (!page_clock_run(&browser->page_clock, &browser->page, QUIET_MS,
                            browser->deadline_ms, error))
            return false;
    }
    return true;
}

/* The page's time goes on, for long enough to start up; or only until it has
 * settled, as after an action. What this must not break: docs/STEPS.md,
 * "The first state". */
static void begin_to_start_up(struct browser *browser)
{
    bool rounds = browser->options.deterministic;
    char call[60];
    if (browser_begins_at_load(browser))
        snprintf(call, sizeof call, "weir.arrive(%d)",
                 rounds ? LOAD_ROUND_MS : 0);
    else
        snprintf(call, sizeof call, "weir.sleep(%d,%d)", START_UP_MS,
                 rounds ? ROUND_MS : 0);
    page_post(&browser->page, call);
    page_clock_go_early(&browser->page_clock, &browser->page);
}

/* The page says itself when it has arrived: it knows what it waits for (a frame
 * may be given a second), and how long that takes hangs on the machine. Scripts
 * that fetch scripts, too, may take longer than the second that requests
 * usually get; without them there is no page. */
static bool await_arrival(struct browser *browser, int64_t context,
                          struct error *error)
{
    struct page *page = &browser->page;
    int64_t since_ms = clock_now_ms();
    page->arrives = true;
    bool fine = page_clock_run(&browser->page_clock, page, PAGE_SILENCE_MS,
                               browser->deadline_ms, error);
    page->arrives = false;
    if (!fine || page->push_count > 0 || page->context != context ||
        page->navigating || page->dialog != NULL)
        return fine;
    return page_gave_up(page, since_ms, error);
}

static bool start_up(struct browser *browser, struct error *error)
{
    bool is_virtual = browser->page_clock.virtual_time;
    int64_t context = browser->page.context;
    page_ask(&browser->page, STR("weir.about()"));
    bool is_asked = is_virtual || browser_begins_at_load(browser);
    if (is_asked)
        begin_to_start_up(browser);
    if (!check_document(browser, error))
        return false;
    if (!is_asked)
        return await_rest(browser, error);
    if (browser->page.context != context) {
        /* It has led elsewhere at once: what was asked of it went with it, and
         * the first state waits for the document that comes. */
        page_clock_stop_behind(&browser->page_clock, &browser->page);
        return true;
    }
    return await_arrival(browser, context, error);
}

static bool set_up_spare(void *context, const struct cdp_session *session,
                         uint64_t kind)
{
    const struct browser *browser = context;
    if (browser->setup.kind != kind)
        return false;
    page_setup_post(&browser->setup, session);
    return true;
}

/* The pages of the sessions that are to follow: one; under virtual time, where
 * a test may be over before a process has started, two, but for the first
 * session, which may be one of two. Not in a browser that is not ours, and not
 * where windows are seen: a new one would come to the front. Nor where tabs
 * count: the browser holds each new one for us to look at. */
static void prepare_next(struct browser *browser)
{
    struct cdp_session_options options = {
        .frame_control = browser_has_frame_control(browser),
        .kind = page_setup_next(&browser->setup)};
    browser->stock.set_up = set_up_spare;
    browser->stock.context = browser;
    if (browser->foresees && browser->options.connect == NULL &&
        !browser->options.headful && !browser->tabs.wanted)
        cdp_stock_fill(&browser->stock, browser->connection, &options,
                       browser->options.virtual_time && browser->sessions > 1
                           ? CDP_STOCK_SIZE
                           : 1);
}

void browser_change_over(struct browser *browser)
{
    if (!browser->changes_over)
        return;
    browser->changes_over = false;
    cdp_session_close(&browser->left);
    prepare_next(browser);
}

bool browser_load(struct browser *browser, struct error *error)
{
    int64_t started = clock_now_ms();
    int64_t deadline = load_deadline(browser);
    browser_activity(browser, "loading the page");
    navigate(&browser->page, browser->options.url);
    browser->changes_over = true;
    if (!page_clock_load(&browser->page_clock, &browser->page, deadline,
                         error)) {
        if (error->code != ERROR_OK)
            return false;
        return browser->page.navigation_error[0] != '\0'
                   ? cannot_load(browser, error)
                   : took_too_long(browser, started, error);
    }
    browser_change_over(browser);
    return start_up(browser, error);
}

/* The old document is there and has loaded: the page has yet to leave it. */
static bool has_yet_to_leave(const struct page *page)
{
    return page->navigating && page->context != 0 && page->loaded;
}

bool browser_await_document(struct browser *browser, struct error *error)
{
    struct page *page = &browser->page;
    int64_t deadline = load_deadline(browser);
    page->navigation_error[0] = '\0';
    if (has_yet_to_leave(page)
            ? page_clock_leave(&browser->page_clock, page, deadline, error)
            : page_clock_load(&browser->page_clock, page, deadline, error))
        return true;
    if (error->code == ERROR_OK && clock_now_ms() >= browser->deadline_ms)
        return page_out_of_time(page, error);
    if (error->code == ERROR_OK)
        error_set(error, ERROR_RUN,
                  "the page navigated to another one that did not load%s%s",
                  page->navigation_error[0] == '\0' ? " in time" : ": ",
                  page->navigation_error);
    return false;
}

/* A document is there and is not about to be replaced. */
static bool is_steady(const struct page *page)
{
    return page->context != 0 && page->loaded && !page->navigating;
}

bool browser_await_steady(struct browser *browser, struct error *error)
{
    while (!is_steady(&browser->page) && browser->page.dialog == NULL)
        if (!browser_await_document(browser, error))
            return false;
    return true;
}
