/* SIGINT, SIGTERM and SIGHUP (the terminal has gone; not under nohup) end a
 * command in order: the loop wakes, everything that waits fails with
 * ERROR_CANCELLED, the browser is closed. Another one ends it at once, unless
 * it comes within a second. */
#ifndef WEIR_CLI_INTERRUPT_H
#define WEIR_CLI_INTERRUPT_H

#include <stdbool.h>

#include "base/loop.h"

/* `loop` must outlive the signals: call interrupt_ignore before it goes. */
void interrupt_catch(struct loop *loop);
void interrupt_ignore(void);

/* The signal that came, or 0. */
int interrupt_signal(void);

#endif
