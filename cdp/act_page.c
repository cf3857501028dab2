/* Actions on the page as a whole: where it is, how large, what it has stored.
 *
 * Order of this file: what they have in common, the single actions, the table,
 * the entrance. */
#include "cdp/act_page.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/clock.h"
#include "cdp/params.h"

/* ---- what they have in common ------------------------------------------- */

const struct value *page_act_argument(const struct page_act *act, size_t index)
{
    const struct value *args = act->action->args;
    return index < args->count ? args->items[index] : value_null();
}

static struct str name_of(const struct page_act *act)
{
    return value_text(act->action->id);
}

enum act_outcome page_act_wrong(struct page_act *act, size_t index,
                                const char *wanted)
{
    error_set(act->error, ERROR_RUN, "action \"%.*s\": argument %zu must be %s",
              STR_ARGS(name_of(act)), index + 1, wanted);
    return ACT_FAILED;
}

bool page_act_text(struct page_act *act, size_t index, const char *wanted,
                   struct str *text)
{
    const struct value *value = page_act_argument(act, index);
    *text = value_text(value);
    if (value->kind == VALUE_STRING)
        return true;
    page_act_wrong(act, index, wanted);
    return false;
}

bool page_act_number(struct page_act *act, size_t index, const char *wanted,
                     double least, double most, double *number)
{
    const struct value *value = page_act_argument(act, index);
    bool is_number = true;
    if (value->kind == VALUE_INT)
        *number = (double)value->integer;
    else if (value->kind == VALUE_FLOAT)
        *number = value->number;
    else
        is_number = false;
    if (is_number && *number >= least && *number <= most)
        return true;
    page_act_wrong(act, index, wanted);
    return false;
}

enum act_outcome page_act_refused(struct page_act *act, const char *words)
{
    error_set(act->error, ERROR_RUN, "action \"%.*s\" cannot be performed: %s",
              STR_ARGS(name_of(act)), words);
    return ACT_REFUSED;
}

static enum act_outcome refused_by_page(struct page_act *act,
                                        const struct json *answer)
{
    struct str reason = json_read_string(json_read_field(answer, "reason"));
    char words[100];
    snprintf(words, sizeof words, "%s%.*s",
             str_is(reason, "stale") ? "the page has changed: " : "it is ",
             STR_ARGS(reason));
    return page_act_refused(act, words);
}

enum act_outcome page_act_ask(struct page_act *act, const char *kind,
                              struct str argument, struct json **answer)
{
    struct browser *browser = act->browser;
    struct buf expression;
    struct json *said = NULL;
    buf_init(&expression);
    buf_addf(&expression, "weir.expect(%" PRId64 "),weir.perform(\"%s\",null,",
             browser->generation, kind);
    buf_add_str(&expression, argument.length > 0 ? argument : STR("null"));
    buf_add_char(&expression, ')');
    bool answered = page_evaluate(&browser->page, buf_str(&expression),
                                  browser->deadline_ms, &said, act->error);
    buf_finish(&expression);
    if (!answered && browser->page.dialog != NULL)
        return ACT_DONE; /* it has begun, and is asked something */
    if (!answered && act->error->code != ERROR_OK)
        return ACT_FAILED;
    if (!answered)
        return page_act_refused(act, "the page went away");
    enum act_outcome outcome = ACT_DONE;
    if (!json_read_bool(json_read_field(said, "ok")))
        outcome = refused_by_page(act, said);
    if (answer != NULL)
        *answer = said;
    else
        json_destroy(said);
    return outcome;
}

enum act_outcome page_act_call(struct page_act *act, const char *method,
                               struct str params)
{
    struct browser *browser = act->browser;
    page_group_begin(&browser->page);
    page_group_send(&browser->page, method, params);
    return page_act_await(act);
}

/* A dialog that opens in the meantime keeps the answer back, nothing else. */
enum act_outcome page_act_await(struct page_act *act)
{
    struct browser *browser = act->browser;
    return page_group_await(&browser->page, browser->deadline_ms, act->error) ||
                   browser->page.dialog != NULL
               ? ACT_DONE
               : ACT_FAILED;
}

/* ---- where the page is -------------------------------------------------- */

/* At once, or after so many milliseconds. What lets these pass is the rule for
 * the action's state: reloadAfter! in specs/library/weir/browser.strom. */
static enum act_outcome do_reload(struct page_act *act)
{
    enum { MOST_MS = 60 * 1000 };
    double delay_ms = 0;
    char argument[16] = "";
    if (act->action->args->count > 0) {
        if (!page_act_number(act, 0, "milliseconds, 1 to 60000", 1, MOST_MS,
                             &delay_ms))
            return ACT_FAILED;
        snprintf(argument, sizeof argument, "%d", (int)delay_ms);
    }
    return page_act_ask(act, "reload", str_text(argument), NULL);
}

static enum act_outcome do_navigate(struct page_act *act)
{
    struct str address;
    if (!page_act_text(act, 0, "an address (a string)", &address))
        return ACT_FAILED;
    struct buf argument;
    buf_init(&argument);
    buf_add_char(&argument, '[');
    json_add_string(&argument, address);
    buf_add_char(&argument, ',');
    json_add_string(&argument, str_text(act->browser->options.url));
    buf_add_char(&argument, ']');
    enum act_outcome outcome =
        page_act_ask(act, "navigate", buf_str(&argument), NULL);
    buf_finish(&argument);
    return outcome;
}

/* The history's entry so many steps away; 0: there is none. The first one is
 * the empty page that every test begins with: nobody goes back to it. */
static enum act_outcome find_entry(struct page_act *act, int steps, int64_t *id)
{
    enum act_outcome outcome =
        page_act_call(act, "Page.getNavigationHistory", STR(""));
    if (outcome != ACT_DONE)
        return outcome;
    const struct json *history = act->browser->page.await_reply.body;
    const struct json *entries = json_read_field(history, "entries");
    int64_t to =
        json_read_int(json_read_field(history, "currentIndex")) + steps;
    bool exists = to > 0 && to < (int64_t)json_read_count(entries);
    *id = exists ? json_read_int(
                       json_read_field(json_read_at(entries, (size_t)to), "id"))
                 : 0;
    return ACT_DONE;
}

/* Other ways to another document announce themselves at once; a journey through
 * the history is reported when it begins. An application can keep the page
 * where it is (Navigation API); then nothing comes. */
static enum act_outcome await_journey(struct page_act *act, int64_t journeys)
{
    enum { PATIENCE_MS = 3000 };
    struct browser *browser = act->browser;
    struct page *page = &browser->page;
    int64_t until = clock_now_ms() + PATIENCE_MS;
    if (until > browser->deadline_ms)
        until = browser->deadline_ms;
    while (page->journeys == journeys && page->dialog == NULL &&
           clock_now_ms() < until)
        if (!page_pump(page, until, act->error))
            return ACT_FAILED;
    return ACT_DONE;
}

/* By the host: where a page goes back itself (history.back()), virtual time
 * stays held back for ever, as if a request of it were pending (Chromium 156).
 */
static enum act_outcome travel(struct page_act *act, int steps)
{
    struct page *page = &act->browser->page;
    int64_t entry = 0;
    enum act_outcome outcome = find_entry(act, steps, &entry);
    if (outcome == ACT_DONE && entry == 0)
        return page_act_refused(act, "there is no page to go to");
    if (outcome == ACT_DONE)
        outcome = page_act_ask(act, "host", STR(""), NULL);
    if (outcome != ACT_DONE)
        return outcome;
    int64_t journeys = page->journeys;
    char params[40];
    snprintf(params, sizeof params, "{\"entryId\":%" PRId64 "}", entry);
    cdp_session_post(&page->session, "Page.navigateToHistoryEntry",
                     str_text(params));
    return await_journey(act, journeys);
}

static enum act_outcome do_back(struct page_act *act)
{
    return travel(act, -1);
}

static enum act_outcome do_forward(struct page_act *act)
{
    return travel(act, 1);
}

/* ---- how large ---------------------------------------------------------- */

static enum act_outcome do_resize(struct page_act *act)
{
    static const char *const wanted = "a number of pixels, 1 to 10000";
    enum { MOST = 10000 };
    double width, height;
    if (!page_act_number(act, 0, wanted, 1, MOST, &width) ||
        !page_act_number(act, 1, wanted, 1, MOST, &height))
        return ACT_FAILED;
    enum act_outcome outcome = page_act_ask(act, "host", STR(""), NULL);
    if (outcome != ACT_DONE)
        return outcome;
    struct page *page = &act->browser->page;
    page_group_begin(page);
    page_set_viewport(page, (int)width, (int)height);
    return page_act_await(act);
}

/* ---- what it has stored ------------------------------------------------- */

static enum act_outcome do_clear_storage(struct page_act *act)
{
    struct json *answer = NULL;
    enum act_outcome outcome =
        page_act_ask(act, "clearStorage", STR(""), &answer);
    struct str origin = json_read_string(json_read_field(answer, "origin"));
    if (outcome == ACT_DONE && origin.length > 0) {
        struct cdp_params params;
        cdp_params_init(&params);
        cdp_params_text(&params, "origin", origin);
        cdp_params_text(&params, "storageTypes", STR("all"));
        outcome = page_act_call(act, "Storage.clearDataForOrigin",
                                cdp_params_end(&params));
        cdp_params_finish(&params);
    }
    json_destroy(answer);
    return outcome;
}

/* ---- time --------------------------------------------------------------- */

/* Nothing is observed on the way: the state is that of the end. */
static enum act_outcome do_pass_time(struct page_act *act)
{
    enum { MOST_MS = 24 * 3600 * 1000 };
    struct browser *browser = act->browser;
    double for_ms;
    if (!page_act_number(act, 0, "milliseconds, 1 to 86400000", 1, MOST_MS,
                         &for_ms))
        return ACT_FAILED;
    enum act_outcome outcome = page_act_ask(act, "host", STR(""), NULL);
    if (outcome != ACT_DONE)
        return outcome;
    char call[60];
    snprintf(call, sizeof call, "weir.sleep(%d)", (int)for_ms);
    page_drop_pushes(&browser->page);
    page_post(&browser->page, call);
    return clockwork_run(&browser->clockwork, &browser->page, (int64_t)for_ms,
                         browser->deadline_ms, act->error)
               ? ACT_DONE
               : ACT_FAILED;
}

/* ---- the table ---------------------------------------------------------- */

static const struct page_performer_entry page_act_places[] = {
    {"reload", do_reload},      {"navigate", do_navigate},
    {"back", do_back},          {"forward", do_forward},
    {"resize", do_resize},      {"clearStorage", do_clear_storage},
    {"passTime", do_pass_time}, {NULL, NULL},
};

static const struct page_performer_entry *const tables[] = {
    page_act_places,
    page_act_faults,
    page_act_dialogs,
};

static page_performer *find_performer(struct str id)
{
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (size_t j = 0; tables[i][j].id != NULL; j++)
            if (str_is(id, tables[i][j].id))
                return tables[i][j].perform;
    return NULL;
}

static bool answers_dialog(page_performer *perform)
{
    for (size_t i = 0; page_act_dialogs[i].id != NULL; i++)
        if (page_act_dialogs[i].perform == perform)
            return true;
    return false;
}

bool browser_act_on_page(struct browser *browser, const struct action *action,
                         enum act_outcome *outcome, struct error *error)
{
    struct page_act act = {
        .browser = browser, .action = action, .error = error};
    page_performer *perform = find_performer(value_text(action->id));
    if (perform == NULL)
        return false;
    if (browser->page.dialog != NULL && !answers_dialog(perform)) {
        *outcome = page_act_refused(&act, "a dialog is open");
        return true;
    }
    *outcome = perform(&act);
    return true;
}
