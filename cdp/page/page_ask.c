/* What is asked of the page under test: groups of requests and expressions, and
 * what to say when no answer comes. */
#include "cdp/page/page_internal.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"

bool page_unresponsive(struct page *page, struct error *error)
{
    page->unresponsive = true;
    bool is_virtual = page->input_s > 0;
    return error_set(error, ERROR_SILENT,
                     "the page does not respond: a script of it may be in an "
                     "endless loop%s",
                     is_virtual ? " (under virtual time also one that waits "
                                  "for new Date() to change)"
                                : "");
}

bool page_out_of_time(struct page *page, struct error *error)
{
    page->out_of_time = true;
    return error_set(error, ERROR_RUN,
                     "the time limit was over before the page had answered; "
                     "raise --timeout");
}

bool page_gave_up(struct page *page, int64_t since_ms, struct error *error)
{
    int64_t silence_ms = clock_now_ms() - since_ms;
    page->in_doubt = silence_ms < PAGE_SILENCE_MS;
    return silence_ms < PAGE_DOUBT_MS ? page_out_of_time(page, error)
                                      : page_unresponsive(page, error);
}

int64_t page_silent_since(const struct page *page, int64_t since_ms)
{
    return page->replied_ms > since_ms ? page->replied_ms : since_ms;
}

/* ---- groups of requests -------------------------------------------------- */

void page_group_begin(struct page *page)
{
    cdp_record_finish(&page->await_reply);
    page->await_first = 0;
    page->await_last = -1;
    page->await_open = 0;
    page->await_failure[0] = '\0';
}

void page_group_send(struct page *page, const char *method, struct str params)
{
    if (page->posts) {
        cdp_session_post(&page->session, method, params);
        return;
    }
    int64_t id = cdp_session_send(&page->session, method, params);
    if (page->await_open++ == 0 && page->await_last < 0)
        page->await_first = id;
    page->await_last = id;
}

void page_group_send_input(struct page *page, const char *method,
                           struct cdp_params *params)
{
    if (page->input_s > 0)
        cdp_params_float(params, "timestamp", page->input_s);
    page_group_send(page, method, cdp_params_end(params));
    cdp_params_finish(params);
}

bool page_group_await(struct page *page, int64_t deadline_ms,
                      struct error *error)
{
    int64_t begun = clock_now_ms();
    while (page->await_open > 0) {
        int64_t since = page_silent_since(page, begun);
        int64_t silence = since + PAGE_SILENCE_MS;
        int64_t until = silence < deadline_ms ? silence : deadline_ms;
        if (page->dialog != NULL) {
            page->await_last = -1;
            *error = ERROR_NONE;
            return false;
        }
        if (clock_now_ms() >= until) {
            page->await_last = -1; /* late answers are not ours any more */
            return page_gave_up(page, since, error);
        }
        if (!page_pump(page, until, error))
            return false;
    }
    if (page->await_failure[0] != '\0')
        return error_set(error, ERROR_RUN, "%s", page->await_failure);
    return true;
}

/* ---- expressions --------------------------------------------------------- */

static void add_evaluation(struct page *page, struct cdp_params *params,
                           struct str expression)
{
    cdp_params_init(params);
    cdp_params_text(params, "expression", expression);
    cdp_params_int(params, "contextId", page->context);
}

void page_post(struct page *page, const char *expression)
{
    if (page->context == 0)
        return;
    struct cdp_params params;
    add_evaluation(page, &params, str_text(expression));
    cdp_session_post(&page->session, "Runtime.evaluate",
                     cdp_params_end(&params));
    cdp_params_finish(&params);
}

/* Words of Chromium's for "that document is no longer there". */
static bool speaks_of_lost_context(const char *words)
{
    return strstr(words, "Cannot find context") != NULL ||
           strstr(words, "context was destroyed") != NULL ||
           strstr(words, "Cannot find execution context") != NULL ||
           strstr(words, "uniqueContextId not found") != NULL ||
           strstr(words, "Inspected target navigated") != NULL;
}

static bool read_value(const struct cdp_record *reply, struct json **result,
                       struct error *error)
{
    const struct json *thrown =
        json_read_field(reply->body, "exceptionDetails");
    const struct json *value =
        json_read_field(json_read_field(reply->body, "result"), "value");
    if (thrown != NULL) {
        const struct json *exception = json_read_field(thrown, "exception");
        struct str words =
            json_read_string(json_read_field(exception, "description"));
        return error_set(error, ERROR_RUN, "weir's page script failed: %.*s",
                         STR_ARGS(words));
    }
    if (result == NULL)
        return true;
    *result = json_parse_utf16(json_read_string(value), error);
    return *result != NULL;
}

void page_ask(struct page *page, struct str expression)
{
    page_group_begin(page);
    if (page->context == 0)
        return;
    struct cdp_params params;
    add_evaluation(page, &params, expression);
    page_group_send(page, "Runtime.evaluate", cdp_params_end(&params));
    cdp_params_finish(&params);
}

bool page_answer(struct page *page, int64_t deadline_ms, struct json **result,
                 struct error *error)
{
    bool has_asked = page->await_open > 0;
    if (has_asked && page_group_await(page, deadline_ms, error))
        return read_value(&page->await_reply, result, error);
    if (!has_asked ||
        (page->await_open == 0 && speaks_of_lost_context(page->await_failure)))
        *error = ERROR_NONE;
    return false;
}

bool page_evaluate(struct page *page, struct str expression,
                   int64_t deadline_ms, struct json **result,
                   struct error *error)
{
    page_ask(page, expression);
    return page_answer(page, deadline_ms, result, error);
}
