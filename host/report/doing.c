/* In this file: the line of one test, lines of several, what the reporter is
 * told. */
#include "report/doing.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "report/shrunk.h"
#include "report/terminal.h"
#include "report/text.h"
#include "report/words.h"

/* The width is asked for again each time: a window may be resized. */
static void fit_width(struct doing *doing)
{
    doing->ink->width = terminal_width(&doing->options, doing->live.stream);
}

static void add_rate(struct buf *line, int64_t actions, int64_t elapsed_us)
{
    if (elapsed_us > 500000)
        buf_addf(line, ", %lld/s", (long long)(actions * 1000000 / elapsed_us));
}

/* The last step in words, or the activity when that is newer. */
static void add_doing(struct buf *line, const struct doing *doing)
{
    struct buf words;
    buf_init(&words);
    if (doing->shows_step)
        words_add_step(&words, &doing->steps[0],
                       doing->step_count > 1 ? &doing->steps[1] : NULL,
                       doing->ink->unicode);
    else
        buf_add_str(&words, buf_str(&doing->activity));
    if (line->length > 0 && words.length > 0)
        buf_add_text(line, ", ");
    buf_add_str(line, buf_str(&words));
    buf_finish(&words);
}

/* "safety 3/100: 212 actions, 163/s, 1.3 s" */
static void add_figures(struct buf *line, const struct doing *doing,
                        const char *property, int64_t number, int64_t actions)
{
    int64_t elapsed_us = clock_now_us() - doing->started_us;
    buf_add_text(line, property);
    if (doing->tests > 1)
        buf_addf(line, " %lld/%lld", (long long)number,
                 (long long)doing->tests);
    buf_add_text(line, ": ");
    text_add_count(line, actions, "action");
    add_rate(line, actions, elapsed_us);
    buf_add_text(line, ", ");
    text_add_duration_ms(line, elapsed_us / 100000 * 100);
}

/* As much of the line as fits. */
static void add_cut(struct buf *out, const struct doing *doing,
                    const struct buf *line)
{
    text_add(out, buf_str(line),
             (struct text_style){doing->ink->unicode, doing->ink->width - 1});
}

/* Takes the line's text. */
static void paint_line(struct doing *doing, struct buf *line)
{
    struct buf cut;
    buf_init(&cut);
    fit_width(doing);
    add_cut(&cut, doing, line);
    live_paint(&doing->live, buf_text(&cut));
    buf_finish(line);
    buf_finish(&cut);
}

/* "safety 3/100: 212 actions, 163/s, 1.3 s, click `#toggle`" */
static void paint(struct doing *doing)
{
    if (!live_is_due(&doing->live))
        return;
    struct buf line;
    buf_init(&line);
    if (doing->property != NULL)
        add_figures(&line, doing, doing->property, doing->number,
                    doing->actions);
    add_doing(&line, doing);
    paint_line(doing, &line);
}

/* "  2  safety 17/100: 212 actions, click `#toggle`" */
static void add_job(struct buf *line, const struct doing *doing,
                    const struct run_job *job, size_t number)
{
    buf_addf(line, "%3zu  ", number);
    if (job->property == NULL) {
        buf_add_text(line, "waits for the others");
        return;
    }
    buf_add_text(line, job->property);
    if (doing->tests > 1)
        buf_addf(line, " %lld/%lld", (long long)job->number,
                 (long long)doing->tests);
    buf_add_text(line, ": ");
    text_add_count(line, job->actions, "action");
    if (job->doing != NULL) {
        buf_addf(line, ", %s", job->doing);
    } else if (job->step != NULL) {
        buf_add_text(line, ", ");
        words_add_step(line, job->step, job->before, doing->ink->unicode);
    }
}

/* A line for each test that runs, as far as the terminal has room. */
static void add_jobs(struct buf *lines, const struct doing *doing,
                     const struct run_progress *progress)
{
    size_t height = terminal_height(doing->live.stream);
    size_t most = height > 3 ? height - 3 : 0, count = progress->job_count;
    for (size_t i = 0; i < count && (count <= most || i + 1 < most); i++) {
        struct buf line;
        buf_init(&line);
        add_job(&line, doing, &progress->jobs[i], i + 1);
        buf_add_char(lines, '\n');
        add_cut(lines, doing, &line);
        buf_finish(&line);
    }
    if (count > most && most > 0)
        buf_addf(lines, "\n     and %zu more", count - (most - 1));
}

/* "3 at a time, safety 15/100: 812 actions, 340/s, 2.4 s", and a line for each
 * of them. */
void doing_paint_jobs(struct doing *doing, const struct run_progress *progress)
{
    if (!live_is_due(&doing->live))
        return;
    struct buf line, lines;
    buf_init(&line);
    buf_init(&lines);
    fit_width(doing);
    buf_addf(&line, "%zu at a time, ", progress->running);
    add_figures(&line, doing, progress->property, progress->number,
                progress->actions);
    if (progress->doing != NULL && progress->job_count == 0)
        buf_addf(&line, ", %s", progress->doing);
    add_cut(&lines, doing, &line);
    add_jobs(&lines, doing, progress);
    live_paint(&doing->live, buf_text(&lines));
    buf_finish(&line);
    buf_finish(&lines);
}

/* ---- what the reporter is told ------------------------------------------- */

static void forget_steps(struct doing *doing)
{
    for (size_t i = 0; i < doing->step_count; i++)
        step_finish(&doing->steps[i]);
    doing->step_count = 0;
    doing->shows_step = false;
}

void doing_begin(struct doing *doing, int64_t tests)
{
    doing->tests = tests;
    doing->started_us = clock_now_us();
}

void doing_test(struct doing *doing, const struct test_info *info)
{
    free(doing->property);
    doing->property = memory_format("%s", info->property);
    doing->number = info->number;
    doing->actions = 0;
    doing->is_shrinking = false;
    doing->started_us = clock_now_us();
    buf_clear(&doing->activity);
    forget_steps(doing);
    paint(doing);
}

/* Told the same again, only the figures move: the last step stays on the
 * line. */
void doing_activity(struct doing *doing, const char *what)
{
    if (what != NULL && !doing->is_shrinking &&
        !str_is(buf_str(&doing->activity), what)) {
        buf_clear(&doing->activity);
        buf_add_text(&doing->activity, what);
        doing->shows_step = false;
    }
    paint(doing);
}

void doing_shrinking(struct doing *doing,
                     const struct shrink_progress *progress)
{
    doing->is_shrinking = true;
    doing->shows_step = false;
    buf_clear(&doing->activity);
    shrunk_add_progress(&doing->activity, progress);
    paint(doing);
}

void doing_step(struct doing *doing, const struct step *step)
{
    doing->actions += step->kind == STEP_ACTED;
    if (!doing->live.enabled)
        return;
    if (doing->step_count == 2)
        step_finish(&doing->steps[1]);
    if (doing->step_count > 0)
        doing->steps[1] = doing->steps[0];
    doing->step_count = doing->step_count == 0 ? 1 : 2;
    doing->steps[0] = step_copy(step);
    doing->shows_step = true;
    paint(doing);
}

void doing_init(struct doing *doing, struct ink *ink,
                const struct report_options *options, FILE *stream)
{
    *doing = (struct doing){.ink = ink, .options = *options};
    live_init(&doing->live, stream, terminal_has_live_line(options, stream));
    buf_init(&doing->activity);
}

void doing_finish(struct doing *doing)
{
    forget_steps(doing);
    buf_finish(&doing->activity);
    free(doing->property);
}
