/* The reporter for people: the hooks in the order of a run. What is printed
 * stands in verdict_line, counterexample and tally, the live line in doing. */
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "report/counterexample.h"
#include "report/doing.h"
#include "report/exercised.h"
#include "report/explain.h"
#include "report/ink.h"
#include "report/program.h"
#include "report/shrunk.h"
#include "report/tally.h"
#include "report/terminal.h"
#include "report/verdict_line.h"

struct console {
    struct reporter base;
    struct report_options options;
    FILE *stream;
    struct ink ink;
    struct doing doing; /* the live line */

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
};

static void flush(struct console *console)
{
    live_wipe(&console->doing.live);
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

static void console_progress(struct reporter *reporter,
                             const struct run_progress *progress)
{
    struct console *console = (struct console *)reporter;
    doing_paint_jobs(&console->doing, progress);
}

static void console_begin(struct reporter *reporter,
                          const struct run_info *info)
{
    struct console *console = (struct console *)reporter;
    console->tests = info->tests;
    console->jobs = info->jobs;
    doing_begin(&console->doing, info->tests);
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

static void console_test_begin(struct reporter *reporter,
                               const struct test_info *info)
{
    struct console *console = (struct console *)reporter;
    tally_of(&console->tallies, info);
    if (console->jobs <= 1) /* else progress tells of it */
        doing_test(&console->doing, info);
}

static void console_activity(struct reporter *reporter, const char *what)
{
    doing_activity(&((struct console *)reporter)->doing, what);
}

static void console_shrinking(struct reporter *reporter,
                              const struct shrink_progress *progress)
{
    doing_shrinking(&((struct console *)reporter)->doing, progress);
}

static void console_step(struct reporter *reporter, const struct step *step)
{
    doing_step(&((struct console *)reporter)->doing, step);
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
    live_wipe(&console->doing.live);
    fflush(console->stream);
    tally_list_finish(&console->tallies);
    exercised_finish(&console->exercised);
    doing_finish(&console->doing);
    ink_finish(&console->ink);
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
    doing_init(&console->doing, &console->ink, options, console->stream);
    return &console->base;
}
