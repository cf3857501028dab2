/* From the small to the whole: a step, the steps, advice, the report. */
#include "report/counterexample.h"

#include "report/diff.h"
#include "report/explain.h"
#include "report/program.h"
#include "report/show.h"
#include "report/shrunk.h"
#include "report/signal_columns.h"
#include "report/text.h"
#include "report/words.h"

enum {
    /* A run with more steps is shown by its beginning and its end. */
    MOST_STEPS = 30,
    FIRST_STEPS = 5,
    LAST_STEPS = 20,
    /* That many steps in a row without a change, beside the first. */
    FEWEST_IDLE = 5,
    STEP_INDENT = 2,
    STATE_INDENT = 8,
};

/* Where it is printed, and how. */
struct sheet {
    struct ink *ink;
    const struct counterexample_options *options;
    const struct focus *focus; /* what matters in the run */
};

/* The line is ended after its state, because a step without a change says so
 * on the same line. */
static void print_what(const struct sheet *sheet, const struct step *step,
                       const struct step *previous)
{
    struct ink *ink = sheet->ink;
    struct buf words;
    buf_init(&words);
    buf_addf(&words, "%3lld.", (long long)step->version);
    ink_begin(ink, STEP_INDENT, STEP_INDENT + 5);
    ink_piece(ink, INK_BOLD, buf_text(&words));
    buf_clear(&words);
    words_add_step(&words, step, previous, ink->unicode);
    ink_words(ink, INK_BOLD, buf_text(&words));
    buf_finish(&words);
}

static void print_step(const struct sheet *sheet, const struct step *step,
                       const struct step *previous)
{
    struct ink *ink = sheet->ink;
    bool in_full = sheet->options->verbose;
    struct ink states;
    ink_init(&states, ink->colour, ink->unicode, ink->width);
    print_what(sheet, step, previous);
    if (previous == NULL)
        show_state(&states, STATE_INDENT, step->state, sheet->focus, in_full);
    else if (!show_difference(&states, STATE_INDENT, previous->state,
                              step->state, sheet->focus, in_full))
        ink_words(ink, INK_DIM,
                  diff_has_replaced(previous->state, step->state)
                      ? "(no change but for elements made anew)"
                      : "(no change in what is read)");
    ink_end(ink);
    buf_add_str(&ink->out, buf_str(&states.out));
    ink_finish(&states);
}

static void print_left_out(const struct sheet *sheet, size_t count,
                           const char *hint)
{
    struct buf text;
    buf_init(&text);
    buf_addf(&text, "%s %zu steps left out%s %s",
             text_ellipsis(sheet->ink->unicode), count, hint,
             text_ellipsis(sheet->ink->unicode));
    ink_empty_line(sheet->ink);
    ink_line(sheet->ink, STATE_INDENT, INK_DIM, buf_text(&text));
    ink_empty_line(sheet->ink);
    buf_finish(&text);
}

static bool is_unchanged(const struct step *steps, size_t at)
{
    return at > 0 && steps[at].kind != STEP_EVENT &&
           value_equal(steps[at].state, steps[at - 1].state);
}

/* How many steps from this one on changed nothing and need not be shown one by
 * one: not the first and the last of them; 0 when they are few. Steps after
 * `end` are no part of it. */
static size_t count_idle(const struct step *steps, size_t at, size_t end)
{
    size_t last = at;
    if (!is_unchanged(steps, at))
        return 0;
    while (last + 1 < end && is_unchanged(steps, last + 1))
        last++;
    return last - at >= FEWEST_IDLE ? last - at : 0;
}

static void print_idle(const struct sheet *sheet, size_t count)
{
    struct buf text;
    buf_init(&text);
    buf_addf(&text, "%s %zu more steps without a change %s",
             text_ellipsis(sheet->ink->unicode), count,
             text_ellipsis(sheet->ink->unicode));
    ink_line(sheet->ink, STATE_INDENT, INK_DIM, buf_text(&text));
    buf_finish(&text);
}

/* Each of its steps is needed to see it again, with a change or without. */
static bool is_minimal(const struct test_result *result)
{
    const struct reduction_info *reduction = result->reduction;
    return reduction != NULL && (reduction->kind == REDUCTION_SHORTER ||
                                 (reduction->kind == REDUCTION_SAME &&
                                  reduction->end == REDUCTION_MINIMAL));
}

/* Steps that the run did not keep are a gap whatever is asked for. */
static void print_steps(const struct sheet *sheet,
                        const struct test_result *result)
{
    const struct step *steps = result->steps;
    size_t count = result->step_count, lost = result->left_out;
    bool all = sheet->options->verbose || count + lost <= MOST_STEPS;
    bool folds = !sheet->options->verbose && !is_minimal(result);
    for (size_t i = 0; i < count; i++) {
        bool gap = lost > 0 && i == result->left_out_at;
        if (!all && i == FIRST_STEPS) {
            print_left_out(sheet, count + lost - FIRST_STEPS - LAST_STEPS,
                           lost > 0 ? "" : ", -v shows all");
            i = count - LAST_STEPS;
        } else if (gap) {
            print_left_out(sheet, lost, "");
        }
        print_step(sheet, &steps[i], i == 0 || gap ? NULL : &steps[i - 1]);
        size_t end = !all && i < FIRST_STEPS ? FIRST_STEPS : count;
        if (lost > 0 && i < result->left_out_at)
            end = result->left_out_at;
        size_t idle = folds ? count_idle(steps, i, end) : 0;
        if (idle > 1) {
            print_idle(sheet, idle - 1);
            i += idle - 1;
        }
    }
}

static void print_heading(const struct sheet *sheet, const char *text)
{
    ink_empty_line(sheet->ink);
    ink_line(sheet->ink, STEP_INDENT, INK_PLAIN, text);
    ink_empty_line(sheet->ink);
}

/* What somebody who sees this ending can do about it; NULL: it is said. */
static const char *advice(const struct sheet *sheet,
                          const struct test_result *result)
{
    if (result->cut == CUT_NO_ACTION)
        return "The property still demanded states, but in the last one no "
               "action was possible. Where that is how the application ends, "
               "say that one may wait there: `action ~wait! = noop! timeout "
               "1000;`, and `wait!` in the check. Else an action is missing, "
               "or a guard holds too rarely.";
    if (result->verdict.kind != VERDICT_INCONCLUSIVE)
        return NULL;
    if (sheet->options->recorded || result->cut == CUT_SCRIPT)
        return "The recorded run has too few states for the property: record a "
               "longer one.";
    if (result->cut == CUT_ENDLESS)
        return "Whenever a state was given another one was demanded: a `next` "
               "or a subscript inside of `always`, after a condition that "
               "holds all the time. nextT demands no state. (--max-actions "
               "takes the place of this limit.)";
    if (result->cut == CUT_ACTIONS)
        return "Allow the run more actions (--max-actions), or let the "
               "property "
               "demand fewer states (--subscript).";
    return "Give the run more time (--timeout), or let the property demand "
           "fewer states (--subscript).";
}

/* On one line however long it is, so that it can be copied. */
static void print_command(const struct sheet *sheet)
{
    struct ink *ink = sheet->ink;
    struct buf text;
    buf_init(&text);
    text_add(&text, str_text(sheet->options->command),
             (struct text_style){ink->unicode, SIZE_MAX});
    ink_begin(ink, STEP_INDENT + 2, STEP_INDENT + 2);
    ink_margin(ink, INK_BOLD, buf_text(&text));
    ink_end(ink);
    buf_finish(&text);
}

static void print_repeat(const struct sheet *sheet,
                         const struct test_result *result)
{
    struct buf text;
    buf_init(&text);
    bool is_history = result->program != NULL && result->program->is_recorded;
    if (!is_history)
        buf_addf(&text, "Seed %llu", (unsigned long long)sheet->options->seed);
    if (!is_history && result->info->seed != sheet->options->seed)
        buf_addf(&text, ", of this test %llu",
                 (unsigned long long)result->info->seed);
    buf_add_text(&text, is_history ? "To see it again:" : ". To see it again:");
    print_heading(sheet, buf_text(&text));
    print_command(sheet);
    buf_finish(&text);
}

static void print_sentence(const struct sheet *sheet,
                           const struct test_result *result)
{
    struct buf text;
    buf_init(&text);
    if (result->program != NULL)
        buf_add_text(&text, program_sentence(result->program));
    else
        words_add_verdict(&text, result->info->property, result->verdict,
                          sheet->ink->unicode);
    ink_empty_line(sheet->ink);
    ink_line(sheet->ink, STEP_INDENT, INK_PLAIN, buf_text(&text));
    buf_clear(&text);
    if (result->info->environment != NULL) {
        buf_addf(&text, "Environment: %s.", result->info->environment);
        explain_text(sheet->ink, STEP_INDENT, INK_PLAIN, buf_text(&text));
    }
    buf_finish(&text);
}

static void print_remarks(const struct sheet *sheet,
                          const struct test_result *result)
{
    struct buf text;
    buf_init(&text);
    shrunk_add_words(&text, result);
    if (text.length > 0)
        ink_line(sheet->ink, STEP_INDENT, INK_PLAIN, buf_text(&text));
    buf_clear(&text);
    if (result->note != NULL)
        buf_addf(&text, "Note: %s", result->note);
    if (text.length > 0)
        explain_text(sheet->ink, STEP_INDENT, INK_PLAIN, buf_text(&text));
    buf_finish(&text);
}

/* The run that is not the one above: with -v the one that was shrunk; of a
 * flaky test always the one that did not fail. */
static void print_other(const struct sheet *sheet,
                        const struct test_result *result)
{
    const struct reduction_info *reduction = result->reduction;
    if (reduction == NULL || reduction->other == NULL)
        return;
    bool is_flaky = reduction->kind == REDUCTION_FLAKY;
    if (!is_flaky && !sheet->options->verbose)
        return;
    if (reduction->other->program != NULL) {
        print_heading(sheet, "The run as it was found:");
        program_print(sheet->ink, reduction->other->program, false);
        return;
    }
    bool is_broken = verdict_is_failure(reduction->other->verdict);
    print_heading(sheet, !is_flaky   ? "The run as it was found:"
                         : is_broken ? "Run again:"
                                     : "The same actions again, without a "
                                       "failure:");
    if (reduction->other->error != NULL)
        explain_text(sheet->ink, STEP_INDENT + 2, INK_RED,
                     reduction->other->error);
    struct focus focus;
    focus_init(&focus, reduction->other);
    struct sheet other = {sheet->ink, sheet->options, &focus};
    print_steps(&other, reduction->other);
    focus_finish(&focus);
}

/* As many steps as are told of above. */
static void print_signals(const struct sheet *sheet,
                          const struct test_result *result)
{
    bool all = sheet->options->verbose ||
               result->step_count + result->left_out <= MOST_STEPS;
    if (result->program != NULL || !signal_columns_any(result))
        return;
    print_heading(sheet, sheet->ink->unicode
                             ? "Signals, with \xe2\x97\x8f where they ticked:"
                             : "Signals, with * where they ticked:");
    signal_columns_print(sheet->ink, STEP_INDENT + 2, result, FIRST_STEPS,
                         LAST_STEPS, all);
}

static void print_same_break(const struct sheet *sheet,
                             const struct test_result *result)
{
    struct buf text;
    buf_init(&text);
    buf_addf(&text,
             "What happened: the page broke as it did for `%s`, above, after "
             "%lld action%s (--verbose tells them).",
             sheet->options->breaks_as, (long long)result->actions,
             result->actions == 1 ? "" : "s");
    ink_empty_line(sheet->ink);
    explain_text(sheet->ink, STEP_INDENT, INK_PLAIN, buf_text(&text));
    buf_finish(&text);
}

void counterexample_print(struct ink *ink,
                          const struct counterexample_options *options,
                          const struct test_result *result)
{
    struct focus focus;
    focus_init(&focus, result);
    const struct sheet paper = {ink, options, &focus}, *sheet = &paper;
    print_sentence(sheet, result);
    if (options->remarks)
        print_remarks(sheet, result);
    if (result->error != NULL) {
        ink_empty_line(ink);
        explain_text(ink, STEP_INDENT + 2, INK_RED, result->error);
    }
    if (result->program != NULL) {
        program_print(ink, result->program, options->verbose);
    } else if (options->breaks_as != NULL) {
        print_same_break(sheet, result);
    } else if (result->step_count > 0) {
        print_heading(sheet, "What happened:");
        print_steps(sheet, result);
        print_signals(sheet, result);
    }
    if (result->reason_count > 0 && result->program == NULL) {
        print_heading(sheet, verdict_is_failure(result->verdict)
                                 ? "What does not hold:"
                                 : "Where the property stands:");
        explain_reasons(ink, STEP_INDENT + 2, result->reasons,
                        result->reason_count);
    }
    print_other(sheet, result);
    if (advice(sheet, result) != NULL) {
        ink_empty_line(ink);
        ink_line(ink, STEP_INDENT, INK_PLAIN, advice(sheet, result));
    }
    print_repeat(sheet, result);
    focus_finish(&focus);
}
