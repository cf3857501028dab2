/* weir repl in a terminal: prompts, editing, history, the end. Each key is sent
 * when the answer to the one before is there. */
#include <errno.h>
#include <poll.h>
#include <pty.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buf.h"

enum { PATIENCE_MS = 100000 };

struct terminal {
    pid_t pid;
    int fd;
    struct buf seen; /* since the last key */
};

static void start(struct terminal *terminal)
{
    char *arguments[] = {"weir",
                         "repl",
                         WEIR_TEST_FILES "/lamp.strom",
                         "--trace",
                         WEIR_TEST_FILES "/lamp.trace",
                         NULL};
    struct winsize size = {.ws_row = 24, .ws_col = 80};
    buf_init(&terminal->seen);
    terminal->pid = forkpty(&terminal->fd, NULL, NULL, &size);
    assert_true(terminal->pid >= 0);
    if (terminal->pid > 0)
        return;
    setenv("TERM", "xterm", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    execv(WEIR_PROGRAM, arguments);
    _exit(127);
}

/* False at the end of what the program says. */
static bool read_more(struct terminal *terminal, const char *awaited)
{
    struct pollfd waiting = {.fd = terminal->fd, .events = POLLIN};
    if (poll(&waiting, 1, PATIENCE_MS) != 1)
        fail_msg("instead of \"%s\" nothing more than: %s", awaited,
                 terminal->seen.length == 0 ? "" : buf_text(&terminal->seen));
    ssize_t got = read(terminal->fd, buf_reserve(&terminal->seen, 4096), 4096);
    if (got <= 0)
        return false;
    terminal->seen.length += (size_t)got;
    return true;
}

/* Waits until `first` and after it `second` were shown. */
static void expect(struct terminal *terminal, const char *first,
                   const char *second)
{
    for (;;) {
        const char *text = buf_text(&terminal->seen);
        const char *found =
            terminal->seen.length == 0 ? NULL : strstr(text, first);
        if (found != NULL && strstr(found + strlen(first), second) != NULL)
            break;
        if (!read_more(terminal, first))
            fail_msg("ended, after: %s", buf_text(&terminal->seen));
    }
    buf_clear(&terminal->seen);
}

/* The line editor shows its prompt before it takes over the terminal; until
 * then the terminal itself would act on a key such as the end of the input. */
static void await_editor(const struct terminal *terminal)
{
    struct termios mode;
    for (int waited_ms = 0; waited_ms < PATIENCE_MS; waited_ms++) {
        assert_int_equal(tcgetattr(terminal->fd, &mode), 0);
        if ((mode.c_lflag & ICANON) == 0)
            return;
        poll(NULL, 0, 1);
    }
    fail_msg("there is no line editor");
}

static void type(const struct terminal *terminal, const char *keys)
{
    await_editor(terminal);
    assert_int_equal(write(terminal->fd, keys, strlen(keys)), strlen(keys));
}

/* Reads what is left, and how it ended. */
static int finish(struct terminal *terminal)
{
    int status = 0;
    while (read_more(terminal, "the end"))
        buf_clear(&terminal->seen);
    assert_int_equal(waitpid(terminal->pid, &status, 0), terminal->pid);
    close(terminal->fd);
    buf_finish(&terminal->seen);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void lines_are_read_after_prompts(void **state)
{
    struct terminal terminal;
    (void)state;
    start(&terminal);
    expect(&terminal, "1> ", "");
    type(&terminal, "40 + 2\n");
    expect(&terminal, "\n42\r\n", "1> ");
    type(&terminal, ":next\n");
    expect(&terminal, "acted click", "2> ");
    type(&terminal, "contains(\n");
    expect(&terminal, "... ", "");
    type(&terminal, "2, [1, 2])\n");
    expect(&terminal, "\ntrue\r\n", "2> ");
    type(&terminal, ":quit\n");
    assert_int_equal(finish(&terminal), 0);
}

static void earlier_lines_come_back(void **state)
{
    struct terminal terminal;
    (void)state;
    start(&terminal);
    expect(&terminal, "1> ", "");
    type(&terminal, "40 + 2\n");
    expect(&terminal, "\n42\r\n", "1> ");
    type(&terminal, "\x1b[A");
    expect(&terminal, "40 + 2", "");
    type(&terminal, " + 1\n");
    expect(&terminal, "\n43\r\n", "1> ");
    type(&terminal, "\x1b[A\x1b[A");
    expect(&terminal, "40 + 2", "");
    type(&terminal, "\n");
    expect(&terminal, "\n42\r\n", "1> ");
    type(&terminal, "\x04"); /* the end of the input */
    assert_int_equal(finish(&terminal), 0);
}

static void lines_can_be_edited(void **state)
{
    struct terminal terminal;
    (void)state;
    start(&terminal);
    expect(&terminal, "1> ", "");
    type(&terminal, "0 + 2\x01"
                    "4\n"); /* Ctrl-A: to the beginning */
    expect(&terminal, "\n42\r\n", "1> ");
    type(&terminal, "nosuch\n");
    expect(&terminal, "Variable not in scope: nosuch", "1> ");
    type(&terminal, "\x04");
    assert_int_equal(finish(&terminal), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_read_after_prompts),
        cmocka_unit_test(earlier_lines_come_back),
        cmocka_unit_test(lines_can_be_edited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
