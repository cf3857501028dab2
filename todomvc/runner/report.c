/* The files of a report. */
#include "todomvc/runner/report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "todomvc/runner/figure.h"

static bool write_file(const char *folder, const char *name,
                       const struct buf *text, struct error *error)
{
    char *path = memory_format("%s/%s", folder, name);
    FILE *file = fopen(path, "we");
    bool fine = file != NULL &&
                fwrite(buf_text(text), 1, text->length, file) == text->length;
    if (file != NULL && fclose(file) != 0)
        fine = false;
    if (!fine)
        error_set(error, ERROR_IO, "cannot write %s: %s", path,
                  strerror(errno));
    free(path);
    return fine;
}

static bool write_text(const struct results *results, const char *folder,
                       const char *name,
                       void (*add)(const struct results *, struct buf *),
                       struct error *error)
{
    struct buf text;
    buf_init(&text);
    add(results, &text);
    bool fine = write_file(folder, name, &text, error);
    buf_finish(&text);
    return fine;
}

static bool write_figure(const struct results *results, const char *folder,
                         struct buf *notice, struct error *error)
{
    char *svg = memory_format("%s/figure.svg", folder);
    char *script = memory_format("%s/figure.gp", folder);
    struct buf text;
    buf_init(&text);
    figure_add_script(results, svg, &text);
    bool fine = write_file(folder, "figure.gp", &text, error);
    if (fine) {
        enum figure_made made = figure_make(script, error);
        fine = made != FIGURE_WRONG;
        if (made == FIGURE_NO_GNUPLOT)
            buf_addf(notice,
                     "there is no gnuplot, so %s was not made; with gnuplot: "
                     "gnuplot %s",
                     svg, script);
    }
    buf_finish(&text);
    free(script);
    free(svg);
    return fine;
}

bool report_write(const struct results *results, const char *folder,
                  struct buf *notice, struct error *error)
{
    buf_clear(notice);
    if (mkdir(folder, (mode_t)0777) != 0 && errno != EEXIST)
        return error_set(error, ERROR_IO, "cannot make the folder %s: %s",
                         folder, strerror(errno));
    return write_text(results, folder, "results.md", report_add_markdown,
                      error) &&
           write_text(results, folder, "applications.csv",
                      report_add_applications, error) &&
           write_text(results, folder, "rates.csv", report_add_rates, error) &&
           write_text(results, folder, "faults.csv", report_add_faults,
                      error) &&
           write_figure(results, folder, notice, error);
}
