/* Order of this file: patterns, rules, what the browser is told, its stops. */
#include "cdp/network/faults.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/json.h"
#include "base/memory.h"
#include "cdp/wire/params.h"

/* Goes back to the last star when it is stuck: no recursion, and at most as
 * many steps as the product of the lengths. */
bool fault_matches(struct str pattern, struct str text)
{
    size_t p = 0, t = 0, star = SIZE_MAX, resume = 0;
    while (t < text.length) {
        if (p < pattern.length && pattern.data[p] == '*') {
            star = p++;
            resume = t;
        } else if (p < pattern.length && (pattern.data[p] == '?' ||
                                          pattern.data[p] == text.data[t])) {
            p++;
            t++;
        } else if (star != SIZE_MAX) {
            p = star + 1;
            t = ++resume;
        } else {
            return false;
        }
    }
    while (p < pattern.length && pattern.data[p] == '*')
        p++;
    return p == pattern.length;
}

static void rule_finish(struct fault_rule *rule)
{
    free(rule->pattern);
    reply_finish(&rule->reply);
}

/* A test may do the same again and again. */
static void forget_rule(struct faults *faults, struct str pattern)
{
    size_t kept = 0;
    for (size_t i = 0; i < faults->rule_count; i++) {
        if (str_is(pattern, faults->rules[i].pattern))
            rule_finish(&faults->rules[i]);
        else
            faults->rules[kept++] = faults->rules[i];
    }
    faults->rule_count = kept;
}

static bool add(struct faults *faults, struct str pattern,
                struct fault_rule rule)
{
    forget_rule(faults, pattern);
    if (faults->rule_count == FAULT_RULES)
        return false;
    rule.pattern = memory_copy_string(pattern.data, pattern.length);
    faults->rules[faults->rule_count++] = rule;
    return true;
}

bool faults_add_reply(struct faults *faults, struct str pattern,
                      struct reply reply)
{
    if (add(faults, pattern, (struct fault_rule){.reply = reply}))
        return true;
    reply_finish(&reply);
    return false;
}

bool faults_add_delay(struct faults *faults, struct str pattern,
                      int64_t delay_ms)
{
    return add(faults, pattern, (struct fault_rule){.delay_ms = delay_ms});
}

void faults_clear(struct faults *faults)
{
    for (size_t i = 0; i < faults->rule_count; i++)
        rule_finish(&faults->rules[i]);
    *faults = (struct faults){.ever_set = faults->ever_set};
}

void faults_copy(struct faults *to, const struct faults *from)
{
    faults_clear(to);
    *to = *from;
    for (size_t i = 0; i < from->rule_count; i++) {
        const char *pattern = from->rules[i].pattern;
        to->rules[i].pattern = memory_copy_string(pattern, strlen(pattern));
        to->rules[i].reply = reply_copy(&from->rules[i].reply);
    }
}

void faults_add_conditions(struct buf *params, const struct faults *faults)
{
    bool limited = faults->bytes_per_second > 0;
    buf_addf(params, "{\"offline\":%s,\"latency\":",
             faults->offline ? "true" : "false");
    json_add_float(params, faults->latency_ms);
    for (int up = 0; up < 2; up++) {
        buf_add_text(params, up ? ",\"uploadThroughput\":"
                                : ",\"downloadThroughput\":");
        json_add_float(params, limited ? faults->bytes_per_second : -1.0);
    }
    buf_add_char(params, '}');
}

void faults_add_patterns(struct buf *params, const struct faults *faults)
{
    buf_add_text(params, "{\"patterns\":[");
    for (size_t i = 0; i < faults->rule_count; i++) {
        buf_add_text(params, i > 0 ? ",{\"urlPattern\":" : "{\"urlPattern\":");
        json_add_string(params, str_text(faults->rules[i].pattern));
        buf_add_char(params, '}');
    }
    buf_add_text(params, "]}");
}

static const struct fault_rule *find_rule(const struct faults *faults,
                                          struct str url)
{
    for (size_t i = faults->rule_count; i-- > 0;)
        if (fault_matches(str_text(faults->rules[i].pattern), url))
            return &faults->rules[i];
    return NULL;
}

/* A page that asks another origin is to see the status, too. */
static const char usual_headers[] =
    "[{\"name\":\"Content-Type\",\"value\":\"text/plain\"},"
    "{\"name\":\"Access-Control-Allow-Origin\",\"value\":\"*\"}]";

static void add_reply(struct cdp_params *params, const struct reply *reply)
{
    cdp_params_int(params, "responseCode", reply->status);
    cdp_params_raw(
        params, "responseHeaders",
        str_text(reply->headers == NULL ? usual_headers : reply->headers));
    if (reply->body != NULL)
        cdp_params_text(params, "body", str_text(reply->body));
}

static void answer(struct cdp_session *session, struct str id,
                   const struct fault_rule *rule)
{
    struct cdp_params params;
    const char *method = "Fetch.continueRequest";
    cdp_params_init(&params);
    cdp_params_text(&params, "requestId", id);
    if (rule != NULL && rule->delay_ms == 0 && rule->reply.status == 0) {
        method = "Fetch.failRequest";
        cdp_params_text(&params, "errorReason", STR("ConnectionFailed"));
    } else if (rule != NULL && rule->delay_ms == 0) {
        method = "Fetch.fulfillRequest";
        add_reply(&params, &rule->reply);
    }
    cdp_session_post(session, method, cdp_params_end(&params));
    cdp_params_finish(&params);
}

/* A document is not: while a page is on its way to another one its clock
 * stands, and nobody sees how long that takes. What is asked in the course of a
 * request (may it be made; the same at another address) belongs to it. */
static bool can_be_late(const struct json *stopped, const struct json *request)
{
    struct str type =
        json_read_string(json_read_field(stopped, "resourceType"));
    struct str method = json_read_string(json_read_field(request, "method"));
    return !str_is(type, "Document") && !str_is(type, "Preflight") &&
           !str_is(method, "OPTIONS") &&
           json_read_field(stopped, "redirectedRequestId") == NULL;
}

/* What the browser has stopped. */
struct stopped {
    const struct json *request;
    struct str id;
    const struct fault_rule *rule; /* that it fits, or NULL */
};

static bool is_stopped(const struct faults *faults,
                       const struct cdp_record *event, struct stopped *stopped)
{
    if (!str_is(event->method, "Fetch.requestPaused"))
        return false;
    stopped->request = json_read_field(event->body, "request");
    stopped->id = json_read_string(json_read_field(event->body, "requestId"));
    stopped->rule = find_rule(
        faults, json_read_string(json_read_field(stopped->request, "url")));
    return true;
}

bool faults_answer(const struct faults *faults, struct cdp_session *session,
                   const struct cdp_record *event)
{
    struct stopped stopped;
    if (!is_stopped(faults, event, &stopped))
        return false;
    answer(session, stopped.id, stopped.rule);
    return true;
}

bool faults_hear(struct faults *faults, struct delays *delays,
                 struct network *network, struct cdp_session *session,
                 const struct cdp_record *event)
{
    struct stopped stopped;
    if (!is_stopped(faults, event, &stopped))
        return false;
    struct str name =
        json_read_string(json_read_field(event->body, "networkId"));
    const struct fault_rule *rule = stopped.rule;
    if (rule != NULL && rule->delay_ms > 0 &&
        can_be_late(event->body, stopped.request) &&
        delays_hold(delays, stopped.id, name, rule->delay_ms))
        network_note(network, name);
    else
        answer(session, stopped.id, rule);
    return true;
}
