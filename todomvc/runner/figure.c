/* The data of the curves, the drawing, gnuplot. */
#include "todomvc/runner/figure.h"

#include <inttypes.h>
#include <math.h>
#include <sys/wait.h>

#include "base/clock.h"
#include "base/process.h"
#include "todomvc/runner/paper.h"
#include "todomvc/runner/statistics.h"

enum { GNUPLOT_PATIENCE_MS = 60 * 1000 };

/* Each curve stands a little to the right of the one before, so that intervals
 * do not lie on each other. */
static const double SHIFT = 1.035;

/* Okabe and Ito's colours, which people with any sight tell apart. */
static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73",
                                      "#cc79a7", "#e69f00", "#56b4e9"};
enum { COLOUR_COUNT = sizeof colours / sizeof *colours };

static const char head[] =
    "set encoding utf8\n"
    "set terminal svg size 860,900 font 'Helvetica,Arial,sans-serif,15' "
    "background '#ffffff' noenhanced\n"
    "set logscale x\n"
    "set border 3 lc '#555555'\n"
    "set tics nomirror out scale 0.6 tc '#333333'\n"
    "set grid xtics ytics lc '#dddddd' lw 1 lt 1\n"
    "set bars 0.6\n";

/* ---- curves ----------------------------------------------------------------
 */

static double x_of(int64_t subscript, size_t group)
{
    return (double)subscript * pow(SHIFT, (double)group + 1);
}

/* x, y, low, high */
static void add_point(struct buf *out, double x, double y, double low,
                      double high)
{
    if (isfinite(x) && isfinite(y) && isfinite(low) && isfinite(high))
        buf_addf(out, "%.4g %.6g %.6g %.6g\n", x, y, low, high);
}

static void add_share(struct buf *out, double x, struct statistics_share share)
{
    add_point(out, x, 100 * share.share, 100 * share.low, 100 * share.high);
}

static void add_group_data(struct buf *out, const struct results *results,
                           size_t group, bool is_rate)
{
    for (size_t i = 0; i < results->subscript_count; i++) {
        struct selection selection = {
            .group = &results->groups[group],
            .population =
                is_rate ? POPULATION_HAS_TO_FAIL : POPULATION_HAS_TO_PASS,
            .subscript = results->subscripts[i],
        };
        struct tally tally;
        results_tally(results, &selection, &tally);
        double x = x_of(selection.subscript, group);
        struct statistics_mean mean =
            statistics_geometric_interval(tally.seconds, tally.seconds_count);
        if (tally.seconds_count < STATISTICS_INTERVAL_LEAST)
            mean.low = mean.high = mean.mean;
        if (is_rate)
            add_share(out, x, statistics_wilson(tally.passed, tally.runs));
        else
            add_point(out, x, mean.mean, mean.low, mean.high);
        tally_finish(&tally);
    }
}

static void add_paper_data(struct buf *out, bool is_rate)
{
    for (size_t i = 0; i < paper_row_count; i++) {
        const struct paper_row *row = &paper_rows[i];
        double x = (double)row->subscript, s = row->geometric_mean_s;
        if (is_rate)
            add_share(
                out, x,
                statistics_wilson(row->passed_of_200, PAPER_FAILING_RUNS));
        else
            add_point(out, x, s, s, s);
    }
}

static bool has_data(const struct results *results, size_t group, bool is_rate)
{
    struct buf data;
    buf_init(&data);
    add_group_data(&data, results, group, is_rate);
    bool has = data.length > 0;
    buf_finish(&data);
    return has;
}

/* Named blocks: $rate0, $time0, ..., $rate_paper, $time_paper. gnuplot does not
 * draw an empty one, so there is none for a group without data. */
static void add_data(struct buf *out, const struct results *results,
                     bool is_rate)
{
    const char *name = is_rate ? "rate" : "time";
    buf_addf(out, "$%s_paper << end\n", name);
    add_paper_data(out, is_rate);
    buf_add_text(out, "end\n");
    for (size_t i = 0; i < results->group_count; i++) {
        if (!has_data(results, i, is_rate))
            continue;
        buf_addf(out, "$%s%zu << end\n", name, i);
        add_group_data(out, results, i, is_rate);
        buf_add_text(out, "end\n");
    }
}

/* ---- drawing ---------------------------------------------------------------
 */

/* In single quotes; the label is one of ours or a user's strategy. */
static void add_title(struct buf *out, const char *text)
{
    buf_add_text(out, " title 'weir, ");
    for (; *text != '\0'; text++)
        buf_addf(out, *text == '\'' ? "'%c" : "%c",
                 (unsigned char)*text < ' ' ? ' ' : *text);
    buf_add_char(out, '\'');
}

static void add_plot(struct buf *out, const struct results *results,
                     bool is_rate)
{
    const char *name = is_rate ? "rate" : "time";
    buf_addf(out,
             "plot $%s_paper using 1:2%s with %s lc '#777777' lw 1.5 dt (8,6) "
             "pt 5 ps 0.6 title 'the original, as published'",
             name, is_rate ? ":3:4" : "",
             is_rate ? "yerrorlines" : "linespoints");
    for (size_t i = 0; i < results->group_count; i++) {
        if (!has_data(results, i, is_rate))
            continue;
        buf_addf(out,
                 ", \\\n  $%s%zu using 1:2:3:4 with yerrorlines lc '%s' lw 2 "
                 "pt 7 ps 0.7",
                 name, i, colours[i % COLOUR_COUNT]);
        add_title(out, results->groups[i].label);
    }
    buf_add_char(out, '\n');
}

static bool has_subscript(const struct results *results, int64_t subscript)
{
    for (size_t i = 0; i < results->subscript_count; i++)
        if (results->subscripts[i] == subscript)
            return true;
    return false;
}

/* Those of the paper and ours. */
static void add_tics(struct buf *out, const struct results *results)
{
    buf_add_text(out, "set xtics (");
    for (size_t i = 0; i < results->subscript_count; i++)
        buf_addf(out, "%s%" PRId64, i > 0 ? ", " : "", results->subscripts[i]);
    bool is_first = results->subscript_count == 0;
    for (size_t i = 0; i < paper_row_count; i++) {
        if (has_subscript(results, paper_rows[i].subscript))
            continue;
        buf_addf(out, "%s%" PRId64, is_first ? "" : ", ",
                 paper_rows[i].subscript);
        is_first = false;
    }
    buf_add_text(out, ")\n");
}

static void add_range(struct buf *out, const struct results *results)
{
    int64_t most = paper_rows[paper_row_count - 1].subscript;
    for (size_t i = 0; i < results->subscript_count; i++)
        if (results->subscripts[i] > most)
            most = results->subscripts[i];
    buf_addf(out, "set xrange [0.85:%g]\n", 1.25 * (double)most);
}

/* The curves of the second part are told apart by the key of the first. */
static bool is_key_shared(const struct results *results)
{
    for (size_t i = 0; i < results->group_count; i++)
        if (!has_data(results, i, true))
            return false;
    return true;
}

void figure_add_script(const struct results *results, const char *svg,
                       struct buf *out)
{
    buf_add_text(out, "# Written by weir-todomvc --report.\n");
    buf_add_text(out, head);
    add_range(out, results);
    add_tics(out, results);
    add_data(out, results, true);
    add_data(out, results, false);
    buf_add_text(out, "set output '");
    for (const char *at = svg; *at != '\0'; at++)
        buf_addf(out, *at == '\'' ? "'%c" : "%c", *at);
    buf_add_text(
        out,
        "'\n"
        "set multiplot\n"
        "set lmargin at screen 0.11\n"
        "set rmargin at screen 0.97\n"
        "set tmargin at screen 0.95\n"
        "set bmargin at screen 0.57\n"
        "set title 'False negatives: tests that passed a faulty application "
        "(bars: 95 % intervals)' offset 0,-0.4\n"
        "set ylabel 'tests that passed, %' offset 1,0\n"
        "set yrange [0:100]\n"
        "set ytics 0,20,100\n"
        "set key top right Left reverse spacing 1.3 samplen 3\n");
    add_plot(out, results, true);
    buf_add_text(out,
                 "set tmargin at screen 0.46\n"
                 "set bmargin at screen 0.08\n"
                 "set title 'Running time of a test of a correct application "
                 "(geometric means)' offset 0,-0.4\n"
                 "set ylabel 'seconds, from start to end' offset 1,0\n"
                 "set xlabel 'subscript' offset 0,0.3\n"
                 "set logscale y\n"
                 "set yrange [*:*]\n"
                 "set ytics auto\n"
                 "set format y '%g'\n");
    buf_add_text(out, is_key_shared(results)
                          ? "unset key\n"
                          : "set key top left Left reverse\n");
    add_plot(out, results, false);
    buf_add_text(out, "unset multiplot\n");
}

/* ---- gnuplot ---------------------------------------------------------------
 */

enum figure_made figure_make(const char *script, struct error *error)
{
    const char *const words[] = {"gnuplot", script, NULL};
    struct process_options options = {.argv = words,
                                      .errors = PROCESS_STREAM_INHERIT,
                                      .die_with_parent = true};
    struct process process;
    if (!process_spawn(&process, &options, NULL))
        return FIGURE_NO_GNUPLOT;
    bool fine = process_wait(&process, clock_now_ms() + GNUPLOT_PATIENCE_MS) &&
                WIFEXITED(process.status) && WEXITSTATUS(process.status) == 0;
    process_finish(&process);
    if (fine)
        return FIGURE_MADE;
    error_set(error, ERROR_IO, "gnuplot %s does not work", script);
    return FIGURE_WRONG;
}
