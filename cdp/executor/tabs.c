/* Order of this file: places, the current one, begin and end, the state. */
#include "cdp/executor/tabs_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "cdp/executor/browser_internal.h"
#include "cdp/page/page_internal.h"

/* ---- places ---------------------------------------------------------------
 */

static void facts_finish(struct tab_facts *facts)
{
    value_unref(facts->url);
    value_unref(facts->title);
    *facts = (struct tab_facts){.serial = 0};
}

void tabs_destroy(struct tab *tab)
{
    page_close(&tab->page);
    facts_finish(&tab->facts);
    free(tab);
}

void tabs_add(struct tabs *tabs, struct tab *tab)
{
    if (tabs->count == tabs->capacity) {
        tabs->capacity = tabs->capacity == 0 ? 4 : tabs->capacity * 2;
        tabs->others =
            memory_resized(tabs->others, tabs->capacity, sizeof(struct tab *));
    }
    size_t at = tabs->count++;
    for (; at > 0 && tabs->others[at - 1]->facts.serial > tab->facts.serial;
         at--)
        tabs->others[at] = tabs->others[at - 1];
    tabs->others[at] = tab;
}

void tabs_take_out(struct tabs *tabs, struct tab *tab)
{
    size_t at = 0;
    while (tabs->others[at] != tab)
        at++;
    tabs->count--;
    memmove(&tabs->others[at], &tabs->others[at + 1],
            (tabs->count - at) * sizeof(struct tab *));
}

void tabs_exchange(struct browser *browser, struct tab *tab)
{
    struct tab current = {browser->page, browser->page_clock,
                          browser->tabs.current};
    browser->page = tab->page;
    browser->page_clock = tab->page_clock;
    browser->tabs.current = tab->facts;
    *tab = current;
}

void tabs_tell(struct browser *browser, const char *event)
{
    struct tab *visited = browser->tabs.visited;
    char call[60];
    snprintf(call, sizeof call, "weir.tab('%s')", event);
    page_post(visited == NULL ? &browser->page : &visited->page, call);
}

/* The place of the current one. */
static size_t current_place(const struct browser *browser)
{
    const struct tabs *tabs = &browser->tabs;
    size_t place = 0;
    while (place < tabs->count &&
           tabs->others[place]->facts.serial < tabs->current.serial)
        place++;
    return place;
}

/* ---- the current one ------------------------------------------------------
 */

/* It is told to observe nothing until it is current again. */
static void send_to_sleep(struct browser *browser, struct tab *tab)
{
    struct page *page = &tab->page;
    page->watch.stands = false;
    page->keeps_dialogs = false;
    page->delays.asleep = true;
    delays_send_all(&page->delays, &page->session);
    page_post(page, "weir.unobserve();weir.endFrame();weir.release()");
    page_drop_pushes(page);
    browser->settling = false;
    watch_finish(&page->watch);
}

/* Its clock has stood, or is that of the tab before, or is ahead. */
static bool catch_up(struct browser *browser, int64_t now_ms,
                     struct error *error)
{
    struct page_clock *page_clock = &browser->page_clock;
    struct page *page = &browser->page;
    struct json *time = NULL;
    if (!page_clock->virtual_time || page->context == 0)
        return true;
    if (!page_evaluate(page, STR("weir.time()"), browser->deadline_ms, &time,
                       error))
        return error->code == ERROR_OK;
    page_clock_hear(page_clock, page, time);
    json_destroy(time);
    int64_t behind_ms = now_ms - page_clock->now_ms;
    if (behind_ms <= 0)
        return true;
    char call[60];
    snprintf(call, sizeof call, "weir.sleep(%" PRId64 ")", behind_ms);
    page_drop_pushes(page);
    page_post(page, call);
    bool fine = page_clock_run(page_clock, page, behind_ms,
                               browser->deadline_ms, error);
    page_drop_pushes(page);
    return fine;
}

static bool wake(struct browser *browser, int64_t now_ms, struct error *error)
{
    struct page *page = &browser->page;
    page->watch.stands = browser->tabs.watched;
    page->delays.asleep = false;
    page->posts = true;
    page_group_send(page, "Page.bringToFront", STR(""));
    page->posts = false;
    browser->settling = false;
    bool fine = catch_up(browser, now_ms, error);
    page->keeps_dialogs = browser->wants_dialogs;
    return fine;
}

/* Puts the tab into its place, the current one into the tab's. */
static void make_current(struct browser *browser, struct tab *tab)
{
    tabs_take_out(&browser->tabs, tab);
    tabs_exchange(browser, tab);
    tabs_add(&browser->tabs, tab);
}

bool tabs_switch(struct browser *browser, size_t place, struct error *error)
{
    size_t mine = current_place(browser);
    int64_t now_ms = browser->page_clock.now_ms;
    if (place == mine)
        return true;
    struct tab *tab = browser->tabs.others[place < mine ? place : place - 1];
    make_current(browser, tab);
    send_to_sleep(browser, tab);
    browser->page.posts = true;
    tabs_make_like(&browser->page, &tab->page);
    browser->page.posts = false;
    return wake(browser, now_ms, error);
}

/* The context goes on although the tab that it was made with has gone. */
static void drop_current(struct browser *browser, struct tab *tab)
{
    struct tabs *tabs = &browser->tabs;
    make_current(browser, tab);
    tabs_take_out(tabs, tab);
    if (tab->page.session.context[0] != '\0')
        memcpy(browser->page.session.context, tabs->context, CDP_ID_LIMIT);
    tab->page.session.context[0] = '\0';
    browser->page.posts = true;
    tabs_make_like(&browser->page, &tab->page);
    browser->page.posts = false;
    tabs_destroy(tab);
}

bool tabs_survive(struct browser *browser, struct error *error)
{
    struct tabs *tabs = &browser->tabs;
    tabs_forget_gone(tabs);
    if (!tabs->wanted || tabs->count == 0 || !browser->page.detached ||
        !cdp_connection_is_open(browser->connection))
        return false;
    size_t place = current_place(browser);
    int64_t now_ms = browser->page_clock.now_ms;
    *error = ERROR_NONE;
    drop_current(browser, tabs->others[place > 0 ? place - 1 : 0]);
    return wake(browser, now_ms, error);
}

bool tabs_open(struct browser *browser, struct error *error)
{
    struct tabs *tabs = &browser->tabs;
    struct cdp_params params;
    int64_t until = tabs_soon(browser, TABS_ARRIVAL_MS);
    int64_t before = tabs->opened;
    tabs->opening = true;
    cdp_params_init(&params);
    cdp_params_text(&params, "url", STR("about:blank"));
    cdp_params_text(&params, "browserContextId", str_text(tabs->context));
    if (tabs->options.frame_control)
        cdp_params_bool(&params, "enableBeginFrameControl", true);
    cdp_connection_post(browser->connection, STR(""), "Target.createTarget",
                        cdp_params_end(&params));
    cdp_params_finish(&params);
    while (tabs->opened == before && !tabs->too_many)
        if (clock_now_ms() >= until)
            return error_set(error, ERROR_RUN, "the browser opens no new tab");
        else if (!page_pump(&browser->page, until, error))
            return false;
    if (tabs->too_many)
        return error_set(error, ERROR_RUN, "there are more than %d tabs",
                         TABS_LIMIT);
    struct tab *tab = tabs->others[tabs->count - 1];
    /* It has taken in all that it was sent. */
    while ((tab->facts.is_held || tab->page.unborn_context == 0) &&
           clock_now_ms() < until)
        if (!page_pump(&browser->page, until, error))
            return false;
    tab->facts.has_arrived = true;
    return tabs_switch(browser, tabs->count, error);
}

bool tabs_close(struct browser *browser, struct error *error)
{
    return tabs_await_end(browser, error) && tabs_move_on(browser, error);
}

/* ---- begin and end --------------------------------------------------------
 */

/* A tab begins with an empty document that may give its window to the first
 * one, and what is in the window then stays. So the page script waits for that
 * one. (Frames get theirs as everywhere.) */
static void add_waiting(struct buf *out, struct str script)
{
    buf_add_text(out, "(function(){function begin(){\n"
                      "delete globalThis.weirBegin;\n");
    buf_add_str(out, script);
    buf_add_text(out, "\n}\nif(window===top&&document.URL==='about:blank')"
                      "globalThis.weirBegin=begin;else begin()})();");
}

static void send_auto_attach(struct browser *browser, bool on)
{
    cdp_connection_post(
        browser->connection, STR(""), "Target.setAutoAttach",
        on ? STR("{\"autoAttach\":true,\"waitForDebuggerOnStart\":true,"
                 "\"flatten\":true,\"filter\":[{\"type\":\"page\"}]}")
           : STR("{\"autoAttach\":false,\"waitForDebuggerOnStart\":false,"
                 "\"flatten\":true}"));
}

void tabs_begin(struct browser *browser, const struct page_options *options)
{
    struct tabs *tabs = &browser->tabs;
    const struct deps_node *read =
        deps_find(&options->deps->root, STR("::tabs"));
    if (read == NULL)
        return;
    tabs->wanted = true;
    tabs->wants_url = deps_find(read, STR("url")) != NULL;
    tabs->wants_title = deps_find(read, STR("title")) != NULL;
    tabs->watched = browser->page.watch.stands;
    const struct deps_node *watch =
        deps_find(&options->deps->root, STR("::watch"));
    tabs->tells = watch != NULL && deps_find(watch, STR("tabs")) != NULL;
    memcpy(tabs->context, browser->page.session.context, CDP_ID_LIMIT);
    tabs->opened = 1;
    tabs->current = (struct tab_facts){.serial = 1, .has_arrived = true};
    buf_init(&tabs->script);
    buf_init(&tabs->hook);
    add_waiting(&tabs->script, options->script);
    buf_add_str(&tabs->hook, options->hook);
    tabs->options = *options;
    tabs->options.script = buf_str(&tabs->script);
    tabs->options.hook = buf_str(&tabs->hook);
    send_auto_attach(browser, true);
}

void tabs_end(struct browser *browser)
{
    struct tabs *tabs = &browser->tabs;
    if (!tabs->wanted)
        return;
    if (browser->connection != NULL &&
        cdp_connection_is_open(browser->connection))
        send_auto_attach(browser, false);
    while (tabs->count > 0)
        tabs_destroy(tabs->others[--tabs->count]);
    free(tabs->others);
    facts_finish(&tabs->current);
    buf_finish(&tabs->script);
    buf_finish(&tabs->hook);
    *tabs = (struct tabs){.wanted = false};
}

/* ---- the state ------------------------------------------------------------
 */

static struct value_field field(const char *name, const struct value *value)
{
    return (struct value_field){
        .key = value_string(str_text(name)),
        .value = value == NULL ? value_null() : value_ref(value),
    };
}

static struct value *described(const struct tabs *tabs,
                               const struct tab_facts *facts, bool is_current)
{
    struct value *current = value_bool(is_current);
    struct value_field fields[3];
    size_t count = 0;
    fields[count++] = field("current", current);
    if (tabs->wants_title)
        fields[count++] = field("title", facts->title);
    if (tabs->wants_url)
        fields[count++] = field("url", facts->url);
    value_unref(current);
    return value_object(fields, count);
}

static struct value *list_of(const struct browser *browser)
{
    const struct tabs *tabs = &browser->tabs;
    struct value *items[TABS_LIMIT + 1];
    size_t place = current_place(browser);
    size_t count = 0;
    for (size_t i = 0; i <= tabs->count; i++) {
        bool is_current = i == place;
        const struct tab_facts *facts =
            is_current ? &tabs->current
                       : &tabs->others[i < place ? i : i - 1]->facts;
        items[count++] = described(tabs, facts, is_current);
    }
    return value_list(items, count);
}

struct value *tabs_add_to(const struct browser *browser, struct value *state)
{
    if (!browser->tabs.wanted || state == NULL || state->kind != VALUE_OBJECT)
        return state;
    struct value *result =
        value_with_field(state, STR("::tabs"), list_of(browser));
    value_unref(state);
    return result;
}
