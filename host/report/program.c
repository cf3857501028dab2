/* In this file: what its parts share, the schedule, the whole, tables. */
#include "report/program_internal.h"

#include "base/utf8.h"
#include "report/explain.h"

enum { SHOWN_ROWS = 12 /* of a table */ };

void program_add_beginning(struct buf *out, struct str text, size_t most)
{
    size_t end = text.length > most ? utf8_floor(text, most) : text.length;
    buf_add(out, text.data, end);
    if (end < text.length)
        buf_add_text(out, "...");
}

/* People count from 1. */
void program_add_lane(struct buf *margin, const struct program_run *run,
                      int64_t process)
{
    buf_addf(margin, "%s %lld ", run->users > 1 ? "user" : "process",
             (long long)process + !run->is_recorded);
}

void program_heading(struct ink *ink, const char *text)
{
    ink_empty_line(ink);
    ink_line(ink, 2, INK_PLAIN, text);
    ink_empty_line(ink);
}

/* ---- the schedule ------------------------------------------------------- */

static void print_schedule(struct ink *ink, const struct program_run *run)
{
    struct buf text = {0};
    if (run->schedule == NULL)
        return;
    program_heading(ink, "The schedule: who went on, and from where");
    for (size_t i = 0; i < run->schedule->count; i++) {
        const struct value *turn = run->schedule->items[i];
        const struct value *process = value_field_named(turn, "process");
        const struct value *at = value_field_named(turn, "at");
        if (i > 0)
            buf_add_text(&text, ", ");
        program_add_lane(&text, run, process->integer);
        buf_addf(&text, "(%.*s)", STR_ARGS(value_text(at)));
    }
    explain_text(ink, PROGRAM_INDENT, INK_PLAIN, buf_text(&text));
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

/* ---- the whole ---------------------------------------------------------- */

void program_print(struct ink *ink, const struct program_run *run, bool in_full)
{
    if (run->operations.count > 0 && run->fault != PROGRAM_BEGINNING) {
        program_heading(ink, run->is_recorded
                                 ? "Around it, by the lines of the history:"
                                 : "The program:");
        program_print_operations(ink, run, in_full);
    }
    if (run->fault != PROGRAM_FINE)
        program_print_fault(ink, run, in_full);
    if (run->fault == PROGRAM_PARALLEL)
        program_print_order(ink, run, in_full);
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
            ink_line(ink, PROGRAM_INDENT, INK_DIM,
                     "... (all of them: --reporter json)");
            break;
        }
        buf_addf(&text, "%5.1f %%  %s (%llu of %llu)", percent, row->label,
                 (unsigned long long)row->count, (unsigned long long)row->of);
        explain_text(ink, PROGRAM_INDENT, INK_DIM, buf_text(&text));
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
