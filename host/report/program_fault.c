/* In this file: values, requests, the fault, the order that explains the most.
 */
#include "report/program_internal.h"

#include "report/explain.h"

enum {
    SHOWN_STATES = 5, /* of those that are possible */
    SHOWN_REQUESTS = 20,
    SHOWN_BYTES = 400, /* of a value, unless in full */
};

static void add_value(struct buf *out, const struct value *value, bool in_full)
{
    struct buf text = {0};
    operation_add_value(&text, value);
    program_add_beginning(out, buf_str(&text),
                          in_full ? SIZE_MAX : SHOWN_BYTES);
    buf_finish(&text);
}

static void print_value(struct ink *ink, const char *words,
                        const struct value *value, bool in_full)
{
    struct buf text = {0};
    buf_add_text(&text, words);
    add_value(&text, value, in_full);
    explain_text(ink, PROGRAM_INDENT, INK_PLAIN, buf_text(&text));
    buf_finish(&text);
}

static void print_states(struct ink *ink, const char *words,
                         const struct value *states, bool in_full)
{
    if (states == NULL)
        return;
    for (size_t i = 0; i < states->count; i++) {
        if (i == SHOWN_STATES && !in_full) {
            explain_text(ink, PROGRAM_INDENT, INK_DIM, "... and others");
            break;
        }
        print_value(ink, words, states->items[i], in_full);
    }
}

/* "GET /items (200)" */
static void add_request(struct buf *out, const struct value *request)
{
    const struct value *status = value_field_named(request, "status");
    const struct value *failed = value_field_named(request, "failed");
    bool has_failed =
        failed != NULL && failed->kind == VALUE_BOOL && failed->boolean;
    buf_addf(out, "%.*s %.*s",
             STR_ARGS(value_text(value_field_named(request, "method"))),
             STR_ARGS(value_text(value_field_named(request, "url"))));
    if (has_failed)
        buf_add_text(out, " (failed)");
    else if (status != NULL && status->kind == VALUE_INT)
        buf_addf(out, " (%lld)", (long long)status->integer);
}

/* A page that asks again and again: the end of the row that is told once. */
static size_t same_requests(const struct value *list, size_t begin)
{
    size_t end = begin + 1;
    struct buf first = {0}, other = {0};
    add_request(&first, list->items[begin]);
    for (bool is_same = true; is_same && end < list->count; end += is_same) {
        buf_clear(&other);
        add_request(&other, list->items[end]);
        is_same = str_equal(buf_str(&first), buf_str(&other));
    }
    buf_finish(&first);
    buf_finish(&other);
    return end;
}

static void add_field(struct buf *out, const char *before,
                      const struct value *request, const char *name)
{
    const struct value *text = value_field_named(request, name);
    if (text != NULL)
        buf_addf(out, "%s%.*s", before, STR_ARGS(value_text(text)));
}

/* What a command of an API was:
 *   the request: PUT /items/7 {"size":2}
 *   answered with 200: {"done":true} */
static void print_exchange(struct ink *ink, const struct value *request)
{
    /* Files of shards are foreign: there may be none. */
    const struct value *status = value_field_named(request, "status");
    struct buf text = {0};
    buf_addf(&text, "the request: %.*s %.*s",
             STR_ARGS(value_text(value_field_named(request, "method"))),
             STR_ARGS(value_text(value_field_named(request, "url"))));
    add_field(&text, " ", request, "sent");
    explain_text(ink, PROGRAM_INDENT, INK_PLAIN, buf_text(&text));
    buf_clear(&text);
    if (status != NULL && status->kind == VALUE_INT) {
        buf_addf(&text, "answered with %lld", (long long)status->integer);
        add_field(&text, ": ", request, "received");
        explain_text(ink, PROGRAM_INDENT, INK_PLAIN, buf_text(&text));
    }
    buf_finish(&text);
}

static void print_requests(struct ink *ink, const struct operation *culprit,
                           bool is_page)
{
    const struct value *list = value_field_named(culprit->detail, "requests");
    struct buf text = {0};
    size_t shown = 0;
    if (list == NULL || list->kind != VALUE_LIST || list->count == 0)
        return;
    if (!is_page) {
        print_exchange(ink, list->items[0]);
        return;
    }
    buf_add_text(&text, "the requests of the page meanwhile: ");
    size_t told = 0;
    for (size_t i = 0, end; i < list->count && told < SHOWN_REQUESTS; i = end) {
        end = same_requests(list, i);
        buf_add_text(&text, i > 0 ? ", " : "");
        add_request(&text, list->items[i]);
        if (end - i > 1)
            buf_addf(&text, ", %zu times", end - i);
        told++;
        shown = end;
    }
    if (list->count > shown)
        buf_addf(&text, " and %zu more", list->count - shown);
    explain_text(ink, PROGRAM_INDENT, INK_PLAIN, buf_text(&text));
    buf_finish(&text);
}

void program_print_fault(struct ink *ink, const struct program_run *run,
                         bool in_full)
{
    const struct operation *culprit =
        run->culprit == SIZE_MAX ? NULL : &run->operations.items[run->culprit];
    struct buf text = {0};
    program_heading(ink, "What is wrong:");
    if (culprit != NULL) {
        buf_addf(&text, "%lld. ", (long long)culprit->number);
        operation_add_call(&text, culprit->name, culprit->arguments);
        buf_add_text(&text, ": ");
    }
    buf_add_text(&text, run->words == NULL ? "it failed" : run->words);
    explain_text(ink, PROGRAM_INDENT, INK_RED, buf_text(&text));
    buf_finish(&text);
    if (culprit != NULL && run->fault != PROGRAM_PARALLEL)
        print_states(ink, "the state of the model before it: ", culprit->before,
                     in_full);
    if (culprit != NULL)
        print_requests(ink, culprit, run->is_page);
}

/* ---- the order that explains the most ------------------------------------ */

/* "0, 1, 3": the commands in the order that explains the most. */
static void add_order(struct buf *out, const struct program_run *run)
{
    const struct operation_list *list = &run->operations;
    bool any = false;
    size_t most = 0;
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].place > most)
            most = list->items[i].place;
    for (size_t place = 1; place <= most; place++)
        for (size_t i = 0; i < list->count; i++) {
            if (list->items[i].place != place)
                continue;
            buf_addf(out, "%s%lld", any ? ", " : "",
                     (long long)list->items[i].number);
            any = true;
        }
    if (!any)
        buf_add_text(out, "none");
}

/* Of a long recorded history only the end of the order is kept. */
static bool is_order_whole(const struct program_run *run)
{
    bool is_there = false, any = false;
    for (size_t i = 0; i < run->operations.count; i++) {
        is_there |= run->operations.items[i].place == 1;
        any |= run->operations.items[i].place > 0;
    }
    return is_there || !any;
}

void program_print_order(struct ink *ink, const struct program_run *run,
                         bool in_full)
{
    struct buf text = {0};
    buf_add_text(&text, is_order_whole(run)
                            ? "before it the model explains this order: "
                            : "before it the model explains an order that "
                              "ends with: ");
    add_order(&text, run);
    explain_text(ink, PROGRAM_INDENT, INK_PLAIN, buf_text(&text));
    buf_finish(&text);
    for (size_t i = 0;
         run->possible != NULL && i < run->possible->count && i < SHOWN_STATES;
         i++) {
        buf_add_text(&text, "after it the state is ");
        add_value(&text, run->possible->items[i], in_full);
        if (run->answers != NULL) {
            buf_add_text(&text, ", and the model answers ");
            add_value(&text, run->answers->items[i], in_full);
        }
        explain_text(ink, PROGRAM_INDENT, INK_PLAIN, buf_text(&text));
        buf_finish(&text);
    }
}
