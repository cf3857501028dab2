/* The reporter for people: the live line, then the hooks in the order of a
 * run. What is printed stands in verdict_line, counterexample and tally. */
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "report/counterexample.h"
#include "report/exercised.h"
#include "report/explain.h"
#include "report/ink.h"
#include "report/live.h"
#include "report/program.h"
#include "report/shrunk.h"
#include "report/tally.h"
#include "report/terminal.h"
#include "report/text.h"
#include "report/verdict_line.h"
#include "report/words.h"

struct console {
    struct reporter base;
    struct report_options options;
    FILE *stream;
    struct ink ink;
    struct live live;

    int64_t tests; /* of each property */
    size_t jobs;   /* tests at a time */
    uint64_t seed; /* of the run */
    char *command; /* that repeats it */
    bool of_page;  /* a page is tested */
    bool recorded; /* the tests are judged, and not run */
    struct tally_list tallies;
    struct exercised_list exercised;
    bool after_report; /* a counterexample was printed last */
    char *error;       /* of the last test; NULL: none */
    char *error_of;    /* the property that it was told of first */
    char *broken;      /* how the page broke in a test before, or NULL... */
    char *broken_of;   /* ...and the property that it was told of first */

    /* For the live line: the test begun last and what it is doing. */
    char *property;
    int64_t number;
    int64_t actions;
    int64_t started_us; /* of the test, or of the run with several at a time */
    struct buf activity;
    bool is_shrinking;    /* what else is done is part of it */
    bool shows_step;      /* `steps` is newer than `activity` */
    struct step steps[2]; /* the last and the one before; put into words only
                             when the line is painted */
    size_t step_count;
};

static void flush(struct console *console)
{
    live_wipe(&console->live);
    fwrite(buf_text(&console->ink.out), 1, console->ink.out.length,
           console->stream);
    fflush(console->stream);
    buf_clear(&console->ink.out);
}

/* The width is asked for again each time: a window may be resized. */
static void fit_width(struct console *console)
{
    console->ink.width = terminal_width(&console->options, console->stream);
}

static void add_rate(struct buf *line, int64_t actions, int64_t elapsed_us)
{
    if (elapsed_us > 500000)
        buf_addf(line, ", %lld/s", (long long)(actions * 1000000 / elapsed_us));
}

/* The last step in words, or the activity when that is newer. */
static void add_doing(struct buf *line, const struct console *console)
{
    struct buf doing;
    buf_init(&doing);
    if (console->shows_step)
        words_add_step(&doing, &console->steps[0],
                       console->step_count > 1 ? &console->steps[1] : NULL,
                       console->ink.unicode);
    else
        buf_add_str(&doing, buf_str(&console->activity));
    if (line->length > 0 && doing.length > 0)
        buf_add_text(line, ", ");
    buf_add_str(line, buf_str(&doing));
    buf_finish(&doing);
}

/* "safety 3/100: 212 actions, 163/s, 1.3 s" */
static void add_figures(struct buf *line, const struct console *console,
                        const char *property, int64_t number, int64_t actions)
{
    int64_t elapsed_us = clock_now_us() - console->started_us;
    buf_add_text(line, property);
    if (console->tests > 1)
        buf_addf(line, " %lld/%lld", (long long)number,
                 (long long)console->tests);
    buf_add_text(line, ": ");
    text_add_count(line, actions, "action");
    add_rate(line, actions, elapsed_us);
    buf_add_text(line, ", ");
    text_add_duration_ms(line, elapsed_us / 100000 * 100);
}

/* As much of the line as fits. */
static void add_cut(struct buf *out, const struct console *console,
                    const struct buf *line)
{
    text_add(out, buf_str(line),
             (struct text_style){console->ink.unicode, console->ink.width - 1});
}

/* Takes the line's text. */
static void paint_line(struct console *console, struct buf *line)
{
    struct buf cut;
    buf_init(&cut);
    fit_width(console);
    add_cut(&cut, console, line);
    live_paint(&console->live, buf_text(&cut));
    buf_finish(line);
    buf_finish(&cut);
}

/* "safety 3/100: 212 actions, 163/s, 1.3 s, click `#toggle`" */
static void paint(struct console *console)
{
    if (!live_is_due(&console->live))
        return;
    struct buf line;
    buf_init(&line);
    if (console->property != NULL)
        add_figures(&line, console, console->property, console->number,
                    console->actions);
    add_doing(&line, console);
    paint_line(console, &line);
}

/* "  2  safety 17/100: 212 actions, click `#toggle`" */
static void add_job(struct buf *line, const struct console *console,
                    const struct run_job *job, size_t number)
{
    buf_addf(line, "%3zu  ", number);
    if (job->property == NULL) {
        buf_add_text(line, "waits for the others");
        return;
    }
    buf_add_text(line, job->property);
    if (console->tests > 1)
        buf_addf(line, " %lld/%lld", (long long)job->number,
                 (long long)console->tests);
    buf_add_text(line, ": ");
    text_add_count(line, job->actions, "action");
    if (job->doing != NULL) {
        buf_addf(line, ", %s", job->doing);
    } else if (job->step != NULL) {
        buf_add_text(line, ", ");
        words_add_step(line, job->step, job->before, console->ink.unicode);
    }
}

/* A line for each test that runs, as far as the terminal has room. */
static void add_jobs(struct buf *lines, const struct console *console,
                     const struct run_progress *progress)
{
    size_t height = terminal_height(console->stream);
    size_t most = height > 3 ? height - 3 : 0, count = progress->job_count;
    for (size_t i = 0; i < count && (count <= most || i + 1 < most); i++) {
        struct buf line;
        buf_init(&line);
        add_job(&line, console, &progress->jobs[i], i + 1);
        buf_add_char(lines, '\n');
        add_cut(lines, console, &line);
        buf_finish(&line);
    }
    if (count > most && most > 0)
        buf_addf(lines, "\n     and %zu more", count - (most - 1));
}

/* "3 at a time, safety 15/100: 812 actions, 340/s, 2.4 s", and a line for each
 * of them. */
static void console_progress(struct reporter *reporter,
                             const struct run_progress *progress)
{
    struct console *console = (struct console *)reporter;
    if (!live_is_due(&console->live))
        return;
    struct buf line, lines;
    buf_init(&line);
    buf_init(&lines);
    fit_width(console);
    buf_addf(&line, "%zu at a time, ", progress->running);
    add_figures(&line, console, progress->property, progress->number,
                progress->actions);
    if (progress->doing != NULL && progress->job_count == 0)
        buf_addf(&line, ", %s", progress->doing);
    add_cut(&lines, console, &line);
    add_jobs(&lines, console, progress);
    live_paint(&console->live, buf_text(&lines));
    buf_finish(&line);
    buf_finish(&lines);
}

static void console_begin(struct reporter *reporter,
                          const struct run_info *info)
{
    struct console *console = (struct console *)reporter;
    console->tests = info->tests;
    console->jobs = info->jobs;
    console->started_us = clock_now_us();
    console->seed = info->seed;
    free(console->command);
    console->command = memory_format("%s", info->command);
    console->recorded = info->recorded;
    console->of_page = info->origin != NULL && !info->is_model;
    fit_width(console);
    struct buf line;
    buf_init(&line);
    buf_addf(&line, "checking %s", info->spec);
    if (info->origin != NULL)
        buf_addf(&line, " on %s", info->origin);
    buf_addf(&line, "  (seed %llu", (unsigned long long)info->seed);
    if (!info->is_model)
        buf_addf(&line, ", %s time, subscript %lld", info->time_mode,
                 (long long)info->subscript);
    if (info->strategy != NULL)
        buf_addf(&line, ", strategy %s", info->strategy);
    if (info->shards > 0)
        buf_addf(&line, ", shard %zu of %zu", info->shard, info->shards);
    buf_add_char(&line, ')');
    explain_text(&console->ink, 0, INK_DIM, buf_text(&line));
    buf_finish(&line);
    flush(console);
}

static void forget_steps(struct console *console)
{
    for (size_t i = 0; i < console->step_count; i++)
        step_finish(&console->steps[i]);
    console->step_count = 0;
    console->shows_step = false;
}

static void console_test_begin(struct reporter *reporter,
                               const struct test_info *info)
{
    struct console *console = (struct console *)reporter;
    tally_of(&console->tallies, info);
    if (console->jobs > 1)
        return; /* progress tells of it */
    free(console->property);
    console->property = memory_format("%s", info->property);
    console->number = info->number;
    console->actions = 0;
    console->is_shrinking = false;
    console->started_us = clock_now_us();
    buf_clear(&console->activity);
    forget_steps(console);
    paint(console);
}

/* Told the same again, only the figures move: the last step stays on the
 * line. */
static void console_activity(struct reporter *reporter, const char *what)
{
    struct console *console = (struct console *)reporter;
    if (what != NULL && !console->is_shrinking &&
        !str_is(buf_str(&console->activity), what)) {
        buf_clear(&console->activity);
        buf_add_text(&console->activity, what);
        console->shows_step = false;
    }
    paint(console);
}

static void console_shrinking(struct reporter *reporter,
                              const struct shrink_progress *progress)
{
    struct console *console = (struct console *)reporter;
    console->is_shrinking = true;
    console->shows_step = false;
    buf_clear(&console->activity);
    shrunk_add_progress(&console->activity, progress);
    paint(console);
}

static void console_step(struct reporter *reporter, const struct step *step)
{
    struct console *console = (struct console *)reporter;
    console->actions += step->kind == STEP_ACTED;
    if (!console->live.enabled)
        return;
    if (console->step_count == 2)
        step_finish(&console->steps[1]);
    if (console->step_count > 0)
        console->steps[1] = console->steps[0];
    console->step_count = console->step_count == 0 ? 1 : 2;
    console->steps[0] = step_copy(step);
    console->shows_step = true;
    paint(console);
}

/* "Definitely false", with several tests "... in test 3 of 100". */
static void print_verdict(struct console *console,
                          const struct test_result *result)
{
    const struct test_result *found = shrunk_original(result);
    struct buf text;
    buf_init(&text);
    buf_add_text(&text, program_verdict_text(result));
    if (console->tests > 1 && result->saved == NULL)
        buf_addf(&text, " in test %lld of %lld",
                 (long long)result->info->number, (long long)console->tests);
    verdict_line_print(
        &console->ink,
        &(struct verdict_line){
            .verdict = result->verdict,
            .property = result->info->property,
            .text = buf_text(&text),
            .states = (int64_t)(found->step_count + found->left_out),
            .actions = found->actions,
            .duration_ms = result->duration_ms,
        });
    buf_finish(&text);
}

static void print_note(struct console *console, const char *note)
{
    if (note == NULL)
        return;
    struct buf text;
    buf_init(&text);
    buf_addf(&text, "note: %s", note);
    explain_text(&console->ink, 5, INK_PLAIN, buf_text(&text));
    buf_finish(&text);
}

/* Below the line of the verdict. */
static void print_shrunk(struct console *console,
                         const struct test_result *result)
{
    struct buf text;
    buf_init(&text);
    shrunk_add_words(&text, result);
    if (text.length > 0)
        explain_text(&console->ink, 5, INK_PLAIN, buf_text(&text));
    buf_finish(&text);
}

/* Takes in how the page broke. Gives the property for which that has been told,
 * or NULL. */
static const char *note_break(struct console *console,
                              const struct test_result *result)
{
    if (!verdict_is_failure(result->verdict) || result->step_count == 0 ||
        console->options.verbose)
        return NULL;
    const struct value *broken = result->steps[result->step_count - 1].broken;
    if (!reasons_name_break(result->reasons, result->reason_count, broken))
        return NULL;
    struct str words = value_text(broken);
    if (console->broken != NULL && str_is(words, console->broken))
        return strcmp(result->info->property, console->broken_of) == 0
                   ? NULL
                   : console->broken_of;
    free(console->broken);
    free(console->broken_of);
    console->broken = memory_copy_string(words.data, words.length);
    console->broken_of = memory_format("%s", result->info->property);
    return NULL;
}

static void print_report(struct console *console,
                         const struct test_result *result)
{
    counterexample_print(&console->ink,
                         &(struct counterexample_options){
                             .verbose = console->options.verbose,
                             .tests = console->tests,
                             .seed = console->seed,
                             .command = console->command,
                             .recorded = console->recorded,
                             .breaks_as = note_break(console, result),
                         },
                         result);
}

static void print_tally(struct console *console, const struct tally *tally)
{
    if (console->after_report)
        ink_empty_line(&console->ink);
    console->after_report = false;
    tally_print(&console->ink, tally);
}

static void console_notice(struct reporter *reporter,
                           const struct notice *notice)
{
    struct console *console = (struct console *)reporter;
    fit_width(console);
    if (console->after_report)
        ink_empty_line(&console->ink);
    print_note(console, notice->text);
    flush(console);
}

/* Takes in the error of this test, or that it had none. True: the property
 * before had the same one, as all of them have where the guard of an action, or
 * a name that they share, is at fault. It is told once. */
static bool note_error(struct console *console,
                       const struct test_result *result)
{
    const char *error = result->error;
    bool again = error != NULL && console->error != NULL &&
                 explain_is_same_error(error, console->error) &&
                 strcmp(result->info->property, console->error_of) != 0;
    if (again)
        return true;
    free(console->error);
    free(console->error_of);
    console->error = error == NULL ? NULL : memory_format("%s", error);
    console->error_of = memory_format("%s", result->info->property);
    return false;
}

static void print_same_error(struct console *console)
{
    struct buf text;
    buf_init(&text);
    buf_addf(&text, "the error is that of %s, above", console->error_of);
    explain_text(&console->ink, 5, INK_PLAIN, buf_text(&text));
    buf_finish(&text);
}

static void console_test_end(struct reporter *reporter,
                             const struct test_result *result)
{
    struct console *console = (struct console *)reporter;
    struct tally *tally = tally_of(&console->tallies, result->info);
    bool passed = verdict_is_pass(result->verdict);
    bool again = note_error(console, result) && !console->options.verbose;
    bool in_detail = !passed || console->options.show_passed;
    tally_count(tally, result);
    exercised_add(&console->exercised, result);
    fit_width(console);
    if (console->tests <= 1 || in_detail) {
        if (in_detail || console->after_report)
            ink_empty_line(&console->ink);
        print_verdict(console, result);
        print_note(console, result->note);
        print_shrunk(console, result);
        console->after_report = in_detail;
    }
    if (again)
        print_same_error(console);
    else if (in_detail)
        print_report(console, result);
    if (console->tests > 1 && tally_tests(tally) == console->tests)
        print_tally(console, tally);
    flush(console);
}

/* Some of the tests have not been run, and so its line is still to come. */
static bool is_cut_short(const struct console *console,
                         const struct tally *tally)
{
    return tally_tests(tally) > 0 && tally_tests(tally) != console->tests;
}

/* The test that the error ended has told it. */
static bool has_told(const struct console *console, const char *aborted)
{
    return console->error != NULL && strcmp(console->error, aborted) == 0;
}

static void console_end(struct reporter *reporter,
                        const struct run_summary *summary)
{
    struct console *console = (struct console *)reporter;
    fit_width(console);
    for (size_t i = 0; console->tests > 1 && i < console->tallies.count; i++)
        if (is_cut_short(console, &console->tallies.items[i]))
            print_tally(console, &console->tallies.items[i]);
    if (summary->aborted != NULL && !has_told(console, summary->aborted)) {
        ink_empty_line(&console->ink);
        explain_text(&console->ink, 0, INK_RED, summary->aborted);
    }
    program_print_tables(&console->ink, &summary->tables);
    if (summary->uncovered != NULL) {
        ink_empty_line(&console->ink);
        explain_text(&console->ink, 0, INK_RED, summary->uncovered);
    }
    if (summary->aborted == NULL)
        exercised_print(&console->ink, &console->exercised, console->of_page);
    ink_empty_line(&console->ink);
    tally_print_summary(&console->ink, &console->tallies, summary);
    flush(console);
}

static void console_destroy(struct reporter *reporter)
{
    struct console *console = (struct console *)reporter;
    live_wipe(&console->live);
    fflush(console->stream);
    tally_list_finish(&console->tallies);
    exercised_finish(&console->exercised);
    forget_steps(console);
    buf_finish(&console->activity);
    ink_finish(&console->ink);
    free(console->property);
    free(console->error);
    free(console->error_of);
    free(console->broken);
    free(console->broken_of);
    free(console->command);
    free(console);
}

static const struct reporter_ops console_ops = {
    .begin = console_begin,
    .test_begin = console_test_begin,
    .activity = console_activity,
    .step = console_step,
    .shrinking = console_shrinking,
    .test_end = console_test_end,
    .notice = console_notice,
    .progress = console_progress,
    .end = console_end,
    .destroy = console_destroy,
};

struct reporter *report_console_create(const struct report_options *options)
{
    struct console *console = MEMORY_NEW(struct console);
    console->base.ops = &console_ops;
    console->options = *options;
    console->stream = options->stream != NULL ? options->stream : stdout;
    ink_init(&console->ink, terminal_has_colour(options, console->stream),
             terminal_has_unicode(options),
             terminal_width(options, console->stream));
    live_init(&console->live, console->stream,
              terminal_has_live_line(options, console->stream));
    buf_init(&console->activity);
    return &console->base;
}
