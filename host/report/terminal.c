#include "report/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { NARROWEST = 20, WIDEST = 160, USUAL = 80, USUAL_HEIGHT = 24 };

/* The variable's text; empty when it is not set. */
static const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value == NULL ? "" : value;
}

static bool is_terminal(FILE *stream)
{
    const char *kind = variable("TERM");
    return isatty(fileno(stream)) != 0 && *kind != '\0' &&
           strcmp(kind, "dumb") != 0;
}

bool terminal_has_colour(const struct report_options *options, FILE *stream)
{
    if (options->colour != REPORT_AUTO)
        return options->colour == REPORT_ALWAYS;
    return *variable("NO_COLOR") == '\0' && is_terminal(stream);
}

bool terminal_has_live_line(const struct report_options *options, FILE *stream)
{
    if (options->live != REPORT_AUTO)
        return options->live == REPORT_ALWAYS;
    return is_terminal(stream);
}

/* The first of the three that is set decides (POSIX, 8.2). Asked directly, so
 * that it does not matter whether the program called setlocale. */
bool terminal_has_unicode(const struct report_options *options)
{
    if (options->unicode != REPORT_AUTO)
        return options->unicode == REPORT_ALWAYS;
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    const char *locale = "";
    for (size_t i = 0; i < sizeof names / sizeof *names && *locale == '\0'; i++)
        locale = variable(names[i]);
    return strcasestr(locale, "utf-8") != NULL ||
           strcasestr(locale, "utf8") != NULL;
}

static int wanted_width(const struct report_options *options, FILE *stream)
{
    struct winsize size;
    if (options->width > 0)
        return options->width;
    long columns = strtol(variable("COLUMNS"), NULL, 10);
    if (columns > 0)
        return columns < WIDEST ? (int)columns : WIDEST;
    if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return USUAL;
}

size_t terminal_width(const struct report_options *options, FILE *stream)
{
    int width = wanted_width(options, stream);
    if (width < NARROWEST)
        return NARROWEST;
    return width > WIDEST ? WIDEST : (size_t)width;
}

size_t terminal_height(FILE *stream)
{
    struct winsize size;
    if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_row > 0)
        return size.ws_row;
    return USUAL_HEIGHT;
}
