/* Tabs that the browser hands us, and what it tells of those that are not
 * current. */
#include "cdp/executor/tabs_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "cdp/page/page_internal.h"

/* ---- a new tab ------------------------------------------------------------
 */

static void post_resume(struct cdp_connection *connection, struct str session)
{
    cdp_connection_post(connection, session, "Runtime.runIfWaitingForDebugger",
                        STR(""));
}

/* Somebody else's, or one that is ours already. */
static void leave_alone(struct browser *browser, struct str session)
{
    struct cdp_params params;
    post_resume(browser->connection, session);
    cdp_params_init(&params);
    cdp_params_text(&params, "sessionId", session);
    cdp_connection_post(browser->connection, STR(""), "Target.detachFromTarget",
                        cdp_params_end(&params));
    cdp_params_finish(&params);
}

static bool is_ours(const struct browser *browser, const struct json *target)
{
    struct str context =
        json_read_string(json_read_field(target, "browserContextId"));
    struct str id = json_read_string(json_read_field(target, "targetId"));
    const struct tabs *tabs = &browser->tabs;
    if (!str_is(context, tabs->context) ||
        str_is(id, browser->page.session.target))
        return false;
    for (size_t i = 0; i < tabs->count; i++)
        if (str_is(id, tabs->others[i]->page.session.target))
            return false;
    return true;
}

static bool keep(char kept[CDP_ID_LIMIT], struct str id)
{
    if (id.length == 0 || id.length >= CDP_ID_LIMIT)
        return false;
    memcpy(kept, id.data, id.length);
    kept[id.length] = '\0';
    return true;
}

static void add_faults(struct page *page, const struct page *like)
{
    faults_copy(&page->faults, &like->faults);
    if (!like->faults.ever_set)
        return;
    struct buf params;
    buf_init(&params);
    faults_add_conditions(&params, &page->faults);
    page_leave_cache(page);
    page_attach_workers(page);
    page_group_send(page, "Network.emulateNetworkConditions", buf_str(&params));
    buf_clear(&params);
    faults_add_patterns(&params, &page->faults);
    page_group_send(
        page, page->faults.rule_count > 0 ? "Fetch.enable" : "Fetch.disable",
        page->faults.rule_count > 0 ? buf_str(&params) : STR(""));
    buf_finish(&params);
}

/* The same date in all tabs; a page that is there already hears of it, too. */
static void take_clock(struct page *page, const struct page *like)
{
    if (page->clock_shift_ms == like->clock_shift_ms)
        return;
    page->clock_shift_ms = like->clock_shift_ms;
    page_set_clock(page);
    if (page->context == 0)
        return;
    char call[60];
    snprintf(call, sizeof call, "weir.clock(%" PRId64 ")",
             page->clock_shift_ms);
    page_post(page, call);
}

void tabs_make_like(struct page *page, const struct page *like)
{
    add_faults(page, like);
    take_clock(page, like);
}

/* Everything is posted: the answers have nowhere to go, and the tab does not
 * begin before it has taken all of it in. */
static void set_up(struct browser *browser, struct tab *tab,
                   enum page_clock_kin kin)
{
    struct page *page = &tab->page;
    page->posts = true;
    page_set_up(page, &browser->tabs.options);
    tabs_make_like(page, &browser->page);
    page->posts = false;
    tab->facts.is_held =
        page_clock_join(&tab->page_clock, page, &browser->page_clock, kin);
    post_resume(browser->connection, str_text(page->session.id));
}

static struct tab *create(struct browser *browser, const struct json *target,
                          struct str session)
{
    struct tabs *tabs = &browser->tabs;
    struct tab *tab = MEMORY_NEW(struct tab);
    struct page *page = &tab->page;
    *page = (struct page){
        .on_idle = browser->page.on_idle,
        .on_record = tabs_hear,
        .idle_context = browser,
        .documents = browser->page.documents,
        .is_tab = true,
        .unborn = true,
    };
    page_init(page, &tabs->options);
    page->network.counts = browser->page.network.counts;
    page->network.awaits_bodies = browser->page.network.awaits_bodies;
    page->delays.by_page = browser->page.delays.by_page;
    page->delays.asleep = true;
    page->session.connection = browser->connection;
    if (!keep(page->session.id, session) ||
        !keep(page->session.target,
              json_read_string(json_read_field(target, "targetId")))) {
        tabs_destroy(tab);
        return NULL;
    }
    tab->facts.serial = ++tabs->opened;
    tabs_add(tabs, tab);
    return tab;
}

static void on_attached(struct browser *browser, const struct json *params)
{
    struct tabs *tabs = &browser->tabs;
    const struct json *target = json_read_field(params, "targetInfo");
    struct str session = json_read_string(json_read_field(params, "sessionId"));
    bool shares = json_read_bool(json_read_field(target, "canAccessOpener"));
    enum page_clock_kin kin = shares          ? PAGE_CLOCK_SHARES
                              : tabs->opening ? PAGE_CLOCK_EMPTY
                                              : PAGE_CLOCK_APART;
    if (!is_ours(browser, target)) {
        leave_alone(browser, session);
        return;
    }
    tabs->too_many = tabs->count + 1 >= TABS_LIMIT;
    struct tab *tab = tabs->too_many ? NULL : create(browser, target, session);
    if (tab == NULL) {
        leave_alone(browser, session);
        return;
    }
    tabs_tell(browser, "tabOpened");
    tabs->opening = false;
    set_up(browser, tab, kin);
}

/* ---- what comes in --------------------------------------------------------
 */

/* The clock of a new tab has been sent ahead. */
static void set_clock(struct page *page, struct page_clock *page_clock,
                      struct tab_facts *facts)
{
    if (!facts->is_held || page->expiries == 0)
        return;
    facts->is_held = false;
    page->expiries = 0;
    page_clock_stop(page_clock, page);
}

static void hear_of(struct browser *browser, struct tab *tab,
                    struct cdp_record *record)
{
    struct page *page = &tab->page;
    bool was_there = !page->detached && !page->crashed;
    bool had_loaded = page->loaded;
    page_hear(page, record);
    set_clock(page, &tab->page_clock, &tab->facts);
    /* Its document stands still then, and with it a clock that it shares. */
    if (page->loaded && !had_loaded)
        page_post(page, "weir.release()");
    if (page->context != 0)
        page_clock_begin(&tab->page_clock, page);
    if (was_there && (page->detached || page->crashed))
        tabs_tell(browser, "tabClosed");
}

bool tabs_hear(void *context, struct cdp_record *record)
{
    struct browser *browser = context;
    struct tabs *tabs = &browser->tabs;
    if (!tabs->wanted)
        return false;
    set_clock(&browser->page, &browser->page_clock, &tabs->current);
    bool is_browsers = record->session.length == 0;
    if (record->kind == CDP_EVENT && is_browsers &&
        str_is(record->method, "Target.attachedToTarget")) {
        on_attached(browser, record->body);
        return true;
    }
    for (size_t i = 0; i < tabs->count; i++) {
        struct tab *tab = tabs->others[i];
        if (record->kind == CDP_REPLY) {
            if (page_take_reply(&tab->page, record))
                return true;
        } else if (is_browsers) {
            hear_of(browser, tab, record);
        } else if (cdp_session_owns(&tab->page.session, record)) {
            hear_of(browser, tab, record);
            return true;
        }
    }
    return false;
}
