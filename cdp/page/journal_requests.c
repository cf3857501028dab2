/* Requests of the page, from their beginning to what came of them. */
#include "cdp/page/journal_internal.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/memory.h"
#include "base/url.h"

enum { REQUESTS_LIMIT = 10 * 1000 }; /* under way at a time */

static char *copy(struct str text)
{
    return memory_copy_string(text.data, text.length);
}

static struct journal_request *find(struct journal *journal,
                                    const struct json *params)
{
    struct str id = journal_text_of(params, "requestId");
    for (size_t i = 0; i < journal->request_count; i++)
        if (str_is(id, journal->requests[i].id))
            return &journal->requests[i];
    return NULL;
}

void journal_finish_request(struct journal_request *request)
{
    free(request->id);
    free(request->url);
    free(request->method);
    free(request->type);
}

static void forget_request(struct journal *journal,
                           struct journal_request *request)
{
    journal_finish_request(request);
    *request = journal->requests[--journal->request_count];
}

static void add_request(struct journal *journal,
                        const struct journal_request *request, bool failed)
{
    struct value_field fields[] = {
        value_named("url", journal_short_text(str_text(request->url))),
        value_named("method", journal_short_text(str_text(request->method))),
        value_named("status", value_int(request->status)),
        value_named("type", journal_short_text(str_text(request->type))),
        value_named("failed", value_bool(failed)),
    };
    struct journal_entry *entry =
        journal_add(journal, JOURNAL_REQUESTS, value_object(fields, 5));
    if (entry != NULL)
        entry->rank = request->rank;
}

/* What the network never sees, or the page never asked for. */
static bool is_request(struct str url, struct str type)
{
    return !str_starts_with(url, "data:") && !str_is(type, "Preflight") &&
           !str_ends_with(url, "/favicon.ico");
}

static void begin_request(struct journal *journal, const struct json *params)
{
    const struct json *asked = json_read_field(params, "request");
    struct str url = journal_text_of(asked, "url");
    struct str type = journal_text_of(params, "type");
    if (!is_request(url, type) || journal->request_count >= REQUESTS_LIMIT)
        return;
    if (journal->request_count == journal->request_capacity) {
        journal->request_capacity =
            journal->request_capacity == 0 ? 8 : journal->request_capacity * 2;
        journal->requests =
            memory_resized(journal->requests, journal->request_capacity,
                           sizeof *journal->requests);
    }
    char *kind = copy(type);
    for (char *at = kind; *at != '\0'; at++)
        *at = (char)(*at >= 'A' && *at <= 'Z' ? *at - 'A' + 'a' : *at);
    journal->requests[journal->request_count++] = (struct journal_request){
        .id = copy(journal_text_of(params, "requestId")),
        .url = url_hide_password(url.data), /* reports show it */
        .method = copy(journal_text_of(asked, "method")),
        .type = kind,
        .rank = journal->heard,
    };
}

char *journal_requests_open(const struct journal *journal)
{
    enum { SHOWN = 3 };
    struct buf words = {0};
    size_t count = journal->request_count;
    for (size_t i = 0; i < count && i < SHOWN; i++)
        buf_addf(&words, "%s%s %s", i == 0 ? "" : ", ",
                 journal->requests[i].method, journal->requests[i].url);
    if (count > SHOWN)
        buf_addf(&words, " and %zu more", count - SHOWN);
    return count == 0 ? NULL : buf_take(&words);
}

/* A redirection is the answer to the request before, under the same id. */
void journal_hear_request(struct journal *journal, const struct json *params)
{
    struct journal_request *before = find(journal, params);
    const struct json *answer = json_read_field(params, "redirectResponse");
    if (before != NULL && answer != NULL) {
        before->status = json_read_int(json_read_field(answer, "status"));
        add_request(journal, before, false);
    }
    if (before != NULL)
        forget_request(journal, before);
    begin_request(journal, params);
}

/* Told when the answer begins: then the page can act on it. */
void journal_hear_answer(struct journal *journal, const struct json *params)
{
    struct journal_request *request = find(journal, params);
    const struct json *answer = json_read_field(params, "response");
    if (request == NULL)
        return;
    request->status = json_read_int(json_read_field(answer, "status"));
    add_request(journal, request, false);
}

void journal_hear_end(struct journal *journal, const struct json *params)
{
    struct journal_request *request = find(journal, params);
    if (request != NULL)
        forget_request(journal, request);
}

/* Given up by the page is not failed; after an answer that is no news. */
void journal_hear_failure(struct journal *journal, const struct json *params)
{
    struct journal_request *request = find(journal, params);
    bool canceled = json_read_bool(json_read_field(params, "canceled"));
    if (request == NULL)
        return;
    if (!canceled || request->status == 0)
        add_request(journal, request, !canceled);
    forget_request(journal, request);
}
