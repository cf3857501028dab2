#include "report/terminal.h"

#include <pty.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cmocka.h>

/* A pipe and a terminal of 97 columns to write to. */
struct streams {
    FILE *pipe;
    FILE *terminal;
    int master;
};

static int make_streams(void **state)
{
    struct streams *streams = calloc(1, sizeof *streams);
    int ends[2], slave;
    assert_int_equal(pipe(ends), 0);
    close(ends[0]);
    struct winsize size = {.ws_col = 97, .ws_row = 24};
    assert_int_equal(openpty(&streams->master, &slave, NULL, NULL, &size), 0);
    streams->pipe = fdopen(ends[1], "w");
    streams->terminal = fdopen(slave, "w");
    *state = streams;
    static const char *const names[] = {"NO_COLOR", "COLUMNS", "LC_ALL",
                                        "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unsetenv(names[i]);
    setenv("TERM", "xterm", 1);
    return 0;
}

static int close_streams(void **state)
{
    struct streams *streams = *state;
    fclose(streams->pipe);
    fclose(streams->terminal);
    close(streams->master);
    free(streams);
    return 0;
}

static void colour_and_live_line_need_a_terminal(void **state)
{
    const struct streams *streams = *state;
    struct report_options options = {.verbose = false};
    assert_true(terminal_has_colour(&options, streams->terminal));
    assert_true(terminal_has_live_line(&options, streams->terminal));
    assert_false(terminal_has_colour(&options, streams->pipe));
    assert_false(terminal_has_live_line(&options, streams->pipe));
}

static void a_dumb_or_unknown_terminal_has_neither(void **state)
{
    const struct streams *streams = *state;
    struct report_options options = {.verbose = false};
    setenv("TERM", "dumb", 1);
    assert_false(terminal_has_colour(&options, streams->terminal));
    assert_false(terminal_has_live_line(&options, streams->terminal));
    unsetenv("TERM");
    assert_false(terminal_has_colour(&options, streams->terminal));
}

/* no-color.org: any value but the empty one. */
static void no_color_is_respected_unless_empty(void **state)
{
    const struct streams *streams = *state;
    struct report_options options = {.verbose = false};
    setenv("NO_COLOR", "1", 1);
    assert_false(terminal_has_colour(&options, streams->terminal));
    assert_true(terminal_has_live_line(&options, streams->terminal));
    setenv("NO_COLOR", "", 1);
    assert_true(terminal_has_colour(&options, streams->terminal));
}

static void options_win_over_everything(void **state)
{
    const struct streams *streams = *state;
    setenv("NO_COLOR", "1", 1);
    struct report_options always = {.colour = REPORT_ALWAYS,
                                    .live = REPORT_ALWAYS,
                                    .unicode = REPORT_ALWAYS};
    assert_true(terminal_has_colour(&always, streams->pipe));
    assert_true(terminal_has_live_line(&always, streams->pipe));
    assert_true(terminal_has_unicode(&always));
    unsetenv("NO_COLOR");
    setenv("LANG", "en_US.UTF-8", 1);
    struct report_options never = {
        .colour = REPORT_NEVER, .live = REPORT_NEVER, .unicode = REPORT_NEVER};
    assert_false(terminal_has_colour(&never, streams->terminal));
    assert_false(terminal_has_live_line(&never, streams->terminal));
    assert_false(terminal_has_unicode(&never));
}

static void the_locale_decides_about_unicode(void **state)
{
    (void)state;
    struct report_options options = {.verbose = false};
    assert_false(terminal_has_unicode(&options));
    setenv("LANG", "C", 1);
    assert_false(terminal_has_unicode(&options));
    setenv("LANG", "de_DE.utf8", 1);
    assert_true(terminal_has_unicode(&options));
    setenv("LC_CTYPE", "C.UTF-8", 1);
    assert_true(terminal_has_unicode(&options));
    setenv("LC_ALL", "POSIX", 1);
    assert_false(terminal_has_unicode(&options));
}

static void the_width_comes_from_the_first_that_knows_it(void **state)
{
    const struct streams *streams = *state;
    struct report_options options = {.width = 0};
    assert_int_equal(terminal_width(&options, streams->pipe), 80);
    assert_int_equal(terminal_width(&options, streams->terminal), 97);
    setenv("COLUMNS", "66", 1);
    assert_int_equal(terminal_width(&options, streams->terminal), 66);
    assert_int_equal(terminal_width(&options, streams->pipe), 66);
    setenv("COLUMNS", "nonsense", 1);
    assert_int_equal(terminal_width(&options, streams->terminal), 97);
    options.width = 55;
    assert_int_equal(terminal_width(&options, streams->terminal), 55);
}

static void no_line_is_absurdly_short_or_long(void **state)
{
    const struct streams *streams = *state;
    struct report_options options = {.width = 1};
    assert_int_equal(terminal_width(&options, streams->pipe), 20);
    options.width = 1000;
    assert_int_equal(terminal_width(&options, streams->pipe), 160);
}

#define TEST(name)                                                             \
    cmocka_unit_test_setup_teardown(name, make_streams, close_streams)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(colour_and_live_line_need_a_terminal),
        TEST(a_dumb_or_unknown_terminal_has_neither),
        TEST(no_color_is_respected_unless_empty),
        TEST(options_win_over_everything),
        TEST(the_locale_decides_about_unicode),
        TEST(the_width_comes_from_the_first_that_knows_it),
        TEST(no_line_is_absurdly_short_or_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
