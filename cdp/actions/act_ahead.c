/* Parts that the page script begins, or has begun already
 * (cdp/executor/ahead.h). */
#include "cdp/actions/act_internal.h"

/* The push that it has begun, if it has come. */
static struct json *take_begun(struct page *page, struct error *error)
{
    struct json *answer = NULL;
    for (struct page_push push = page_take_push(page); push.root != NULL;
         push = page_take_push(page)) {
        const struct json *next = json_read_field(push.root, "next");
        if (next != NULL && answer == NULL)
            answer = json_parse_utf16(json_read_string(next), error);
        page_drop_push(page, push);
    }
    return answer;
}

/* Lets the page script begin, which holds the clock from then on. */
static enum act_outcome
begin_ahead(struct acting *acting, const struct buf *call, struct json **answer)
{
    enum { BEGIN_MS = 100 };
    struct browser *browser = acting->browser;
    struct page *page = &browser->page;
    page_post(page, buf_text(call));
    page_clock_go_on(&browser->page_clock);
    if (!page_clock_run(&browser->page_clock, page, BEGIN_MS,
                        browser->deadline_ms, acting->error))
        return ACT_FAILED;
    *answer = take_begun(page, acting->error);
    if (*answer != NULL)
        return act_outcome_of(acting, *answer);
    error_set(acting->error, ERROR_RUN, "the page went away");
    return ACT_REFUSED;
}

bool act_ahead(struct acting *acting, struct json **answer,
               enum act_outcome *outcome)
{
    struct browser *browser = acting->browser;
    struct buf call;
    buf_init(&call);
    *answer = ahead_take_answer(browser);
    bool is_ahead =
        *answer != NULL || ahead_add_call(browser, acting->action, &call);
    if (*answer != NULL)
        *outcome = act_outcome_of(acting, *answer);
    else if (is_ahead)
        *outcome = begin_ahead(acting, &call, answer);
    buf_finish(&call);
    return is_ahead;
}
