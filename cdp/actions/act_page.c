/* Actions on the page as a whole: where it is, how large, what it has stored.
 *
 * Order of this file: what they have in common, the single actions, the table.
 */
#include "cdp/actions/act_internal.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/clock.h"
#include "cdp/wire/params.h"

/* ---- what they have in common ------------------------------------------- */

bool act_text(struct acting *acting, size_t index, const char *wanted,
              struct str *text)
{
    const struct value *value = act_argument(acting, index);
    *text = value_text(value);
    if (value->kind == VALUE_STRING)
        return true;
    act_wrong_argument(acting, index, wanted);
    return false;
}

bool act_number_within(struct acting *acting, size_t index, const char *wanted,
                       double least, double most, double *number)
{
    if (!act_number(acting, index, wanted, number))
        return false;
    if (*number >= least && *number <= most)
        return true;
    act_wrong_argument(acting, index, wanted);
    return false;
}

enum act_outcome act_refused(struct acting *acting, const char *words)
{
    error_set(acting->error, ERROR_RUN,
              "action \"%.*s\" cannot be performed: %s",
              STR_ARGS(act_name(acting)), words);
    return ACT_REFUSED;
}

static enum act_outcome refused_by_page(struct acting *acting,
                                        const struct json *answer)
{
    struct str reason = json_read_string(json_read_field(answer, "reason"));
    char words[100];
    acting->browser->stale = str_is(reason, "stale");
    snprintf(words, sizeof words, "%s%.*s",
             acting->browser->stale ? "the page has changed: " : "it is ",
             STR_ARGS(reason));
    return act_refused(acting, words);
}

enum act_outcome act_ask_page(struct acting *acting, const char *kind,
                              struct str argument, struct json **answer)
{
    struct browser *browser = acting->browser;
    struct buf expression;
    struct json *said = NULL;
    buf_init(&expression);
    buf_addf(&expression, "weir.expect(%" PRId64 "),weir.perform(\"%s\",null,",
             browser->generation, kind);
    buf_add_str(&expression, argument.length > 0 ? argument : STR("null"));
    buf_add_char(&expression, ')');
    bool answered = page_evaluate(&browser->page, buf_str(&expression),
                                  browser->deadline_ms, &said, acting->error);
    buf_finish(&expression);
    if (!answered && browser->page.dialog != NULL)
        return ACT_DONE; /* it has begun, and is asked something */
    if (!answered && acting->error->code != ERROR_OK)
        return ACT_FAILED;
    if (!answered)
        return act_refused(acting, "the page went away");
    enum act_outcome outcome = ACT_DONE;
    if (!json_read_bool(json_read_field(said, "ok")))
        outcome = refused_by_page(acting, said);
    if (answer != NULL)
        *answer = said;
    else
        json_destroy(said);
    return outcome;
}

enum act_outcome act_call(struct acting *acting, const char *method,
                          struct str params)
{
    struct browser *browser = acting->browser;
    page_group_begin(&browser->page);
    page_group_send(&browser->page, method, params);
    return act_finish(acting, false);
}

enum act_outcome act_arrived(struct acting *acting)
{
    struct browser *browser = acting->browser;
    bool fine = page_evaluate(&browser->page, STR("weir.haveArrived()"),
                              browser->deadline_ms, NULL, acting->error);
    /* A page that has gone, or asks something, tells by itself. */
    return fine || acting->error->code == ERROR_OK ||
                   browser->page.dialog != NULL
               ? ACT_DONE
               : ACT_FAILED;
}

/* ---- where the page is -------------------------------------------------- */

/* At once, or after so many milliseconds. What lets these pass is the rule for
 * the action's state: reloadAfter! in specs/library/weir/browser.strom. */
static enum act_outcome do_reload(struct acting *acting)
{
    enum { MOST_MS = 60 * 1000 };
    double delay_ms = 0;
    char argument[16] = "";
    if (acting->action->args->count > 0) {
        if (!act_number_within(acting, 0, "milliseconds, 1 to 60000", 1,
                               MOST_MS, &delay_ms))
            return ACT_FAILED;
        snprintf(argument, sizeof argument, "%d", (int)delay_ms);
    }
    return act_ask_page(acting, "reload", str_text(argument), NULL);
}

static enum act_outcome do_navigate(struct acting *acting)
{
    struct str address;
    if (!act_text(acting, 0, "an address (a string)", &address))
        return ACT_FAILED;
    struct buf argument;
    buf_init(&argument);
    buf_add_char(&argument, '[');
    json_add_string(&argument, address);
    buf_add_char(&argument, ',');
    json_add_string(&argument, str_text(acting->browser->options.url));
    buf_add_char(&argument, ']');
    enum act_outcome outcome =
        act_ask_page(acting, "navigate", buf_str(&argument), NULL);
    buf_finish(&argument);
    return outcome;
}

/* The empty page that every test begins with is the first entry: nobody goes
 * back to it. A tab that a page has opened has none. */
static int64_t first_entry(const struct json *entries)
{
    const struct json *first = json_read_at(entries, 0);
    return str_is(json_read_string(json_read_field(first, "url")),
                  "about:blank");
}

/* The history's entry so many steps away; 0: there is none. */
static enum act_outcome find_entry(struct acting *acting, int steps,
                                   int64_t *id)
{
    enum act_outcome outcome =
        act_call(acting, "Page.getNavigationHistory", STR(""));
    if (outcome != ACT_DONE)
        return outcome;
    const struct json *history = acting->browser->page.await_reply.body;
    const struct json *entries = json_read_field(history, "entries");
    int64_t to =
        json_read_int(json_read_field(history, "currentIndex")) + steps;
    bool exists =
        to >= first_entry(entries) && to < (int64_t)json_read_count(entries);
    *id = exists ? json_read_int(
                       json_read_field(json_read_at(entries, (size_t)to), "id"))
                 : 0;
    return ACT_DONE;
}

/* Other ways to another document announce themselves at once; a journey through
 * the history is reported when it begins. An application can keep the page
 * where it is (Navigation API); then nothing comes. */
static enum act_outcome await_journey(struct acting *acting, int64_t journeys)
{
    enum { PATIENCE_MS = 3000 };
    struct browser *browser = acting->browser;
    struct page *page = &browser->page;
    int64_t until = clock_now_ms() + PATIENCE_MS;
    if (until > browser->deadline_ms)
        until = browser->deadline_ms;
    while (page->journeys == journeys && page->dialog == NULL &&
           clock_now_ms() < until)
        if (!page_pump(page, until, acting->error))
            return ACT_FAILED;
    return ACT_DONE;
}

/* By the host: where a page goes back itself by history.back(), virtual time
 * stays held back for ever, as if a request of it were pending (Chromium 156;
 * inject/hooks/hook_history.js). */
static enum act_outcome travel(struct acting *acting, int steps)
{
    struct page *page = &acting->browser->page;
    int64_t entry = 0;
    enum act_outcome outcome = find_entry(acting, steps, &entry);
    if (outcome == ACT_DONE && entry == 0)
        return act_refused(acting, "there is no page to go to");
    if (outcome == ACT_DONE)
        outcome = act_ask_page(acting, "host", STR("true"), NULL);
    if (outcome != ACT_DONE)
        return outcome;
    int64_t journeys = page->journeys;
    char params[40];
    snprintf(params, sizeof params, "{\"entryId\":%" PRId64 "}", entry);
    cdp_session_post(&page->session, "Page.navigateToHistoryEntry",
                     str_text(params));
    return await_journey(acting, journeys);
}

static enum act_outcome do_back(struct acting *acting)
{
    return travel(acting, -1);
}

static enum act_outcome do_forward(struct acting *acting)
{
    return travel(acting, 1);
}

/* ---- how large ---------------------------------------------------------- */

static enum act_outcome do_resize(struct acting *acting)
{
    static const char *const wanted = "a number of pixels, 1 to 10000";
    enum { MOST = 10000 };
    double width, height;
    if (!act_number_within(acting, 0, wanted, 1, MOST, &width) ||
        !act_number_within(acting, 1, wanted, 1, MOST, &height))
        return ACT_FAILED;
    enum act_outcome outcome = act_ask_page(acting, "host", STR(""), NULL);
    if (outcome != ACT_DONE)
        return outcome;
    struct page *page = &acting->browser->page;
    page_group_begin(page);
    page_set_viewport(page, (int)width, (int)height);
    return act_finish(acting, false);
}

/* ---- what it has stored ------------------------------------------------- */

static enum act_outcome do_clear_storage(struct acting *acting)
{
    struct json *answer = NULL;
    enum act_outcome outcome =
        act_ask_page(acting, "clearStorage", STR(""), &answer);
    struct str origin = json_read_string(json_read_field(answer, "origin"));
    if (outcome == ACT_DONE && origin.length > 0) {
        struct cdp_params params;
        cdp_params_init(&params);
        cdp_params_text(&params, "origin", origin);
        cdp_params_text(&params, "storageTypes", STR("all"));
        outcome = act_call(acting, "Storage.clearDataForOrigin",
                           cdp_params_end(&params));
        cdp_params_finish(&params);
    }
    json_destroy(answer);
    return outcome == ACT_DONE ? act_arrived(acting) : outcome;
}

/* ---- time --------------------------------------------------------------- */

/* Nothing is observed on the way: the state is that of the end, which the page
 * tells by its own clock. In real time a busy machine may keep its timers so
 * long behind ours; the state is to have all that were due before. */
static enum act_outcome do_pass_time(struct acting *acting)
{
    enum { MOST_MS = 24 * 3600 * 1000, LATE_MS = 1000 };
    struct browser *browser = acting->browser;
    double for_ms;
    if (!act_number_within(acting, 0, "milliseconds, 1 to 86400000", 1, MOST_MS,
                           &for_ms))
        return ACT_FAILED;
    enum act_outcome outcome = act_ask_page(acting, "host", STR(""), NULL);
    if (outcome != ACT_DONE)
        return outcome;
    char call[60];
    snprintf(call, sizeof call, "weir.sleep(%d)", (int)for_ms);
    page_drop_pushes(&browser->page);
    page_post(&browser->page, call);
    int64_t late_ms = browser->page_clock.virtual_time ? 0 : LATE_MS;
    return page_clock_run(&browser->page_clock, &browser->page,
                          (int64_t)for_ms + late_ms, browser->deadline_ms,
                          acting->error)
               ? ACT_DONE
               : ACT_FAILED;
}

/* In this turn by the page script, in documents to come by a script of their
 * own, which takes the place of an earlier one. */
static enum act_outcome shift_clock(struct acting *acting, struct str to)
{
    struct page *page = &acting->browser->page;
    struct json *answer = NULL;
    enum act_outcome outcome = act_ask_page(acting, "setClock", to, &answer);
    struct str reason = json_read_string(json_read_field(answer, "reason"));
    if (outcome == ACT_REFUSED && str_is(reason, "no date"))
        outcome = act_wrong_argument(
            acting, 0,
            "a date that there is, or milliseconds that lead to one");
    if (outcome == ACT_DONE && answer != NULL) {
        page->clock_shift_ms = json_read_int(json_read_field(answer, "shift"));
        page_group_begin(page);
        page_set_clock(page);
        outcome = act_finish(acting, false);
        page_note_clock(page);
    }
    json_destroy(answer);
    return outcome;
}

static enum act_outcome do_set_clock(struct acting *acting)
{
    const struct value *moment = act_argument(acting, 0);
    if (moment->kind != VALUE_STRING && moment->kind != VALUE_INT &&
        moment->kind != VALUE_FLOAT)
        return act_wrong_argument(
            acting, 0, "a date (a string, or milliseconds since 1970)");
    struct buf to;
    buf_init(&to);
    buf_add_text(&to, "{\"at\":");
    value_add_json(&to, moment);
    buf_add_char(&to, '}');
    enum act_outcome outcome = shift_clock(acting, buf_str(&to));
    buf_finish(&to);
    return outcome;
}

static enum act_outcome do_advance_clock(struct acting *acting)
{
    const double most = 1e15; /* dates reach a little further */
    double by_ms;
    char to[60];
    if (!act_number_within(acting, 0, "milliseconds, -1e15 to 1e15", -most,
                           most, &by_ms))
        return ACT_FAILED;
    snprintf(to, sizeof to, "{\"by\":%.0f}", by_ms);
    return shift_clock(acting, str_text(to));
}

/* ---- the table ---------------------------------------------------------- */

const struct performer act_page_performers[] = {
    {"reload", do_reload},
    {"navigate", do_navigate},
    {"back", do_back},
    {"forward", do_forward},
    {"resize", do_resize},
    {"clearStorage", do_clear_storage},
    {"passTime", do_pass_time},
    {"setClock", do_set_clock},
    {"advanceClock", do_advance_clock},
    {NULL, NULL},
};
