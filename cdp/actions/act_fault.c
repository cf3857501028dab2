/* Faults as actions: the network and the processor of a page.
 *
 * Order of this file: telling the browser, the single actions, the table. */
#include "cdp/actions/act_internal.h"

#include <stdio.h>

#include "base/buf.h"

/* ---- telling the browser ------------------------------------------------ */

/* Asks the page whether the action is timely, and begins a group. */
static enum act_outcome begin(struct acting *acting)
{
    enum act_outcome outcome = act_ask_page(acting, "host", STR(""), NULL);
    if (outcome != ACT_DONE)
        return outcome;
    struct page *page = &acting->browser->page;
    page_group_begin(page);
    bool is_first = !page->faults.ever_set;
    page->faults.ever_set = true;
    if (is_first) {
        page_leave_cache(page);
        page_attach_workers(page);
    }
    return outcome;
}

static void send_conditions(struct page *page)
{
    struct buf params;
    buf_init(&params);
    faults_add_conditions(&params, &page->faults);
    page_group_send(page, "Network.enable", STR(""));
    page_group_send(page, "Network.emulateNetworkConditions", buf_str(&params));
    service_workers_tell(&page->service_workers, &page->faults);
    buf_finish(&params);
}

/* What a page hears of this (`offline`) comes before it is asked here. */
static enum act_outcome finish(struct acting *acting)
{
    enum act_outcome outcome = act_finish(acting, false);
    return outcome == ACT_DONE ? act_arrived(acting) : outcome;
}

static enum act_outcome tell_conditions(struct acting *acting)
{
    send_conditions(&acting->browser->page);
    return finish(acting);
}

/* ---- the network -------------------------------------------------------- */

static enum act_outcome set_offline(struct acting *acting, bool offline)
{
    enum act_outcome outcome = begin(acting);
    if (outcome != ACT_DONE)
        return outcome;
    acting->browser->page.faults.offline = offline;
    return tell_conditions(acting);
}

static enum act_outcome do_go_offline(struct acting *acting)
{
    return set_offline(acting, true);
}

static enum act_outcome do_go_online(struct acting *acting)
{
    return set_offline(acting, false);
}

static enum act_outcome do_slow_network(struct acting *acting)
{
    enum { LATENCY_MS = 600 * 1000 };
    const double most = 1e12;
    double latency, rate;
    if (!act_number_within(acting, 0, "milliseconds, 0 to 600000", 0,
                           LATENCY_MS, &latency) ||
        !act_number_within(acting, 1, "bytes a second, at least 1", 1, most,
                           &rate))
        return ACT_FAILED;
    enum act_outcome outcome = begin(acting);
    if (outcome != ACT_DONE)
        return outcome;
    acting->browser->page.faults.latency_ms = latency;
    acting->browser->page.faults.bytes_per_second = rate;
    return tell_conditions(acting);
}

/* With a delay the reply is none. Takes the reply, in any case. */
static bool add_rule(struct faults *faults, struct str pattern,
                     struct reply reply, int64_t delay_ms)
{
    return delay_ms > 0 ? faults_add_delay(faults, pattern, delay_ms)
                        : faults_add_reply(faults, pattern, reply);
}

/* The same. */
static enum act_outcome stop_requests(struct acting *acting, struct reply reply,
                                      int64_t delay_ms)
{
    struct page *page = &acting->browser->page;
    struct str pattern = value_text(act_argument(acting, 0));
    enum act_outcome outcome = begin(acting);
    if (outcome != ACT_DONE) {
        reply_finish(&reply);
        return outcome;
    }
    if (!add_rule(&page->faults, pattern, reply, delay_ms))
        return act_wrong_argument(
            acting, 0,
            "one of at most 64 patterns (restoreNetwork! forgets them)");
    struct buf params;
    buf_init(&params);
    faults_add_patterns(&params, &page->faults);
    page_group_send(page, "Fetch.enable", buf_str(&params));
    service_workers_tell(&page->service_workers, &page->faults);
    buf_finish(&params);
    return finish(acting);
}

static bool has_pattern(struct acting *acting)
{
    struct str pattern;
    if (!act_text(acting, 0, "a pattern of addresses (a string)", &pattern))
        return false;
    if (pattern.length > 0 && pattern.length <= FAULT_PATTERN_LIMIT)
        return true;
    act_wrong_argument(acting, 0, "a pattern of 1 to 1000 bytes");
    return false;
}

static enum act_outcome do_fail_requests(struct acting *acting)
{
    if (!has_pattern(acting))
        return ACT_FAILED;
    return stop_requests(acting, (struct reply){.status = 0}, 0);
}

/* A status alone, or all of an answer. */
static bool read_reply(struct acting *acting, struct reply *reply)
{
    const struct value *given = act_argument(acting, 1);
    double status;
    if (given->kind == VALUE_OBJECT && reply_make(reply, given, acting->error))
        return true;
    if (given->kind == VALUE_OBJECT) {
        error_prefix(acting->error,
                     "action \"%.*s\": ", STR_ARGS(act_name(acting)));
        return false;
    }
    if (!act_number_within(acting, 1,
                           "an HTTP status, 200 to 599, or an answer (an "
                           "object)",
                           200, 599, &status))
        return false;
    *reply = (struct reply){.status = (int)status};
    return true;
}

static enum act_outcome do_answer_requests(struct acting *acting)
{
    struct reply reply;
    if (!has_pattern(acting) || !read_reply(acting, &reply))
        return ACT_FAILED;
    return stop_requests(acting, reply, 0);
}

static enum act_outcome do_delay_requests(struct acting *acting)
{
    enum { MOST_MS = 600 * 1000 };
    double delay_ms;
    if (!has_pattern(acting) ||
        !act_number_within(acting, 1, "milliseconds, 1 to 600000", 1, MOST_MS,
                           &delay_ms))
        return ACT_FAILED;
    return stop_requests(acting, (struct reply){.status = 0},
                         (int64_t)delay_ms);
}

static enum act_outcome do_restore_network(struct acting *acting)
{
    struct page *page = &acting->browser->page;
    enum act_outcome outcome = begin(acting);
    if (outcome != ACT_DONE)
        return outcome;
    faults_clear(&page->faults);
    delays_send_all(&page->delays, &page->session);
    send_conditions(page);
    page_group_send(page, "Fetch.disable", STR(""));
    return finish(acting);
}

/* ---- the processor ------------------------------------------------------ */

static enum act_outcome do_throttle_cpu(struct acting *acting)
{
    double factor;
    if (!act_number_within(acting, 0, "a factor, 1 to 100", 1, 100, &factor))
        return ACT_FAILED;
    enum act_outcome outcome = begin(acting);
    /* A page whose clock we hold sees no processor, and one that is throttled
     * while it keeps itself busy for us would not answer any more. */
    if (outcome != ACT_DONE || acting->browser->page_clock.virtual_time)
        return outcome;
    char params[60];
    snprintf(params, sizeof params, "{\"rate\":%.3f}", factor);
    outcome =
        act_call(acting, "Emulation.setCPUThrottlingRate", str_text(params));
    return outcome == ACT_DONE ? act_arrived(acting) : outcome;
}

/* ---- the table ---------------------------------------------------------- */

const struct performer act_fault_performers[] = {
    {"goOffline", do_go_offline},
    {"goOnline", do_go_online},
    {"slowNetwork", do_slow_network},
    {"failRequests", do_fail_requests},
    {"answerRequests", do_answer_requests},
    {"delayRequests", do_delay_requests},
    {"restoreNetwork", do_restore_network},
    {"throttleCpu", do_throttle_cpu},
    {NULL, NULL},
};
