/* In this file: a command on a line, forks with their bars, what is wrong, the
 * schedule, tables. */
#include "report/program.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "report/changes.h"
#include "report/explain.h"
#include "report/text.h"

enum {
    INDENT = 4,
    BAR_COLUMNS = 20,
    SHOWN_STATES = 5, /* of those that are possible */
    SHOWN_REQUESTS = 20,
    SHOWN_ROWS = 12,           /* of a table */
    SHOWN_BYTES = 400,         /* of a value, unless in full */
    SHOWN_ANSWER_BYTES = 1000, /* of an answer on the line of its command */
};

/* ---- a command on a line ------------------------------------------------ */

/* Of a long text as much, and no half of a character. */
static void add_beginning(struct buf *out, struct str text, size_t most)
{
    size_t end = text.length > most ? utf8_floor(text, most) : text.length;
    buf_add(out, text.data, end);
    if (end < text.length)
        buf_add_text(out, "...");
}

static void add_why(struct buf *text, const struct operation *operation)
{
    if (operation->words != NULL)
        buf_addf(text, ": %s", operation->words);
}

/* What the page of the same person showed before; NULL: nothing, or there are
 * others, too. */
static const struct value *shown_before(const struct program_run *run,
                                        size_t at)
{
    if (!run->is_page || run->users > 1)
        return NULL;
    while (at > 0)
        if (run->operations.items[--at].got != NULL)
            return run->operations.items[at].got;
    return NULL;
}

/* Of a page what has changed. */
static void add_got(struct buf *text, const struct program_run *run, size_t at,
                    bool in_full)
{
    const struct value *got = run->operations.items[at].got;
    const struct value *before = in_full ? NULL : shown_before(run, at);
    struct buf shown = {0};
    if (before == NULL)
        operation_add_value(&shown, got);
    else if (value_equal(before, got))
        buf_add_text(&shown, "the same");
    else
        changes_add(&shown, before, got);
    add_beginning(text, buf_str(&shown),
                  in_full ? SIZE_MAX : SHOWN_ANSWER_BYTES);
    buf_finish(&shown);
}

static void add_answer(struct buf *text, const struct program_run *run,
                       size_t at, bool unicode, bool in_full)
{
    const struct operation *operation = &run->operations.items[at];
    bool is_refused = run->fault == PROGRAM_REFUSED && run->culprit == at;
    const char *arrow = unicode ? " → " : " -> ";
    switch (operation->end) {
    case OPERATION_OK:
        buf_add_text(text, arrow);
        add_got(text, run, at, in_full);
        break;
    case OPERATION_FAIL:
        buf_addf(text, "%sfailed, without an effect", arrow);
        add_why(text, operation);
        break;
    case OPERATION_INFO:
        buf_addf(text, "%s%s", arrow,
                 is_refused ? "it cannot be done" : "unknown");
        add_why(text, operation);
        break;
    case OPERATION_PENDING:
        buf_addf(text, "%sno answer", arrow);
        break;
    case OPERATION_NOT_RUN:
        buf_add_text(text, "  (not run)");
        break;
    }
}

/* "New(1) → #0" */
static void add_operation(struct buf *text, const struct program_run *run,
                          size_t at, bool unicode, bool in_full)
{
    const struct operation *operation = &run->operations.items[at];
    operation_add_call(text, operation->name, operation->arguments);
    add_answer(text, run, at, unicode, in_full);
}

static bool are_alike(const struct operation *a, const struct operation *b)
{
    bool same_got = a->got == NULL
                        ? b->got == NULL
                        : b->got != NULL && value_equal(a->got, b->got);
    return str_equal(str_text(a->name), str_text(b->name)) &&
           a->process == b->process && a->end == b->end && same_got &&
           value_equal(a->arguments, b->arguments);
}

static size_t fork_end(const struct operation_list *list, size_t begin)
{
    size_t end = begin;
    while (end < list->count &&
           list->items[end].fork == list->items[begin].fork)
        end++;
    return end;
}

/* How many commands from this one on, one after another, look the same. */
static size_t count_alike(const struct operation_list *list, size_t at)
{
    size_t end = at + 1;
    while (end < list->count && fork_end(list, end) == end + 1 &&
           are_alike(&list->items[at], &list->items[end]))
        end++;
    return end - at;
}

static enum ink_style style_of(const struct program_run *run, size_t at)
{
    return at == run->culprit ? INK_RED : INK_PLAIN;
}

static void print_line(struct ink *ink, size_t indent, const char *margin,
                       enum ink_style style, struct buf *text)
{
    struct buf shown = {0};
    ink_begin(ink, indent, indent + 6);
    ink_margin(ink, INK_BOLD, margin);
    text_add(&shown, buf_str(text),
             (struct text_style){ink->unicode, SIZE_MAX});
    ink_words(ink, style, buf_text(&shown));
    ink_end(ink);
    buf_finish(&shown);
    buf_finish(text);
}

/* "process 2 ", "user 2 ": people count from 1. */
static void add_lane(struct buf *margin, const struct program_run *run,
                     int64_t process)
{
    buf_addf(margin, "%s %lld ", run->users > 1 ? "user" : "process",
             (long long)process + !run->is_recorded);
}

static void print_alone(struct ink *ink, const struct program_run *run,
                        size_t at, size_t alike, bool in_full)
{
    const struct operation *operation = &run->operations.items[at];
    struct buf text = {0}, margin = {0};
    buf_addf(&margin, "%3lld. ", (long long)operation->number);
    if (run->users > 1)
        add_lane(&margin, run, operation->process);
    add_operation(&text, run, at, ink->unicode, in_full);
    if (alike > 1)
        buf_addf(&text, "  (%zu times, up to %lld)", alike,
                 (long long)run->operations.items[at + alike - 1].number);
    print_line(ink, INDENT, buf_text(&margin), style_of(run, at), &text);
    buf_finish(&margin);
}

/* ---- forks -------------------------------------------------------------- */

struct span {
    int64_t begin_us, end_us;
};

static struct span span_of(const struct operation_list *list, size_t begin,
                           size_t end)
{
    struct span span = {INT64_MAX, 0};
    for (size_t i = begin; i < end; i++) {
        const struct operation *operation = &list->items[i];
        if (operation->call_us < 0)
            continue;
        if (operation->call_us < span.begin_us)
            span.begin_us = operation->call_us;
        if (operation->return_us > span.end_us)
            span.end_us = operation->return_us;
    }
    return span;
}

static size_t column_of(const struct span *span, int64_t us)
{
    int64_t length = span->end_us - span->begin_us;
    if (length <= 0)
        return us > span->begin_us ? BAR_COLUMNS - 1 : 0;
    int64_t column = (us - span->begin_us) * (BAR_COLUMNS - 1) / length;
    return column < 0              ? 0
           : column >= BAR_COLUMNS ? BAR_COLUMNS - 1
                                   : (size_t)column;
}

/* "   ├─────┤     ": from its call to its return. */
static void add_bar(struct buf *out, const struct span *span,
                    const struct operation *operation, bool unicode)
{
    size_t begin = BAR_COLUMNS, end = BAR_COLUMNS;
    if (operation->call_us >= 0) {
        begin = column_of(span, operation->call_us);
        end = operation->return_us < 0 ? BAR_COLUMNS
                                       : column_of(span, operation->return_us);
    }
    for (size_t i = 0; i < BAR_COLUMNS; i++) {
        if (i < begin || i > end)
            buf_add_char(out, ' ');
        else if (i == begin)
            buf_add_text(out, unicode ? "├" : "[");
        else if (i == end)
            buf_add_text(out, unicode ? "┤" : "]");
        else
            buf_add_text(out, unicode ? "─" : "-");
    }
}

static void print_in_fork(struct ink *ink, const struct program_run *run,
                          size_t at, const struct span *span, bool in_full)
{
    const struct operation *operation = &run->operations.items[at];
    struct buf text = {0}, margin = {0};
    buf_addf(&margin, "%3lld. ", (long long)operation->number);
    add_lane(&margin, run, operation->process);
    add_bar(&margin, span, operation, ink->unicode);
    buf_add_char(&margin, ' ');
    add_operation(&text, run, at, ink->unicode, in_full);
    print_line(ink, INDENT, buf_text(&margin), style_of(run, at), &text);
    buf_finish(&margin);
}

static void print_fork(struct ink *ink, const struct program_run *run,
                       size_t begin, size_t end, bool in_full)
{
    struct span span = span_of(&run->operations, begin, end);
    if (!run->is_recorded)
        ink_line(ink, INDENT, INK_DIM, "at the same time:");
    for (size_t i = begin; i < end; i++)
        print_in_fork(ink, run, i, &span, in_full);
}

static void print_operations(struct ink *ink, const struct program_run *run,
                             bool in_full)
{
    const struct operation_list *list = &run->operations;
    for (size_t at = 0; at < list->count;) {
        size_t end = fork_end(list, at);
        if (end > at + 1) {
            print_fork(ink, run, at, end, in_full);
            at = end;
            continue;
        }
        size_t alike = count_alike(list, at);
        if (alike < 3)
            alike = 1;
        print_alone(ink, run, at, alike, in_full);
        at += alike;
    }
}

/* ---- what is wrong ------------------------------------------------------ */

static void heading(struct ink *ink, const char *text)
{
    ink_empty_line(ink);
    ink_line(ink, 2, INK_PLAIN, text);
    ink_empty_line(ink);
}

static void add_value(struct buf *out, const struct value *value, bool in_full)
{
    struct buf text = {0};
    operation_add_value(&text, value);
    add_beginning(out, buf_str(&text), in_full ? SIZE_MAX : SHOWN_BYTES);
    buf_finish(&text);
}

static void print_value(struct ink *ink, const char *words,
                        const struct value *value, bool in_full)
{
    struct buf text = {0};
    buf_add_text(&text, words);
    add_value(&text, value, in_full);
    explain_text(ink, INDENT, INK_PLAIN, buf_text(&text));
    buf_finish(&text);
}

static void print_states(struct ink *ink, const char *words,
                         const struct value *states, bool in_full)
{
    if (states == NULL)
        return;
    for (size_t i = 0; i < states->count; i++) {
        if (i == SHOWN_STATES && !in_full) {
            explain_text(ink, INDENT, INK_DIM, "... and others");
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
    explain_text(ink, INDENT, INK_PLAIN, buf_text(&text));
    buf_clear(&text);
    if (status != NULL && status->kind == VALUE_INT) {
        buf_addf(&text, "answered with %lld", (long long)status->integer);
        add_field(&text, ": ", request, "received");
        explain_text(ink, INDENT, INK_PLAIN, buf_text(&text));
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
    explain_text(ink, INDENT, INK_PLAIN, buf_text(&text));
    buf_finish(&text);
}

static void print_fault(struct ink *ink, const struct program_run *run,
                        bool in_full)
{
    const struct operation *culprit =
        run->culprit == SIZE_MAX ? NULL : &run->operations.items[run->culprit];
    struct buf text = {0};
    heading(ink, "What is wrong:");
    if (culprit != NULL) {
        buf_addf(&text, "%lld. ", (long long)culprit->number);
        operation_add_call(&text, culprit->name, culprit->arguments);
        buf_add_text(&text, ": ");
    }
    buf_add_text(&text, run->words == NULL ? "it failed" : run->words);
    explain_text(ink, INDENT, INK_RED, buf_text(&text));
    buf_finish(&text);
    if (culprit != NULL && run->fault != PROGRAM_PARALLEL)
        print_states(ink, "the state of the model before it: ", culprit->before,
                     in_full);
    if (culprit != NULL)
        print_requests(ink, culprit, run->is_page);
}

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

static void print_order(struct ink *ink, const struct program_run *run,
                        bool in_full)
{
    struct buf text = {0};
    buf_add_text(&text, is_order_whole(run)
                            ? "before it the model explains this order: "
                            : "before it the model explains an order that "
                              "ends with: ");
    add_order(&text, run);
    explain_text(ink, INDENT, INK_PLAIN, buf_text(&text));
    buf_finish(&text);
    for (size_t i = 0;
         run->possible != NULL && i < run->possible->count && i < SHOWN_STATES;
         i++) {
        buf_add_text(&text, "behind it the state is ");
        add_value(&text, run->possible->items[i], in_full);
        if (run->answers != NULL) {
            buf_add_text(&text, ", and the model answers ");
            add_value(&text, run->answers->items[i], in_full);
        }
        explain_text(ink, INDENT, INK_PLAIN, buf_text(&text));
        buf_finish(&text);
    }
}

/* ---- the schedule ------------------------------------------------------- */

static void print_schedule(struct ink *ink, const struct program_run *run)
{
    struct buf text = {0};
    if (run->schedule == NULL)
        return;
    heading(ink, "The schedule: who went on, and from where");
    for (size_t i = 0; i < run->schedule->count; i++) {
        const struct value *turn = run->schedule->items[i];
        const struct value *process = value_field_named(turn, "process");
        const struct value *at = value_field_named(turn, "at");
        if (i > 0)
            buf_add_text(&text, ", ");
        add_lane(&text, run, process->integer);
        buf_addf(&text, "(%.*s)", STR_ARGS(value_text(at)));
    }
    explain_text(ink, INDENT, INK_PLAIN, buf_text(&text));
    buf_finish(&text);
}

static void print_rate(struct ink *ink, const struct program_run *run)
{
    struct buf text = {0};
    if (!run->is_parallel || run->attempts < 2)
        return;
    buf_addf(&text, "It failed in %lld of %lld runs of this program.",
             (long long)run->failures, (long long)run->attempts);
    ink_empty_line(ink);
    explain_text(ink, 2, INK_PLAIN, buf_text(&text));
    buf_finish(&text);
}

const char *program_sentence(const struct program_run *run)
{
    static const char no_order[] =
        "No order of the commands explains what the system answered.";
    static const char refused[] =
        "The page does not let a person do what the model allows.";
    static const char users[] =
        "The pages of all users do not come to show what the model says.";
    static const char *const sentences[PROGRAM_FAULTS] = {
        [PROGRAM_FINE] = "The system does what the model says.",
        [PROGRAM_ANSWER] = "The system does not answer what the model says.",
        [PROGRAM_PARALLEL] = no_order,
        [PROGRAM_INVARIANT] = "An invariant of the model is broken.",
        [PROGRAM_ALIAS] = "The system gave one identifier to two things.",
        [PROGRAM_LOST] = "The system ended.",
        [PROGRAM_SILENT] = "The system does not answer.",
        [PROGRAM_PROTOCOL] = "The system breaks the rules of its protocol.",
        [PROGRAM_BEGINNING] = "The system does not begin as the model does.",
        [PROGRAM_REFUSED] = refused,
        [PROGRAM_TROUBLE] = "The system is in trouble.",
        [PROGRAM_USERS] = users,
    };
    if (run->is_page && run->fault == PROGRAM_ANSWER)
        return "The page does not show what the model says.";
    if (run->is_page && run->fault == PROGRAM_BEGINNING)
        return "The page does not begin as the model does.";
    if (run->is_page && run->fault == PROGRAM_PROTOCOL)
        return "The model does what cannot be done on a page.";
    return sentences[run->fault];
}

const char *program_verdict_text(const struct test_result *result)
{
    if (result->program != NULL && verdict_is_pass(result->verdict))
        return "Passed";
    if (result->program != NULL && verdict_is_failure(result->verdict))
        return "Failed";
    return verdict_text(result->verdict);
}

void program_print(struct ink *ink, const struct program_run *run, bool in_full)
{
    if (run->operations.count > 0 && run->fault != PROGRAM_BEGINNING) {
        heading(ink, run->is_recorded
                         ? "Around it, by the lines of the history:"
                         : "The program:");
        print_operations(ink, run, in_full);
    }
    if (run->fault != PROGRAM_FINE)
        print_fault(ink, run, in_full);
    if (run->fault == PROGRAM_PARALLEL)
        print_order(ink, run, in_full);
    print_schedule(ink, run);
    print_rate(ink, run);
}

/* ---- tables ------------------------------------------------------------- */

static void print_table(struct ink *ink, const struct table *table)
{
    ink_line(ink, 2, INK_PLAIN, table->title);
    for (size_t i = 0; i < table->count; i++) {
        const struct table_row *row = &table->items[i];
        double percent =
            row->of == 0 ? 0 : 100.0 * (double)row->count / (double)row->of;
        struct buf text = {0};
        if (i == SHOWN_ROWS) {
            ink_line(ink, INDENT, INK_DIM,
                     "... (all of them: --reporter json)");
            break;
        }
        buf_addf(&text, "%5.1f %%  %s (%llu of %llu)", percent, row->label,
                 (unsigned long long)row->count, (unsigned long long)row->of);
        explain_text(ink, INDENT, INK_DIM, buf_text(&text));
        buf_finish(&text);
    }
}

void program_print_tables(struct ink *ink, const struct table_list *tables)
{
    for (size_t i = 0; i < tables->count; i++) {
        ink_empty_line(ink);
        print_table(ink, &tables->items[i]);
    }
}
