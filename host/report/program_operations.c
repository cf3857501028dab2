/* In this file: a command on a line, forks with their bars. */
#include "report/program_internal.h"

#include "report/changes.h"
#include "report/text.h"

enum {
    BAR_COLUMNS = 20,
    SHOWN_ANSWER_BYTES = 1000, /* of an answer on the line of its command */
};

/* ---- a command on a line ------------------------------------------------ */

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
    program_add_beginning(text, buf_str(&shown),
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

static void print_alone(struct ink *ink, const struct program_run *run,
                        size_t at, size_t alike, bool in_full)
{
    const struct operation *operation = &run->operations.items[at];
    struct buf text = {0}, margin = {0};
    buf_addf(&margin, "%3lld. ", (long long)operation->number);
    if (run->users > 1)
        program_add_lane(&margin, run, operation->process);
    add_operation(&text, run, at, ink->unicode, in_full);
    if (alike > 1)
        buf_addf(&text, "  (%zu times, up to %lld)", alike,
                 (long long)run->operations.items[at + alike - 1].number);
    print_line(ink, PROGRAM_INDENT, buf_text(&margin), style_of(run, at),
               &text);
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
    int64_t behind = us - span->begin_us, last = BAR_COLUMNS - 1;
    /* Times of a recorded history may be any. */
    int64_t column = length > INT64_MAX / BAR_COLUMNS ? behind / (length / last)
                                                      : behind * last / length;
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
    program_add_lane(&margin, run, operation->process);
    add_bar(&margin, span, operation, ink->unicode);
    buf_add_char(&margin, ' ');
    add_operation(&text, run, at, ink->unicode, in_full);
    print_line(ink, PROGRAM_INDENT, buf_text(&margin), style_of(run, at),
               &text);
    buf_finish(&margin);
}

static void print_fork(struct ink *ink, const struct program_run *run,
                       size_t begin, size_t end, bool in_full)
{
    struct span span = span_of(&run->operations, begin, end);
    if (!run->is_recorded)
        ink_line(ink, PROGRAM_INDENT, INK_DIM, "at the same time:");
    for (size_t i = begin; i < end; i++)
        print_in_fork(ink, run, i, &span, in_full);
}

void program_print_operations(struct ink *ink, const struct program_run *run,
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
