/* Tabs that are not current have their turn after each action. Order of this
 * file: arriving, asking, closing, all of them. */
#include "cdp/executor/tabs_internal.h"

#include "base/clock.h"
#include "base/log.h"
#include "cdp/page/page_internal.h"

enum {
    /* What is asked of a tab that is not current is answered by then. */
    ANSWER_MS = 1000,
    /* Until a tab that is to be closed has gone. */
    CLOSING_MS = 3000,
};

static bool is_gone(const struct page *page)
{
    return page->detached || page->crashed;
}

int64_t tabs_soon(const struct browser *browser, int64_t ms)
{
    int64_t until = clock_now_ms() + ms;
    return until < browser->deadline_ms ? until : browser->deadline_ms;
}

/* Something is wrong with a tab that is not the one under test: that is no
 * trouble of the run, unless the browser itself is lost. */
static bool is_trouble(struct browser *browser, struct error *error)
{
    browser->page.out_of_time = false;
    if (error->code == ERROR_CANCELLED ||
        !cdp_connection_is_open(browser->connection))
        return true;
    *error = ERROR_NONE;
    return false;
}

/* The current tab is a new one: lets it load. */
static bool arrive(struct browser *browser, struct error *error)
{
    struct page *page = &browser->page;
    int64_t until = tabs_soon(browser, TABS_ARRIVAL_MS);
    while (browser->tabs.current.is_held && clock_now_ms() < until)
        if (!page_pump(page, until, error))
            return !is_trouble(browser, error);
    if (!page->loaded &&
        !page_clock_load(&browser->page_clock, page, until, error) &&
        is_trouble(browser, error))
        return false;
    if (!page->loaded)
        log_info("a tab has not loaded within %d s", TABS_ARRIVAL_MS / 1000);
    return true;
}

static void note_names(struct tab_facts *facts, const struct json *about)
{
    value_unref(facts->url);
    value_unref(facts->title);
    facts->url = value_from_json(json_read_field(about, "url"));
    facts->title = value_from_json(json_read_field(about, "title"));
}

/* The tab that an action has set out from: what has changed in it since then
 * came between. */
enum asked { ASKED_CURRENT, ASKED_OTHER };

/* *closed: the page has closed its window, which is on its way. */
static bool ask(struct browser *browser, enum asked who, bool *closed,
                struct error *error)
{
    struct page *page = &browser->page;
    struct json *about = NULL;
    *closed = false;
    if (page->context == 0 || page->dialog != NULL)
        return true;
    if (!page_evaluate(page,
                       who == ASKED_OTHER
                           ? STR("weir.leftBehind(),weir.about()")
                           : STR("weir.about()"),
                       tabs_soon(browser, ANSWER_MS), &about, error))
        return !is_trouble(browser, error);
    note_names(&browser->tabs.current, about);
    *closed = json_read_bool(json_read_field(about, "closed"));
    json_destroy(about);
    return true;
}

static void send_close(struct browser *browser, const struct page *page)
{
    struct cdp_params params;
    cdp_params_init(&params);
    cdp_params_text(&params, "targetId", str_text(page->session.target));
    cdp_connection_post(browser->connection, STR(""), "Target.closeTarget",
                        cdp_params_end(&params));
    cdp_params_finish(&params);
}

bool tabs_await_end(struct browser *browser, struct error *error)
{
    struct page *page = &browser->page;
    int64_t until = tabs_soon(browser, CLOSING_MS);
    send_close(browser, page);
    while (!is_gone(page) && clock_now_ms() < until)
        if (!page_pump(page, until, error) && is_trouble(browser, error))
            return false;
    page->detached = true;
    return true;
}

/* What the page that an action has left says of it belongs to the action. */
static void take_between(struct browser *browser, struct page *page)
{
    if (page->came_between)
        browser->page.came_between = true;
    page->came_between = false;
}

/* One that is not current has its turn. */
static bool look_after(struct browser *browser, struct tab *tab,
                       struct error *error)
{
    bool closed = false;
    bool was_there = !is_gone(&tab->page);
    tabs_exchange(browser, tab);
    browser->tabs.visited = tab;
    bool fine = true;
    if (!is_gone(&browser->page) && !browser->tabs.current.has_arrived)
        fine = arrive(browser, error);
    /* It may share its clock: nobody else tells it of its load. */
    if (!browser->tabs.current.has_arrived)
        page_post(&browser->page, "weir.release()");
    browser->tabs.current.has_arrived = true;
    if (fine && !is_gone(&browser->page))
        fine = ask(browser, ASKED_OTHER, &closed, error);
    if (fine && closed)
        fine = tabs_await_end(browser, error);
    page_drop_pushes(&browser->page);
    browser->tabs.visited = NULL;
    tabs_exchange(browser, tab);
    take_between(browser, &tab->page);
    if (was_there && is_gone(&tab->page))
        tabs_tell(browser, "tabClosed");
    return fine;
}

static bool look_back_in(struct browser *browser, struct tab *tab,
                         struct error *error)
{
    bool fine = true;
    tabs_exchange(browser, tab);
    browser->tabs.visited = tab;
    struct page *page = &browser->page;
    if (!is_gone(page) && page->context != 0 && page->dialog == NULL)
        fine = page_evaluate(page, STR("weir.leftBehind()"),
                             tabs_soon(browser, ANSWER_MS), NULL, error) ||
               !is_trouble(browser, error);
    browser->tabs.visited = NULL;
    tabs_exchange(browser, tab);
    take_between(browser, &tab->page);
    return fine;
}

bool tabs_look_back(struct browser *browser, struct error *error)
{
    struct tabs *tabs = &browser->tabs;
    bool fine = true;
    for (size_t i = 0; i < tabs->count && fine; i++)
        fine = look_back_in(browser, tabs->others[i], error);
    return fine;
}

void tabs_forget_gone(struct tabs *tabs)
{
    for (size_t i = tabs->count; i-- > 0;) {
        struct tab *tab = tabs->others[i];
        if (!is_gone(&tab->page))
            continue;
        tabs_take_out(tabs, tab);
        tabs_destroy(tab);
    }
}

bool tabs_move_on(struct browser *browser, struct error *error)
{
    if (tabs_survive(browser, error))
        return true;
    if (error->code == ERROR_OK)
        error_set(error, ERROR_RUN, "all tabs have been closed");
    return false;
}

bool tabs_are_others(struct browser *browser)
{
    tabs_forget_gone(&browser->tabs);
    return browser->tabs.count > 0;
}

bool tabs_attend(struct browser *browser, bool *moved, struct error *error)
{
    struct tabs *tabs = &browser->tabs;
    bool closed = false;
    *moved = false;
    if (!tabs->wanted)
        return true;
    if (tabs->too_many)
        return error_set(error, ERROR_RUN,
                         "the page has opened more than %d tabs", TABS_LIMIT);
    for (size_t i = 0; i < tabs->count; i++)
        if (!look_after(browser, tabs->others[i], error))
            return false;
    tabs_forget_gone(tabs);
    if (tabs->count == 0 && !tabs->wants_url && !tabs->wants_title)
        return true;
    if (!ask(browser, ASKED_CURRENT, &closed, error))
        return false;
    if (!closed || tabs->count == 0)
        return true;
    if (!tabs_await_end(browser, error))
        return false;
    *moved = tabs_move_on(browser, error);
    return *moved;
}
