/* Order of this file: addresses, the answer, the requests. */
#include "cdp/page/profiler.h"

#include "base/hash.h"
#include "cdp/page/page.h"

/* ---- addresses ----------------------------------------------------------- */

/* A query is often there to get around a cache; and a blob has another address
 * each time. */
static struct str lasting_address(struct str url)
{
    if (str_starts_with(url, "blob:"))
        return STR("blob:");
    for (size_t i = 0; i < url.length; i++)
        if (url.data[i] == '?' || url.data[i] == '#')
            return str_from(url.data, i);
    return url;
}

/* ---- the answer ---------------------------------------------------------- */

static bool is_strange(const char *what, struct error *error)
{
    return error_set(error, ERROR_RUN,
                     "the browser's answer to Profiler.takePreciseCoverage "
                     "cannot be read: %s",
                     what);
}

struct range {
    int64_t start, end;
    bool ran;
};

static bool read_range(struct range *range, const struct json *json,
                       struct error *error)
{
    const struct json *start = json_read_field(json, "startOffset");
    const struct json *end = json_read_field(json, "endOffset");
    const struct json *count = json_read_field(json, "count");
    if (json_kind(start) != JSON_KIND_INT || json_kind(end) != JSON_KIND_INT ||
        json_kind(count) != JSON_KIND_INT)
        return is_strange("a range is incomplete", error);
    *range = (struct range){json_read_int(start), json_read_int(end),
                            json_read_int(count) > 0};
    return true;
}

static uint64_t mix_range(uint64_t hash, const struct range *range)
{
    return hash_mix(hash_mix(hash, (uint64_t)range->start),
                    (uint64_t)range->end);
}

/* The first range is the function, the others are parts of it that ran where it
 * did not, or the other way round. */
static bool read_function(uint64_t script, const struct json *function,
                          struct reach *reach, struct error *error)
{
    const struct json *ranges = json_read_field(function, "ranges");
    struct str name =
        json_read_string(json_read_field(function, "functionName"));
    struct range range = {0};
    if (json_kind(ranges) != JSON_KIND_LIST || json_read_count(ranges) == 0)
        return is_strange("a function has no ranges", error);
    if (!read_range(&range, json_read_at(ranges, 0), error))
        return false;
    uint64_t key = mix_range(hash_mix(script, str_hash(name)), &range);
    uint64_t way = key;
    reach_add(reach, range.ran ? REACH_RAN : REACH_IDLE, key);
    for (size_t i = 1; i < json_read_count(ranges); i++) {
        if (!read_range(&range, json_read_at(ranges, i), error))
            return false;
        way = hash_mix(mix_range(way, &range), range.ran);
    }
    if (way != key)
        reach_add(reach, REACH_WAY, way);
    return true;
}

static bool read_script(const struct json *script, struct reach *reach,
                        struct error *error)
{
    const struct json *url = json_read_field(script, "url");
    const struct json *functions = json_read_field(script, "functions");
    if (json_kind(url) != JSON_KIND_STRING ||
        json_kind(functions) != JSON_KIND_LIST)
        return is_strange("a script has no address or no functions", error);
    struct str address = lasting_address(json_read_string(url));
    if (address.length == 0)
        return true;
    for (size_t i = 0; i < json_read_count(functions); i++)
        if (!read_function(str_hash(address), json_read_at(functions, i), reach,
                           error))
            return false;
    return true;
}

bool profiler_read(const struct json *answer, struct reach *reach,
                   struct error *error)
{
    const struct json *scripts = json_read_field(answer, "result");
    if (json_kind(scripts) != JSON_KIND_LIST)
        return is_strange("it has no list of scripts", error);
    for (size_t i = 0; i < json_read_count(scripts); i++)
        if (!read_script(json_read_at(scripts, i), reach, error))
            return false;
    return true;
}

/* ---- the requests -------------------------------------------------------- */

static void send_start(struct page *page)
{
    page_group_send(page, "Profiler.startPreciseCoverage",
                    STR("{\"callCount\":false,\"detailed\":true}"));
}

void profiler_start(struct page *page)
{
    page_group_send(page, "Profiler.enable", STR(""));
    send_start(page);
}

static bool can_answer(const struct page *page)
{
    return page->context != 0 && page->dialog == NULL && !page->navigating &&
           !page->unresponsive;
}

/* The document has gone in the middle of it, or the time of the test is over:
 * no trouble of ours. */
static bool is_excused(const struct page *page)
{
    return page->out_of_time || page->dialog != NULL || page->navigating ||
           page->context == 0;
}

bool profiler_take(struct page *page, bool *anew, int64_t deadline_ms,
                   struct reach *reach, struct error *error)
{
    if (!can_answer(page))
        return true;
    page_group_begin(page);
    if (*anew)
        send_start(page);
    *anew = false;
    page_group_send(page, "Profiler.takePreciseCoverage", STR(""));
    if (page_group_await(page, deadline_ms, error))
        return profiler_read(page->await_reply.body, reach, error);
    if (page->crashed || page->detached || !is_excused(page))
        return false;
    *error = ERROR_NONE;
    return true;
}
