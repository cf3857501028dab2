/* Order of this file: entries, the console, errors, requests, messages, states.
 */
#include "cdp/page/journal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/memory.h"
#include "base/url.h"
#include "cdp/page/notices.h"
#include "cdp/wire/remote.h"

static const char special[] = "::page";
static const char *const names[JOURNAL_LISTS] = {"console", "errors",
                                                 "requests"};

enum { REQUESTS_LIMIT = 10 * 1000 }; /* under way at a time */

static struct str text_of(const struct json *object, const char *field)
{
    return json_read_string(json_read_field(object, field));
}

/* ---- entries ------------------------------------------------------------ */

/* Not in the middle of a character. */
static struct value *short_text(struct str text)
{
    size_t length = text.length;
    if (length > JOURNAL_TEXT_LIMIT) {
        length = JOURNAL_TEXT_LIMIT;
        while (length > 0 && ((unsigned char)text.data[length] & 0xC0) == 0x80)
            length--;
    }
    return value_string(str_from(text.data, length));
}

static size_t count_of(const struct journal *journal, enum journal_list list)
{
    size_t count = 0;
    for (size_t i = 0; i < journal->count; i++)
        count += journal->entries[i].list == list;
    return count;
}

/* Takes the value. */
static struct journal_entry *add(struct journal *journal,
                                 enum journal_list list, struct value *value)
{
    if (count_of(journal, list) >= JOURNAL_LIMIT) {
        value_unref(value);
        return NULL;
    }
    if (journal->count == journal->capacity) {
        journal->capacity = journal->capacity == 0 ? 8 : journal->capacity * 2;
        journal->entries = memory_resized(journal->entries, journal->capacity,
                                          sizeof *journal->entries);
    }
    struct journal_entry *entry = &journal->entries[journal->count++];
    *entry = (struct journal_entry){.list = list,
                                    .place = journal->heard,
                                    .rank = journal->heard,
                                    .value = value};
    return entry;
}

static void drop(struct journal *journal, size_t index)
{
    value_unref(journal->entries[index].value);
    journal->count--;
    memmove(&journal->entries[index], &journal->entries[index + 1],
            (journal->count - index) * sizeof *journal->entries);
}

/* ---- the console -------------------------------------------------------- */

/* Takes the text. */
static void add_message(struct journal *journal, const char *level,
                        struct str source, struct buf *text)
{
    struct value_field fields[] = {
        value_named("level", value_string(str_text(level))),
        value_named("text", short_text(buf_str(text))),
        value_named("source", value_string(source)),
    };
    add(journal, JOURNAL_CONSOLE, value_object(fields, 3));
    buf_finish(text);
}

/* NULL: no message. How long something took (timeEnd) is real time, and no run
 * is to depend on it. */
static const char *level_of_call(struct str type)
{
    static const struct {
        const char *type, *level;
    } levels[] = {
        {"log", "log"},         {"debug", "debug"},
        {"info", "info"},       {"error", "error"},
        {"warning", "warning"}, {"assert", "error"},
        {"dir", "log"},         {"dirxml", "log"},
        {"table", "log"},       {"trace", "log"},
        {"startGroup", "log"},  {"startGroupCollapsed", "log"},
        {"count", "debug"},
    };
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        if (str_is(type, levels[i].type))
            return levels[i].level;
    return NULL;
}

static void hear_call(struct journal *journal, const struct json *params)
{
    const char *level = level_of_call(text_of(params, "type"));
    if (level == NULL || !journal->wants[JOURNAL_CONSOLE])
        return;
    struct buf text;
    buf_init(&text);
    remote_add_arguments(&text, json_read_field(params, "args"));
    add_message(journal, level, STR("script"), &text);
}

/* What the browser itself writes to the console. Left out is what depends on
 * how fast the machine is, and the icon that nobody has asked for. */
static bool is_of_page(const struct json *entry)
{
    static const char *const others[] = {"violation", "intervention",
                                         "recommendation"};
    struct str source = text_of(entry, "source");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (str_is(source, others[i]))
            return false;
    return !str_ends_with(text_of(entry, "url"), "/favicon.ico");
}

static void hear_log(struct journal *journal, const struct json *params)
{
    const struct json *entry = json_read_field(params, "entry");
    if (!journal->wants[JOURNAL_CONSOLE] || !is_of_page(entry))
        return;
    struct str level = text_of(entry, "level");
    struct str url = text_of(entry, "url");
    struct buf text;
    buf_init(&text);
    buf_add_str(&text, text_of(entry, "text"));
    if (url.length > 0 && str_is(text_of(entry, "source"), "network")) {
        char *shown = url_hide_password(url.data);
        buf_add_text(&text, ": ");
        buf_add_text(&text, shown);
        free(shown);
    }
    add_message(journal, str_is(level, "verbose") ? "debug" : level.data,
                text_of(entry, "source"), &text);
}

/* ---- errors ------------------------------------------------------------- */

/* "http://localhost/app.js:12:7": where it was thrown, or where the promise was
 * rejected; null where the browser does not say. */
static struct value *place_thrown(const struct json *details)
{
    const struct json *stack = json_read_field(details, "stackTrace");
    const struct json *frames = json_read_field(stack, "callFrames");
    const struct json *at =
        json_read_count(frames) > 0 ? json_read_at(frames, 0) : details;
    struct str url = text_of(at, "url");
    if (url.length == 0)
        return value_null();
    struct buf text;
    buf_init(&text);
    buf_add_str(&text, url);
    /* Whatever an endpoint says, no addition overflows. */
    buf_addf(&text, ":%" PRIu64 ":%" PRIu64,
             (uint64_t)json_read_int(json_read_field(at, "lineNumber")) + 1,
             (uint64_t)json_read_int(json_read_field(at, "columnNumber")) + 1);
    struct value *place = short_text(buf_str(&text));
    buf_finish(&text);
    return place;
}

/* {message, kind, where} */
static struct value *error_of(const struct json *details)
{
    const struct json *thrown = json_read_field(details, "exception");
    struct str how = text_of(details, "text");
    struct buf text;
    buf_init(&text);
    if (thrown != NULL)
        remote_add(&text, thrown);
    else
        buf_add_str(&text, how);
    /* "Uncaught (in promise)" */
    bool promised = how.length > 0 && strstr(how.data, "promise") != NULL;
    struct value_field fields[] = {
        value_named("message", short_text(buf_str(&text))),
        value_named("kind",
                    value_string(promised ? STR("rejection") : STR("error"))),
        value_named("where", place_thrown(details)),
    };
    buf_finish(&text);
    return value_object(fields, 3);
}

/* Of an error that nobody reads the first is told. */
static void notice_error(struct journal *journal, const struct json *details)
{
    if (journal->notices == NULL || journal->noticed != 0)
        return;
    struct value *error = error_of(details);
    if (notices_hear_error(journal->notices, error))
        journal->noticed = json_read_field_int(details, "exceptionId");
    value_unref(error);
}

static void note_broken(struct journal *journal, const struct json *details)
{
    struct buf words;
    if (journal->broken != NULL)
        return;
    struct value *error = error_of(details);
    buf_init(&words);
    notices_add_error(&words, error);
    journal->broken = value_string(buf_str(&words));
    journal->broken_by = json_read_field_int(details, "exceptionId");
    buf_finish(&words);
    value_unref(error);
}

static void mend(struct journal *journal)
{
    value_unref(journal->broken);
    journal->broken = NULL;
    journal->broken_by = 0;
}

static void hear_error(struct journal *journal, const struct json *params)
{
    const struct json *details = json_read_field(params, "exceptionDetails");
    note_broken(journal, details);
    if (!journal->wants[JOURNAL_ERRORS]) {
        notice_error(journal, details);
        return;
    }
    struct journal_entry *entry =
        add(journal, JOURNAL_ERRORS, error_of(details));
    if (entry != NULL)
        entry->exception =
            json_read_int(json_read_field(details, "exceptionId"));
}

/* Somebody handles the rejection after all. */
static void hear_revocation(struct journal *journal, const struct json *params)
{
    int64_t id = json_read_field_int(params, "exceptionId");
    if (id != 0 && id == journal->broken_by)
        mend(journal);
    if (id != 0 && id == journal->noticed) {
        notices_take_back_error(journal->notices);
        journal->noticed = 0;
    }
    for (size_t i = journal->count; i > 0; i--)
        if (journal->entries[i - 1].list == JOURNAL_ERRORS &&
            journal->entries[i - 1].exception == id)
            drop(journal, i - 1);
}

/* ---- requests ----------------------------------------------------------- */

static char *copy(struct str text)
{
    return memory_copy_string(text.data, text.length);
}

static struct journal_request *find(struct journal *journal,
                                    const struct json *params)
{
    struct str id = text_of(params, "requestId");
    for (size_t i = 0; i < journal->request_count; i++)
        if (str_is(id, journal->requests[i].id))
            return &journal->requests[i];
    return NULL;
}

static void finish_request(struct journal_request *request)
{
    free(request->id);
    free(request->url);
    free(request->method);
    free(request->type);
}

static void forget_request(struct journal *journal,
                           struct journal_request *request)
{
    finish_request(request);
    *request = journal->requests[--journal->request_count];
}

static void add_request(struct journal *journal,
                        const struct journal_request *request, bool failed)
{
    struct value_field fields[] = {
        value_named("url", short_text(str_text(request->url))),
        value_named("method", short_text(str_text(request->method))),
        value_named("status", value_int(request->status)),
        value_named("type", short_text(str_text(request->type))),
        value_named("failed", value_bool(failed)),
    };
    struct journal_entry *entry =
        add(journal, JOURNAL_REQUESTS, value_object(fields, 5));
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
    struct str url = text_of(asked, "url");
    struct str type = text_of(params, "type");
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
        .id = copy(text_of(params, "requestId")),
        .url = url_hide_password(url.data), /* reports show it */
        .method = copy(text_of(asked, "method")),
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
static void hear_request(struct journal *journal, const struct json *params)
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
static void hear_answer(struct journal *journal, const struct json *params)
{
    struct journal_request *request = find(journal, params);
    const struct json *answer = json_read_field(params, "response");
    if (request == NULL)
        return;
    request->status = json_read_int(json_read_field(answer, "status"));
    add_request(journal, request, false);
}

static void hear_end(struct journal *journal, const struct json *params)
{
    struct journal_request *request = find(journal, params);
    if (request != NULL)
        forget_request(journal, request);
}

/* Given up by the page is not failed; after an answer that is no news. */
static void hear_failure(struct journal *journal, const struct json *params)
{
    struct journal_request *request = find(journal, params);
    bool canceled = json_read_bool(json_read_field(params, "canceled"));
    if (request == NULL)
        return;
    if (!canceled || request->status == 0)
        add_request(journal, request, !canceled);
    forget_request(journal, request);
}

/* ---- messages ----------------------------------------------------------- */

static const struct {
    const char *method;
    void (*hear)(struct journal *journal, const struct json *params);
} handlers[] = {
    {"Runtime.consoleAPICalled", hear_call},
    {"Runtime.exceptionThrown", hear_error},
    {"Runtime.exceptionRevoked", hear_revocation},
    {"Log.entryAdded", hear_log},
    {"Network.requestWillBeSent", hear_request},
    {"Network.responseReceived", hear_answer},
    {"Network.loadingFinished", hear_end},
    {"Network.loadingFailed", hear_failure},
};

static bool is_ours(const struct json *params, int64_t own_context)
{
    const struct json *details = json_read_field(params, "exceptionDetails");
    const struct json *context = json_read_field(
        details == NULL ? params : details, "executionContextId");
    return context != NULL && own_context != 0 &&
           json_read_int(context) == own_context;
}

void journal_hear(struct journal *journal, struct str method,
                  const struct json *params, int64_t own_context)
{
    for (size_t i = 0; i < sizeof handlers / sizeof *handlers; i++) {
        if (!str_is(method, handlers[i].method))
            continue;
        journal->heard++;
        if (!is_ours(params, own_context))
            handlers[i].hear(journal, params);
        return;
    }
}

/* ---- states ------------------------------------------------------------- */

static int by_rank(const void *a_, const void *b_)
{
    const struct journal_entry *const *a = a_, *const *b = b_;
    if ((*a)->rank != (*b)->rank)
        return (*a)->rank < (*b)->rank ? -1 : 1;
    return (*a)->place < (*b)->place ? -1 : (*a)->place > (*b)->place;
}

const char *journal_list_name(enum journal_list list)
{
    return names[list];
}

struct value *journal_list(const struct journal *journal,
                           enum journal_list list, int64_t upto)
{
    const struct journal_entry **found =
        memory_zeroed(journal->count + 1, sizeof *found);
    size_t count = 0;
    for (size_t i = 0; i < journal->count; i++)
        if (journal->entries[i].list == list &&
            journal->entries[i].place <= upto)
            found[count++] = &journal->entries[i];
    qsort(found, count, sizeof *found, by_rank);
    struct value **items = memory_zeroed(count + 1, sizeof *items);
    for (size_t i = 0; i < count; i++)
        items[i] = value_ref(found[i]->value);
    struct value *value = value_list(items, count);
    free(items);
    free(found);
    return value;
}

/* Takes the value. */
static void put(struct value **object, const char *key, struct value *value)
{
    struct value *changed = value_with_field(*object, str_text(key), value);
    value_unref(*object);
    *object = changed;
}

struct value *journal_add_to(const struct journal *journal, int64_t upto,
                             struct value *state)
{
    const struct value *pages = value_field(state, str_text(special));
    if (pages == NULL || pages->kind != VALUE_LIST || pages->count != 1 ||
        pages->items[0]->kind != VALUE_OBJECT)
        return state;
    struct value *page = value_ref(pages->items[0]);
    for (int list = 0; list < JOURNAL_LISTS; list++)
        if (journal->wants[list])
            put(&page, names[list],
                journal_list(journal, (enum journal_list)list, upto));
    put(&state, special, value_list(&page, 1));
    return state;
}

void journal_forget(struct journal *journal, int64_t upto)
{
    for (size_t i = journal->count; i > 0; i--)
        if (journal->entries[i - 1].place <= upto)
            drop(journal, i - 1);
}

bool journal_needs_log(const struct journal *journal)
{
    return journal->wants[JOURNAL_CONSOLE];
}

bool journal_needs_network(const struct journal *journal)
{
    return journal->wants[JOURNAL_REQUESTS];
}

void journal_init(struct journal *journal, const struct deps *deps)
{
    *journal = (struct journal){.heard = 0};
    const struct deps_node *page =
        deps == NULL ? NULL : deps_find(&deps->root, str_text(special));
    for (int list = 0; list < JOURNAL_LISTS; list++)
        journal->wants[list] =
            deps == NULL ||
            (page != NULL && deps_find(page, str_text(names[list])) != NULL);
}

void journal_finish(struct journal *journal)
{
    while (journal->count > 0)
        value_unref(journal->entries[--journal->count].value);
    while (journal->request_count > 0)
        finish_request(&journal->requests[--journal->request_count]);
    free(journal->entries);
    free(journal->requests);
    value_unref(journal->broken);
    *journal = (struct journal){.heard = 0};
}
