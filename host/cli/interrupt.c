#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>

/* Signal handlers can reach nothing but file-scope state. */
static volatile sig_atomic_t caught;
static struct loop *woken;

static void on_signal(int number)
{
    caught = number;
    if (woken != NULL)
        loop_cancel(woken);
}

void interrupt_catch(struct loop *loop)
{
    woken = loop;
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    /* Once: a second Ctrl-C ends the program at once; the guardian then cleans
     * up. */
    action.sa_flags = (int)SA_RESETHAND;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
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
