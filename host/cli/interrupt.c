#include "cli/interrupt.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>

#include "base/clock.h"

/* `timeout` sends its signal twice, to its child and to the group that it is
 * in; so may whoever stops a container. What comes so soon is the same wish. */
enum { SAME_WISH_MS = 1000 };

/* Signal handlers can reach nothing but file-scope state. */
static volatile sig_atomic_t caught;
static int64_t caught_ms; /* written and read in the handler only */
static struct loop *woken;

/* Whoever still waits a while later wants the end at once; the guardian then
 * cleans up. */
static void end_at_once(int number)
{
    signal(number, SIG_DFL);
    raise(number);
}

static void on_signal(int number)
{
    int trouble = errno;
    int64_t now_ms = clock_now_ms();
    if (caught == 0) {
        caught = number;
        caught_ms = now_ms;
        if (woken != NULL)
            loop_cancel(woken);
    } else if (now_ms - caught_ms > SAME_WISH_MS) {
        end_at_once(number);
    }
    errno = trouble;
}

/* One at a time: the handler is not entered from within itself. */
static void catch_all(const int *numbers, size_t count)
{
    struct sigaction action = {.sa_handler = on_signal}, before;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < count; i++)
        sigaddset(&action.sa_mask, numbers[i]);
    for (size_t i = 0; i < count; i++)
        /* Who started us with nohup wants no end when the terminal goes. */
        if (numbers[i] != SIGHUP || (sigaction(SIGHUP, NULL, &before) == 0 &&
                                     before.sa_handler != SIG_IGN))
            sigaction(numbers[i], &action, NULL);
}

void interrupt_catch(struct loop *loop)
{
    static const int endings[] = {SIGINT, SIGTERM, SIGHUP};
    woken = loop;
    catch_all(endings, sizeof endings / sizeof *endings);
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGPIPE, &ignore, NULL);
}

void interrupt_ignore(void)
{
    woken = NULL;
}

int interrupt_signal(void)
{
    return caught;
}
