/* Faults as actions: the network and the processor of a page.
 *
 * Order of this file: telling the browser, the single actions, the table. */
#include "cdp/act_page.h"

#include <stdio.h>

#include "base/buf.h"

/* ---- telling the browser ------------------------------------------------ */

/* Asks the page whether the action is timely, and begins a group. */
static enum act_outcome begin(struct page_act *act)
{
    enum act_outcome outcome = page_act_ask(act, "host", STR(""), NULL);
    if (outcome == ACT_DONE)
        page_group_begin(&act->browser->page);
    return outcome;
}

static void send_conditions(struct page *page)
{
    struct buf params;
    buf_init(&params);
    faults_add_conditions(&params, &page->faults);
    page_group_send(page, "Network.enable", STR(""));
    page_group_send(page, "Network.emulateNetworkConditions", buf_str(&params));
    buf_finish(&params);
}

static enum act_outcome tell_conditions(struct page_act *act)
{
    send_conditions(&act->browser->page);
    return page_act_await(act);
}

/* ---- the network -------------------------------------------------------- */

static enum act_outcome set_offline(struct page_act *act, bool offline)
{
    enum act_outcome outcome = begin(act);
    if (outcome != ACT_DONE)
        return outcome;
    act->browser->page.faults.offline = offline;
    return tell_conditions(act);
}

static enum act_outcome do_go_offline(struct page_act *act)
{
    return set_offline(act, true);
}

static enum act_outcome do_go_online(struct page_act *act)
{
    return set_offline(act, false);
}

static enum act_outcome do_slow_network(struct page_act *act)
{
    enum { LATENCY_MS = 600 * 1000 };
    const double most = 1e12;
    double latency, rate;
    if (!page_act_number(act, 0, "milliseconds, 0 to 600000", 0, LATENCY_MS,
                         &latency) ||
        !page_act_number(act, 1, "bytes a second, at least 1", 1, most, &rate))
        return ACT_FAILED;
    enum act_outcome outcome = begin(act);
    if (outcome != ACT_DONE)
        return outcome;
    act->browser->page.faults.latency_ms = latency;
    act->browser->page.faults.bytes_per_second = rate;
    return tell_conditions(act);
}

static enum act_outcome stop_requests(struct page_act *act, int status)
{
    struct page *page = &act->browser->page;
    struct str pattern;
    if (!page_act_text(act, 0, "a pattern of addresses (a string)", &pattern))
        return ACT_FAILED;
    if (pattern.length == 0 || pattern.length > FAULT_PATTERN_LIMIT)
        return page_act_wrong(act, 0, "a pattern of 1 to 1000 bytes");
    enum act_outcome outcome = begin(act);
    if (outcome != ACT_DONE)
        return outcome;
    if (!faults_add_rule(&page->faults, pattern, status))
        return page_act_wrong(
            act, 0,
            "one of at most 64 patterns (restoreNetwork! forgets them)");
    struct buf params;
    buf_init(&params);
    faults_add_patterns(&params, &page->faults);
    page_group_send(page, "Fetch.enable", buf_str(&params));
    buf_finish(&params);
    return page_act_await(act);
}

static enum act_outcome do_fail_requests(struct page_act *act)
{
    return stop_requests(act, 0);
}

static enum act_outcome do_answer_requests(struct page_act *act)
{
    double status;
    if (!page_act_number(act, 1, "an HTTP status, 200 to 599", 200, 599,
                         &status))
        return ACT_FAILED;
    return stop_requests(act, (int)status);
}

static enum act_outcome do_restore_network(struct page_act *act)
{
    struct page *page = &act->browser->page;
    enum act_outcome outcome = begin(act);
    if (outcome != ACT_DONE)
        return outcome;
    faults_clear(&page->faults);
    send_conditions(page);
    page_group_send(page, "Fetch.disable", STR(""));
    return page_act_await(act);
}

/* ---- the processor ------------------------------------------------------ */

static enum act_outcome do_throttle_cpu(struct page_act *act)
{
    double factor;
    if (!page_act_number(act, 0, "a factor, 1 to 100", 1, 100, &factor))
        return ACT_FAILED;
    enum act_outcome outcome = begin(act);
    /* A page whose clock we hold sees no processor, and one that is throttled
     * while it keeps itself busy for us would not answer any more. */
    if (outcome != ACT_DONE || act->browser->clockwork.virtual_time)
        return outcome;
    char params[60];
    snprintf(params, sizeof params, "{\"rate\":%.3f}", factor);
    return page_act_call(act, "Emulation.setCPUThrottlingRate",
                         str_text(params));
}

/* ---- the table ---------------------------------------------------------- */

const struct page_performer_entry page_act_faults[] = {
    {"goOffline", do_go_offline},
    {"goOnline", do_go_online},
    {"slowNetwork", do_slow_network},
    {"failRequests", do_fail_requests},
    {"answerRequests", do_answer_requests},
    {"restoreNetwork", do_restore_network},
    {"throttleCpu", do_throttle_cpu},
    {NULL, NULL},
};
