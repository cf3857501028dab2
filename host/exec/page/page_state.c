/* Order of this file: what is read, messages of the executor. */
#include <stdlib.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/vec.h"
#include "exec/page/dialogs.h"
#include "exec/page/held.h"
#include "exec/page/page_internal.h"
#include "exec/page/stops.h"

static char *copied(struct str text)
{
    return memory_copy_string(text.data, text.length);
}

/* ---- what is read ------------------------------------------------------- */

static void add_fields(struct deps *deps, const char *selector,
                       const char *const *fields, size_t count)
{
    struct deps_node *node = deps_child(&deps->root, str_text(selector));
    for (size_t i = 0; i < count; i++)
        deps_child(node, str_text(fields[i]));
}

static void add_requests(struct deps *deps)
{
    static const char *const fields[] = {"url", "method", "status", "failed"};
    struct deps_node *node = deps_child(&deps->root, STR("::page"));
    node = deps_child(node, STR("requests"));
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        deps_child(node, str_text(fields[i]));
}

void page_fill_deps(struct page_system *page)
{
    static const char *const network[] = {"network"};
    struct buf view = {0};
    deps_init(&page->deps);
    value_add_json(&view, page->options.view);
    deps_child(deps_child(&page->deps.root, STR("::view")), buf_str(&view));
    buf_finish(&view);
    add_fields(&page->deps, "::settle", network, 1);
    add_requests(&page->deps);
    dialogs_want(&page->deps);
    if (page->options.is_nested)
        deps_child(&page->deps.root, STR("::nested"));
    if (page->options.holds)
        held_want(&page->deps);
    if (page->options.stops)
        stops_add_deps(&page->deps);
}

/* The one object that a special selector stands for; NULL: none. */
static const struct value *special(const struct page_system *page,
                                   const char *name)
{
    const struct value *list =
        page->state == NULL ? NULL : value_field_named(page->state, name);
    return list == NULL || list->kind != VALUE_LIST || list->count == 0
               ? NULL
               : list->items[0];
}

struct value *page_view(const struct page_system *page)
{
    const struct value *view = special(page, "::view");
    return view == NULL ? value_null() : value_ref(view);
}

/* ---- messages of the executor ------------------------------------------- */

void page_forget_requests(struct page_system *page)
{
    for (size_t i = 0; i < page->requests.count; i++)
        value_unref(page->requests.items[i]);
    page->requests.count = 0;
}

static void keep_requests(struct page_system *page)
{
    const struct value *of_page = special(page, "::page");
    const struct value *list =
        of_page == NULL ? NULL : value_field_named(of_page, "requests");
    for (size_t i = 0;
         list != NULL && list->kind == VALUE_LIST && i < list->count; i++)
        vec_push(&page->requests, value_ref(list->items[i]));
}

static bool has_failed(const struct value *request)
{
    enum { FIRST_ERROR_STATUS = 400 };
    const struct value *status = value_field_named(request, "status");
    const struct value *failed = value_field_named(request, "failed");
    return (failed != NULL && failed->kind == VALUE_BOOL && failed->boolean) ||
           (status != NULL && status->kind == VALUE_INT &&
            status->integer >= FIRST_ERROR_STATUS);
}

static void add_failed(struct buf *out, const struct value *request)
{
    const struct value *status = value_field_named(request, "status");
    buf_addf(out, "%s%.*s %.*s", out->length > 0 ? "; " : "",
             STR_ARGS(value_text(value_field_named(request, "method"))),
             STR_ARGS(value_text(value_field_named(request, "url"))));
    if (status != NULL && status->kind == VALUE_INT && status->integer > 0)
        buf_addf(out, " is answered with status %lld",
                 (long long)status->integer);
    else
        buf_add_text(out, " failed");
}

char *page_troubles(const struct page_system *page)
{
    enum { TOLD = 3 };
    struct buf words = {0};
    size_t told = 0;
    for (size_t i = 0; i < page->requests.count && told < TOLD; i++) {
        if (!has_failed(page->requests.items[i]))
            continue;
        add_failed(&words, page->requests.items[i]);
        told++;
    }
    if (page->ended != NULL)
        buf_addf(&words, "%s%s", words.length > 0 ? "; " : "", page->ended);
    if (page->broken != NULL)
        buf_addf(&words, "%sthe page had an error that nothing caught: %s",
                 words.length > 0 ? "; " : "", page->broken);
    return words.length > 0 ? buf_take(&words) : NULL;
}

static void note_broken(struct page_system *page, const struct value *broken)
{
    if (broken == NULL || page->options.ignores_errors)
        return;
    struct str words = value_text(broken);
    if (page->told_broken != NULL &&
        str_equal(words, str_text(page->told_broken)))
        return;
    free(page->broken);
    page->broken = copied(words);
}

void page_take_state(struct page_system *page, struct executor_message *message)
{
    if (message->state == NULL)
        return;
    page->version++;
    value_unref(page->state);
    page->state = message->state;
    message->state = NULL;
    if (message->evidence != NULL) {
        value_unref(page->evidence);
        page->evidence = message->evidence;
        message->evidence = NULL;
    }
    if (message->time_us > page->time_us)
        page->time_us = message->time_us;
    if (message->died && page->ended == NULL && message->broken != NULL)
        page->ended = copied(value_text(message->broken));
    else
        note_broken(page, message->broken);
    keep_requests(page);
}

bool page_drain(struct page_system *page, struct error *error)
{
    for (;;) {
        struct executor_message message;
        executor_message_init(&message);
        enum executor_next next = page->executor->ops->next(
            page->executor, clock_now_ms(), &message, error);
        bool is_state = next == EXECUTOR_MESSAGE && message.state != NULL;
        page_take_state(page, &message);
        executor_message_finish(&message);
        if (next == EXECUTOR_FAILED)
            return false;
        if (!is_state)
            return true;
    }
}
