/* Answers that are kept from the page until they are released (weir/answers);
 * hook_answers.js has them. */
#include "cdp/actions/act_internal.h"

#include "base/buf.h"
#include "base/clock.h"

static enum act_outcome ask(struct acting *acting, const char *kind,
                            struct str argument, struct json **answer)
{
    struct buf text;
    buf_init(&text);
    json_add_string(&text, argument);
    enum act_outcome outcome =
        act_ask_page(acting, kind, buf_str(&text), answer);
    buf_finish(&text);
    return outcome;
}

static enum act_outcome do_hold_answers(struct acting *acting)
{
    struct str pattern;
    if (!act_text(acting, 0, "a pattern of addresses (a string)", &pattern))
        return ACT_FAILED;
    if (pattern.length == 0 || pattern.length > FAULT_PATTERN_LIMIT)
        return act_wrong_argument(acting, 0, "a pattern of 1 to 1000 bytes");
    return ask(acting, "holdAnswers", pattern, NULL);
}

/* Waits until all of the answer is there, so that what the page makes of it
 * belongs to the state after the release; for so long at most. */
enum { PATIENCE_MS = 5000, LOOK_MS = 5 };

static bool has_come(struct acting *acting, const struct buf *question)
{
    struct json *answer = NULL;
    struct error error = ERROR_NONE;
    bool has = !page_evaluate(&acting->browser->page, buf_str(question),
                              acting->browser->deadline_ms, &answer, &error) ||
               json_read_bool(json_read_field(answer, "ok"));
    json_destroy(answer);
    return has; /* what keeps it from answering shows with the release */
}

static void await_answer(struct acting *acting, struct str ref)
{
    struct browser *browser = acting->browser;
    int64_t until = clock_now_ms() + PATIENCE_MS;
    struct error error = ERROR_NONE;
    struct buf question;
    buf_init(&question);
    buf_add_text(&question, "weir.hasCome(");
    json_add_string(&question, ref);
    buf_add_char(&question, ')');
    if (until > browser->deadline_ms)
        until = browser->deadline_ms;
    while (!has_come(acting, &question) && clock_now_ms() < until)
        if (!page_pump(&browser->page, clock_now_ms() + LOOK_MS, &error))
            break;
    buf_finish(&question);
}

static enum act_outcome do_release(struct acting *acting)
{
    struct str ref;
    struct json *answer = NULL;
    if (!act_text(acting, 0, "an answer that is held", &ref))
        return ACT_FAILED;
    await_answer(acting, ref);
    enum act_outcome outcome = ask(acting, "release", ref, &answer);
    if (outcome == ACT_DONE && answer != NULL)
        act_note_target(acting, answer);
    json_destroy(answer);
    return outcome;
}

static enum act_outcome do_stop_holding(struct acting *acting)
{
    return ask(acting, "releaseAll", STR(""), NULL);
}

const struct performer act_answers_performers[] = {
    {"holdAnswers", do_hold_answers},
    {"release", do_release},
    {"stopHolding", do_stop_holding},
    {NULL, NULL},
};
