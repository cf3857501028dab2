#include "todomvc/runner/progress.h"

#include <inttypes.h>

#include "base/clock.h"
#include "report/terminal.h"

enum { PLAIN_EVERY_US = 30 * 1000 * 1000 };

#define UNKNOWN (-1.0) /* seconds */

static struct progress_series *series_of(struct progress *progress,
                                         int64_t subscript)
{
    for (size_t i = 0; i < progress->series_count; i++)
        if (progress->series[i].subscript == subscript)
            return &progress->series[i];
    if (progress->series_count == PROGRESS_SERIES_LIMIT)
        return &progress->series[PROGRESS_SERIES_LIMIT - 1];
    struct progress_series *series =
        &progress->series[progress->series_count++];
    *series = (struct progress_series){.subscript = subscript};
    return series;
}

void progress_init(struct progress *progress, FILE *stream,
                   const struct plan *plan, size_t jobs)
{
    static const struct report_options automatic = {.width = 0};
    *progress = (struct progress){
        .stream = stream,
        .width = terminal_width(&automatic, stream),
        .total = plan->count,
        .jobs = jobs,
        .next_us = clock_now_us() + PLAIN_EVERY_US,
    };
    live_init(&progress->live, stream,
              terminal_has_live_line(&automatic, stream));
    for (size_t i = 0; i < plan->count; i++)
        series_of(progress, plan->items[i].id.subscript)->left++;
}

void progress_add(struct progress *progress, const struct record *record)
{
    struct progress_series *series = series_of(progress, record->id.subscript);
    series->left--;
    series->ended++;
    series->sum_s += (double)record->wall_us / 1e6;
    progress->ended++;
    if (record->outcome == OUTCOME_ERROR)
        progress->errors++;
    if (record->outcome == OUTCOME_FAILED &&
        expected_has_to(&record->expected, EXPECT_PASSES))
        progress->wrong++;
}

/* ---- the time left ------------------------------------------------------- */

static double ratio(int64_t a, int64_t b)
{
    return a > b ? (double)a / (double)b : (double)b / (double)a;
}

/* The series with something known whose subscript is most like this one, but
 * for `other`. */
static const struct progress_series *
nearest(const struct progress *progress, int64_t subscript,
        const struct progress_series *other)
{
    const struct progress_series *best = NULL;
    for (size_t i = 0; i < progress->series_count; i++) {
        const struct progress_series *series = &progress->series[i];
        if (series->ended > 0 && series != other &&
            (best == NULL || ratio(series->subscript, subscript) <
                                 ratio(best->subscript, subscript)))
            best = series;
    }
    return best;
}

static double mean_s(const struct progress_series *series)
{
    return series->sum_s / (double)series->ended;
}

/* Part of what a run costs is its beginning, and faulty applications end it
 * early: it is not in proportion to the subscript. So the two nearest
 * subscripts of which something is known lay a line. */
static double guess_s(const struct progress *progress, int64_t subscript)
{
    const struct progress_series *a = nearest(progress, subscript, NULL);
    const struct progress_series *b = nearest(progress, subscript, a);
    if (b == NULL)
        return UNKNOWN;
    double slope =
        (mean_s(a) - mean_s(b)) / (double)(a->subscript - b->subscript);
    double guess = mean_s(a) + slope * (double)(subscript - a->subscript);
    return slope > 0 && guess > 0 ? guess : mean_s(a);
}

double progress_left_s(const struct progress *progress)
{
    double sum = 0;
    for (size_t i = 0; i < progress->series_count; i++) {
        const struct progress_series *series = &progress->series[i];
        if (series->left == 0)
            continue;
        double each = series->ended > 0 ? mean_s(series)
                                        : guess_s(progress, series->subscript);
        if (each < 0)
            return UNKNOWN;
        sum += each * (double)series->left;
    }
    return sum / (double)progress->jobs;
}

void progress_add_duration(struct buf *out, double seconds)
{
    long long whole = (long long)(seconds + 0.5);
    if (whole < 60)
        buf_addf(out, "%llds", whole);
    else if (whole < 3600)
        buf_addf(out, "%lldm", (whole + 30) / 60);
    else
        buf_addf(out, "%lldh %lldm", whole / 3600, whole % 3600 / 60);
}

/* ---- the line ------------------------------------------------------------ */

static void add_line(const struct progress *progress, struct buf *out)
{
    double left_s = progress_left_s(progress);
    buf_addf(out, "%zu of %zu runs", progress->ended, progress->total);
    if (left_s >= 0 && progress->ended < progress->total) {
        buf_add_text(out, ", about ");
        progress_add_duration(out, left_s);
        buf_add_text(out, " left");
    }
    if (progress->errors > 0)
        buf_addf(out, ", %zu error%s", progress->errors,
                 progress->errors == 1 ? "" : "s");
    if (progress->wrong > 0)
        buf_addf(out, ", %zu false positive%s", progress->wrong,
                 progress->wrong == 1 ? "" : "s");
}

static void show_plain(struct progress *progress, const char *line)
{
    if (clock_now_us() < progress->next_us)
        return;
    fprintf(progress->stream, "%s\n", line);
    fflush(progress->stream);
    progress->next_us = clock_now_us() + PLAIN_EVERY_US;
}

void progress_show(struct progress *progress)
{
    struct buf line;
    buf_init(&line);
    add_line(progress, &line);
    if (line.length >= progress->width) {
        line.length = progress->width - 1;
        line.data[line.length] = '\0';
    }
    if (!progress->live.enabled)
        show_plain(progress, buf_text(&line));
    else if (live_is_due(&progress->live))
        live_paint(&progress->live, buf_text(&line));
    buf_finish(&line);
}

void progress_wipe(struct progress *progress)
{
    live_wipe(&progress->live);
    fflush(progress->stream);
}
